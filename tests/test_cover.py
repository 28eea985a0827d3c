"""The lids of boxes: colours that can be read, and ornaments that stay above the title."""

import pytest

from support.helpers import SHELF
from tableronde.cover import HEIGHT, TITLE, WIDTH, Celebration, Cover
from tableronde.scene import Shape, circle, path_bounds
from tableronde.shelf import find
from tableronde.theme import DARK, contrast, dressed


def test_the_title_is_black_or_white_unless_a_colour_is_given() -> None:
    assert Cover("#20376b").lettering == "#ffffff"
    assert Cover("#f0d98c").lettering == "#0d0a08"
    assert Cover("#20376b", ink="#f7e7bd").lettering == "#f7e7bd"


@pytest.mark.parametrize("colour", ["blue", "#FFF", "#20376", "#20376B"])
def test_colours_are_six_small_digits(colour: str) -> None:
    with pytest.raises(ValueError, match="the colour of a cover is written like"):
        Cover(colour)


def test_a_title_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        Cover("#20376b", ink="#2f4a80")


@pytest.mark.parametrize("slug", SHELF)
def test_the_ornament_of_our_games_lies_on_the_lid_above_the_title(slug: str) -> None:
    box = find(slug)
    assert box.cover is not None
    assert len({shape.id for shape in box.cover.art}) == len(box.cover.art) > 5
    worn = dressed(DARK, {**box.looks, **box.cover.looks})
    for shape in box.cover.art:
        left, top, right, bottom = path_bounds(shape.path)
        across = max(abs(left), abs(right))
        reach = across if not shape.turn else (across**2 + max(abs(top), abs(bottom)) ** 2) ** 0.5
        assert abs(shape.at[0]) + reach <= WIDTH / 2, shape.id
        assert shape.at[1] + (bottom if not shape.turn else reach) <= TITLE + 5, shape.id
        assert shape.at[1] + (top if not shape.turn else -reach) >= -HEIGHT / 2, shape.id
        assert worn.look(shape.style).fill != "none" or worn.look(shape.style).stroke != "none", shape.id


def test_no_two_of_our_boxes_look_alike() -> None:
    covers = [cover for slug in SHELF if (cover := find(slug).cover)]
    assert len({cover.ground for cover in covers}) == len(SHELF)
    assert all(contrast(cover.ground, cover.lettering) >= 4.5 for cover in covers)


def test_a_celebration_has_shapes_and_a_known_motion() -> None:
    disc = (Shape("disc", circle(4)),)
    assert Celebration(disc).motion == "burst"
    with pytest.raises(ValueError, match="there is no motion 'jump'; there is burst, drop, fall, ring, rise"):
        Celebration(disc, "jump")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one shape"):
        Celebration(())


@pytest.mark.parametrize("slug", SHELF)
def test_the_pieces_of_our_celebrations_are_small_and_around_their_middle(slug: str) -> None:
    box = find(slug)
    assert box.celebration is not None
    for shape in box.celebration.shapes:
        assert max(map(abs, path_bounds(shape.path))) <= 10, shape.id
