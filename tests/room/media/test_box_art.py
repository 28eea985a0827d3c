"""The drawn boxes: with the ornament of a cover, or with the game's board."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from support.helpers import SHELF
from tableronde.cover import HEIGHT, TITLE, WIDTH
from tableronde.render.png import paint
from tableronde.room.media.box_art import BoxArt, cover_of
from tableronde.shelf import find
from tableronde.theme import DARK

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("slug", SHELF)
def test_a_box_is_drawn_in_its_own_colours(slug: str) -> None:
    box = find(slug)
    assert box.cover
    drawn = ElementTree.fromstring(BoxArt({slug: box}).draw(slug, "dark", "fr"))
    fills = [path.get("fill") for path in drawn.iter(f"{SVG}path")]
    assert box.cover.ground in fills
    assert len(fills) > len(box.cover.art)
    assert list(drawn.iter(f"{SVG}text")) == [], "pages write the title"
    assert drawn.find(f"{SVG}rect") is None, "the shelf is seen around it"


@pytest.mark.parametrize("slug", SHELF)
def test_a_game_without_a_cover_gets_a_box_with_its_board_without_letters(slug: str) -> None:
    box = replace(find(slug), cover=None)
    assert cover_of(box) == cover_of(box)
    art = BoxArt({slug: box})
    assert "<text" not in art.draw(slug, "light", "en")
    for shape in art.find_area(slug).shapes:
        assert [shape.word, shape.title.en, shape.label.en] == ["", "", ""]
        if shape.id.startswith("art "):
            assert abs(shape.at[0]) <= WIDTH / 2
            assert -HEIGHT / 2 <= shape.at[1] <= TITLE


def test_the_picture_for_link_previews_shows_the_box() -> None:
    box = find(SHELF[0])
    art = BoxArt({box.slug: box})
    picture = paint(art.find_area(box.slug), art.looks(box.slug), DARK)
    assert picture.startswith(b"\x89PNG")
    assert picture != paint(art.find_area(box.slug), box.looks, DARK)
