"""The games of the dossier's worked examples, for the tests of Karta Doppio."""

from typing import Any

from support.helpers import played
from tableronde.games.karta_doppio import BOX
from tableronde.table import Table

HANDS: dict[str, list[list[int]]] = {
    "A": [[2, 3, 4, 5, 6, 7, 10, 11], [0, 1, 8, 9, 12, 13, 14, 15]],
    "E7": [[2, 4, 9, 10, 11, 12, 14, 15], [0, 1, 3, 5, 6, 7, 8, 13]],
    "E8": [[4, 5, 6, 7, 8, 9, 10, 11], [0, 1, 2, 3, 12, 13, 14, 15]],
    "E9": [[4, 5, 7, 10, 11, 12, 13, 15], [0, 1, 2, 3, 6, 8, 9, 14]],
    "E10": [[1, 2, 3, 5, 9, 11, 12, 13], [0, 4, 6, 7, 8, 10, 14, 15]],
    "E11": [[2, 3, 4, 5, 6, 9, 11, 12], [0, 1, 7, 8, 10, 13, 14, 15]],
    "E12": [[0, 2, 5, 8, 9, 11, 12, 13], [1, 3, 4, 6, 7, 10, 14, 15]],
    "E14": [[0, 1, 2, 3, 4, 5, 6, 7], [8, 9, 10, 11, 12, 13, 14, 15]],
    "E15": [[0, 2, 4, 15, 16, 22, 24, 28], [6, 8, 10, 12, 14, 18, 20, 26]],
}
GAMES = {
    "E5": "10r0@0,0 14b0@-2,0 11r0@2,0 15b0@-2,-3 4r0@4,1 13b0@-2,-6 5r0@6,1 8b2@3,2",
    "E9": "10r0@0,0 1b1@-2,2 7r3@-3,2 6b1@1,1 12r0@-4,0 3b3@3,2 5r0@4,1 8b3@-3,4 4r1@-3,4 9b0@2,-1 11r1@0,3 14b3@0,-1 13r2@0,-3 0b3@4,0 "
    "15r1@3,-1",
    "E10": "9r2@0,0 4b0@-1,0 1r0@-2,-2 10b2@1,1 2r0@-2,1 15b3@3,0 5r0@2,0 0b1@-3,3 12r1@-4,4 8b0@1,-2 13r1@-1,-2 14b1@2,-3 11r2@4,1 "
    "6b1@4,-1 3r2@-3,0 7b2@-5,4",
    "E11": "4r2@0,0 10b1@-1,1 3r1@-3,1 15b2@-3,1 6r0@2,-1 0b3@2,0 9r3@2,-2 7b0@4,-3 11r0@2,-4 8b2@4,1 5r0@5,1 1b1@-1,3 12r2@0,3 "
    "13b0@0,-4 2r1@-1,-3 14b3@1,5",
    "E12 first": "11r1@0,0 3b2@-1,-1 5r3@-1,2 4b0@-1,2 0r1@-3,0 1b1@-4,0 8r2@1,-2 15b0@1,-3 12r0@1,3 6b3@-4,3 9r3@-4,2 10b3@-3,4 "
    "2r3@-2,5 7b0@2,5 13r1@-2,-2 14b0@-3,-3",
    "E12 second": "13r3@0,0 1b3@0,-1 8r1@1,1 3b0@2,2 9r2@3,3 10b1@3,-1 11r0@3,-1 15b0@4,1 0r0@-1,1 4b1@2,-3 2r1@1,-3 14b3@-1,2 "
    "5r3@-1,-2 6b0@-2,-2 12r3@-3,0 7b3@-5,0",
    "E14": "0r0@0,0 8b0@2,0 1r0@4,0 9b0@6,0 2r0@0,3 10b0@2,3 3r0@4,3 11b0@6,3 4r1@0,0 12b1@0,2 5r1@0,4 13b0@4,0 6r0@6,0 14b0@4,3 7r0@6,3",
    "E15": "28r3@0,0 26b0@0,-1 24r2@3,-2 18b2@2,-2 22r0@4,-3 12b3@1,-4 0r2@4,-5 20b2@-2,-2 16r2@1,-4 8b0@-1,-4 4r0@-3,-3 14b2@4,0 "
    "2r2@-1,-5 10b2@2,1 15r1@4,-5",
}


def dealt(hands: str = "A", **options: Any) -> Table:
    """Return a table with the hands of an example, and its deck."""
    deck = {} if hands == "E15" else {"deck": "mirrored"}
    return Table(BOX, 2, {**deck, **options}, {"hands": HANDS[hands]})


def example(name: str, hands: str = "", **options: Any) -> Table:
    """Return the table after the cards of an example."""
    return played(dealt(hands or name, **options), GAMES[name])


def after(actions: str, hands: str = "A", **options: Any) -> Table:
    """Return the table after some cards."""
    return played(dealt(hands, **options), actions)
