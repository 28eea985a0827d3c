"""Complete games as text files: a change of rules or texts shows as a readable diff."""

from pathlib import Path

import pytest

from playthroughs.write import playthrough
from support.helpers import SHELF
from tableronde.shelf import find

HERE = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("slug", SHELF)
def test_playthrough(slug: str) -> None:
    assert playthrough(find(slug)) == (HERE / f"{slug}.txt").read_text(encoding="utf-8")
