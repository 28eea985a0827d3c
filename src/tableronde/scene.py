"""A picture as data: shapes on areas, which painters turn into SVG, terminal text or print.

A shape is a path of M, L, C and Z around its own origin, put at a place and turned. What it looks like is a few theme
words, not colours. The same id in two scenes is the same thing, so a client can glide it from one to the other.

A scene may be watched in time: its film says how it looks in the first seconds after the event that led to it. Painters
of still pictures (SVG, terminal, print, replays) know no time: they show the scene itself, the moment in full.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from tableronde.game import Json, Seat
from tableronde.text import NOTHING, Language, Text, same

Point = tuple[float, float]
ROLES = ("board", "choices", "hand", "notes", "side", "others")  # what an area can be, the nearest to the board first
ROUND = 0.5522847498  # how far a cubic's handles stand out to draw a quarter circle


@dataclass(frozen=True, slots=True)
class Shape:
    """One thing in the picture."""

    id: str
    path: str = ""  # M, L, C, Z with absolute coordinates around the shape's own origin
    style: str = ""  # theme words, the later ones over the earlier ones
    at: Point = (0.0, 0.0)
    turn: float = 0.0  # degrees, clockwise
    label: Text = NOTHING  # written in its middle
    size: float = 0.0  # height of the label's letters, in the area's units
    title: Text = NOTHING  # what a screen reader says
    word: str = ""  # what pressing it says: a word of the touch tree
    jot: str = ""  # the name of a place where who sits there may write a letter or two; the rules never learn what

    def named(self, names: Sequence[Text]) -> "Shape":
        """The shape with the players' names put in."""
        label, title = self.label, self.title
        if label is NOTHING and title is NOTHING:
            return self
        if not ("{" in title.fr or "{" in title.en or "{" in label.fr or "{" in label.en):
            return self  # most shapes name nobody
        return replace(self, label=label.named(names), title=title.named(names))

    def json(self, language: Language) -> dict[str, Json]:
        """The shape as a client gets it, without what is empty. There are hundreds in a picture: nothing is made to be thrown away."""
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
    """A part of the picture with its own units: the board, or somebody's hand. A client may lay areas out as it likes."""

    id: str
    box: tuple[float, float, float, float]  # x, y, width, height
    shapes: tuple[Shape, ...]
    title: Text = NOTHING
    seat: Seat | None = None  # whose it is, if somebody's
    role: str = ""  # one of ROLES: what it is; else the first area is the board, one's own a hand, another's "others", the rest "side"

    def __post_init__(self) -> None:
        if self.role and self.role not in ROLES:
            raise ValueError(f"there is no role {self.role!r}; there is {', '.join(ROLES)}")

    def named(self, names: Sequence[Text]) -> "Area":
        """The area with the players' names put in."""
        return replace(self, title=self.title.named(names), shapes=tuple([shape.named(names) for shape in self.shapes]))

    def head(self, language: Language, names: Sequence[Text] = ()) -> dict[str, Json]:
        """All of it but its shapes as a client gets it, without what is empty, the players' names put in if given."""
        box, title = [round(value, 3) for value in self.box], self.title.named(names) if names else self.title
        head = {"id": self.id, "box": box, "seat": self.seat, "role": self.role, "title": title[language]}
        return {key: value for key, value in head.items() if value not in ("", None)}

    def json(self, language: Language) -> Json:
        """The area as a client gets it, without what is empty."""
        return {"shapes": [shape.json(language) for shape in self.shapes], **self.head(language)}


class Frame(NamedTuple):
    """From so many seconds after the event on, these areas look like this; all others as in the scene itself."""

    seconds: float
    areas: tuple[Area, ...] = ()
    captions: tuple[Text, ...] | None = None  # None: those of the scene


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. The first area is the main one; captions are sentences to show beside it and to read aloud."""

    areas: tuple[Area, ...]
    captions: tuple[Text, ...] = ()
    film: tuple[Frame, ...] = ()  # for those who watch it happen, the first frame at 0 seconds; the last one stays

    def shapes(self) -> Iterator[Shape]:
        """All shapes of all areas, from the back to the front."""
        for area in self.areas:
            yield from area.shapes

    def named(self, names: Sequence[Text]) -> "Scene":
        """The scene with the players' names in place of `{0}`, `{1}`, … in all its texts."""
        film = tuple(Frame(frame.seconds, _all_named(frame.areas, names), _texts_named(frame.captions, names)) for frame in self.film)
        return Scene(_all_named(self.areas, names), tuple(caption.named(names) for caption in self.captions), film)

    @property
    def lasts(self) -> float:
        """The seconds until nothing changes any more."""
        return self.film[-1].seconds if self.film else 0.0

    @property
    def unfolds(self) -> bool:
        """Whether the film only leads up to the scene itself: whoever is in a hurry may see that at once."""
        return bool(self.film) and self.film[-1] == Frame(self.lasts)

    def frames(self) -> tuple[tuple[float, "Scene"], ...]:
        """What is seen in time: pictures, each with the seconds after the event from which on it is shown."""
        return tuple((frame.seconds, self._at(frame)) for frame in self.film) or ((0.0, self),)

    def after(self, seconds: float) -> "Scene":
        """What is seen so many seconds after the event."""
        return self._at([frame for frame in self.film if frame.seconds <= seconds][-1]) if self.film else self

    def _at(self, frame: Frame) -> "Scene":
        changed = {area.id: area for area in frame.areas}
        areas = tuple(changed.get(area.id, area) for area in self.areas)
        return Scene(areas, self.captions if frame.captions is None else frame.captions)

    def json(self, language: Language) -> Json:
        """The scene itself as a client gets it, in one language, without what is empty."""
        return {
            "areas": [area.json(language) for area in self.areas],
            "captions": [caption[language] for caption in self.captions],
        }


def number(value: float) -> str:
    """A coordinate, short: at most three decimals and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def polygon(points: Iterable[Point]) -> str:
    """A closed path with straight sides."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """An open path with straight sides."""
    return polygon(points)[:-1]


@lru_cache(maxsize=512)
def rectangle(width: float, height: float, corner: float = 0.0) -> str:
    """A rectangle around the origin, with rounded corners if wanted."""
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
    """A circle around the origin."""
    r, k = radius, radius * ROUND
    return (
        f"{_move(r, 0)}C{_xy(r, k)} {_xy(k, r)} {_xy(0, r)}C{_xy(-k, r)} {_xy(-r, k)} {_xy(-r, 0)}"
        f"C{_xy(-r, -k)} {_xy(-k, -r)} {_xy(0, -r)}C{_xy(k, -r)} {_xy(r, -k)} {_xy(r, 0)}Z"
    )


@lru_cache(maxsize=512)
def regular(sides: int, radius: float, turn: float = 0.0) -> str:
    """A regular polygon around the origin; its first corner points up, turned clockwise by some degrees."""
    return polygon(_spokes(sides, [radius], turn))


@lru_cache(maxsize=512)
def star(points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """A star around the origin; its first point looks up."""
    return polygon(_spokes(2 * points, [outer, inner], turn))


@lru_cache(maxsize=512)
def cross(arm: float, thickness: float) -> str:
    """An upright cross around the origin."""
    a, t = arm, thickness / 2
    return polygon([(-t, -a), (t, -a), (t, -t), (a, -t), (a, t), (t, t), (t, a), (-t, a), (-t, t), (-a, t), (-a, -t), (-t, -t)])


def words(text: str, at: Point, size: float, style: str = "ink", id: str = "") -> Shape:
    """A label that reads alike in both languages, standing by itself."""
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
