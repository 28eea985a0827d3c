"""Write the constant tables of CirKis for the training program: python train/cirkis/tables.py > tables.txt.

Each line is a name and whole numbers: the rules' own placements, figures and symmetries, so that the board is not defined twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from tableronde.games.cirkis.rules import each, symmetry
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import standard


def main() -> None:
    """Print all lines."""
    pieces, places = standard(), standard().placements
    tell("hand", (shape.count for shape in pieces.shapes))
    tell("sliver", [next(i for i, shape in enumerate(pieces.shapes) if shape.is_sliver)])
    tell("single", (int(shape.cells in ("K", "D")) for shape in pieces.shapes))
    tell("shape", (place.shape for place in places))
    tell("opening", each(pieces.opening))
    lists("cover", (place.spaces for place in places))
    lists("around", (each(place.around) for place in places))
    lists("touching", (each(place.touching) for place in places))
    lists("clashes", (each(place.clashes) for place in places))
    lists("figure", (figure.spaces for figure in (*board().figures, board().circle)))
    lists("space_ways", symmetry.spaces())
    lists("place_ways", symmetry.placements(pieces))
    tell("homeward", symmetry.homeward(pieces))


def lists(name: str, rows: Iterable[Iterable[int]]) -> None:
    """Print a line for each row: its index, then its numbers."""
    for i, row in enumerate(rows):
        tell(name, [i, *row])


def tell(name: str, numbers: Iterable[int]) -> None:
    """Print one line."""
    print(name, *numbers)


if __name__ == "__main__":
    main()
