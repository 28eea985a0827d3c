"""python -m tableronde"""

import sys

from tableronde.cli import main

sys.exit(main())
