"""A game on paper, as data: what is cut out of the printed sheets, how many of each, and true to size.

A kit is a list of components. Each has a cut line and drawings in millimetres around its own origin; the drawings are shapes
as in a scene, so that the same theme words give colour, or patterns where there is none. What is larger than a sheet is
printed on several that join. `tableronde.printing` turns kits into pages.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Final, Literal

from tableronde.scene import Point, Scene, Shape, number
from tableronde.text import NOTHING, Language, Text
from tableronde.theme import Look

PaperName = Literal["a4", "letter"]
Ink = Literal["colour", "black"]
Making = Literal["flat", "fold", "duplex"]
PAPERS: Final[tuple[PaperName, ...]] = ("a4", "letter")
INKS: Final[tuple[Ink, ...]] = ("colour", "black")
CLEARANCE: Final = 0.3  # in millimetres: scissors are not exact
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants printed: on which paper, in which language, with which ink."""

    paper: PaperName = "a4"
    language: Language = "en"
    ink: Ink = "colour"
    clearance: float = CLEARANCE  # how much narrower, in millimetres, a piece is than the space it goes into
    address: str = ""  # of a room: a code on each sheet leads there; none without it


@dataclass(frozen=True, slots=True)
class Component:
    """One kind of thing to cut out. Lengths are millimetres, paths and shapes stand around the component's own origin."""

    name: Text  # components of one name are counted together in the list of what there is
    outline: str  # where it is cut, holes included: a path of M, L, C and Z
    count: int = 1
    front: tuple[Shape, ...] = ()
    back: tuple[Shape, ...] = ()  # as one sees it with the other side up
    making: Making = "flat"  # "fold": its back is printed beside it, to fold and glue; "duplex": on the back of the sheet
    folds: str = ""  # where it is folded: a path
    note: Text = NOTHING  # what to know when making it; stands at the foot of its sheets
    unit: float = 0.6  # what the looks' widths and patterns are measured in
    on: Text = NOTHING  # what it is printed on and how, in a sentence, if not on strong paper


@dataclass(frozen=True, slots=True)
class Part:
    """What the box had of something, and what the kit gives instead."""

    box: Text
    kit: Text


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything a family needs to make a game with printer, scissors and glue."""

    components: tuple[Component, ...]
    minutes: int = 60  # to make it
    needs: tuple[Text, ...] = ()  # beyond paper, scissors and glue
    steps: tuple[Text, ...] = ()  # how it is made, one after the other
    instead: tuple[Text, ...] = ()  # what coins, buttons and the like may replace
    parts: tuple[Part, ...] = ()  # the box and the kit, thing by thing
    pads: tuple[Component, ...] = ()  # sheets to write on: each fills a page of its own with as many as there is room for
    picture: Scene | None = None  # what one will have; else the table as a game begins
    looks: Mapping[str, Look] = field(default_factory=dict)  # theme words on paper, over the game's own


MakeKit = Callable[[Wish], Kit]


def bounds(path: str) -> tuple[float, float, float, float]:
    """The box around a path: left, top, right, bottom. Of a curve its handles count: circles and rounded corners are exact."""
    numbers = [float(each) for each in _NUMBER.findall(path)]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def size(path: str) -> tuple[float, float]:
    """How wide and how high a path is."""
    left, top, right, bottom = bounds(path)
    return right - left, bottom - top


def moved(path: str, by: Point, factor: float = 1.0) -> str:
    """A path enlarged and then moved."""
    places = iter(range(len(path)))
    return _NUMBER.sub(lambda found: number(factor * float(found[0]) + by[next(places) % 2]), path)


def inset(corners: Sequence[Point], by: float) -> list[Point]:
    """A polygon whose sides lie so much further inside, corners kept sharp; less than 0: outside. Its way round does not matter."""
    count, way = len(corners), _turn(corners)
    found = []
    for i, (x, y) in enumerate(corners):
        a, b = _along(corners[i - 1], (x, y)), _along((x, y), corners[(i + 1) % count])
        share = way * by / (1 + a[0] * b[0] + a[1] * b[1])  # both sides move by the same, so the corner moves along their bisector
        found.append((x - share * (a[1] + b[1]), y + share * (a[0] + b[0])))
    return found


def _turn(corners: Sequence[Point]) -> int:
    """1 if the polygon runs with its inside where x turns towards y, else -1."""
    doubled = sum(x * v - u * y for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True))
    return 1 if doubled > 0 else -1


def _along(start: Point, end: Point) -> Point:
    """A step of length 1 from one point towards another."""
    x, y = end[0] - start[0], end[1] - start[1]
    return x / hypot(x, y), y / hypot(x, y)


def enlarged(shapes: Iterable[Shape], factor: float, by: Point = (0.0, 0.0)) -> tuple[Shape, ...]:
    """Shapes of a picture in millimetres: so many to one of its units, and then moved."""
    return tuple(
        replace(
            shape,
            path=moved(shape.path, (0.0, 0.0), factor),
            at=(factor * shape.at[0] + by[0], factor * shape.at[1] + by[1]),
            size=factor * shape.size,
        )
        for shape in shapes
    )
