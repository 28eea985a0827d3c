"""Print kits as data: the components to cut out of printed sheets, how many of each, at actual size.

A kit is a list of components. Each has a cut line and drawings in millimetres around its own origin; the drawings are shapes
as in a scene, so that the same style words give colour, or patterns when printed in black. A component larger than a sheet is
printed on several sheets to be joined. `tableronde.printing` turns kits into pages.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Final, Literal

from tableronde.scene import PATH_NUMBER, Point, Scene, Shape, number, path_bounds
from tableronde.text import NOTHING, Language, Text
from tableronde.theme import Look

PaperName = Literal["a4", "letter"]
Ink = Literal["colour", "black"]
Making = Literal["flat", "fold", "duplex"]
PAPERS: Final[tuple[PaperName, ...]] = ("a4", "letter")
INKS: Final[tuple[Ink, ...]] = ("colour", "black")
CLEARANCE: Final = 0.3  # in millimetres: scissors are not exact


@dataclass(frozen=True, slots=True)
class Wish:
    """The settings of a print: paper, language, ink."""

    paper: PaperName = "a4"
    language: Language = "en"
    ink: Ink = "colour"
    clearance: float = CLEARANCE  # how much narrower, in millimetres, a piece is than the space it fits into
    address: str = ""  # of a room: each sheet has a QR code that leads there; none if empty


@dataclass(frozen=True, slots=True)
class Component:
    """One kind of thing to cut out. Lengths are in millimetres; paths and shapes are relative to the component's own origin."""

    name: Text  # components with the same name are counted together in the list of components
    outline: str  # the line to cut, holes included: a path of M, L, C and Z
    count: int = 1
    front: tuple[Shape, ...] = ()
    back: tuple[Shape, ...] = ()  # as seen with the other side up
    making: Making = "flat"  # "fold": its back is printed beside it, to fold and glue; "duplex": on the back of the sheet
    folds: str = ""  # the lines to fold: a path
    note: Text = NOTHING  # a note for making it, at the foot of its sheets
    unit: float = 0.6  # the unit of the looks' widths and patterns
    on: Text = NOTHING  # a sentence on what to print it on and how, if not on strong paper


@dataclass(frozen=True, slots=True)
class Part:
    """A line of comparison: what the original box contains, and what the kit gives instead."""

    box: Text
    kit: Text


@dataclass(frozen=True, slots=True)
class Kit:
    """All that is needed to make a game with printer, scissors and glue."""

    components: tuple[Component, ...]
    minutes: int = 60  # to make it
    needs: tuple[Text, ...] = ()  # besides paper, scissors and glue
    steps: tuple[Text, ...] = ()  # how to make it, in order
    instead: tuple[Text, ...] = ()  # what can be replaced by coins, buttons and the like
    parts: tuple[Part, ...] = ()  # the original box and the kit compared
    pads: tuple[Component, ...] = ()  # sheets to write on: each is repeated to fill a page of its own
    picture: Scene | None = None  # the finished game; by default the table as a game begins
    looks: Mapping[str, Look] = field(default_factory=dict)  # looks for paper, which replace the game's own


MakeKit = Callable[[Wish], Kit]
bounds: Final = path_bounds


def size(path: str) -> tuple[float, float]:
    """Return the width and height of a path."""
    left, top, right, bottom = bounds(path)
    return right - left, bottom - top


def moved(path: str, by: Point, factor: float = 1.0) -> str:
    """Scale a path, then move it."""
    places = iter(range(len(path)))
    return PATH_NUMBER.sub(lambda found: number(factor * float(found[0]) + by[next(places) % 2]), path)


def inset(corners: Sequence[Point], by: float) -> list[Point]:
    """Move the sides of a polygon inward by a distance (outward if negative), corners kept sharp. Its orientation does not matter."""
    count, way = len(corners), _turn(corners)
    found = []
    for i, (x, y) in enumerate(corners):
        a, b = _along(corners[i - 1], (x, y)), _along((x, y), corners[(i + 1) % count])
        share = way * by / (1 + a[0] * b[0] + a[1] * b[1])  # both sides move by the same, so the corner moves along their bisector
        found.append((x - share * (a[1] + b[1]), y + share * (a[0] + b[0])))
    return found


def _turn(corners: Sequence[Point]) -> int:
    """Return the orientation of a polygon: 1 if it turns from x to y, else -1."""
    doubled = sum(x * v - u * y for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True))
    return 1 if doubled > 0 else -1


def _along(start: Point, end: Point) -> Point:
    """Return the unit vector from one point towards another."""
    x, y = end[0] - start[0], end[1] - start[1]
    return x / hypot(x, y), y / hypot(x, y)


def enlarged(shapes: Iterable[Shape], factor: float, by: Point = (0.0, 0.0)) -> tuple[Shape, ...]:
    """Scale the shapes of a picture to `factor` millimetres a unit, then move them."""
    return tuple(
        replace(
            shape,
            path=moved(shape.path, (0.0, 0.0), factor),
            at=(factor * shape.at[0] + by[0], factor * shape.at[1] + by[1]),
            size=factor * shape.size,
        )
        for shape in shapes
    )
