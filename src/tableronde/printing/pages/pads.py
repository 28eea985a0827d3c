"""Sheets to write on: a notation sheet for any game, and a game's own pads."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Component
from tableronde.printing import strings
from tableronde.printing.components.component_drawing import ComponentPainter
from tableronde.printing.components.sheets import Sheet, pages, sheets
from tableronde.printing.pages import blocks
from tableronde.printing.paper_sizes import Paper
from tableronde.text import Language

LINE: Final = 6.8  # height of a line to write on
ABOVE: Final = 78.0  # height of a sheet's header, footer and margins
NUMBER: Final = 7.0  # width of the column of numbers
MANY: Final = 3  # seats from which there is only one group of columns
FULL: Final = 400  # more copies than fit on any sheet


def notation(box: Box, paper: Paper, language: Language) -> Iterator[Json]:
    """Yield a sheet for the moves: a column for each seat, in two groups if the seats are few."""
    seats = box.names(max(box.game_type.players))
    groups, lines = (1 if len(seats) >= MANY else 2), int((paper.height - ABOVE) // LINE)
    yield blocks.heading(strings.filled(strings.NOTATION, box.title)[language], 1)
    yield blocks.text(strings.DATE_PLAYERS[language])
    yield {
        "kind": "pad",
        "line": LINE,
        "widths": [NUMBER, *[0] * len(seats)] * groups,
        "head": ["", *(seat[language] for seat in seats)] * groups,
        "rows": [[cell for group in range(groups) for cell in (str(group * lines + i + 1), *[""] * len(seats))] for i in range(lines)],
    }


def pads(components: Sequence[Component], paper: Paper, painter: ComponentPainter) -> Iterator[Sheet]:
    """Yield a sheet for each pad, filled with as many copies as fit."""
    for component in components:
        room = len(pages([replace(component, count=FULL)], paper)[0])
        yield from sheets([replace(component, count=room)], paper, painter)
