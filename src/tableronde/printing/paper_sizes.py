"""Paper sizes, and their printable areas. All lengths are in millimetres."""

from typing import Final, NamedTuple

from tableronde.kit import PaperName

EDGE: Final = 8.0  # margin that printers cannot print on
SIDE: Final = 9.0  # left and right of the components
HEAD: Final = 15.0  # above them: the name of the sheet
FOOT: Final = 25.0  # below them: instructions, a scale, a QR code


class Rectangle(NamedTuple):
    """A part of a sheet."""

    x: float
    y: float
    width: float
    height: float


class Paper(NamedTuple):
    """A sheet, in portrait or landscape."""

    name: PaperName
    width: float
    height: float

    @property
    def landscape(self) -> "Paper":
        """Return the same sheet in landscape."""
        return Paper(self.name, self.height, self.width)

    @property
    def field(self) -> Rectangle:
        """Return the area for components."""
        return Rectangle(SIDE, HEAD, self.width - 2 * SIDE, self.height - HEAD - FOOT)


PAPER: Final[dict[PaperName, Paper]] = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}
