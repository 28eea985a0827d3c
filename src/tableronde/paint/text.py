"""Scene to terminal text: the shapes as half-block pixels in colour, or as plain characters where there is none.

Without colour a shape shows its pattern, so nothing is lost to those who see or print in black and white.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, floor, pi, sin
from typing import Final

from tableronde.scene import Area, Point, Scene, Shape
from tableronde.text import Language
from tableronde.theme import DARK, Look, Theme, dressed, luminance

Colour = tuple[int, int, int]
GLYPHS: Final = {"stripes": "/", "dots": ":", "hatch": "#", "rings": "o", "chevrons": "^", "grid": "+", "waves": "~"}
RAMP: Final = " .-=*@"  # plain fills, from dark to bright
CURVE: Final = 6  # straight pieces for a curve
RESET: Final = "\x1b[0m"


class Canvas:
    """Pixels, twice as many rows as lines of text, each a colour and the character that stands for it."""

    def __init__(self, columns: int, lines: int, ground: str) -> None:
        self.columns, self.rows = columns, 2 * lines
        self.colours = [[rgb(ground)] * columns for _ in range(self.rows)]
        self.glyphs = [[" "] * columns for _ in range(self.rows)]
        self.letters: dict[tuple[int, int], tuple[str, Colour]] = {}

    def fill(self, loops: Sequence[Sequence[Point]], colour: Colour, opacity: float, glyph: str) -> None:
        """Everything inside some closed loops, counted even and odd."""
        for row in range(self.rows):
            crossings = sorted(_crossings(loops, row + 0.5))
            for left, right in zip(crossings[::2], crossings[1::2], strict=False):
                for column in range(max(0, round(left)), min(self.columns, round(right))):
                    self._dye(row, column, colour, opacity, glyph)

    def stroke(self, loops: Sequence[Sequence[Point]], colour: Colour) -> None:
        """The lines themselves, one pixel wide."""
        for loop in loops:
            for (x, y), (u, v) in pairwise(loop):
                steps = max(1, round(max(abs(u - x), abs(v - y))))
                for i in range(steps + 1):
                    self._dye(floor(y + (v - y) * i / steps), floor(x + (u - x) * i / steps), colour, 1.0, "+")

    def write(self, text: str, x: float, y: float, colour: Colour, anchor: str) -> None:
        """Letters, each in a cell of its own."""
        line, start = floor(y / 2), round(x - {"start": 0, "middle": len(text) / 2, "end": len(text)}[anchor])
        for i, letter in enumerate(text):
            self.letters[line, start + i] = letter, colour

    def lines(self, coloured: bool) -> Iterator[str]:
        """The picture, line by line."""
        for line in range(self.rows // 2):
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
            return letter if (line, column) in self.letters else "+" if "+" in both else both[0]
        return f"\x1b[38;2;{ink[0]};{ink[1]};{ink[2]};48;2;{lower[0]};{lower[1]};{lower[2]}m{letter}"


def paint(
    scene: Scene,
    looks: Mapping[str, Look] | None = None,
    theme: Theme = DARK,
    language: Language = "en",
    columns: int = 72,
    lines: int = 60,
    coloured: bool = True,
) -> str:
    """The scene as text: each area as a picture of at most that size, then the captions."""
    worn = dressed(theme, looks or {})
    parts = [_area(area, worn, language, columns, lines if area is scene.areas[0] else lines // 3, coloured) for area in scene.areas]
    return "\n".join([*parts, *(caption[language] for caption in scene.captions)])


def _area(area: Area, theme: Theme, language: Language, columns: int, lines: int, coloured: bool) -> str:
    left, top, width, height = area.box
    scale = min(columns / width, 2 * lines / height)
    canvas = Canvas(round(width * scale), max(1, round(height * scale / 2)), theme.ground)
    for shape in area.shapes:
        _shape(canvas, shape, theme.look(shape.style), language, scale, left, top)
    return "\n".join(canvas.lines(coloured))


def _shape(canvas: Canvas, shape: Shape, look: Look, language: Language, scale: float, left: float, top: float) -> None:
    def place(point: Point) -> Point:
        x, y = turned(point, shape.turn)
        return (x + shape.at[0] - left) * scale, (y + shape.at[1] - top) * scale

    loops = [[place(point) for point in loop] for loop in flatten(shape.path)]
    if look.fill and look.fill != "none":
        canvas.fill(loops, rgb(look.fill), look.opacity or 0.0, _glyph(look))
    if look.stroke and look.stroke != "none" and (look.width or 0) >= 0.6:
        canvas.stroke(loops, rgb(look.stroke))
    if shape.label[language]:
        canvas.write(shape.label[language], *place((0.0, 0.0)), rgb(look.ink or "#888888"), look.anchor or "middle")


def flatten(path: str, pieces: int = CURVE) -> list[list[Point]]:
    """A path of M, L, C and Z as loops of points, each curve as so many straight pieces."""
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
    """A point turned around the origin, clockwise."""
    angle = degrees * pi / 180
    return point[0] * cos(angle) - point[1] * sin(angle), point[0] * sin(angle) + point[1] * cos(angle)


def _glyph(look: Look) -> str:
    bright = luminance(look.fill or "#000000") ** 0.5
    return GLYPHS.get(look.pattern or "plain") or RAMP[min(len(RAMP) - 1, int(bright * len(RAMP)))]


def rgb(colour: str) -> Colour:
    """A colour as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(under: Colour, over: Colour, opacity: float) -> Colour:
    r, g, b = (round(a + (c - a) * opacity) for a, c in zip(under, over, strict=True))
    return r, g, b
