"""The rules of the Ford: two banks, stones that only go ahead; the first player to reach the far bank wins."""

from dataclasses import dataclass
from math import exp
from random import Random

from tableronde.game import Action, Actor, AnyGame, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.options import option
from tableronde.text import Text

from .board import AHEAD, ASIDE, CELLS, STRAIGHT, bank
from .words import BLOCKED, NO_CELL, NOT_AHEAD, NOT_YOURS, OVER, OWN_STONE, STRAIGHT_TAKES, WAIT, WHERE_TO


@dataclass(frozen=True)
class Options:
    """The options of the game."""

    rows: int = option(1, Text("Combien de rangées de pierres sur chaque rive.", "How many rows of stones on each bank."), low=1, high=2)


@dataclass(frozen=True)
class State:
    """The places of each seat's stones ("" once taken), the seat to move, and the last move."""

    stones: tuple[tuple[str, ...], ...]
    mover: Seat = 0
    last: str = ""


class Ford(Game[Options, State, State]):
    """The rules of the Ford, for two players."""

    slug, edition, players, options_type = "ford", 1, range(2, 3), Options

    def deal(self, rng: Random) -> Setup:
        return {"first": rng.randrange(2)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"first"} or type(setup["first"]) is not int or setup["first"] not in (0, 1):
            raise ValueError("a set-up must be {first: 0 or 1}")
        return State((bank(0, self.options.rows), bank(1, self.options.rows)), setup["first"])

    def legal(self, state: State) -> Legal:
        return {} if self.outcome(state) else {state.mover: sorted(_moves(state))}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        start, end = action.split()
        mine = tuple(end if cell == start else cell for cell in state.stones[state.mover])
        theirs = tuple("" if cell == end else cell for cell in state.stones[1 - state.mover])  # R5
        return State((mine, theirs) if state.mover == 0 else (theirs, mine), 1 - state.mover, action)

    def outcome(self, state: State) -> Outcome | None:
        for seat in range(2):
            if any(cell and not AHEAD[seat][cell] for cell in state.stones[seat]):
                return Outcome((seat,), "crossed")  # R6
            if not any(state.stones[1 - seat]):
                return Outcome((seat,), "alone")  # R7
        return None

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def facts(self, view: State) -> dict[str, Json]:
        return {
            "stones": [[cell for cell in cells if cell] for cells in view.stones],
            "to_act": [] if self.outcome(view) else [str(view.mover)],
        }

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        words = action.split()
        if self.outcome(state):
            return Refusal("", OVER)
        if actor != state.mover:
            return Refusal("R2", WAIT)
        if not words or len(words) > 2 or not set(words) <= set(CELLS):
            return Refusal("R1", NO_CELL)
        return _why_no_start(state, words[0]) if len(words) == 1 else _why_no_move(state, *words)


def _why_no_start(state: State, start: str) -> Refusal:
    if start not in state.stones[state.mover]:
        return Refusal("R2", NOT_YOURS)
    return Refusal("R3", WHERE_TO) if any(move.startswith(f"{start} ") for move in _moves(state)) else Refusal("R4", BLOCKED)


def _why_no_move(state: State, start: str, end: str) -> Refusal:
    mine = state.stones[state.mover]
    if start not in mine:
        return Refusal("R2", NOT_YOURS)
    if end not in (STRAIGHT[state.mover][start], *ASIDE[state.mover][start]):
        return Refusal("R3", NOT_AHEAD)
    return Refusal("R4", OWN_STONE) if end in mine else Refusal("R5", STRAIGHT_TAKES)


def _moves(state: State) -> list[Action]:
    """List the moves (R3, R4, R5): ahead to an empty hexagon, or diagonally onto an opponent's stone."""
    seat = state.mover
    mine, theirs = set(state.stones[seat]), set(state.stones[1 - seat])
    found = []
    for start in mine - {""}:
        straight = STRAIGHT[seat][start]
        if straight and straight not in mine and straight not in theirs:
            found.append(f"{start} {straight}")
        found += [f"{start} {end}" for end in ASIDE[seat][start] if end not in mine]
    return found


def judge(game: AnyGame, view: State) -> list[float]:
    """Count stones, more the nearer they are to the far bank; one that can be taken next counts little."""
    first, second = (_strength(view, seat) for seat in range(2))
    share = 1 / (1 + exp((second - first) / 2))
    return [share, 1 - share]


def _strength(view: State, seat: Seat) -> float:
    attacked = {end for cell in view.stones[1 - seat] if cell for end in ASIDE[1 - seat][cell]}
    in_danger = 0.4 if view.mover != seat else 0.9
    return sum(_worth(AHEAD[seat][cell]) * (in_danger if cell in attacked else 1.0) for cell in view.stones[seat] if cell)


def _worth(ahead: int) -> float:
    return 1 + 6 / (1 + ahead) ** 2
