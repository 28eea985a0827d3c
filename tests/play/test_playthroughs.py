"""Whole games as readable texts: a change of rules or words shows up as a difference somebody can read."""

from pathlib import Path

import pytest

from helpers import SHELF
from playthroughs.write import playthrough
from tableronde.shelf import find

HERE = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("slug", SHELF)
def test_playthrough(slug: str) -> None:
    assert playthrough(find(slug)) == (HERE / f"{slug}.txt").read_text(encoding="utf-8")
