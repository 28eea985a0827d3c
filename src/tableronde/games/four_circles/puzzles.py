"""Puzzles of Four Circles: a line in one, two or three actions, proved against every reply."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tableronde.game import Json
from tableronde.games.four_circles.rules import State, face
from tableronde.puzzles.puzzle import Draft, Workshop
from tableronde.puzzles.wins import WINS, before_the_end
from tableronde.table import Table


def find(table: Table) -> Iterator[Draft]:
    """The last positions of a game, each as a set-up of its own (Q19): earlier moves do not matter for a line."""
    for draft in before_the_end(table, tuple(WINS)):
        if not draft.table.state.placing:
            yield replace(draft, table=Table(table.box, 2, {"first": draft.seat}, laid_out(draft.table.state)))


def laid_out(state: State) -> dict[str, Json]:
    """A position as a set-up."""
    return {
        "tiles": sorted(list(cell) for cell in state.tiles),
        "pawns": sorted([*pawn.cell, pawn.seat, face(pawn)] for pawn in state.pawns),
    }


WORKSHOP: Final = Workshop(WINS, {"win-1": 20, "win-2": 24, "win-3": 20}, find, ("amateur", "regular"))
