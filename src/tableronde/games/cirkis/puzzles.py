"""Puzzles of CirKis: the most points in one turn, and how to stop an opponent's win. Every placement of the turn is tried."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tableronde.game import Action, Event, Seat
from tableronde.games.cirkis.rules import Cirkis, State
from tableronde.kernels.proof import kernel_of
from tableronde.puzzles.force import Force
from tableronde.puzzles.puzzle import Draft, Hint, Kind, Refutation, Workshop
from tableronde.table import Table
from tableronde.text import Noun, Text

FEWEST: Final = 6  # fewer placements would make the puzzle too easy
WORTHWHILE: Final = 10  # points that a turn must score at least
NEAR: Final = 20  # with fewer points no win can be near
FORESIGHT: Final = 4  # placements for which the stopped win must stay stopped
POINT: Final = Noun("point", "point")
DEEPEST: Final = 8  # pieces of one turn: each but the last must win a free turn


class Points(Kind):
    """The most points in this turn, the pieces of free turns included."""

    def __init__(self, title: Text, asked: Text) -> None:
        self.title, self.asked = title, asked

    def question(self, table: Table, seat: Seat) -> Text:
        return Text(f"Vous êtes {{{seat}}}. {self.asked.fr}", f"You are {{{seat}}}. {self.asked.en}")

    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        gains = _gains(_rules(table), table.state, seat)
        return [action for action, gain in gains.items() if gain == max(gains.values())]

    def solved(self, table: Table, seat: Seat, left: int) -> bool:
        """Whether the turn is over or can score no more."""
        return table.state.now.mover != seat or most(_rules(table), table.state, seat) <= 0

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        gains = _gains(_rules(table), table.state, seat)
        got, best = POINT.count(gains[action]), POINT.count(max(gains.values()))
        fr = f"Ce coup rapporte au plus {got.fr} pendant ce tour ; un autre rapporte {best.fr}."
        return Refutation(Text(fr, f"This scores at most {got.en} this turn; another placement scores {best.en}."))

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        best = POINT.count(most(_rules(table), table.state, seat))
        return [Hint(Text(f"On peut marquer {best.fr}.", f"You can score {best.en}.")), *super().hints(table, seat, action)]


class Stop(Kind):
    """The opponent would win on the next turn: find the one placement that prevents it."""

    title = Text("Parer la victoire", "Stop the win")

    def question(self, table: Table, seat: Seat) -> Text:
        return Text(
            f"Vous êtes {{{seat}}}. Votre adversaire va gagner au prochain tour : un seul coup l’en empêche.",
            f"You are {{{seat}}}. Your opponent is about to win on the next turn: only one placement prevents it.",
        )

    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        rules, state = _rules(table), table.state
        return [action for action in rules.legal(state)[seat] if not _loses(rules, rules.apply(state, seat, action), seat)]

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        after = table.at(table.plies)
        after.play(seat, action)
        events = winning_turn(_rules(table), after.state, 1 - seat)
        return Refutation(Text(f"{{{1 - seat}}} gagne quand même.", f"{{{1 - seat}}} still wins."), events)


def most(rules: Cirkis, state: State, seat: Seat) -> int:
    """The most points a seat can still score in the turn that is now its own; 0 if it is not its turn."""
    if state.reason or state.now.mover != seat:
        return 0
    return max(_gains(rules, state, seat).values())


@lru_cache(maxsize=512)
def _gains(rules: Cirkis, state: State, seat: Seat) -> dict[Action, int]:
    """The points of each placement in this turn, with the best continuation in free turns."""
    return {action: _gain(rules, state, seat, rules.apply(state, seat, action)) for action in rules.legal(state)[seat]}


def _gain(rules: Cirkis, before: State, seat: Seat, after: State) -> int:
    return after.totals[seat] - before.totals[seat] + most(rules, after, seat)


def winning_turn(rules: Cirkis, state: State, seat: Seat) -> tuple[Event, ...]:
    """The events of a turn in which a seat wins the game at once; none if it cannot."""
    if state.reason or state.now.mover != seat:
        return ()
    for action in rules.legal(state)[seat]:
        after = rules.apply(state, seat, action)
        outcome = rules.outcome(after)
        if outcome and outcome.winners == (seat,):
            return (Event(seat, action),)
        if rest := winning_turn(rules, after, seat):
            return (Event(seat, action), *rest)
    return ()


def _loses(rules: Cirkis, state: State, seat: Seat) -> bool:
    """Whether the game is lost, or the opponent can win it on the next turn, after any free turns of the seat's own."""
    outcome = rules.outcome(state)
    if outcome:
        return seat not in outcome.winners
    if state.now.mover == seat:
        return all(_loses(rules, rules.apply(state, seat, action), seat) for action in rules.legal(state)[seat])
    return bool(winning_turn(rules, state, 1 - seat))


def find(table: Table) -> Iterator[Draft]:
    """Look at the latest positions first: there the board is full and the scores are high."""
    for ply in range(table.plies - 1, 8, -1):
        then = table.at(ply)
        yield from _drafts(then, then.state.now.mover)


def _drafts(table: Table, seat: Seat) -> Iterator[Draft]:
    rules, state = _rules(table), table.state
    if len(rules.legal(state)[seat]) < FEWEST or winning_turn(rules, state, seat):
        return
    if most(rules, state, seat) >= WORTHWHILE:
        yield Draft("chain" if _needs_more(rules, state, seat) else "points", table, seat, DEEPEST)
    if max(state.totals) >= NEAR and _can_be_saved(table, seat):
        yield Draft("stop", table, seat)


def _can_be_saved(table: Table, seat: Seat) -> bool:
    """Whether one placement stops the opponent's win for good, and does not merely put it off."""
    right = KINDS["stop"].right(table, seat, 1)
    if len(right) != 1:
        return False
    rules = _rules(table)
    kernel = kernel_of(table.box, rules, rules.apply(table.state, seat, right[0]))
    return not Force(kernel, 1 - seat).wins(FORESIGHT)


def _needs_more(rules: Cirkis, state: State, seat: Seat) -> bool:
    """Whether the best placement needs further pieces to score all its points."""
    gains = _gains(rules, state, seat)
    return most(rules, rules.apply(state, seat, max(gains, key=lambda action: gains[action])), seat) > 0


def _rules(table: Table) -> Cirkis:
    assert isinstance(table.game, Cirkis)
    return table.game


KINDS: Final = {
    "points": Points(
        Text("Le plus de points", "Most points"),
        Text("Marquez le plus de points possible pendant ce tour.", "Score as many points as you can this turn."),
    ),
    "chain": Points(
        Text("Un tour en plusieurs pièces", "A turn of several pieces"),
        Text(
            "Jouez de façon à rejouer, et marquez le plus de points possible en tout.",
            "Earn a free turn and score as many points as you can in all.",
        ),
    ),
    "stop": Stop(),
}
WORKSHOP: Final = Workshop(KINDS, {"points": 26, "chain": 26, "stop": 12}, find, ("amateur", "regular"))
