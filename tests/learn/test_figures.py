"""Figures: positions as data. A figure that cannot be reached, or has an illegal action by mistake, is reported by name."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.toys import RACE, SECRET
from tableronde import conformance
from tableronde.box import Box
from tableronde.learn import figures
from tableronde.learn.figures import BrokenFigure, Figure, described, extent, read, ringed
from tableronde.scene import Area, Scene, Shape, circle, rectangle
from tableronde.shelf import Shelf, find
from tableronde.text import same

FORD = find(str(Path(__file__).parents[1] / "outside" / "ford"))
FIRST = {"setup": {"first": 0}}


def figure(**keys: Any) -> Figure:
    return read("here", {**FIRST, **keys})


@pytest.mark.parametrize("box", [*Shelf.installed().boxes(), FORD], ids=lambda box: box.slug)
def test_every_figure_of_every_game_can_be_shown(box: Box) -> None:
    for each in figures.figures(box).values():
        each.scene(box)
        each.refusal(box)


def test_a_figure_is_a_position() -> None:
    table = figure(actions=["e1 e2", "1: e9 e8"]).table(FORD)
    assert table.plies == 2
    assert "e2" in table.facts()["stones"][0]
    assert figure(actions=[]).table(FORD).plies == 0


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"setup": {"first": 7}}, "it cannot be set up: a set-up must be"),
        ({"options": {"rows": 9}}, "it cannot be set up"),
        ({"players": 5}, "it cannot be set up"),
        ({"actions": ["e1 e2", "e9 e7"]}, "'e9 e7' is not legal: A stone goes one hexagon ahead, never sideways or back. (R3)"),
        ({"actions": ["1: e9 e8"]}, "'1: e9 e8' is not legal: It is not your turn. (R2)"),
        ({"eyes": 2}, "eyes names seat 2, which does not exist"),
        ({"eyes": "all"}, "this one is not"),
        ({"picked": ["e1"]}, "eyes names no seat"),
        ({"picked": ["e9"], "eyes": 0}, "'e9' cannot be picked by seat 0"),
        ({"mark": ["z1"]}, "there is nothing called 'z1' to mark"),
        ({"areas": ["moon"]}, "there is no area 'moon'; there is river"),
        ({"refused": "e1 e2"}, "'e1 e2' is marked as refused, but it is legal"),
    ],
)
def test_a_broken_figure_says_what_is_wrong_and_the_kit_says_it_too(
    keys: dict[str, Any], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrokenFigure) as raised:
        figure(**keys).scene(FORD)
    assert sentence in str(raised.value)
    assert str(raised.value).startswith("figures.toml: here: ")
    monkeypatch.setattr(figures, "tables", lambda box: {"here": {**FIRST, **keys}, "fine": FIRST})
    found = [fault for fault in conformance.check(replace(FORD), games=0).faults if fault.name == "figures_can_be_shown"]
    assert [fault.first.cause for fault in found] == ["figures.toml: here"]
    assert sentence in found[0].message


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"colour": "red"}, "a figure has no key 'colour'"),
        ({"actions": "e1 e2"}, "is not a valid value"),
        ({"actions": [1]}, "is not a valid value"),
        ({"eyes": -1}, "is not a valid value"),
        ({"eyes": True}, "is not a valid value"),
        ({"eyes": "mine"}, "is not a valid value"),
        ("e1", "a figure is a table of keys"),
    ],
)
def test_a_figure_has_only_the_keys_of_one(value: Any, sentence: str) -> None:
    with pytest.raises(BrokenFigure, match="odd: ") as raised:
        read("odd", value)
    assert sentence in str(raised.value)


def with_text(box: Box, text: str) -> Box:
    class Told(Box):
        def text(self, name: str) -> str:
            return text if name == figures.FILE else super().text(name)

    return Told(**{name: getattr(box, name) for name in box.__dataclass_fields__})


def test_a_file_that_is_no_toml_is_reported() -> None:
    with pytest.raises(BrokenFigure, match="not valid TOML"):
        figures.figures(with_text(FORD, "[one\n"))
    assert "figures_can_be_shown" in {fault.name for fault in conformance.check(with_text(FORD, "[one\n"), games=0).faults}


def test_pages_show_existing_figures_and_the_same_ones() -> None:
    faults = [fault for fault in conformance.check(with_text(FORD, "[banks]\n"), games=0).faults if fault.name == "pages_show_figures"]
    assert {fault.first.cause for fault in faults} == {
        f"rules.{language}.md shows a figure that does not exist" for language in ("fr", "en")
    }


def test_a_clause_that_a_figure_shows_is_one() -> None:
    whole = FORD.text("figures.toml") + '\n[odd]\nclauses = ["R99"]\n'
    [fault] = conformance.check(with_text(FORD, whole), games=0).faults
    assert fault.message == "figures.toml: odd shows a clause that no rules page states: R99"


def test_marks_are_rings_around_shapes() -> None:
    scene = figure(eyes=0, mark=["e2", "stone 0 4"]).scene(FORD)
    rings = {shape.id: shape for shape in scene.shapes() if "mark" in shape.style.split()}
    assert set(rings) == {"ring hexagon e2", "ring stone 0 4"}
    stone = next(shape for shape in scene.shapes() if shape.id == "stone 0 4")
    assert rings["ring stone 0 4"].at == pytest.approx(stone.at)
    assert described(scene).en.startswith("Circled: e2; e1, a stone of Willow. Stones: 9")


def test_a_ring_goes_around_the_whole_shape_however_it_lies() -> None:
    assert extent(Shape("a", circle(2.0))) == ((0, 0), (4, 4))
    assert extent(Shape("b", "M1 1L3 1L3 5L1 5Z")) == ((2, 3), (2, 4))
    assert extent(Shape("c", label=same("B"), size=4)) == ((0, 0), (4, 4))
    assert extent(Shape("d", rectangle(6, 2)))[1] == (6, 2)


def test_a_ring_stays_inside_a_cell_with_straight_sides_and_hides_no_neighbour() -> None:
    def ring(path: str, side: float) -> tuple[tuple[float, float], tuple[float, float]]:
        scene = ringed(Scene((Area("board", (0, 0, side, side), (Shape("cell", path),)),)), frozenset({"cell"}))
        return extent(next(shape for shape in scene.shapes() if shape.id == "ring cell"))

    dart = "M0 0L13 9L10 0L13 -9Z"
    (_, _), (wide, high) = ring(dart, 200)
    assert wide < 13
    assert high < 18
    assert ring(dart, 20) == extent(Shape("cell", dart))  # large enough to hold pieces: along its edge
    assert ring("M0 0L10 0L10 10L0 10Z", 400)[1] == (22, 22)  # a small square has a ring around it
    assert ring(rectangle(10, 10, 1), 40)[1] == (9.2, 9.2)  # a place of the board has one inside
    assert ring(circle(5), 40)[1] == (8, 8)


def test_the_last_action_is_marked_unless_turned_off() -> None:
    def last(box: Box, which: Figure) -> list[str]:
        return [shape.id for shape in which.scene(box).shapes() if "last" in shape.style.split()]

    assert last(FORD, figure(actions=["e1 e2"])) == ["stone 0 4"]  # the game's own mark
    four = find("four-circles")
    assert last(four, read("a", {"actions": ["0,0", "2,1"]}))
    assert not last(four, read("a", {"actions": ["0,0", "2,1"], "last": 0}))


def test_only_what_is_picked_shows_what_can_be_pressed() -> None:
    def pressable(which: Figure) -> int:
        return sum("press" in shape.style.split() for shape in which.scene(FORD).shapes())

    assert pressable(figure(eyes=0)) == 0
    assert pressable(figure(eyes=0, offers=True)) == 9
    assert pressable(figure(eyes=0, actions=["e1 e2", "e9 e8"], picked=["e2"])) == 3


def test_chance_that_is_not_named_is_drawn_by_the_seed() -> None:
    tossed = [read("toss", {"seed": seed}).table(RACE) for seed in range(12)]
    assert {table.events[0].action for table in tossed} == {"heads", "tails"}
    assert read("toss", {"seed": 3}).table(RACE).events == read("toss", {"seed": 3}).table(RACE).events
    named = read("toss", {"actions": ["chance: tails"]}).table(RACE)
    assert named.events[0].action == "tails"


def test_the_actor_must_be_named_if_several_may_act() -> None:
    with pytest.raises(BrokenFigure, match="does not say who acts, as in '0: grab'"):
        read("race", {"actions": ["grab"]}).table(RACE)


def test_a_figure_shows_only_what_its_seat_may_see() -> None:
    own, other = (read("card", {"players": 2, "setup": SETUP, "eyes": seat}).scene(SECRET) for seat in (0, 1))
    assert own != other


SETUP = {"cards": [3, 5]}
