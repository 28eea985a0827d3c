"""The documentation works: its examples run, its tables are complete, its links lead somewhere."""

import dataclasses
import doctest
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from tableronde import conform, scene
from tableronde.box import Box
from tableronde.engine import Engine
from tableronde.game import Event, Game, Outcome, Refusal
from tableronde.learn import figures, lessons
from tableronde.learn.figures import Figure
from tableronde.options import Option
from tableronde.record import Record
from tableronde.scene import Area, Frame, Scene, Shape
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.theme import PATTERNS, THEMES, Look

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


def test_the_kernels_page_shows_the_code_as_it_is() -> None:
    folder = ROOT / "docs" / "examples" / "cascade"
    code = "".join(path.read_text() for path in folder.glob("*.py"))
    kernel, levels, proof = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(), re.DOTALL)
    assert kernel in code
    assert levels in code
    names: dict[str, Any] = {"BOX": find(str(folder))}
    exec(proof, names)
    names["test_the_kernel"]()
    assert not conform.check(names["BOX"]).faults


def test_every_operation_is_documented() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text()
    assert set(re.findall(r'"op":"(\w+)"', page)) == set(Engine()._ops)


def test_every_key_of_a_record_is_documented() -> None:
    page = (ROOT / "docs" / "records.md").read_text()
    for key in Table(find("four-circles"), 2).record().json():
        assert f"`{key}`" in page


REFERENCE = (ROOT / "docs" / "reference.md").read_text()


def signature(function: Callable[..., Any]) -> str:
    """How a method is called: its parameters by name, and what they are when left out."""
    given = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    parameters = ", ".join(p.name if p.default is p.empty else f"{p.name}={p.default!r}" for p in given)
    return f"`{function.__name__}({parameters})`"


def test_every_method_of_a_game_is_in_the_reference() -> None:
    methods = {name: member for name, member in vars(Game).items() if not name.startswith("_")}
    for name, member in {**methods, **Game.__annotations__}.items():
        assert (signature(member) if inspect.isfunction(member) else f"`{name}`") in REFERENCE, name


def test_every_key_of_a_figure_is_in_the_reference() -> None:
    assert [key for key in figures._KEYS if f"`{key}`" not in REFERENCE] == []
    assert set(figures._KEYS) == {field.name for field in dataclasses.fields(Figure)} - {"name", "place"}


def test_every_key_of_a_lesson_is_in_the_reference() -> None:
    page = REFERENCE.split("## Lessons")[1]
    assert [
        key for key in lessons._LESSON | lessons._STEP | lessons._WRONG if f"`{key}`" not in page.replace("[[lesson.step]]", "step")
    ] == []


@pytest.mark.parametrize("kind", [Box, Shape, Area, Frame, Scene, Look, Outcome, Refusal, Event], ids=lambda kind: kind.__name__)
def test_every_field_is_in_the_reference(kind: Any) -> None:
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in dataclasses.fields(kind)]
    assert [name for name in names if f"`{name}`" not in REFERENCE] == []


def test_every_theme_word_pattern_and_kind_of_option_is_in_the_reference() -> None:
    seats = {f"seat{i}" for i in range(1, 7)}  # "seat0 to seat7"
    words = {word for theme in THEMES.values() for word in theme.looks} - seats
    kinds = get_args(Option.__annotations__["kind"])
    assert {word for word in (*words, *PATTERNS, *kinds) if f"`{word}`" not in REFERENCE} == set()


def test_every_helper_for_shapes_is_in_the_reference() -> None:
    helpers = [f for f in vars(scene).values() if callable(f) and getattr(f, "__module__", "") == scene.__name__ and not inspect.isclass(f)]
    public = [inspect.unwrap(helper) for helper in helpers if not helper.__name__.startswith("_")]
    assert len(public) > 7
    assert [signature(helper) for helper in public if signature(helper) not in REFERENCE] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!figure:)([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
