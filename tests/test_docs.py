"""The documentation works: its examples run, its tables are complete, its links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from tableronde import conform
from tableronde.engine import Engine
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_readme_runs_and_is_short() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert not failed
    assert len((ROOT / "README.md").read_text().splitlines()) <= 100


def test_the_tutorials_game_is_tiny_and_keeps_every_promise() -> None:
    path = ROOT / "docs" / "examples" / "pebbles.py"
    assert len(path.read_text().splitlines()) < 80
    box = find(str(path))
    assert not conform.check(box).faults
    table = Table(box, 3, {"most": 5}, {"pebbles": 7})
    table.play(0, "take 5")
    table.play(1, "take 2")
    assert table.outcome
    assert table.outcome.winners == (1,)
    assert Table.replay(box, Record.parse(table.record().text())).state == table.state


def test_the_tutorial_shows_the_code_as_it_is() -> None:
    code = (ROOT / "docs" / "examples" / "pebbles.py").read_text()
    page = (ROOT / "docs" / "your-game.md").read_text()
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        for line in block.splitlines():
            if "…" not in line and "conform" not in line and "test_pebbles" not in line:
                assert line in code, line


def test_every_operation_is_documented() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text()
    assert set(re.findall(r'"op":"(\w+)"', page)) == set(Engine()._ops)


def test_every_key_of_a_record_is_documented() -> None:
    page = (ROOT / "docs" / "records.md").read_text()
    for key in Table(find("four-circles"), 2).record().json():
        assert f"`{key}`" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
