"""The sheets of paper, and where on them anything may lie. All lengths are millimetres."""

from typing import Final, NamedTuple

from tableronde.kit import PaperName

EDGE: Final = 8.0  # nothing is printed nearer to the edge: printers cannot
SIDE: Final = 9.0  # left and right of what is to be cut out
HEAD: Final = 15.0  # above it: the name of the sheet
FOOT: Final = 25.0  # below it: what to do, a scale, a code


class Box(NamedTuple):
    """A part of a sheet."""

    x: float
    y: float
    width: float
    height: float


class Paper(NamedTuple):
    """A sheet, upright or lying."""

    name: PaperName
    width: float
    height: float

    @property
    def lying(self) -> "Paper":
        """The same sheet on its long side."""
        return Paper(self.name, self.height, self.width)

    @property
    def field(self) -> Box:
        """Where components may lie."""
        return Box(SIDE, HEAD, self.width - 2 * SIDE, self.height - HEAD - FOOT)


PAPER: Final[dict[PaperName, Paper]] = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}
