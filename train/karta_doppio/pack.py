"""Write learned weights into the game's folder.

python -m train.karta_doppio.pack NUMBERS LOG COMMAND…      (writes src/tableronde/games/karta_doppio/bots/judgement.bin)
"""

from __future__ import annotations

import sys
from array import array
from itertools import product
from pathlib import Path
from typing import Final

from train.common.packed import folder, write

SCALE: Final = 1024
STAGES: Final = 10
SPANS: Final = (0, 1, 2, 3, 2, 3, 4, 5, 4, 5)  # of each stage
FOUR: Final = 8**4  # lines of four and of five cells: straight and diagonal
FIVE: Final = 8**5
AT_FOUR: Final = 6 * 2 * FIVE
AT_REST: Final = AT_FOUR + STAGES * 2 * FOUR


def folded(learned: array[float]) -> array[float]:
    """Add lines of four to the lines of five that begin with them; of a line and its mirror image only one is learned."""
    lines = array("f", bytes(4 * STAGES * 2 * FIVE))
    for stage, diagonal, line in product(range(STAGES), range(2), range(1, FIVE)):
        five = learned[(SPANS[stage] * 2 + diagonal) * FIVE + mirrored(line, 5)]
        four = learned[AT_FOUR + (stage * 2 + diagonal) * FOUR + mirrored(line >> 3, 4)] if line >> 3 else 0.0
        lines[(stage * 2 + diagonal) * FIVE + line] = five + four
    return lines + learned[AT_REST:]


def mirrored(line: int, cells: int) -> int:
    """Return the lesser of a line and its mirror image."""
    return min(line, sum((line >> 3 * k & 7) << 3 * (cells - 1 - k) for k in range(cells)))


if __name__ == "__main__":
    write(folder("karta_doppio"), folded(array("f", Path(sys.argv[1]).read_bytes())), SCALE, Path(sys.argv[2]), sys.argv[3:])
