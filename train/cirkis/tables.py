"""Write down what is known of CirKis before any game, for the program that learns: python train/cirkis/tables.py > tables.txt.

Each line is a name and whole numbers: the rules' own placements, figures and symmetries, so that nothing of the board is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from tableronde.games.cirkis import symmetry
from tableronde.games.cirkis.board import board
from tableronde.games.cirkis.pieces import standard
from tableronde.games.cirkis.rules import each


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
    """A line for each row: its place, then its numbers."""
    for i, row in enumerate(rows):
        tell(name, [i, *row])


def tell(name: str, numbers: Iterable[int]) -> None:
    """One line."""
    print(name, *numbers)


if __name__ == "__main__":
    main()
