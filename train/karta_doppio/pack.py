"""Put learned numbers into the game's folder: 16 bits each, packed, under a line that says how they were made.

python train/karta_doppio/pack.py NUMBERS LOG COMMAND…      (writes src/tableronde/games/karta_doppio/judgement.bin)
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, Final

SCALE: Final = 1024
STAGES: Final = 10
SPANS: Final = (0, 1, 2, 3, 2, 3, 4, 5, 4, 5)  # of each stage
FOUR: Final = 8**4  # lines of four and of five cells: straight and diagonal
FIVE: Final = 8**5
AT_FOUR: Final = 6 * 2 * FIVE
AT_REST: Final = AT_FOUR + STAGES * 2 * FOUR
TARGET: Final = Path(__file__).parents[2] / "src" / "tableronde" / "games" / "karta_doppio" / "judgement.bin"


def main(numbers: Path, log: Path, command: list[str]) -> None:
    """Write the file, and say how large it is."""
    learned = folded(array("f", numbers.read_bytes()))
    kept = array("h", (max(-32767, min(32767, round(SCALE * number))) for number in learned))
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
    TARGET.write_bytes(json.dumps(about).encode() + b"\n" + zlib.compress(kept.tobytes(), 9))
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes, {about}")


def folded(learned: array[float]) -> array[float]:
    """Lines of four added to the lines of five that begin with them; of a line and its mirror image only one is learned."""
    lines = array("f", bytes(4 * STAGES * 2 * FIVE))
    for stage, diagonal, line in product(range(STAGES), range(2), range(1, FIVE)):
        five = learned[(SPANS[stage] * 2 + diagonal) * FIVE + mirrored(line, 5)]
        four = learned[AT_FOUR + (stage * 2 + diagonal) * FOUR + mirrored(line >> 3, 4)] if line >> 3 else 0.0
        lines[(stage * 2 + diagonal) * FIVE + line] = five + four
    return lines + learned[AT_REST:]


def mirrored(line: int, cells: int) -> int:
    """The lesser of a line and its mirror image."""
    return min(line, sum((line >> 3 * k & 7) << 3 * (cells - 1 - k) for k in range(cells)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
