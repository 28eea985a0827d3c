"""Themes are readable and never convey information by colour alone."""

from itertools import combinations

import pytest

from tableronde.render.svg import MARKS
from tableronde.render.terminal_text import GLYPHS
from tableronde.theme import COLOURS, PATTERNS, PRINT, SAFE, SAFE_COLOURS, SEAT_COLOURS, THEMES, Look, Theme, contrast, dressed

# Matrices of three kinds of colour blindness on linear RGB, after Viénot, Brettel and Mollon.
BLINDNESS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritan": ((1.0, 0.14461, -0.14461), (0.0, 0.85924, 0.14076), (0.0, 0.85924, 0.14076)),
}
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def seen(colour: str, kind: str) -> tuple[float, ...]:
    """Return a colour as a colour-blind person sees it, in linear light."""
    rgb = [(int(colour[i : i + 2], 16) / 255) ** 2.2 for i in (1, 3, 5)]
    return tuple(sum(weight * value for weight, value in zip(row, rgb, strict=True)) for row in BLINDNESS[kind])


@every_theme
def test_text_has_a_contrast_of_four_and_a_half(theme: Theme) -> None:
    for word in ("ink", "faint", "brass"):
        assert contrast(theme.look(word).ink or "", theme.ground) >= 4.5, word


@every_theme
def test_labels_can_be_read_on_every_seat_and_colour(theme: Theme) -> None:
    for word in (*(f"seat{i}" for i in range(8)), *COLOURS, "ivory", "vermilion", "gold", "silver", "full"):
        look = theme.look(word)
        assert contrast(look.ink or "", look.fill or "") >= 4.5, word


@every_theme
def test_shapes_stand_out_from_the_ground(theme: Theme) -> None:
    """By their fill or by their outline."""
    for word in (*(f"seat{i}" for i in range(8)), "press", "picked", "win", "last"):
        look = theme.look(word)
        assert max(contrast(colour, theme.ground) for colour in (look.fill, look.stroke) if colour and colour != "none") >= 3, word


@every_theme
def test_every_seat_has_its_own_pattern(theme: Theme) -> None:
    assert [theme.look(f"seat{i}").pattern for i in range(len(SEAT_COLOURS))] == list(PATTERNS)


@pytest.mark.parametrize("kind", BLINDNESS)
def test_safe_colours_differ_for_colour_blind_eyes(kind: str) -> None:
    for one, other in combinations(SAFE_COLOURS[:4], 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind), strict=True)) ** 0.5
        assert distance > 0.12, (one, other)


def test_the_safe_theme_uses_the_safe_colours() -> None:
    assert SAFE.look("seat1").fill == SAFE_COLOURS[1]


def test_print_is_black_lines_on_white() -> None:
    worn = dressed(PRINT, {"jade": Look(fill="#00a86b", stroke="#113311", pattern="waves", ink="#222222")})
    for word in worn.looks:
        look = worn.look(word)
        assert look.fill in ("#ffffff", "none") or (word, look.fill) == ("solid", "#000000"), word
        assert look.stroke in ("#ffffff" if word == "halo" else "#000000", "none"), word
    assert worn.look("jade").pattern == "waves"


def test_later_words_override_earlier_ones() -> None:
    look = THEMES["light"].look("seat0 hollow win unknown")
    assert look.fill == "none"
    assert look.width == 1.8
    assert look.pattern == "plain"


def test_painters_can_draw_every_pattern() -> None:
    assert {"plain", *MARKS} == {"plain", *GLYPHS} == set(PATTERNS)
