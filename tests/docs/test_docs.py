"""The documentation works: its examples run, its tables are complete, its links are valid."""

import dataclasses
import doctest
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from tableronde import conformance, scene
from tableronde.box import Box
from tableronde.game import Event, Game, Outcome, Refusal
from tableronde.learn import figures, lessons
from tableronde.learn.figures import Figure
from tableronde.options import Option
from tableronde.play.engine import Engine
from tableronde.record import Record
from tableronde.scene import Area, Frame, Scene, Shape
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.theme import PATTERNS, SEAT_COLOURS, THEMES, Look

ROOT = Path(__file__).parents[2]
DOCS = sorted(path for path in (ROOT / "docs").rglob("*.md") if "examples" not in path.parts)
FORMS = sorted((ROOT / ".github").rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *DOCS, *FORMS, ROOT / "train" / "README.md"]
KINDS = {"tutorials", "guides", "reference", "explanation"}


def test_the_readme_runs_and_is_short() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 8
    assert not failed
    assert len((ROOT / "README.md").read_text().splitlines()) <= 90


def test_the_tutorials_game_is_tiny_and_keeps_every_promise() -> None:
    path = ROOT / "docs" / "examples" / "pebbles.py"
    assert len(path.read_text().splitlines()) < 80
    box = find(str(path))
    assert not conformance.check(box).faults
    table = Table(box, 3, {"most": 5}, {"pebbles": 7})
    table.play(0, "take 5")
    table.play(1, "take 2")
    assert table.outcome
    assert table.outcome.winners == (1,)
    assert Table.replay(box, Record.parse(table.record().text())).state == table.state


def test_the_tutorial_shows_the_code_as_it_is() -> None:
    code = (ROOT / "docs" / "examples" / "pebbles.py").read_text()
    page = (ROOT / "docs" / "tutorials" / "write-a-game.md").read_text()
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        for line in block.splitlines():
            if "…" not in line and "conform" not in line and "test_pebbles" not in line:
                assert line in code, line
    shown = "".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    for method in re.findall(r"^    def (\w+)", code, re.MULTILINE):
        assert f"def {method}(" in shown or f"`{method}` turns" in page, method


def test_the_kernels_page_shows_the_code_as_it_is() -> None:
    folder = ROOT / "docs" / "examples" / "cascade"
    code = "".join(path.read_text() for path in folder.glob("*.py"))
    kernel, levels, proof = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "guides" / "write-a-kernel.md").read_text(), re.DOTALL)
    assert kernel in code
    assert levels in code
    names: dict[str, Any] = {"BOX": find(str(folder))}
    exec(proof, names)
    names["test_the_kernel"]()
    assert not conformance.check(names["BOX"]).faults


def test_every_operation_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "engine-protocol.md").read_text()
    assert set(re.findall(r'"op":"(\w+)"', page)) == set(Engine()._ops)


def test_every_key_of_a_record_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "records.md").read_text()
    for key in Table(find("four-circles"), 2).record().json():
        assert f"`{key}`" in page


REFERENCE = (ROOT / "docs" / "reference" / "game-api.md").read_text()


THEME_TABLE = "\n".join(line for line in REFERENCE.partition("## Theme words")[2].partition("\n## ")[0].splitlines() if line[:1] == "|")


def signature(function: Callable[..., Any]) -> str:
    """Return the signature of a method: its parameters and their defaults."""
    given = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    parameters = ", ".join(p.name if p.default is p.empty else f"{p.name}={p.default!r}" for p in given)
    return f"`{function.__name__}({parameters})`"


def fields_of(kind: Any) -> list[str]:
    """The fields of a dataclass or of a named tuple."""
    return list(kind._fields) if hasattr(kind, "_fields") else [field.name for field in dataclasses.fields(kind)]


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
    assert [name for name in fields_of(kind) if f"`{name}`" not in REFERENCE] == []


@pytest.mark.parametrize(
    ("kind", "begins"),
    [(Box, "## Box"), (Scene, "| `Scene` |"), (Area, "| `Area` |"), (Shape, "| `Shape` |"), (Frame, "| `Frame` |")],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_table_has_every_field_and_no_other(kind: Any, begins: str) -> None:
    _, _, rest = REFERENCE.partition(f"\n{begins}")
    rows = rest.partition("\n## ")[0] if kind is Box else rest.partition("\n\n")[0]
    named = [name for line in rows.splitlines() if line.startswith("| `") for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert sorted(named) == sorted(fields_of(kind))


def test_every_theme_word_pattern_and_kind_of_option_is_in_the_reference() -> None:
    last = len(SEAT_COLOURS) - 1
    assert f"`seat0` to `seat{last}`" in REFERENCE
    seats = {f"seat{i}" for i in range(1, last)}
    words = {word for theme in THEMES.values() for word in theme.looks} - seats
    kinds = get_args(Option.__annotations__["kind"])
    assert {word for word in (*words, *PATTERNS, *kinds) if f"`{word}`" not in REFERENCE} == set()
    assert {word for word in re.findall(r"`(\w+)`", THEME_TABLE) if word not in words | seats} == set()


def test_every_helper_for_shapes_is_in_the_reference() -> None:
    helpers = [f for f in vars(scene).values() if callable(f) and getattr(f, "__module__", "") == scene.__name__ and not inspect.isclass(f)]
    public = [inspect.unwrap(helper) for helper in helpers if not helper.__name__.startswith("_")]
    assert len(public) > 7
    assert [signature(helper) for helper in public if signature(helper) not in REFERENCE] == []


# Links, lines and kinds


def place(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(text: str) -> set[str]:
    """The anchors of a page: its headings as GitHub spells them."""
    titles = re.findall(r"^#+ (.*)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$|^    [^\n]*$", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!figure:|https:)([^)#]*)#?([^)]*)\)", prose(page.read_text())):
        there = page.parent / target if target else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there.read_text()), f"{target}#{anchor}"


def test_every_page_is_of_one_kind_and_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text()
    for page in DOCS:
        kind, *rest = page.relative_to(ROOT / "docs").parts
        assert (kind in KINDS and len(rest) == 1) or kind in ("README.md", "benchmarks.md"), page
        assert kind == "README.md" or f"]({page.relative_to(ROOT / 'docs')})" in index, page


def longest(page: Path, line: str) -> int:
    """How long a line may be: more in the tables of benchmarks, which have many columns."""
    return 145 if line.startswith("|") and page.name == "benchmarks.md" else 100


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_lines_are_short(page: Path) -> None:
    assert [line for line in page.read_text().splitlines() if len(line) > longest(page, line)] == []


def sentences(text: str) -> list[str]:
    """The sentences of a page's prose, with code as one word; each item and each cell of a table stands by itself."""
    text = re.sub(r"`[^`]*`", "X", prose(text))
    text = re.sub(r"\]\([^)]*\)", "]", text)
    blocks = re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=[|#])| \| ", text)
    return [each for block in blocks for each in re.split(r"(?<=[.!?:;])\s+", " ".join(block.split()))]


@pytest.mark.parametrize("page", PAGES, ids=place)
def test_sentences_are_short(page: Path) -> None:
    many = [each for each in sentences(page.read_text()) if len(re.findall(r"\w[\w'’-]*", each)) > 30]
    assert many == []
