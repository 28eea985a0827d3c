"""The lid of a game's box: its colours and its ornament. The room draws the box around it and writes the title.

And what a game's pieces do, once, when the last one has landed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from tableronde.scene import Shape
from tableronde.theme import Look, contrast

WIDTH: Final = 100.0  # of a lid, around the origin
HEIGHT: Final = 124.0
TITLE: Final = 28.0  # the title is written below this line
READABLE: Final = 4.5  # the contrast of the lettering
BLACK_OR_WHITE: Final = ("#0d0a08", "#ffffff")
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Cover:
    """The colours and the ornament of a lid; x goes from −50 to 50, y from −62 to 62.

    Place the ornament above the title: around (0, −15), at most 40 units from there. Without one the game's board is shown.
    """

    ground: str  # the colour of the box, such as "#22386b"
    art: tuple[Shape, ...] = ()  # in the words of the theme, of the box's `looks` and of these
    ink: str = ""  # of the lettering and the frame; black or white if empty
    looks: Mapping[str, Look] = field(default_factory=dict)  # style words of the ornament alone

    def __post_init__(self) -> None:
        for colour in (self.ground, self.ink or self.ground):
            if not _COLOUR.fullmatch(colour):
                raise ValueError(f"the colour of a cover is written like #22386b, not {colour!r}")
        if contrast(self.ground, self.lettering) < READABLE:
            raise ValueError(f"a title in {self.lettering} cannot be read on {self.ground}: their contrast is less than {READABLE}")

    @property
    def lettering(self) -> str:
        """Return the colour of the title."""
        return self.ink or max(BLACK_OR_WHITE, key=lambda ink: contrast(ink, self.ground))


Motion = Literal["burst", "drop", "fall", "ring", "rise"]


@dataclass(frozen=True, slots=True)
class Celebration:
    """What is seen once when a game has ended: a few of its pieces in motion, over the board.

    They `burst` from the middle, `drop` in a row, `fall` like leaves, open as a `ring`, or `rise` like a fountain.
    """

    shapes: tuple[Shape, ...]  # up to ten units wide, around the origin; in the words of the box and of its cover
    motion: Motion = "burst"

    def __post_init__(self) -> None:
        if self.motion not in get_args(Motion):
            raise ValueError(f"there is no motion {self.motion!r}; there is {', '.join(get_args(Motion))}")
        if not self.shapes:
            raise ValueError("a celebration needs at least one shape")
