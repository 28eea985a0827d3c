"""Write learned weights into the game's folder.

python -m train.four_circles.pack judgement|prior NUMBERS LOG COMMAND…      (writes judgement.bin or prior.bin)
"""

from __future__ import annotations

import sys
from array import array
from itertools import product
from pathlib import Path
from typing import Final

from train.common.packed import folder, write

SCALE: Final = 2048
FOUR: Final = 6**4  # lines of four cells and of five: straight and diagonal, while placing and afterwards
FIVE: Final = 6**5
LINE: Final = 8**5


def folded(learned: array[float]) -> array[float]:
    """Add lines of four to the lines of five that begin with them, indexed by three bits for each cell, for a fast lookup."""
    fours, fives, rest = learned[: 4 * FOUR], learned[4 * FOUR : 4 * (FOUR + FIVE)], learned[4 * (FOUR + FIVE) :]
    lines = array("f", bytes(4 * 4 * LINE))
    for table, (place, line) in product(range(4), enumerate(product(range(6), repeat=5))):
        wide = sum(thing << 3 * (4 - i) for i, thing in enumerate(line))
        lines[table * LINE + wide] = fives[table * FIVE + place] + fours[table * FOUR + place // 6]
    return lines + rest


if __name__ == "__main__":
    kind, numbers, log, *command = sys.argv[1:]
    learned = array("f", Path(numbers).read_bytes())
    target = folder("four_circles").with_name(f"{kind}.bin")
    write(target, folded(learned) if kind == "judgement" else learned, SCALE, Path(log), command)
