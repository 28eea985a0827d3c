"""Write learned weights into the game's folder.

python -m train.cirkis.pack NUMBERS POLICY LOG COMMAND…      (writes src/tableronde/games/cirkis/bots/judgement.bin)

POLICY is the model of champions that `against` has learned; its part for two players, which is not trained, is left out.
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import Final

from train.common.packed import folder, write

SCALE: Final = 512

if __name__ == "__main__":
    numbers, policy = (array("f", Path(path).read_bytes()) for path in sys.argv[1:3])
    write(folder("cirkis"), numbers + policy[len(policy) // 3 :], SCALE, Path(sys.argv[3]), sys.argv[4:])
