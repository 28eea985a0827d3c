"""A tile of walnut: its looks, and a grain that runs differently on each, across and along in turn, as in a parquet."""

from functools import lru_cache
from random import Random
from typing import Final

from tableronde.scene import Point, Shape, rectangle
from tableronde.text import NOTHING, Text
from tableronde.theme import Look

EDGE: Final = 4.65  # half a tile, in the picture's units
FACE: Final = rectangle(2 * EDGE, 2 * EDGE, 0.9)
RING: Final = rectangle(2 * EDGE - 1.5, 2 * EDGE - 1.5, 0.6)
SHADOW: Final = rectangle(2 * EDGE + 0.2, 2 * EDGE + 0.2, 1.1)
GLEAM: Final = "M-3.9 -4.45L3.9 -4.45"  # the light on the rounded upper edge
CUTS: Final = 7  # different boards the tiles are cut from
VEINS: Final = 8  # dark lines on a tile
WOOD_LOOKS: Final = {
    "board-tile": Look(fill="#5f3c24", stroke="#2a180d", width=0.16),
    "board-side": Look(fill="#351f12", stroke="#1c0f08", width=0.16),
    "board-grain": Look(fill="none", stroke="#4a2d19", width=0.22),
    "board-inlay": Look(fill="none", stroke="#75502f", width=0.13),
    "board-gleam": Look(fill="none", stroke="#9a7145", width=0.22),
    "board-shade": Look(fill="#15100d", opacity=0.22),
}


@lru_cache(256)
def grain(k: int) -> tuple[str, str]:
    """Return the dark lines and the light veins of a tile; on some the lines bend around a knot."""
    rng = Random(k % CUTS)
    knot = (rng.uniform(-2.4, 2.4), rng.uniform(-2.4, 2.4)) if k % CUTS in (1, 4) else None
    rows = [-3.9 + 7.8 * (i + rng.uniform(-0.3, 0.3)) / (VEINS - 1) for i in range(VEINS)]
    dark = "".join(_line(y, 0.5 * rng.uniform(-1, 1), knot) for y in rows) + (_knot(*knot) if knot else "")
    light = "".join(_line(y + 0.42, 0.4 * rng.uniform(-1, 1), knot) for y in rows[::2])
    return dark, light


def _line(y: float, sway: float, knot: Point | None) -> str:
    """Return a line of the grain from edge to edge, which gives way to the knot."""
    x, high = knot or (0.0, 99.0)
    push = 1.5 * max(0.0, 1 - abs(y - high) / 2.4) * (1 if y >= high else -1)
    middle = max(-4.0, min(4.0, y + push + sway))
    start = f"M-4.3 {y:.2f}C-2 {y + sway:.2f} {x - 1.7:.2f} {middle:.2f} {x:.2f} {middle:.2f}"
    return start + f"C{x + 1.7:.2f} {middle:.2f} 2.4 {y - sway:.2f} 4.3 {y:.2f}"


def _knot(x: float, y: float) -> str:
    """Return the rings of a knot."""
    return "".join(
        f"M{x - a:.2f} {y:.2f}C{x - a:.2f} {y - b:.2f} {x + a:.2f} {y - b:.2f} {x + a:.2f} {y:.2f}"
        f"C{x + a:.2f} {y + b:.2f} {x - a:.2f} {y + b:.2f} {x - a:.2f} {y:.2f}Z"
        for a, b in ((0.35, 0.25), (0.8, 0.62))
    )


def tile(k: int, at: Point, style: str = "", title: Text = NOTHING, word: str = "", *, chosen: bool = False) -> tuple[Shape, ...]:
    """Return the shapes of a tile, from its shadow to the light on its edge; a chosen one has a ring on its wood."""
    (x, y), (dark, light) = at, grain(k)
    turn = 90.0 * (k % 2)
    ring = (Shape(f"chosen-{k}", RING, "picked hollow", at),) if chosen else ()
    return (
        Shape(f"shade-{k}", SHADOW, "board-shade", (x + 0.35, y + 1.0)),
        Shape(f"side-{k}", FACE, "board-side", (x, y + 0.55)),
        Shape(f"tile-{k}", FACE, f"board-tile {style}".strip(), at, title=title, word=word),
        Shape(f"grain-{k}", dark, "board-grain", at, turn),
        Shape(f"vein-{k}", light, "board-inlay", at, turn),
        Shape(f"gleam-{k}", GLEAM, "board-gleam", at),
        *ring,
    )
