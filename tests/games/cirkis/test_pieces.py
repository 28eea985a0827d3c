"""The set of pieces: its table, every placement, and tables that an owner of the box has corrected."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from itertools import combinations
from random import Random
from typing import Any

import pytest

from support.games.cirkis import data
from tableronde.box import Box
from tableronde.game import Illegal
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.rules import Cirkis, Options
from tableronde.games.cirkis.rules.board import bits, board
from tableronde.games.cirkis.rules.pieces import PieceSet, placements, read_pieces, standard
from tableronde.games.cirkis.scene import draw
from tableronde.table import Table


def table() -> list[dict[str, Any]]:
    """The table in the folder, to be changed."""
    text = files("tableronde.games.cirkis.rules").joinpath("pieces.json").read_text(encoding="utf-8")
    return list(json.loads(text))


def changed(shape: str, **values: Any) -> list[dict[str, Any]]:
    return [{**line, **values} if line["shape"] == shape else line for line in table()]


def spaces_of(pieces: PieceSet, slug: str) -> set[tuple[int, ...]]:
    return {p.spaces for p in pieces.placements if pieces.shapes[p.shape].slug == slug}


# --- 1.2: the table and the placements ---


def test_the_table_says_what_the_data_file_says() -> None:
    """All but one French label: on the pages the wedge is "pointe", since "coin" is what a space touches with."""
    given = [{key: value for key, value in line.items() if key != "placements"} for line in data()["pieces"]]
    [wedge] = [line for line in given if line["shape"] == "wedge"]
    wedge["names"] = {**wedge["names"], "fr": "Pointe"}
    assert table() == given


@pytest.mark.parametrize("line", data()["pieces"], ids=lambda line: str(line["shape"]))
def test_every_placement_is_that_of_the_data_file(line: dict[str, Any]) -> None:
    assert sorted(spaces_of(standard(), line["shape"])) == sorted(map(tuple, line["placements"]))


def test_a_set_has_20_pieces_and_38_spaces() -> None:
    shapes = standard().shapes
    assert standard().size == 20
    assert [sum(shape.count * shape.cells.count(kind) for shape in shapes) for kind in "KDS"] == [21, 15, 2]
    assert len(standard().placements) == 530


@pytest.mark.parametrize("line", data()["pieces"], ids=lambda line: str(line["shape"]))
def test_kinds_and_joins_describe_the_same_placements(line: dict[str, Any]) -> None:
    joins = {(one, other): length for one, other, length in line["joins"]}
    assert _described(line["cells"], joins) == spaces_of(standard(), line["shape"])


def _described(cells: str, joins: dict[tuple[int, int], str]) -> set[tuple[int, ...]]:
    """All sets of spaces of these kinds with these joins, found without geometry."""
    spaces = board().spaces
    found: list[tuple[int, ...]] = [(space.id,) for space in spaces if space.kind == cells[0]]
    for i in range(1, len(cells)):
        found = [(*ids, j) for ids in found for j in {j for k in ids for j in spaces[k].joins} - set(ids) if spaces[j].kind == cells[i]]
    pairs = list(combinations(range(len(cells)), 2))
    return {tuple(sorted(ids)) for ids in found if all(spaces[ids[i]].joins.get(ids[j]) == joins.get((i, j)) for i, j in pairs)}


def test_placements_are_sorted_by_action_and_know_their_surroundings() -> None:
    found = standard().placements
    assert [p.action for p in found] == sorted(p.action for p in found)
    for i, placement in enumerate(found):
        assert standard().index[placement.action] == i
        touching = {near for space in placement.spaces for near in board().spaces[space].touches} - set(placement.spaces)
        assert (placement.cover, placement.around) == (bits(placement.spaces), bits(touching))
        assert placement.clashes == bits(j for j, other in enumerate(found) if other.cover & placement.cover)
        assert placement.touching == bits(j for j, other in enumerate(found) if other.cover & placement.around)


def test_opening_placements_reach_the_centre() -> None:
    centre = bits(range(15))
    assert standard().opening == bits(i for i, p in enumerate(standard().placements) if p.cover & centre)


# --- E13: turning over ---


def test_e13_a_hook_that_may_not_be_turned_over() -> None:
    hooks = spaces_of(read_pieces(changed("hook", turn_over=False)), "hook")
    assert len(hooks) == 55
    assert {(0, 5), (3, 11)} <= hooks
    assert (0, 6) not in hooks


def test_e13_a_flag_that_may_not_be_turned_over() -> None:
    flags = spaces_of(read_pieces(changed("flag", turn_over=False)), "flag")
    assert len(flags) == 20
    assert {(5, 15), (7, 17)} <= flags
    assert (6, 16) not in flags


@pytest.mark.parametrize("slug", ["sliver", "arrow", "wedge", "slice", "big-slice", "fan", "ace"])
def test_e13_all_other_shapes_are_their_own_mirror_image(slug: str) -> None:
    assert spaces_of(read_pieces(changed(slug, turn_over=False)), slug) == spaces_of(standard(), slug)


def test_example_may_be_the_mirror_image() -> None:
    other = spaces_of(read_pieces(changed("hook", turn_over=False, example=[0, 6])), "hook")
    assert other == spaces_of(standard(), "hook") - spaces_of(read_pieces(changed("hook", turn_over=False)), "hook")


# --- playing with a corrected table ---


def box_with(lines: list[dict[str, Any]]) -> Box:
    pieces = read_pieces(lines)

    class Corrected(Cirkis):
        def __init__(self, seats: int, options: Options) -> None:
            super().__init__(seats, options, pieces)

    return Box(rules=Corrected, title=BOX.title, draw=draw, tell=BOX.tell, label=BOX.label)


def played_out(table: Table, seed: int) -> Table:
    rng = Random(seed)
    while table.legal():
        [(seat, actions)] = table.legal().items()
        table.play(seat, rng.choice(actions))
        assert table.scene(0).areas
    return table


def test_r17_a_smaller_set_is_finished_sooner() -> None:
    lines = [{**line, "count": 1} for line in table() if line["shape"] in ("arrow", "wedge", "hook")]
    game = Table(box_with(lines), 2, {}, {"first": 0})
    assert game.facts()["pieces_left"][0] == {"arrow": 1, "wedge": 1, "hook": 1}
    for action in ("arrow@0", "arrow@1", "wedge@6", "wedge@7", "hook@16,36"):
        game.play(game.to_act()[0], action)
    facts = game.facts()
    assert (facts["reason"], facts["scores"], facts["pieces_left"][0]["hook"]) == ("last-piece", [10, 0], 0)


def test_e13_a_refused_mirror_image_is_explained() -> None:
    game = Table(box_with(changed("hook", turn_over=False)), 2, {}, {"first": 0})
    assert "hook@0,5" in game.legal()[0]
    with pytest.raises(Illegal) as caught:
        game.play(0, "hook@0,6")
    assert caught.value.refusal.clause == "Q3"
    assert "turned over" in str(caught.value)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_with_other_counts(seats: int) -> None:
    counts = dict(zip((line["shape"] for line in table()), (2, 3, 3, 2, 2, 2, 3, 1, 2), strict=True))
    lines = [{**line, "count": counts[line["shape"]]} for line in table()]
    game = played_out(Table(box_with(lines), seats, {}, {"first": 0}), seats)
    assert game.outcome is not None
    left = [sum(hand.values()) for hand in game.facts()["pieces_left"]]
    assert sum(left) + len(game.state.now.laid) == 20 * seats


def test_a_new_shape_of_four_spaces_can_be_added() -> None:
    broad = {"shape": "broad-slice", "names": {"fr": "Large part", "en": "Broad Slice"}, "count": 1, "turn_over": True, "cells": "KKKK",
             "joins": [[0, 1, "long"], [1, 2, "long"], [2, 3, "long"]], "example": [35, 25, 36, 56]}  # fmt: skip
    pieces = read_pieces([*table(), broad])
    assert len(spaces_of(pieces, "broad-slice")) == 50


# --- tables that are refused ---

Change = Callable[[list[dict[str, Any]]], Any]
WRONG: dict[str, Change] = {
    "must be a list": lambda lines: {"pieces": lines},
    "at least one shape": lambda lines: [],
    r"line 2 .*exactly the keys": lambda lines: [lines[0], {"shape": "x"}],
    r"\(Hook\): shape must be small letters": lambda lines: [{**lines[6], "shape": "Hook"}],
    r"\(7\): shape must be": lambda lines: [{**lines[6], "shape": 7}],
    r"\(hook\): names must be": lambda lines: [{**lines[6], "names": {"fr": "Crochet"}}],
    r"\(hook\): count must be": lambda lines: [{**lines[6], "count": 0}],
    r"line 1 .*count must be a whole": lambda lines: [{**lines[6], "count": True}],
    r"\(hook\): turn_over must be": lambda lines: [{**lines[6], "turn_over": 1}],
    r"\(hook\): cells must be": lambda lines: [{**lines[6], "cells": "KX"}],
    r"cells must be one to 6": lambda lines: [{**lines[6], "cells": ["K", "D"]}],
    r"\(hook\): joins must be a list": lambda lines: [{**lines[6], "joins": [[0, 1, "medium"]]}],
    r"joins must be a list of": lambda lines: [{**lines[6], "joins": [[1, 0, "short"]]}],
    r"\(hook\): every cell but the first": lambda lines: [{**lines[6], "joins": []}],
    r"\(hook\): example must be a list of spaces from 0 to 164": lambda lines: [{**lines[6], "example": [0, 165]}],
    r"example must be a list of spaces": lambda lines: [{**lines[6], "example": "0,5"}],
    r"\(hook\): example must have as many": lambda lines: [{**lines[6], "example": [0]}],
    r"as many different spaces": lambda lines: [{**lines[6], "example": [0, 0]}],
    r"the example \[0, 1\] is not made of the cells KD": lambda lines: [{**lines[6], "example": [0, 1]}],
    r"the example \[5, 15\] is not made of": lambda lines: [{**lines[6], "example": [5, 15]}],
    r"two lines .* same shape": lambda lines: [lines[6], lines[6]],
    r"nobody could begin": lambda lines: [lines[0], lines[4]],
}


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_table_is_refused_with_a_sentence(message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_pieces(WRONG[message](table()))


def test_placements_of_a_shape_do_not_depend_on_its_example() -> None:
    for shape in standard().shapes:
        found = placements(shape)
        assert all(placements(replace(shape, example=other)) == found for other in sorted(found)[:3])
