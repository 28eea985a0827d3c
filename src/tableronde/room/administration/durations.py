"""Times that an operator types and reads."""

import re
import time
from argparse import ArgumentTypeError
from datetime import UTC, datetime
from typing import Final

UNITS: Final = {"m": 60, "h": 3600, "d": 86_400}
MAX_DAYS: Final = 3660
_LENGTH: Final = re.compile(r"(\d{1,6})([mhd])")


def parse_end(text: str) -> float:
    """Parse how long something lasts, and return when it ends."""
    found = _LENGTH.fullmatch(text)
    seconds = int(found[1]) * UNITS[found[2]] if found else 0
    if not 0 < seconds <= MAX_DAYS * UNITS["d"]:
        raise ArgumentTypeError(f"a time is written as 30m, 12h or 7d, not {text!r}")
    return round(time.time() + seconds, 3)


def write_time(at: float) -> str:
    """Write a time for people: UTC, to the minute."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}" if at else "never"
