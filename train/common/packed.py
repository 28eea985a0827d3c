"""Write learned weights into a game's folder: a line of JSON that says how they were made, then packed 16-bit numbers."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def write(target: Path, numbers: Iterable[float], scale: int, log: Path, command: list[str]) -> None:
    """Write the file and print its size; the last line of the log is stored with it."""
    kept = array("h", (max(-32767, min(32767, round(scale * number))) for number in numbers))
    if sys.byteorder == "big":
        kept.byteswap()
    last: dict[str, Any] = json.loads(log.read_text(encoding="ascii").splitlines()[-1])
    about = {
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "command": " ".join(command),
        "numbers": len(kept),
        "used": sum(map(bool, kept)),
        **last,
    }
    target.write_bytes(json.dumps(about).encode() + b"\n" + zlib.compress(kept.tobytes(), 9))
    print(f"{target.name}: {target.stat().st_size} bytes, {about}")


def folder(game: str) -> Path:
    """Return the folder of a game's weights."""
    return Path(__file__).parents[2] / "src" / "tableronde" / "games" / game / "bots" / "judgement.bin"
