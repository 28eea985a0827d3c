"""Render a scene as terminal text: shapes as half-block pixels in colour, or as plain characters without colour.

Without colour a shape shows its pattern, so that no information is lost in black and white.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, cos, floor, pi, sin
from textwrap import shorten, wrap
from typing import Final

from tableronde.game import Seat
from tableronde.render.layout import Measures, Spot, lay_out, part_of
from tableronde.scene import Area, Point, Scene, Shape
from tableronde.text import Language
from tableronde.theme import DARK, Look, Theme, dressed, luminance

Colour = tuple[int, int, int]
GLYPHS: Final = {"stripes": "/", "dots": ":", "hatch": "#", "rings": "o", "chevrons": "^", "grid": "+", "waves": "~"}
RAMP: Final = " .,_-;=*%@"  # plain fills, from dark to bright
THICK: Final = 0.6  # lines this wide are filled
FINE: Final = 6.0  # thinner lines are drawn around shapes of this size or more, in pixels; smaller ones they would hide
LETTER: Final = 2.0  # height of a letter, in pixels
THING: Final = 3.0  # size at which targets can be told apart, in pixels
TERMINAL: Final = Measures(gap=2.0, title=2.0, tabs=2.0)
CURVE: Final = 6  # straight segments of a curve
RESET: Final = "\x1b[0m"


class Canvas:
    """Pixels, two rows for each line of text, each with a colour and the character that stands for it."""

    def __init__(self, columns: int, lines: int, ground: str) -> None:
        self.columns, self.rows = columns, 2 * lines
        self.ground = rgb(ground)
        self.colours = [[self.ground] * columns for _ in range(self.rows)]
        self.glyphs = [[" "] * columns for _ in range(self.rows)]
        self.letters: dict[tuple[int, int], tuple[str, Colour]] = {}

    def fill(self, loops: Sequence[Sequence[Point]], colour: Colour, opacity: float, glyph: str) -> None:
        """Fill the inside of closed loops (even-odd rule); in plain characters never with the character already there."""
        cells = list(self._inside(loops))
        if cells and glyph in RAMP and self.glyphs[cells[0][0]][cells[0][1]] == glyph:
            glyph = RAMP[RAMP.index(glyph) + (1 if glyph != RAMP[-1] else -1)]
        for row, column in cells:
            self._dye(row, column, colour, opacity, glyph)

    def _inside(self, loops: Sequence[Sequence[Point]]) -> Iterator[tuple[int, int]]:
        heights = [y for loop in loops for _, y in loop]
        for row in range(max(0, floor(min(heights, default=0))), min(self.rows, ceil(max(heights, default=0)) + 1)):
            crossings = sorted(_crossings(loops, row + 0.5))
            for left, right in zip(crossings[::2], crossings[1::2], strict=False):
                yield from ((row, column) for column in range(max(0, round(left)), min(self.columns, round(right))))

    def stroke(self, loops: Sequence[Sequence[Point]], colour: Colour, opacity: float = 1.0, glyph: str = "+") -> None:
        """Draw lines one pixel wide."""
        for loop in loops:
            for (x, y), (u, v) in pairwise(loop):
                steps = max(1, round(max(abs(u - x), abs(v - y))))
                for i in range(steps + 1):
                    self._dye(floor(y + (v - y) * i / steps), floor(x + (u - x) * i / steps), colour, opacity, glyph)

    def write(self, text: str, x: float, y: float, colour: Colour, anchor: str) -> None:
        """Write letters, one in each cell."""
        line, start = floor(y / 2), round(x - {"start": 0, "middle": len(text) / 2, "end": len(text)}[anchor])
        for i, letter in enumerate(text):
            if 0 <= start + i < self.columns:
                self.letters[line, start + i] = letter, colour

    def lines(self, coloured: bool) -> Iterator[str]:
        """Yield the lines of the picture without empty ones at the top and bottom."""
        ground = self.ground
        bare = [2 * i for i in range(self.rows // 2) if {*self.colours[2 * i], *self.colours[2 * i + 1]} == {ground}]
        empty = {row // 2 for row in bare} - {line for line, _ in self.letters}
        full = [line for line in range(self.rows // 2) if line not in empty]
        for line in range(full[0], full[-1] + 1) if full else ():
            cells = [self._cell(line, column, coloured) for column in range(self.columns)]
            yield "".join(cells).rstrip() + (RESET if coloured else "")

    def _dye(self, row: int, column: int, colour: Colour, opacity: float, glyph: str) -> None:
        if 0 <= row < self.rows and 0 <= column < self.columns:
            self.colours[row][column] = _mix(self.colours[row][column], colour, opacity)
            self.glyphs[row][column] = glyph if opacity > 0.2 else self.glyphs[row][column]

    def _cell(self, line: int, column: int, coloured: bool) -> str:
        upper, lower = self.colours[2 * line][column], self.colours[2 * line + 1][column]
        letter, ink = self.letters.get((line, column), ("▀", upper))
        if not coloured:
            both = self.glyphs[2 * line][column], self.glyphs[2 * line + 1][column]
            return letter if (line, column) in self.letters else "+" if "+" in both else "·" if "·" in both else both[0]
        return f"\x1b[38;2;{ink[0]};{ink[1]};{ink[2]};48;2;{lower[0]};{lower[1]};{lower[2]}m{letter}"


def paint(
    scene: Scene,
    looks: Mapping[str, Look] | None = None,
    theme: Theme = DARK,
    language: Language = "en",
    columns: int = 72,
    lines: int = 60,
    coloured: bool = True,
    seat: Seat | None = None,
    chosen: str = "",
    offers: Collection[str] = (),
) -> str:
    """Render the scene as text as a seat sees it, within these columns and lines, captions included.

    If not all areas fit, some share a place: the `chosen` one is drawn, or the one with most offers; the others are
    listed with their numbers.
    """
    captions = [line for caption in scene.captions for line in wrap(caption[language], columns)]
    shown = [(i, area) for i, area in enumerate(scene.areas) if i == 0 or area.shapes]
    rows = max(1, lines - len(captions))
    asked = _asked([area for _, area in shown], offers)
    tab = next((k for k, (_, area) in enumerate(shown) if area.id == chosen), asked)
    parts = [part_of(area, i, seat, language, LETTER, THING) for i, area in shown]
    layout = lay_out(parts, columns, 2 * rows, TERMINAL, asked, tab)
    canvas = Canvas(columns, rows, theme.ground)
    worn = dressed(theme, looks or {})
    for k, ((_, area), spot) in enumerate(zip(shown, layout.spots, strict=True)):
        if spot:
            _area(canvas, area, spot, worn, language, titled=k > 0 and k not in layout.tabs)
    if layout.bar:
        each = max(3, int(layout.bar.width) // len(layout.tabs) - 1)
        names = [f"{'>' if layout.spots[k] else ' '}{shown[k][0] + 1} {shown[k][1].title[language]}"[:each] for k in layout.tabs]
        canvas.write(" ".join(names), layout.bar.x, layout.bar.y, rgb(worn.look("ink").ink or "#888888"), "start")
    return "\n".join([*canvas.lines(coloured), *captions])


def _asked(areas: Sequence[Area], offers: Collection[str]) -> int:
    """Return the index of the area with most offers; -1 if there are none."""
    counts = [len({shape.word for shape in area.shapes if shape.word in offers}) for area in areas]
    return counts.index(max(counts)) if any(counts) else -1


def _area(canvas: Canvas, area: Area, spot: Spot, theme: Theme, language: Language, titled: bool) -> None:
    left, top, width, _ = area.box
    at = spot.x - left * spot.scale, spot.y - top * spot.scale
    for shape in area.shapes:
        _shape(canvas, shape, theme.look(shape.style), language, spot.scale, at)
    if titled:
        title = shorten(area.title[language], max(12, int(width * spot.scale)), placeholder="…")
        canvas.write(title, spot.x, spot.y - TERMINAL.title, rgb(theme.look("faint").ink or "#888888"), "start")


def _shape(canvas: Canvas, shape: Shape, look: Look, language: Language, scale: float, origin: Point) -> None:
    def place(point: Point) -> Point:
        x, y = turned(point, shape.turn)
        return (x + shape.at[0]) * scale + origin[0], (y + shape.at[1]) * scale + origin[1]

    loops = [[place(point) for point in loop] for loop in flatten(shape.path)]
    if look.fill and look.fill != "none":
        canvas.fill(loops, rgb(look.fill), look.opacity or 0.0, _glyph(look))
    if look.stroke and look.stroke != "none" and look.width:
        thick = look.width >= THICK
        if thick or _spans(loops) >= FINE:
            canvas.stroke(loops, rgb(look.stroke), 1.0 if thick else 0.6, "+" if thick else "·")
    if shape.label[language]:
        canvas.write(shape.label[language], *place((0.0, 0.0)), rgb(look.ink or "#888888"), look.anchor or "middle")


def _spans(loops: Sequence[Sequence[Point]]) -> float:
    """Return the shorter side of the box around some loops; of a line, its length."""
    points = [point for loop in loops for point in loop]
    if not points:
        return 0.0
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    return min(wide, high) or max(wide, high)


def flatten(path: str, pieces: int = CURVE) -> list[list[Point]]:
    """Convert a path of M, L, C and Z to loops of points, each curve to this many straight segments."""
    loops: list[list[Point]] = []
    for command, numbers in _commands(path):
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        match command:
            case "M":
                loops.append(points)
            case "L":
                loops[-1] += points
            case "C":
                loops[-1] += _curve([loops[-1][-1], *points], pieces)
            case "Z":
                loops[-1].append(loops[-1][0])
    return loops


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    for letter in "MLCZ":
        path = path.replace(letter, f"\n{letter} ")
    for line in path.split("\n")[1:]:
        command, *numbers = line.split()
        yield command, [float(number) for number in numbers]


def _curve(ends: Sequence[Point], pieces: int) -> list[Point]:
    start, one, two, end = ends
    return [_bezier(start, one, two, end, i / pieces) for i in range(1, pieces + 1)]


def _bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    x, y = (sum(weight * point[i] for weight, point in zip(weights, (a, b, c, d), strict=True)) for i in (0, 1))
    return x, y


def _crossings(loops: Sequence[Sequence[Point]], height: float) -> Iterator[float]:
    for loop in loops:
        for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (y <= height) != (v <= height):
                yield x + (height - y) * (u - x) / (v - y)


def turned(point: Point, degrees: float) -> Point:
    """Turn a point clockwise around the origin."""
    angle = degrees * pi / 180
    return point[0] * cos(angle) - point[1] * sin(angle), point[0] * sin(angle) + point[1] * cos(angle)


def _glyph(look: Look) -> str:
    bright = luminance(look.fill or "#000000") ** 0.5
    return GLYPHS.get(look.pattern or "plain") or RAMP[min(len(RAMP) - 1, int(bright * len(RAMP)))]


def rgb(colour: str) -> Colour:
    """Parse a colour into three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(under: Colour, over: Colour, opacity: float) -> Colour:
    r, g, b = (round(a + (c - a) * opacity) for a, c in zip(under, over, strict=True))
    return r, g, b
