"""Boxes packed from the modules of a folder."""

import re
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from support.helpers import SHELF
from support.toys import POST
from tableronde.box import Box, judge_by_score
from tableronde.plugins import loader
from tableronde.plugins.packing import spell
from tableronde.shelf import find
from tableronde.text import same


def module(**names: Any) -> ModuleType:
    """Create a module with these names in it."""
    made = ModuleType("made")
    vars(made).update(names)
    return made


def test_functions_keep_their_names_and_data_stands_in_capitals() -> None:
    texts, picture = module(TITLE=same("Post"), title="not this one", REASONS={"x": same("y")}), module(draw=POST.draw)
    box = Box.packed(POST.game_type, texts, picture, age=99)
    assert (box.title, box.draw, box.age) == (same("Post"), POST.draw, 99)
    assert (box.reasons, box.judge) == ({"x": same("y")}, judge_by_score)


def test_names_defined_by_two_modules_must_be_passed() -> None:
    one, two = module(TITLE=same("One"), draw=POST.draw), module(TITLE=same("Two"), draw=POST.draw)
    with pytest.raises(TypeError, match="two modules define TITLE: pass the one to use as title=…"):
        Box.packed(POST.game_type, one, two)
    assert Box.packed(POST.game_type, one, two, title=same("Two")).title == same("Two")


def test_modules_inside_a_module_are_ignored() -> None:
    folder = module(judge=module(judge=judge_by_score), BOTS={})
    box = Box.packed(POST.game_type, module(TITLE=same("Post"), draw=POST.draw), folder)
    assert (box.judge, box.bots) == (judge_by_score, {})


def written(folder: Path, name: str, text: str) -> ModuleType:
    """Load a module from a file with this text."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return loader.load(file)


def test_a_constant_of_another_kind_is_reported_with_its_line(tmp_path: Path) -> None:
    scene = written(tmp_path, "scene", '"""A board."""\n\nFIELDS = 5\nSPACES = ("a1", "a2")\n')
    said = (
        rf"{re.escape(str(tmp_path))}/scene\.py:4: SPACES is taken for the box's spaces, which is a class or function, not a tuple; "
        r"give it another name, or pass spaces=… to Box\.packed"
    )
    with pytest.raises(TypeError, match=said):
        Box.packed(POST.game_type, module(TITLE=same("Post"), draw=POST.draw), scene)
    assert Box.packed(POST.game_type, module(TITLE=same("Post"), draw=POST.draw), scene, spaces=None).spaces is None


def test_a_constant_imported_for_the_module_itself_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "rules.py").write_text('SPACES = ("a1",)\nTIPS = ()\n', encoding="utf-8")
    (tmp_path / "board" / "__init__.py").write_text("from .rules import SPACES, TIPS\n", encoding="utf-8")
    box = Box.packed(POST.game_type, module(TITLE=same("Post"), draw=POST.draw), loader.load(tmp_path / "board"))
    assert (box.spaces, box.tips) == (None, ())


@pytest.mark.parametrize("name", [field.name for field in fields(Box) if field.name != "rules"])
def test_every_field_has_a_kind(name: str) -> None:
    """Something that no field can be is refused for each."""
    with pytest.raises(TypeError, match=f"is taken for the box's {name}, which is "):
        Box.packed(POST.game_type, module(**{"TITLE": same("Post"), "draw": POST.draw, spell(name): object()}))


def test_missing_required_fields_are_reported() -> None:
    with pytest.raises(TypeError, match="draw"):
        Box.packed(POST.game_type, module(TITLE=same("Post")))


@pytest.mark.parametrize("slug", SHELF)
def test_our_own_boxes_are_full(slug: str) -> None:
    box = find(slug)
    assert all((box.title.fr, box.blurb.fr, box.goal.fr, box.reasons, box.tips, box.variants, box.looks, box.bots))
    assert box.package.startswith("tableronde.games.")
    assert box.has_rulebook
    assert box.has_lessons
    assert box.has_puzzles
