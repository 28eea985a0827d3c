"""Scenes, and the two painters."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tableronde import scene as s
from tableronde.conformance import PATH
from tableronde.render import svg, terminal_text
from tableronde.scene import Area, Frame, Scene, Shape
from tableronde.text import Text, same
from tableronde.theme import DARK, THEMES, Look

DISC = Shape("disc", s.circle(4), "seat1", (10, 10), 30, label=same("<&>"), size=2, title=Text("Un disque", "A disc"), word="take")
SCENE = Scene((Area("board", (0, 0, 20, 20), (DISC,)), Area("hand", (0, 0, 10, 5), (), same("{0}"), 0)), (Text("À {0}.", "{0}'s turn."),))
NAMES = (Text("Anne", "Ann"),)


@pytest.mark.parametrize(
    "path",
    [
        s.circle(3),
        s.rectangle(4, 2),
        s.rectangle(4, 2, 0.5),
        s.star(5, 3, 1.2),
        s.cross(3, 1),
        s.regular(6, 2),
        s.polyline([(0, 0), (1, 2)]),
    ],
)
def test_paths_are_made_of_m_l_c_z(path: str) -> None:
    assert path
    assert PATH.fullmatch(path)


def test_numbers_are_short() -> None:
    assert [s.number(value) for value in (1.0, -0.0001, 0.12345, -2.5)] == ["1", "0", "0.123", "-2.5"]


def test_names_take_the_seats_place() -> None:
    named = SCENE.named(NAMES)
    assert named.captions[0].fr == "À Anne."
    assert named.areas[1].title.en == "Ann"


def test_a_name_may_stand_in_one_language_only() -> None:
    here, there = Shape("here", title=Text("À vous", "{0}'s turn")), Shape("there", label=Text("{0}", "you"))
    named = Scene((Area("board", (0, 0, 1, 1), (here, there)),)).named(NAMES)
    assert [(shape.title, shape.label) for shape in named.shapes()] == [
        (Text("À vous", "Ann's turn"), same("")),
        (same(""), Text("Anne", "you")),
    ]


def test_json_is_in_one_language_and_without_what_is_empty() -> None:
    board, hand = SCENE.named(NAMES).json("fr")["areas"]
    assert board["shapes"][0]["title"] == "Un disque"
    assert "turn" in board["shapes"][0]
    assert hand == {"id": "hand", "box": [0, 0, 10, 5], "seat": 0, "title": "Anne", "shapes": []}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("tall", [False, True])
def test_svg_parses_and_holds_everything(theme: object, tall: bool) -> None:
    picture = svg.paint(SCENE.named(NAMES), theme=THEMES[getattr(theme, "name", "")], language="fr", tall=tall)
    root = ElementTree.fromstring(picture)
    words = "".join(root.itertext())
    assert "<&>" in words
    assert "Un disque" in words
    assert "À Anne." in words
    assert root.find(".//*[@data-word='take']") is not None


def test_svg_is_the_same_bytes_twice() -> None:
    assert svg.paint(SCENE) == svg.paint(SCENE)


def test_a_games_own_words_are_painted() -> None:
    own = Scene((Area("a", (0, 0, 9, 9), (Shape("x", s.circle(2), "jade"),)),))
    assert "#00a86b" in svg.paint(own, {"jade": Look(fill="#00a86b")})
    assert "#00a86b" not in svg.paint(own, {"jade": Look(fill="#00a86b")}, THEMES["print"])


def test_text_without_colour_shows_the_pattern_and_the_label() -> None:
    picture = terminal_text.paint(SCENE.named(NAMES), columns=40, lines=20, coloured=False)
    assert "/" in picture
    assert "<&>" in picture
    assert "Ann's turn." in picture
    assert "\x1b" not in picture


def test_text_in_colour_uses_the_themes_colours() -> None:
    assert "38;2;200;69;46" in terminal_text.paint(SCENE, theme=DARK, columns=40, lines=20)


def test_text_fits_where_it_must() -> None:
    lines = terminal_text.paint(SCENE, columns=30, lines=10, coloured=False).splitlines()
    assert max(map(len, lines)) <= 30
    assert len(lines) <= 10 + 10 // 3 + 1


def test_flatten_closes_loops() -> None:
    [loop] = terminal_text.flatten(s.rectangle(2, 2))
    assert loop[0] == loop[-1] == (-1, -1)
    assert len(terminal_text.flatten(s.circle(1))[0]) == 1 + 4 * terminal_text.CURVE + 1


# --- films ---

COVERED = Area("board", (0, 0, 20, 20), (Shape("lid", s.circle(5), title=same("{0}")),))
FILM = replace(SCENE, film=(Frame(0.0), Frame(2.0, (COVERED,), (Text("Fini, {0}.", "Over, {0}."),))))


def test_a_film_replaces_areas_and_captions_after_their_seconds() -> None:
    assert [start for start, _ in FILM.frames()] == [0.0, 2.0]
    assert FILM.after(0).areas == FILM.after(1.9).areas == SCENE.areas
    after = FILM.after(2.0)
    assert [area.id for area in after.areas] == ["board", "hand"]
    assert [shape.id for shape in after.shapes()] == ["lid"]
    assert after.captions[0].en == "Over, {0}."
    assert (FILM.lasts, SCENE.lasts) == (2.0, 0.0)
    assert SCENE.frames() == ((0.0, SCENE),)


def test_names_are_put_into_films_too() -> None:
    after = FILM.named(NAMES).after(9)
    assert after.captions[0].fr == "Fini, Anne."
    assert next(after.shapes()).title.en == "Ann"


def test_a_film_unfolds_if_it_ends_with_the_scene_itself() -> None:
    assert replace(SCENE, film=(Frame(0.0, (COVERED,)), Frame(1.0))).unfolds
    assert not FILM.unfolds
    assert not SCENE.unfolds


def test_still_pictures_show_the_scene_itself() -> None:
    assert FILM.json("fr") == SCENE.json("fr")
    assert terminal_text.paint(FILM) == terminal_text.paint(SCENE)
    assert "lid" not in svg.paint(FILM)


# --- the terminal ---


def test_text_lays_areas_out_beside_each_other_with_their_titles() -> None:
    lines = terminal_text.paint(SCENE.named(NAMES), columns=60, lines=12, coloured=False, seat=0).splitlines()
    assert len(lines) <= 12
    assert any("Ann" in line for line in lines)


def test_in_plain_characters_a_shape_differs_from_the_one_below() -> None:
    tile, wood = Shape("tile", s.rectangle(10, 10), "tile bare", (10, 10)), Shape("wood", s.rectangle(20, 20), "wood bare", (10, 10))
    picture = terminal_text.paint(Scene((Area("a", (0, 0, 20, 20), (wood, tile)),)), columns=40, lines=20, coloured=False)
    row = picture.splitlines()[10]
    assert row[20] != row[2]
    assert " " not in (row[20], row[2])


def test_thin_outlines_are_drawn_around_large_shapes() -> None:
    box = Shape("box", s.rectangle(16, 16), "surface", (10, 10))
    speck = Shape("speck", s.rectangle(2, 2), "surface", (10, 10))
    assert "·" in terminal_text.paint(Scene((Area("a", (0, 0, 20, 20), (box,)),)), columns=40, lines=20, coloured=False)
    assert "·" not in terminal_text.paint(Scene((Area("a", (0, 0, 20, 20), (speck,)),)), columns=40, lines=20, coloured=False)
