"""A box packed from the modules of a folder."""

from types import ModuleType
from typing import Any

import pytest

from helpers import SHELF
from tableronde.box import Box, judge_by_score
from tableronde.shelf import find
from tableronde.text import same
from toys import POST


def module(**names: Any) -> ModuleType:
    """A module with these names in it."""
    made = ModuleType("made")
    vars(made).update(names)
    return made


def test_functions_keep_their_names_and_data_stands_in_capitals() -> None:
    texts, picture = module(TITLE=same("Post"), title="not this one", REASONS={"x": same("y")}), module(draw=POST.draw)
    box = Box.packed(POST.game_type, texts, picture, age=99)
    assert (box.title, box.draw, box.age) == (same("Post"), POST.draw, 99)
    assert (box.reasons, box.judge) == ({"x": same("y")}, judge_by_score)


def test_what_two_modules_offer_must_be_said() -> None:
    one, two = module(TITLE=same("One"), draw=POST.draw), module(TITLE=same("Two"), draw=POST.draw)
    with pytest.raises(TypeError, match="two modules offer TITLE: say title=… which"):
        Box.packed(POST.game_type, one, two)
    assert Box.packed(POST.game_type, one, two, title=same("Two")).title == same("Two")


def test_what_must_be_there_is_missed() -> None:
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
