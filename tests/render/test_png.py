"""Pictures for link previews: a valid PNG with the right colours in the right places."""

import random
import zlib
from struct import unpack

import pytest

from tableronde import scene as s
from tableronde.bots.simple import settled
from tableronde.game import CHANCE
from tableronde.play import arena
from tableronde.render.png import paint
from tableronde.scene import Area, Shape
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.theme import THEMES, Look

Pixels = list[list[tuple[int, ...]]]
GROUND = (0x1D, 0x17, 0x14)
LOOKS = {
    "jade": Look(fill="#00a86b"),
    "veil": Look(fill="#ffffff", opacity=0.5),
    "edge": Look(stroke="#ff0000", width=4.0),
    "dotted": Look(stroke="#ff0000", width=4.0, dash=True),
}


def decoded(data: bytes) -> Pixels:
    """Decode a PNG as this painter writes it: no filter, three bytes a pixel."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, {}
    while at < len(data):
        (size,), name = unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        chunks[name] = data[at + 8 : at + 8 + size]
        assert unpack(">I", data[at + 8 + size : at + 12 + size]) == (zlib.crc32(name + chunks[name]),)
        at += 12 + size
    width, height, depth, kind = unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 2)
    raw, line = zlib.decompress(chunks[b"IDAT"]), 1 + 3 * width
    assert len(raw) == line * height
    assert all(raw[row * line] == 0 for row in range(height))
    return [[tuple(raw[row * line + 1 + 3 * x : row * line + 4 + 3 * x]) for x in range(width)] for row in range(height)]


def drawn(*shapes: Shape) -> Pixels:
    """Draw shapes on an area of 100 by 100, a pixel a unit, centred in 148 by 148."""
    return decoded(paint(Area("a", (0, 0, 100, 100), shapes), LOOKS, THEMES["dark"], (148, 148)))


def test_a_card_has_the_size_that_messengers_want() -> None:
    pixels = decoded(paint(Area("a", (0, 0, 10, 10), ()), {}, THEMES["dark"]))
    assert (len(pixels[0]), len(pixels)) == (1200, 630)
    assert {pixel for row in pixels for pixel in row} == {GROUND}


def test_a_shape_lies_where_the_scene_puts_it() -> None:
    pixels = drawn(Shape("x", s.rectangle(20, 10), "jade", at=(30, 50)))
    assert pixels[24 + 50][24 + 30] == (0x00, 0xA8, 0x6B)
    assert pixels[24 + 50][24 + 39] == (0x00, 0xA8, 0x6B)
    assert pixels[24 + 50][24 + 41] == GROUND
    assert pixels[24 + 56][24 + 30] == GROUND


def test_a_turned_shape_lies_across() -> None:
    pixels = drawn(Shape("x", s.rectangle(20, 10), "jade", at=(30, 50), turn=90))
    assert pixels[24 + 59][24 + 30] == (0x00, 0xA8, 0x6B)
    assert pixels[24 + 50][24 + 37] == GROUND


def test_an_edge_between_two_pixels_is_smooth() -> None:
    pixels = drawn(Shape("x", s.polygon([(10, 10), (20.5, 10), (20.5, 20), (10, 20)]), "veil jade"))
    [green] = {pixels[24 + row][24 + 20][1] for row in range(11, 19)}
    low, high = sorted((GROUND[1], pixels[24 + 15][24 + 15][1]))
    assert low + 20 < green < high - 20


def test_glass_lets_the_ground_shine_through() -> None:
    pixels = drawn(Shape("x", s.circle(10), "veil", at=(50, 50)))
    assert all(abs(got - (255 + ground) / 2) <= 1 for got, ground in zip(pixels[24 + 50][24 + 50], GROUND, strict=True))


def test_a_hole_goes_the_other_way_round() -> None:
    ring = s.polygon([(0, 0), (40, 0), (40, 40), (0, 40)]) + s.polygon([(10, 10), (10, 30), (30, 30), (30, 10)])
    pixels = drawn(Shape("x", ring, "jade", at=(10, 10)))
    assert pixels[24 + 15][24 + 15] == (0x00, 0xA8, 0x6B)
    assert pixels[24 + 30][24 + 30] == GROUND


@pytest.mark.parametrize(("style", "gaps"), [("edge", False), ("dotted", True)])
def test_lines_have_their_width_and_dashes_their_gaps(style: str, gaps: bool) -> None:
    pixels = drawn(Shape("x", s.polyline([(5, 50), (95, 50)]), style))
    middle = pixels[24 + 50][24 + 6 : 24 + 94]
    assert (255, 0, 0) in middle
    assert (GROUND in middle) == gaps
    assert pixels[24 + 53][24 + 8] == GROUND


def test_secrets_change_no_byte_of_the_public_picture() -> None:
    table, rng = Table(find("cirkle-duo"), 3, rng=random.Random(4)), random.Random(4)
    while table.plies < 12:
        actor = rng.choice(table.to_act())
        table.play(*arena.roll(table, rng)) if actor == CHANCE else table.play(actor, rng.choice(settled(table.legal()[actor])))
    truth, other = table.state, table.game.imagine(table.view(), rng)
    assert truth != other
    pictures = [
        paint(table.box.scene(table.game.view(state, None), None, (), (), ()).after(99).areas[0], size=(300, 300))
        for state in (truth, other)
    ]
    assert pictures[0] == pictures[1]
