"""Put learned numbers into the game's folder.

python -m train.cirkis.pack NUMBERS LOG COMMAND…      (writes src/tableronde/games/cirkis/judgement.bin)
"""

from __future__ import annotations

import sys
from array import array
from pathlib import Path
from typing import Final

from train.common.packed import folder, write

SCALE: Final = 512

if __name__ == "__main__":
    write(folder("cirkis"), array("f", Path(sys.argv[1]).read_bytes()), SCALE, Path(sys.argv[2]), sys.argv[3:])
