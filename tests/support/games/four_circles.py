"""The positions of the dossier's worked examples, for the tests of Four Circles."""

from typing import Any

from support.helpers import played
from tableronde.games.four_circles import BOX
from tableronde.table import Table

PLACINGS = "0,0 0,1 0,2 0,3 1,0 1,1 1,2 1,3 2,0 2,1 2,2 2,3"

DIAGRAMS = {
    "E3": "w r w r ./r w r w ./. r w . ./. w r . .",
    "E4": ". w r w r . ./. r w r w _ _/_ w r w r _ _/_ . . . . _ _",
    "E5": ". . . r w _/. _ w . r _/. . . r w _/r w r w r w",
    "E6": ". w r w r w ./. r w r w _ _/_ . r w r _ _/_ . . . . _ _",
    "E7": ". w r w r w _/. _ _ _ _ _ ./r w r w r . ./w r . . . _ _",
    "E8a": "W W W . r/. . . r ./w . r w r/w . r . r",
    "E8b": "W . r . r/. W . r ./r . W . r/w r w . W",
    "E8c": ". w R R R/w . . . R/w . r . w/. r w . w",
    "E8d": "W W . W W/. . W . ./r . r . r/w r . r r",
    "E9a": "w w w r r . . . . . . . . r r r r/w w w _ _ _ _ _ _ _ _ _ _ _ _ _ _",
    "E9b": "w w w r r . . . . . . . r r r r ./w w w _ _ _ _ _ _ _ _ _ _ _ _ _ _",
    "E10b": "w r w r w r w r w r w r . . . . . . . .",
    "E13": ". w . w r _/r . . _ w _/. _ _ _ r _/w . _ _ w _/r w r r . .",
}


def setup(diagram: str) -> dict[str, Any]:
    """Convert a diagram to a set-up: dot free tile, underscore no tile, w r plain, W R circle."""
    cells = [(x, y, mark) for y, row in enumerate(diagram.split("/")) for x, mark in enumerate(row.split())]
    return {
        "tiles": [[x, y] for x, y, mark in cells if mark != "_"],
        "pawns": [
            [x, y, "wr".index(mark.lower()), "circle" if mark.isupper() else "plain"] for x, y, mark in cells if mark.lower() in "wr"
        ],
    }


def start(example: str, **options: Any) -> Table:
    """Return the table of an example's diagram."""
    return Table(BOX, 2, options, setup(DIAGRAMS[example]))


def placed(**options: Any) -> Table:
    """Return the position after the twelve placements of E1, which E2 shows."""
    return played(Table(BOX, 2, options, {}), PLACINGS)
