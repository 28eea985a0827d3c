"""Puzzles of cirKle KIDS × DUO 228: where is it? A real sequence of lifts is shown once, and then a hat must be found again.

The lifts seen prove the answer: exactly one of the hats lifted so far hides a peg that wins. Nobody can know the pegs of the others.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from tableronde.game import Action, Seat
from tableronde.games.cirkle_duo.bots.weighing import remembered, wins
from tableronde.games.cirkle_duo.names import name, what_wins
from tableronde.games.cirkle_duo.rules import LIFTS, View
from tableronde.games.cirkle_duo.rules.pieces import EMPTY, Piece
from tableronde.puzzles.puzzle import Draft, Hint, Kind, Refutation, Workshop
from tableronde.table import Table
from tableronde.text import Noun, Text

EARLIEST: Final = 3  # lifts before the question
LATEST: Final = 24
AGO: Final = 2  # turns since the hat was lifted, at least: a lift just seen is no puzzle
TURN: Final = Noun("tour", "turn")


class Recall(Kind):
    """A hat that was lifted and hides a peg that wins now."""

    def __init__(self, title: Text, exact: bool = False) -> None:
        self.title, self.exact = title, exact

    def question(self, table: Table, seat: Seat) -> Text:
        card = table.view(seat).seen.card
        if card is None:
            return Text(
                "Sous quel chapeau avez-vous vu un plot que les dés demandent ?",
                "Under which hat did you see a peg that the dice ask for?",
            )
        if self.exact:
            return Text(f"Où avez-vous vu le plot « {name(card).fr} » ?", f"Where did you see the {name(card).en}?")
        return Text(
            f"D’après ce que vous avez vu, quel chapeau gagne cette carte ({what_wins(card).fr}) ?",
            f"From what you have seen, which hat wins this card ({what_wins(card).en})?",
        )

    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        view = table.view(seat)
        known = remembered(view)
        return [action for action in table.legal()[seat] if self._does(view, seat, known.get(LIFTS[action], EMPTY))]

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        peg = remembered(table.view(seat)).get(LIFTS[action])
        if peg is None:
            return Refutation(Text("Ce chapeau n’avait jamais été soulevé.", "That hat had never been lifted."))
        if peg == EMPTY:
            return Refutation(Text("Là, il n’y a plus rien : le plot a été gagné.", "There is nothing left there: the peg was won."))
        return Refutation(Text(f"Ce chapeau cachait : {name(peg).fr}.", f"That hat was hiding: {name(peg).en}."))

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        seen, place = table.view(seat).seen, LIFTS[action]
        ago = TURN.count(seen.turn - seen.lifted[place])
        peg = name(table.view(seat).known[place])
        row, side = place // 4 + 1, place % 4 < 2
        return [
            Hint(Text(f"Cherchez : {peg.fr}.", f"Look for: {peg.en}.")),
            Hint(Text(f"On l’a vu pour la dernière fois il y a {ago.fr}.", f"It was last seen {ago.en} ago.")),
            Hint(Text(f"C’est dans la moitié {'gauche' if side else 'droite'}.", f"It is in the {'left' if side else 'right'} half.")),
            Hint(Text(f"C’est dans la rangée {row}, à partir du haut.", f"It is in row {row} from the top.")),
        ]

    def _does(self, view: View, seat: Seat, peg: Piece) -> bool:
        return peg != EMPTY and wins(view.layers, view.seen, seat, peg) and (not self.exact or peg == view.seen.card)


KINDS: Final = {
    "exact": Recall(Text("Où est-il ?", "Where is it?"), exact=True),
    "card": Recall(Text("Quel chapeau gagne ?", "Which hat wins?")),
    "dice": Recall(Text("Que disent les dés ?", "What do the dice say?")),
}


def find(table: Table) -> Iterator[Draft]:
    """The positions in which a hat is to be lifted, in random order, so that there are short and long ones."""
    plies = list(range(table.plies))
    Random(table.record().with_outcome(None).digest).shuffle(plies)
    for then in map(table.at, plies):
        seen = then.state.seen
        if seen.phase == "lift" and EARLIEST < seen.turn <= LATEST:
            yield from _drafts(then, seen.player)


def _drafts(table: Table, seat: Seat) -> Iterator[Draft]:
    """A hat that was not lifted just now. If the exact peg was seen, the puzzle asks for it."""
    seen, view = table.state.seen, table.view(seat)
    name = "dice" if seen.card is None else "exact" if seen.card in view.known else "card"
    right = KINDS[name].right(table, seat, 1)
    if len(right) == 1 and seen.turn - seen.lifted[LIFTS[right[0]]] >= AGO:
        yield Draft(name, table, seat, film=table.plies)


WORKSHOP: Final = Workshop(
    KINDS, {"exact": 20, "card": 22, "dice": 22}, find, ("even", "sharp"), ((2, {"mode": "cards"}), (2, {"mode": "dice"}))
)
