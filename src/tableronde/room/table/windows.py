"""Windows: moments in which several seats race to be first, and those who let the time pass decline.

Nobody may answer before everybody could see what it is about: a window opens when the film of the moment has ended.
"""

from dataclasses import dataclass
from typing import Final

from tableronde.game import Action

EXPLAINED: Final = 5.0  # seconds in which the first window of a table is explained before it opens
FIRST: Final = 2.0  # how many times as long that one stays open
DECLINE: Final[Action] = "decline"  # what is said for those who let a window close


@dataclass
class Window:
    """When those who are asked may answer, and until when."""

    opens: float
    ends: float
    is_open: bool
    first: bool = False  # of the table: it is explained, and leaves more time
