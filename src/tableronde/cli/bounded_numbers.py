"""Types of numeric arguments: each checks its bounds and says them in its error."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return the type of a whole number between two bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high):
            raise ArgumentTypeError(f"expected a whole number from {low} to {high}, not {text[:40]!r}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Read a thinking time in seconds."""
    try:
        value = float(text) if text.isascii() else -1.0
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:  # refuses NaN as well
        raise ArgumentTypeError(f"expected a number of seconds from 0 to 3600, not {text[:40]!r}")
    return value


seed = whole(0, 10**11 - 1)
seats = whole(1, 99)
