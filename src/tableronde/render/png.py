"""Render a scene as PNG, for messengers that do not show SVG: one pure function to bytes, with the standard library only.

Each row stores red, green and blue separately, so that a run of equal coverage is blended by one `bytes.translate`. Edges are
smooth because a row is sampled along a few thin lines, whose crossings are weighted by their position within a pixel. Labels are
drawn in the room's own letters; patterns and labels too small to read are left out: at the size of a preview they would be specks.
"""

import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin
from struct import pack
from typing import Final

from tableronde.render.lettering import outline
from tableronde.render.terminal_text import Colour, flatten, rgb, turned
from tableronde.scene import Area, Point, Shape
from tableronde.text import Language
from tableronde.theme import LIGHT, Look, Theme, dressed

Loop = Sequence[Point]
CARD: Final = (1200, 630)  # the usual size of link previews
MARGIN: Final = 24.0
LEGIBLE: Final = 9.0  # pixels of the smallest letters drawn
BASELINE: Final = 0.35  # from the middle of a label to its baseline, in letter sizes
LINES: Final = 4  # sample lines in a row of pixels
STEPS: Final = 255  # levels of coverage, from none to full
CURVE: Final = 12  # straight segments of a curve
ROUND: Final = 8  # corners of a round line cap


def paint(
    area: Area,
    looks: Mapping[str, Look] | None = None,
    theme: Theme = LIGHT,
    size: tuple[int, int] = CARD,
    margin: float = MARGIN,
    language: Language = "en",
) -> bytes:
    """Render one area as a PNG of that size, centred and as large as possible."""
    return draw(area, looks, theme, size, margin, language).png()


def draw(
    area: Area,
    looks: Mapping[str, Look] | None = None,
    theme: Theme = LIGHT,
    size: tuple[int, int] = CARD,
    margin: float = MARGIN,
    language: Language = "en",
) -> "Canvas":
    """Render one area as pixels."""
    worn, canvas = dressed(theme, looks or {}), Canvas(*size, rgb(theme.ground))
    left, top, width, height = area.box
    scale = min((size[0] - 2 * margin) / width, (size[1] - 2 * margin) / height)
    corner = (size[0] - width * scale) / 2 - left * scale, (size[1] - height * scale) / 2 - top * scale
    for shape in area.shapes:
        look = worn.look(shape.style)
        _shape(canvas, shape, look, scale, corner, min(width, height) / 100 * scale)
        if shape.size * scale >= LEGIBLE and (text := shape.label[language]):
            _label(canvas, replace(shape, path=_letters(text, shape.size, look)), look, scale, corner)
    return canvas


def _shape(canvas: "Canvas", shape: Shape, look: Look, scale: float, corner: Point, unit: float) -> None:
    def place(point: Point) -> Point:
        x, y = turned(point, shape.turn)
        return (x + shape.at[0]) * scale + corner[0], (y + shape.at[1]) * scale + corner[1]

    loops = [[place(point) for point in loop] for loop in flatten(shape.path, CURVE)]
    if look.fill and look.fill != "none":
        canvas.fill(loops, rgb(look.fill), 1.0 if look.opacity is None else look.opacity)
    if look.stroke and look.stroke != "none" and look.width:
        width = look.width * unit
        lines = [piece for loop in loops for piece in _dashes(loop, 4 * width, 3 * width)] if look.dash else loops
        canvas.fill([ribbon for line in lines for ribbon in _ribbons(line, width / 2)], rgb(look.stroke), 1.0)


def _label(canvas: "Canvas", shape: Shape, look: Look, scale: float, corner: Point) -> None:
    """Fill the letters of a label, which a path gives."""
    _shape(canvas, replace(shape, at=_below(shape)), Look(fill=_colour(look.ink)), scale, corner, 0.0)


def _below(shape: Shape) -> Point:
    """Return the place of a label's baseline, which is a little below its middle."""
    x, y = turned((0.0, BASELINE * shape.size), shape.turn)
    return shape.at[0] + x, shape.at[1] + y


def _colour(ink: str | None) -> str:
    return ink if ink and ink.startswith("#") else "#808080"


def _letters(text: str, size: float, look: Look) -> str:
    return outline(text, size, "serif" if look.font == "serif" or look.bold else "sans", look.anchor or "middle")


class Canvas:
    """Rows of pixels, with red, green and blue stored separately."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width, self.height = width, height
        self.rows = [tuple(bytearray([part]) * width for part in ground) for _ in range(height)]

    def fill(self, loops: Sequence[Loop], colour: Colour, opacity: float) -> None:
        """Fill the inside of closed loops (nonzero winding rule)."""
        for row, coverage in _coverage(loops, self.height).items():
            for start, end, covered in _runs(coverage, self.width):
                self._dye(row, start, end, colour, round(STEPS * covered * opacity))

    def _dye(self, row: int, start: int, end: int, colour: Colour, step: int) -> None:
        for channel, part in zip(self.rows[row], colour, strict=True):
            channel[start:end] = channel[start:end].translate(_mixture(part, step))

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file."""
        head = pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)  # eight bits, RGB, default methods
        return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(self._pixels(), 6)) + _chunk(b"IEND", b"")

    def _pixels(self) -> bytes:
        """Return all rows, each after a zero: the filter type "none"."""
        data = bytearray((1 + 3 * self.width) * self.height)
        for i, row in enumerate(self.rows):
            start = i * (1 + 3 * self.width) + 1
            for channel, values in enumerate(row):
                data[start + channel : start + 3 * self.width : 3] = values
        return bytes(data)


def _chunk(name: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + name + data + pack(">I", zlib.crc32(name + data))


@lru_cache(maxsize=4096)
def _mixture(part: int, step: int) -> bytes:
    """Return the table that blends every colour value with another at a level of coverage."""
    return bytes(under + ((part - under) * step + STEPS // 2) // STEPS for under in range(256))


def _coverage(loops: Sequence[Loop], height: int) -> dict[int, dict[int, float]]:
    """Return the change of coverage from the previous column, by row and column."""
    rows: dict[int, dict[int, float]] = {}
    for line, crossings in _crossings(loops, height).items():
        row = rows.setdefault(line // LINES, defaultdict(float))
        for left, right in _spans(sorted(crossings)):
            _step(row, left, 1 / LINES)
            _step(row, right, -1 / LINES)
    return rows


def _crossings(loops: Sequence[Loop], height: int) -> dict[int, list[tuple[float, int]]]:
    """Return where loops cross each sample line, and whether downward or upward."""
    lines: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for loop in loops:
        for (x, y), (u, v) in pairwise((*loop, loop[0])):
            if y == v:
                continue
            slope, way = (u - x) / (v - y), 1 if v > y else -1
            first, last = ceil(min(y, v) * LINES - 0.5), ceil(max(y, v) * LINES - 0.5)
            for line in range(max(0, first), min(last, height * LINES)):
                lines[line].append((x + ((line + 0.5) / LINES - y) * slope, way))
    return lines


def _spans(crossings: Sequence[tuple[float, int]]) -> Iterator[tuple[float, float]]:
    """Yield the spans in which a sample line is inside."""
    around, start = 0, 0.0
    for x, way in crossings:
        if around == 0:
            start = x
        around += way
        if around == 0:
            yield start, x


def _step(row: dict[int, float], x: float, weight: float) -> None:
    column = floor(x)
    row[column] += weight * (column + 1 - x)
    row[column + 1] += weight * (x - column)


def _runs(coverage: Mapping[int, float], width: int) -> Iterator[tuple[int, int, float]]:
    """Yield runs of adjacent columns with the same coverage."""
    covered = 0.0
    for start, end in pairwise(sorted(coverage)):
        covered += coverage[start]
        if covered > 0.002 and end > 0 and start < width:
            yield max(0, start), min(end, width), min(1.0, covered)


def _ribbons(line: Loop, reach: float) -> Iterator[Loop]:
    """Yield a wide line as loops of the same orientation: a strip for each segment, a round joint for each end."""
    reach = max(reach, 0.35)
    for (x, y), (u, v) in pairwise(line):
        long = hypot(u - x, v - y)
        if long:
            a, b = (v - y) / long * reach, (u - x) / long * reach
            yield (x + a, y - b), (u + a, v - b), (u - a, v + b), (x - a, y + b)
    if reach > 1:
        yield from ([(x + reach * c, y + reach * s) for c, s in _DISC] for x, y in line)


_DISC: Final = [(cos(2 * pi * i / ROUND), sin(2 * pi * i / ROUND)) for i in range(ROUND)]


def _dashes(line: Loop, on: float, off: float) -> Iterator[Loop]:
    """Cut a line into dashes."""
    left, drawn, dash = on, True, [line[0]]
    for (x, y), (u, v) in pairwise(line):
        long, done = hypot(u - x, v - y), 0.0
        while long - done > left:
            done += left
            cut = (x + (u - x) * done / long, y + (v - y) * done / long)
            if drawn:
                yield [*dash, cut]
            drawn, left, dash = not drawn, off if drawn else on, [cut]
        left -= long - done
        dash.append((u, v))
    if drawn:
        yield dash
