"""Sheets to write on: one for the moves of any game, and those a game has of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Component
from tableronde.printing import blocks, words
from tableronde.printing.drawing import Draughtsman
from tableronde.printing.paper import Paper
from tableronde.printing.sheets import Sheet, pages, sheets
from tableronde.text import Language

LINE: Final = 6.8  # the height of a line to write on
ABOVE: Final = 78.0  # of a sheet: its head, its foot and its margins
NUMBER: Final = 7.0  # the width of the column of numbers
MANY: Final = 3  # from so many seats on there is one group of columns only
FULL: Final = 400  # more than there is room for


def notation(box: Box, paper: Paper, language: Language) -> Iterator[Json]:
    """A sheet for the moves: a column for each seat, twice beside each other where they are few."""
    seats = box.names(max(box.game_type.players))
    groups, lines = (1 if len(seats) >= MANY else 2), int((paper.height - ABOVE) // LINE)
    yield blocks.heading(words.filled(words.NOTATION, box.title)[language], 1)
    yield blocks.text(words.DATE_PLAYERS[language])
    yield {
        "kind": "pad",
        "line": LINE,
        "widths": [NUMBER, *[0] * len(seats)] * groups,
        "head": ["", *(seat[language] for seat in seats)] * groups,
        "rows": [[cell for group in range(groups) for cell in (str(group * lines + i + 1), *[""] * len(seats))] for i in range(lines)],
    }


def pads(components: Sequence[Component], paper: Paper, draughtsman: Draughtsman) -> Iterator[Sheet]:
    """Each pad on a sheet of its own, as often as there is room for it."""
    for component in components:
        room = len(pages([replace(component, count=FULL)], paper)[0])
        yield from sheets([replace(component, count=room)], paper, draughtsman)
