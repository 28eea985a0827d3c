"""Pictures as data: shapes on areas, which painters turn into SVG, terminal text or print.

A shape is a path of M, L, C and Z around its own origin, put at a place and turned. Its look is a few style
words instead of colours. The same id in two scenes is the same thing, so that a client can animate it from one to the other.

A scene may have a film, which shows the first seconds after the event that led to it. Painters
of still pictures (SVG, terminal, print, replays) ignore it and show the scene itself.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from tableronde.game import Json, Seat
from tableronde.text import NOTHING, Language, Text, same

Point = tuple[float, float]
ROLES = ("board", "choices", "hand", "notes", "side", "others")  # the roles of areas, the nearest to the board first
ROUND = 0.5522847498  # length of a cubic's handles for a quarter circle of radius 1
PATH_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing in the picture."""

    id: str
    path: str = ""  # M, L, C, Z with absolute coordinates around the shape's own origin
    style: str = ""  # style words, later ones override earlier ones
    at: Point = (0.0, 0.0)
    turn: float = 0.0  # degrees, clockwise
    label: Text = NOTHING  # text in its centre
    size: float = 0.0  # height of the label's letters, in the area's units
    title: Text = NOTHING  # what a screen reader says
    word: str = ""  # the word of the touch tree that pressing it picks
    jot: str = ""  # the name of a place for a private pencil note of a letter or two, which the rules never see

    def named(self, names: Sequence[Text]) -> "Shape":
        """Return the shape with the players' names filled in."""
        label, title = self.label, self.title
        if label is NOTHING and title is NOTHING:
            return self
        if not ("{" in title.fr or "{" in title.en or "{" in label.fr or "{" in label.en):
            return self  # most shapes name no player
        return replace(self, label=label.named(names), title=title.named(names))

    def json(self, language: Language) -> dict[str, Json]:
        """Return the shape as a client gets it, without empty values. A picture has hundreds, so no temporary objects are created."""
        x, y = self.at
        value: dict[str, Json] = {"id": self.id, "path": self.path, "style": self.style, "at": [round(x, 3), round(y, 3)]}
        if not (self.id and self.path and self.style):
            value = {key: part for key, part in value.items() if part}
        if self.turn and (turn := round(self.turn, 3)):
            value["turn"] = turn
        if self.label is not NOTHING and (label := self.label[language]):
            value["label"] = label
        if self.size and (size := round(self.size, 3)):
            value["size"] = size
        if self.title is not NOTHING and (title := self.title[language]):
            value["title"] = title
        if self.word:
            value["word"] = self.word
        if self.jot:
            value["jot"] = self.jot
        return value


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the picture with its own units, such as the board or a hand. Clients may lay areas out as they like."""

    id: str
    box: tuple[float, float, float, float]  # x, y, width, height
    shapes: tuple[Shape, ...]
    title: Text = NOTHING
    seat: Seat | None = None  # its owner, if any
    role: str = ""  # one of ROLES; if empty, the first area is the board, the player's own a hand, another's "others", the rest "side"

    def __post_init__(self) -> None:
        if self.role and self.role not in ROLES:
            raise ValueError(f"there is no role {self.role!r}; there is {', '.join(ROLES)}")

    def named(self, names: Sequence[Text]) -> "Area":
        """Return the area with the players' names filled in."""
        return replace(self, title=self.title.named(names), shapes=tuple([shape.named(names) for shape in self.shapes]))

    def head(self, language: Language, names: Sequence[Text] = ()) -> dict[str, Json]:
        """Return all but its shapes as a client gets it, without empty values, with the players' names filled in if given."""
        box, title = [round(value, 3) for value in self.box], self.title.named(names) if names else self.title
        head = {"id": self.id, "box": box, "seat": self.seat, "role": self.role, "title": title[language]}
        return {key: value for key, value in head.items() if value not in ("", None)}

    def json(self, language: Language) -> Json:
        """Return the area as a client gets it, without empty values."""
        return {"shapes": [shape.json(language) for shape in self.shapes], **self.head(language)}


class Frame(NamedTuple):
    """Areas as they look from a number of seconds after the event on; all others are as in the scene itself."""

    seconds: float
    areas: tuple[Area, ...] = ()
    captions: tuple[Text, ...] | None = None  # None: those of the scene


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. The first area is the main one; captions are sentences to show beside it and to read aloud."""

    areas: tuple[Area, ...]
    captions: tuple[Text, ...] = ()
    film: tuple[Frame, ...] = ()  # shown when the event happens, the first frame at 0 seconds; the last one stays

    def shapes(self) -> Iterator[Shape]:
        """Yield all shapes of all areas, from back to front."""
        for area in self.areas:
            yield from area.shapes

    def named(self, names: Sequence[Text]) -> "Scene":
        """Return the scene with the players' names in place of `{0}`, `{1}`, … in all its texts."""
        film = tuple(Frame(frame.seconds, _all_named(frame.areas, names), _texts_named(frame.captions, names)) for frame in self.film)
        return Scene(_all_named(self.areas, names), tuple(caption.named(names) for caption in self.captions), film)

    @property
    def lasts(self) -> float:
        """The seconds after which nothing changes any more."""
        return self.film[-1].seconds if self.film else 0.0

    @property
    def unfolds(self) -> bool:
        """Whether the film ends in the scene itself, so that it can be skipped."""
        return bool(self.film) and self.film[-1] == Frame(self.lasts)

    def frames(self) -> tuple[tuple[float, "Scene"], ...]:
        """Return the pictures of the film, each with the seconds after the event at which it appears."""
        return tuple((frame.seconds, self._at(frame)) for frame in self.film) or ((0.0, self),)

    def after(self, seconds: float) -> "Scene":
        """Return the picture this many seconds after the event."""
        return self._at([frame for frame in self.film if frame.seconds <= seconds][-1]) if self.film else self

    def _at(self, frame: Frame) -> "Scene":
        changed = {area.id: area for area in frame.areas}
        areas = tuple(changed.get(area.id, area) for area in self.areas)
        return Scene(areas, self.captions if frame.captions is None else frame.captions)

    def json(self, language: Language) -> Json:
        """Return the scene without its film as a client gets it, in one language, without empty values."""
        return {
            "areas": [area.json(language) for area in self.areas],
            "captions": [caption[language] for caption in self.captions],
        }


def number(value: float) -> str:
    """Write a coordinate with at most three decimals and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_bounds(path: str) -> tuple[float, float, float, float]:
    """Return the box around a path: left, top, right, bottom. Handles of curves count; circles and rounded corners are exact."""
    numbers = [float(each) for each in PATH_NUMBER.findall(path)]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def polygon(points: Iterable[Point]) -> str:
    """Return a closed path with straight sides."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """Return an open path with straight sides."""
    return polygon(points)[:-1]


@lru_cache(maxsize=512)
def rectangle(width: float, height: float, corner: float = 0.0) -> str:
    """Return a rectangle around the origin, with rounded corners if `corner` is given."""
    x, y = width / 2, height / 2
    if not corner:
        return polygon([(-x, -y), (x, -y), (x, y), (-x, y)])
    i, j, k = x - corner, y - corner, corner * (1 - ROUND)
    return (
        f"{_move(-i, -y)}L{_xy(i, -y)}C{_xy(x - k, -y)} {_xy(x, -y + k)} {_xy(x, -j)}"
        f"L{_xy(x, j)}C{_xy(x, y - k)} {_xy(x - k, y)} {_xy(i, y)}"
        f"L{_xy(-i, y)}C{_xy(-x + k, y)} {_xy(-x, y - k)} {_xy(-x, j)}"
        f"L{_xy(-x, -j)}C{_xy(-x, -y + k)} {_xy(-x + k, -y)} {_xy(-i, -y)}Z"
    )


@lru_cache(maxsize=512)
def circle(radius: float) -> str:
    """Return a circle around the origin."""
    r, k = radius, radius * ROUND
    return (
        f"{_move(r, 0)}C{_xy(r, k)} {_xy(k, r)} {_xy(0, r)}C{_xy(-k, r)} {_xy(-r, k)} {_xy(-r, 0)}"
        f"C{_xy(-r, -k)} {_xy(-k, -r)} {_xy(0, -r)}C{_xy(k, -r)} {_xy(r, -k)} {_xy(r, 0)}Z"
    )


@lru_cache(maxsize=512)
def regular(sides: int, radius: float, turn: float = 0.0) -> str:
    """Return a regular polygon around the origin; its first corner points up, turned clockwise by `turn` degrees."""
    return polygon(_spokes(sides, [radius], turn))


@lru_cache(maxsize=512)
def star(points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """Return a star around the origin; its first point is up, turned clockwise by `turn` degrees."""
    return polygon(_spokes(2 * points, [outer, inner], turn))


@lru_cache(maxsize=512)
def cross(arm: float, thickness: float) -> str:
    """Return an upright cross around the origin."""
    a, t = arm, thickness / 2
    return polygon([(-t, -a), (t, -a), (t, -t), (a, -t), (a, t), (t, t), (t, a), (-t, a), (-t, t), (-a, t), (-a, -t), (-t, -t)])


def words(text: str, at: Point, size: float, style: str = "ink", id: str = "") -> Shape:
    """Return a shape that is only a label, the same in both languages."""
    return Shape(id or f"text {number(at[0])} {number(at[1])}", style=style, at=at, label=same(text), size=size)


def _all_named(areas: Iterable[Area], names: Sequence[Text]) -> tuple[Area, ...]:
    return tuple(area.named(names) for area in areas)


def _texts_named(texts: tuple[Text, ...] | None, names: Sequence[Text]) -> tuple[Text, ...] | None:
    return None if texts is None else tuple(text.named(names) for text in texts)


def _move(x: float, y: float) -> str:
    return "M" + _xy(x, y)


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _spokes(corners: int, radii: Sequence[float], turn: float) -> list[Point]:
    angles = [(2 * i / corners - 0.5) * pi + turn * pi / 180 for i in range(corners)]
    return [(radii[i % len(radii)] * cos(angle), radii[i % len(radii)] * sin(angle)) for i, angle in enumerate(angles)]
