"""The layout of areas. The browser tests compare `client/layout/layout.js` with it."""

from random import Random

import pytest

from support.layouts import case, overlaps
from tableronde import scene as s
from tableronde.render.layout import FINGER, LOW, SCREEN, SMALL, Layout, Measures, Part, lay_out, need, part_of, role_of, turned
from tableronde.scene import ROLES, Area, Shape
from tableronde.text import same

BOARD = Part("board", 1000, 1000, 0.3)
HAND = Part("hand", 340, 120, 1.0)
NOTES = [Part("notes", 340, 170, 1.0), Part("notes", 340, 200, 1.0), Part("others", 340, 150, 1.0)]


def scales(layout: Layout) -> list[float | None]:
    return [spot and spot.scale for spot in layout.spots]


def test_an_area_declares_its_role_or_it_is_derived() -> None:
    mine, theirs, nobodys = (Area("x", (0, 0, 1, 1), (), seat=seat) for seat in (0, 1, None))
    assert role_of(nobodys, 0, 0) == "board"
    assert [role_of(area, 1, 0) for area in (mine, theirs, nobodys)] == ["hand", "others", "side"]
    assert role_of(mine, 1, None) == "others"  # to a spectator all hands belong to others
    assert role_of(Area("x", (0, 0, 1, 1), (), seat=1, role="notes"), 1, 0) == "notes"
    with pytest.raises(ValueError, match="there is no role 'bord'; there is board"):
        Area("x", (0, 0, 1, 1), (), role="bord")


def test_an_area_needs_a_size_at_which_text_is_readable_and_targets_can_be_pressed() -> None:
    word = Shape("w", label=same("a"), size=6)
    thing = Shape("t", s.rectangle(20, 11), word="go")
    pencil = Shape("p", s.rectangle(22, 22), jot="1", size=20)
    assert need(Area("x", (0, 0, 100, 50), (word,))) == 2.0
    assert need(Area("x", (0, 0, 100, 50), (word, thing))) == 4.0
    assert need(Area("x", (0, 0, 100, 50), (pencil,))) == 2.0
    assert need(Area("x", (0, 0, 100, 22), (Shape("d", s.circle(3)),))) == 2.0  # nothing to read or press


def test_overlapping_targets_require_no_size() -> None:
    crowd = tuple(Shape(f"{i}", s.rectangle(10, 10), word=f"{i}", at=(3.0 * i, 0)) for i in range(3))
    assert need(Area("x", (0, 0, 44, 44), crowd)) == 1.0
    apart = tuple(Shape(f"{i}", s.rectangle(10, 10), word=f"{i}", at=(30.0 * i, 0)) for i in range(3))
    assert need(Area("x", (0, 0, 96, 96), apart)) == FINGER / 10


def test_a_board_ignores_targets_much_smaller_than_itself() -> None:
    large, small = Shape("l", s.rectangle(11, 11), word="l"), Shape("s", s.rectangle(5, 5), word="s", at=(50, 50))
    assert need(Area("x", (0, 0, 88, 60), (large, small))) == FINGER / 5
    assert need(Area("x", (0, 0, 88, 60), (large, small)), board=True) == FINGER / 11
    words = Shape("w", label=same("a"), size=6)
    assert need(Area("x", (0, 0, 88, 60), (words,)), board=True) == 0.75 * 12 / 6


def test_the_board_alone_takes_the_window() -> None:
    assert lay_out([BOARD], 500, 800).spots == ((0.0, 150.0, 0.5),)


def test_a_wide_window_has_lanes_beside_the_board_and_a_tall_one_below() -> None:
    assert lay_out([BOARD, HAND], 1000, 600).way.kind == "beside"
    assert lay_out([BOARD, HAND], 600, 1000).way.kind == "below"


def test_where_there_is_room_everything_is_open() -> None:
    layout = lay_out([BOARD, HAND, *NOTES], 2000, 1200)
    assert (layout.way.stage, layout.tabs, layout.bar) == ("open", (), None)
    assert None not in layout.spots


def test_tabs_hold_first_what_is_only_looked_at_then_all_but_the_board_then_all() -> None:
    stages = [lay_out([BOARD, HAND, *NOTES], *size) for size in ((900, 600), (700, 420), (344, 400))]
    assert [layout.way.stage for layout in stages] == ["aside", "slot", "tabs"]
    assert [layout.tabs for layout in stages] == [(2, 3, 4), (1, 2, 3, 4), (0, 1, 2, 3, 4)]
    assert [sum(spot is not None for spot in layout.spots) for layout in stages] == [3, 2, 1]


def test_if_nothing_fits_all_areas_get_less() -> None:
    layout = lay_out([BOARD, HAND._replace(need=3.0)], 600, 600)
    assert layout.enough == 0.4


def test_another_tab_moves_only_its_own_areas() -> None:
    parts = [BOARD, HAND, *NOTES]
    first = lay_out(parts, 900, 600)
    other = turned(parts, 900, 600, first, 4)
    assert other.spots[:2] == first.spots[:2]
    assert [i for i, spot in enumerate(other.spots) if spot] == [0, 1, 4]


def test_below_an_open_tab_the_board_is_seen_where_there_is_room() -> None:
    """Large by itself, a little smaller below the tab, and hidden if there is no room for that."""
    parts = [BOARD, HAND, Part("notes", 340, 300, 1.0)]
    tabs = {(high, i): lay_out(parts, 344, high, chosen=i).spots for high in (440, 520) for i in range(3)}
    assert {key: tuple(i for i, spot in enumerate(spots) if spot) for key, spots in tabs.items()} == {
        (440, 0): (0,), (440, 1): (0, 1), (440, 2): (2,),
        (520, 0): (0,), (520, 1): (0, 1), (520, 2): (2,),
    }  # fmt: skip
    board, hand = tabs[440, 1][:2]
    assert board
    assert hand
    assert SMALL * BOARD.need <= board.scale < BOARD.need
    assert lay_out([BOARD._replace(read=BOARD.need), *parts[1:]], 344, 440, chosen=1).spots[0] is None  # its text must be readable
    assert hand.y + HAND.height * hand.scale < board.y


def test_the_area_to_use_and_the_players_own_come_first() -> None:
    parts = [BOARD, Part("others", 340, 200, 1.0), Part("side", 340, 100, 1.0), HAND, Part("choices", 340, 100, 1.0)]
    layout = lay_out(parts, 1400, 800)
    ys = [spot.y for spot in layout.spots[1:] if spot]
    assert layout.way.kind == "beside"
    assert sorted(range(4), key=lambda i: ys[i]) == [3, 2, 1, 0]  # choices, hand, side, others


def test_areas_do_not_jump_for_a_small_gain_or_during_a_choice() -> None:
    parts = [BOARD, HAND, NOTES[0]]
    layout = lay_out(parts, 1000, 620)
    choosing = [*parts, Part("choices", 200, 60, 1.0)]
    kept = lay_out(choosing, 1000, 620, held=layout.way, steady=True)
    assert kept.way == layout.way
    assert kept.spots[0] == layout.spots[0]
    assert lay_out(parts, 1001, 620, held=layout.way).way == layout.way


@pytest.mark.parametrize("seed", range(300))
def test_nothing_overlaps_leaves_the_window_or_gets_less_than_it_needs(seed: int) -> None:
    parts, width, height, measures, asked, chosen = case(Random(seed))
    layout = lay_out(parts, width, height, measures, asked, chosen)
    assert not overlaps(parts, layout, width, height)
    below = layout.way.stage == "tabs" and layout.spots[0] is not None and sum(spot is not None for spot in layout.spots) > 1
    for part, scale in zip(parts, scales(layout), strict=True):
        less = SMALL if below and part is parts[0] else LOW.get(part.role, 1.0) * layout.enough
        assert scale is None or scale >= 0.999999 * part.need * less
    if None in layout.spots and layout.way != ("open", "alone", 0, 0.0):
        assert all(i in layout.tabs for i, spot in enumerate(layout.spots) if spot is None)


def test_a_part_is_made_from_an_area() -> None:
    area = Area("x", (3, 4, 50, 20), (Shape("w", label=same("a"), size=6),), seat=2)
    assert part_of(area, 1, 2) == ("hand", 50, 20, 2.0, 2.0)
    assert set(ROLES) >= set(LOW)
    assert Measures() == SCREEN
