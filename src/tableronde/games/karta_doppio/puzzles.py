"""Puzzles of Karta Doppio: find the only winning placing among the last cards, proved against every answer."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Seat
from tableronde.games.karta_doppio.naming import COLOUR
from tableronde.games.karta_doppio.rules import colour_of
from tableronde.puzzles.puzzle import Draft, Workshop
from tableronde.puzzles.wins import Win
from tableronde.table import Table
from tableronde.text import Text, join


class Last(Win):
    """A puzzle of the last cards; the question names the player's colour."""

    def question(self, table: Table, seat: Seat) -> Text:
        colour = COLOUR[colour_of(seat, table.state.game)]
        return join((Text(f"Vous avez les points {colour.fr}s.", f"You have the {colour.en} points."), self.asked))


KINDS: Final = {
    "last-1": Last(
        Text("La dernière carte", "The last card"),
        Text("Posez la dernière carte : une seule façon gagne la partie.", "Lay the last card: only one way wins the game."),
    ),
    "last-2": Last(
        Text("L’avant-dernière carte", "The last card but one"),
        Text(
            "Il reste une carte à chacun. Une seule façon de poser la vôtre gagne, quoi que l’autre réponde.",
            "Each of you has one card left. Only one way to lay yours wins, whatever the other answers.",
        ),
    ),
    "last-3": Last(
        Text("Trois cartes encore", "Three cards to go"),
        Text(
            "Vous posez, l’autre pose, et vous posez la dernière. Une seule façon de commencer gagne à coup sûr.",
            "You lay a card, the other does, and you lay the last one. Only one way to begin is sure to win.",
        ),
    ),
}


def find(table: Table) -> Iterator[Draft]:
    """The positions before the last cards, whether the player won or lost."""
    for plies, kind in enumerate(KINDS, 1):
        then = table.at(table.plies - plies)
        yield Draft(kind, then, then.state.mover, plies)


WORKSHOP: Final = Workshop(KINDS, {"last-1": 26, "last-2": 28, "last-3": 8}, find, ("child",))
