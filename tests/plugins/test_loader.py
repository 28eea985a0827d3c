"""Loading games from folders changes how modules are found only where there is such a folder."""

import subprocess
import sys

from support.helpers import OUTSIDE

WHEN_INSTALLED = """
import sys
before = list(sys.meta_path)
from tableronde.shelf import Shelf, load
Shelf.installed().boxes()
print(sys.meta_path == before)
assert load(sys.argv[1]).slug == "ford"
print(len(sys.meta_path) - len(before))
load(sys.argv[2])
print(len(sys.meta_path) - len(before))
"""


def test_the_finder_is_installed_with_the_first_outside_folder() -> None:
    command = [sys.executable, "-c", WHEN_INSTALLED, str(OUTSIDE / "ford"), str(OUTSIDE / "mistigri")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["True", "1", "1"]
