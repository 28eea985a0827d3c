"""Put learned numbers into the game's folder: 16 bits each, packed, under a line that says how they were made.

python train/four_circles/pack.py NUMBERS LOG COMMAND…      (writes src/tableronde/games/four_circles/judgement.bin)
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

SCALE: Final = 2048
FOUR: Final = 6**4  # lines of four cells, and of five: straight and diagonal, while placing and afterwards
FIVE: Final = 6**5
LINE: Final = 8**5
TARGET: Final = Path(__file__).parents[2] / "src" / "tableronde" / "games" / "four_circles" / "judgement.bin"


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
    """Lines of four added to the lines of five that begin with them, and three bits for each cell of a line: quick to look up."""
    fours, fives, rest = learned[: 4 * FOUR], learned[4 * FOUR : 4 * (FOUR + FIVE)], learned[4 * (FOUR + FIVE) :]
    lines = array("f", bytes(4 * 4 * LINE))
    for table, (place, line) in product(range(4), enumerate(product(range(6), repeat=5))):
        wide = sum(thing << 3 * (4 - i) for i, thing in enumerate(line))
        lines[table * LINE + wide] = fives[table * FIVE + place] + fours[table * FOUR + place // 6]
    return lines + rest


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
