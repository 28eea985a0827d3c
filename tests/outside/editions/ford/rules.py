"""The rules of the Ford, second edition. Two banks, stones that only go ahead; the first one to set foot on the far bank wins.

In the first edition (`rules_v1`) two stones face to face blocked each other; now a stone also takes straight ahead (R5).
"""

from random import Random

from tableronde.game import Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup

from .board import AHEAD, ASIDE, CELLS, STRAIGHT, bank
from .rules_v1 import Options, State
from .words import BLOCKED, NO_CELL, NOT_AHEAD, NOT_YOURS, OVER, OWN_STONE, WAIT, WHERE_TO


class Ford(Game[Options, State, State]):
    """The rules of the Ford, for two players."""

    slug, edition, players, options_type = "ford", 2, range(2, 3), Options

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
    return Refusal("R4", OWN_STONE)


def _moves(state: State) -> list[Action]:
    """R3, R4, R5: ahead, straight or aslant, to wherever no stone of one's own is."""
    seat = state.mover
    mine = set(state.stones[seat])
    return [f"{start} {end}" for start in mine - {""} for end in (STRAIGHT[seat][start], *ASIDE[seat][start]) if end and end not in mine]
