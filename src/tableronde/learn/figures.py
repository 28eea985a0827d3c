"""Figures: positions of a game as data, for rules pages, lessons, puzzles and docs. The game's own scene draws them.

They are in `figures.toml` of a game's folder, a table for each, named as pages cite it. A figure that does not replay,
or contains an illegal action not marked as refused, is broken: `BrokenFigure` says which, and why.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, dist, radians, sin
from random import Random
from typing import Any, Final, Literal

from tableronde import touch
from tableronde.box import Box
from tableronde.game import CHANCE, Actor, Illegal, Json, Refusal, Seat, read_actor
from tableronde.options import as_recorded
from tableronde.play.arena import roll
from tableronde.render.last_move import OWN, trace
from tableronde.scene import PATH_NUMBER, Area, Point, Scene, Shape, circle, path_bounds, polygon, rectangle
from tableronde.table import Table
from tableronde.text import NOTHING, Text, join, same

FILE: Final = "figures.toml"
EDITION: Final = "edition"
MOST: Final = 400  # the most events of chance in a row
RING: Final = 0.015  # distance of a ring from its shape, in parts of the area's smaller side
PLACE: Final = 0.09  # a roughly square shape from this size on is a place of the board rather than a piece on it
_TOLD: Final = re.compile(r"(\d+|chance): *(.*)", re.DOTALL)
_CORNER: Final = re.compile(rf"[ML]({PATH_NUMBER.pattern})[ ,]({PATH_NUMBER.pattern})")


class BrokenFigure(ValueError):
    """A figure that cannot be shown: its file and name, and what is wrong with it."""

    def __init__(self, place: str, name: str, sentence: str) -> None:
        super().__init__(f"{place}: {name}: {sentence}")
        self.place, self.name, self.sentence = place, name, sentence


@dataclass(frozen=True)
class Figure:
    """A position: the actions that lead to it, the seat that sees it, and what is marked in it."""

    name: str
    players: int | None = None  # None: the fewest that the game allows
    options: Mapping[str, Json] = field(default_factory=dict)
    setup: Mapping[str, Json] | None = None  # as in a record; None: dealt by `seed`
    seed: int = 0  # for the actions of chance that are not listed
    actions: tuple[str, ...] = ()  # "2,1", or with the actor: "1: pass", "chance: roll 3"
    eyes: Seat | Literal["all"] | None = None  # a seat; None: a spectator; "all": everything, as after a finished game
    picked: tuple[str, ...] = ()  # words already pressed
    offers: bool | None = None  # whether it shows what can be pressed next; None: if something is picked
    mark: tuple[str, ...] = ()  # words or ids of shapes to draw a ring around
    refused: str = ""  # an action that is illegal here on purpose
    last: int = 1  # how many of the last actions are marked as the last move
    areas: tuple[str, ...] = ()  # ids of the areas it shows; none: all of them
    clauses: tuple[str, ...] = ()  # the clauses it shows
    place: str = FILE  # the file it is in
    edition: int | None = None  # of the rules it was made for; None: the oldest

    @property
    def seat(self) -> Seat | None:
        """The seat that sees it."""
        return self.eyes if isinstance(self.eyes, int) else None

    def table(self, box: Box) -> Table:
        """Return the table at this position; BrokenFigure if it cannot be reached."""
        return self.film(box)[0]

    def film(self, box: Box) -> tuple[Table, list[int]]:
        """Return the table, and the number of events before each of the actions."""
        rng = Random(self.seed)
        try:
            box = box.of_edition(self.edition or box.first_edition)
            chosen = as_recorded(box.game_type.options_type, self.options)
            table = Table(box, self.players or min(box.game_type.players), chosen, self.setup, rng)
        except LookupError as error:
            raise self.broken(str(error.args[0])) from None
        except ValueError as error:
            raise self.broken(f"it cannot be set up: {error}") from None
        plies = [self._play(table, action, rng) for action in self.actions]
        self._roll(table, rng)  # chance acts at once, as in a room
        return table, plies

    def scene(self, box: Box) -> Scene:
        """Draw the picture: with the words picked, the last move marked, rings around marked shapes, and names filled in."""
        table, plies = self.film(box)
        self._check(table)
        offers = self._offers(table)
        since = plies[-self.last] - 1 if self.last and plies else table.plies
        shown = self._picture(table, since, offers if (bool(self.picked) if self.offers is None else self.offers) else ())
        return ringed(self._cut(shown), self._marked(shown)).named(table.names)

    def refusal(self, box: Box) -> Refusal | None:
        """Return why the action marked as refused is illegal; None if there is none."""
        return self._refusal(self.table(box)) if self.refused else None

    def broken(self, sentence: str) -> BrokenFigure:
        """Create the error to raise for this figure."""
        return BrokenFigure(self.place, self.name, sentence)

    def played_on(self, table: Table, action: str) -> Table:
        """Return a table after one more action; the original is not changed."""
        after = table.at(table.plies)
        self._play(after, action, Random(self.seed + after.plies))
        return after

    def _play(self, table: Table, action: str, rng: Random) -> int:
        told = _TOLD.fullmatch(action)
        if told is None or told[1] != CHANCE:
            self._roll(table, rng)
        actor = read_actor(told[1]) if told else self._mover(table, action)
        try:
            table.play(actor, told[2] if told else action)
        except Illegal as illegal:
            raise self.broken(f"{action!r} is not legal: {said(illegal.refusal)}") from None
        return table.plies

    def _roll(self, table: Table, rng: Random) -> None:
        for _ in range(MOST):
            if CHANCE not in table.to_act():
                return
            table.play(*roll(table, rng))
        raise self.broken(f"chance acts more than {MOST} times in a row")

    def _mover(self, table: Table, action: str) -> Actor:
        waited = [actor for actor in table.to_act() if actor != CHANCE]
        if len(waited) == 1:
            return waited[0]
        who = f"seats {', '.join(map(str, waited))} are" if waited else "the game is over, nobody is"
        raise self.broken(f"{action!r} does not say who acts, as in '0: {action}': {who} to act")

    def _check(self, table: Table) -> None:
        """Check what drawing the picture does not."""
        if self.seat is not None and self.seat not in range(table.game.seats):
            raise self.broken(f"eyes names seat {self.seat}, which does not exist at a table of {table.game.seats}")
        if self.eyes == "all" and table.outcome is None:
            raise self.broken("eyes = 'all' shows a finished game, and this one is not over")
        if self.refused:
            self._refusal(table)

    def _refusal(self, table: Table) -> Refusal:
        told = _TOLD.fullmatch(self.refused)
        actor = read_actor(told[1]) if told else self._mover(table, self.refused) if self.seat is None else self.seat
        refusal = table.why_not(actor, told[2] if told else self.refused)
        if refusal is None:
            raise self.broken(f"{self.refused!r} is marked as refused, but it is legal")
        return refusal

    def _offers(self, table: Table) -> tuple[str, ...]:
        if self.seat is None:
            if self.picked:
                raise self.broken("something is picked, but eyes names no seat that could pick it")
            return ()
        try:
            node = touch.follow(table.touch(self.seat), self.picked)
        except KeyError:
            raise self.broken(f"{' '.join(self.picked)!r} cannot be picked by seat {self.seat}") from None
        return () if isinstance(node, str) else tuple(node)

    def _picture(self, table: Table, since: int, offers: Sequence[str]) -> Scene:
        """Draw the scene after its film; the last move is marked unless the game marks it itself."""
        scene = table.box.scene(table.view(self.seat), self.seat, self.picked, offers, table.heard(self.seat, since))
        return marked(scene, trace(table, self.seat) if self.last == 1 and since < table.plies else (), OWN)

    def _cut(self, scene: Scene) -> Scene:
        """Keep only the areas asked for, without the film."""
        known = {area.id: area for area in scene.areas}
        for name in self.areas:
            if name not in known:
                raise self.broken(f"there is no area {name!r}; there is {', '.join(known)}")
        return Scene(tuple(known[name] for name in self.areas) or scene.areas, scene.captions)

    def _marked(self, scene: Scene) -> frozenset[str]:
        """Return the ids of the shapes to draw rings around."""
        found = {name: tuple(shapes_named(scene, name)) for name in self.mark}
        for name, shapes in found.items():
            if not shapes:
                words = sorted({shape.word for shape in scene.shapes() if shape.word})
                raise self.broken(f"there is nothing called {name!r} to mark; there is {', '.join(words) or 'nothing with a word'}")
        return frozenset(shape.id for shapes in found.values() for shape in shapes)


_KEYS: Final[Mapping[str, tuple[type, ...]]] = {
    "players": (int,),
    "options": (dict,),
    "setup": (dict,),
    "seed": (int,),
    "actions": (list,),
    "eyes": (int, str),
    "picked": (list,),
    "offers": (bool,),
    "mark": (list,),
    "refused": (str,),
    "last": (int,),
    "areas": (list,),
    "clauses": (list,),
    "edition": (int,),
}


def figures(box: Box) -> Mapping[str, Figure]:
    """Read all figures of a game by name, in the file's order; BrokenFigure for the first invalid one."""
    return {name: read(name, value) for name, value in tables(box).items()}


def tables(box: Box) -> Mapping[str, Json]:
    """Load a game's file of figures as plain tables, each with the edition that the file names; BrokenFigure if it is not valid TOML."""
    whole = toml(box, FILE)
    made_for = edition_of(whole, FILE, box.slug)
    return {name: dated(value, made_for) for name, value in whole.items() if name != EDITION or isinstance(value, dict)}


def edition_of(whole: Mapping[str, Any], place: str, slug: str) -> int | None:
    """Return the edition of the rules that a file was made for; None if it names none."""
    edition = whole.get(EDITION)
    if edition is None or isinstance(edition, dict):  # a figure may have that name
        return None
    if type(edition) is int and edition > 0:
        return edition
    raise BrokenFigure(place, slug, f"edition = {edition!r} must be a whole number of at least 1")


def dated(value: Json, edition: int | None) -> Json:
    """Add the edition of a file to a figure's table, unless the figure names its own."""
    return {EDITION: edition, **value} if edition and isinstance(value, dict) else value


def toml(box: Box, name: str) -> Mapping[str, Any]:
    """Load a TOML file of a game's folder; empty if it does not exist, BrokenFigure if it cannot be read."""
    try:
        return tomllib.loads(box.text(name))
    except tomllib.TOMLDecodeError as error:
        raise BrokenFigure(name, box.slug, f"the file is not valid TOML: {error}") from None


def read(name: str, value: Json, place: str = FILE) -> Figure:
    """Read a figure from its table; BrokenFigure if a key is unknown or a value has the wrong type."""
    if not isinstance(value, dict):
        raise BrokenFigure(place, name, f"a figure is a table of keys, not {value!r}")
    for key, given in value.items():
        if key not in _KEYS:
            raise BrokenFigure(place, name, f"a figure has no key {key!r}; it has {', '.join(_KEYS)}")
        if not _fits(key, given):
            raise BrokenFigure(place, name, f"{key} = {given!r} is not a valid value")
    keys: dict[str, Any] = {key: tuple(given) if isinstance(given, list) else given for key, given in value.items()}
    return Figure(name, place=place, **keys)


def _fits(key: str, given: Json) -> bool:
    if isinstance(given, list):
        return list in _KEYS[key] and all(isinstance(each, str) for each in given)
    if key == "eyes" and isinstance(given, str):
        return given == "all"
    return type(given) in _KEYS[key] and not (key in ("eyes", "last") and given < 0)


def said(refusal: Refusal) -> str:
    """Format a refusal for authors of figures: in English, with its clause."""
    return f"{refusal.text.en} ({refusal.clause})" if refusal.clause else refusal.text.en


def shapes_named(scene: Scene, name: str) -> Iterator[Shape]:
    """Yield the shapes with a word; if there are none, the one with that id."""
    words = [shape for shape in scene.shapes() if shape.word == name]
    yield from words or [shape for shape in scene.shapes() if shape.id == name]


def marked(scene: Scene, ids: Sequence[str], word: str) -> Scene:
    """Return a scene with one more style word on some of its shapes."""

    def worn(shape: Shape) -> Shape:
        return replace(shape, style=f"{shape.style} {word}") if shape.id in ids else shape

    areas = tuple(replace(area, shapes=tuple(map(worn, area.shapes))) for area in scene.areas)
    return Scene(areas, scene.captions)


def ringed(scene: Scene, ids: frozenset[str]) -> Scene:
    """Return a scene with a ring around some of its shapes: the same mark in every game."""
    areas = tuple(replace(area, shapes=area.shapes + tuple(_rings(area, ids))) for area in scene.areas)
    return replace(scene, areas=areas)


def _rings(area: Area, ids: frozenset[str]) -> Iterator[Shape]:
    side = min(area.box[2:])
    for shape in area.shapes:
        if shape.id in ids:
            path, at = _ring(shape, side)
            yield Shape(f"halo {shape.id}", path, "halo", at, shape.turn)
            yield Shape(f"ring {shape.id}", path, "mark", at, shape.turn)


def _ring(shape: Shape, side: float) -> tuple[str, Point]:
    """Return the path and place of a ring: along the straight sides of a cell, so that it hides no neighbour, or around the shape."""
    corners = [(float(x), float(y)) for x, y in _CORNER.findall(shape.path)]
    if "C" not in shape.path and len(corners) > 2 and not _upright(corners):
        return _inside(corners, side), shape.at
    (x, y), sides = extent(shape)
    return _around(sides, side, shape.path.count("L") > 2), _turned(x, y, shape)


def _upright(corners: Sequence[Point]) -> bool:
    """Return whether a polygon is an upright rectangle."""
    return len(corners) == 4 and len({x for x, _ in corners}) == len({y for _, y in corners}) == 2


def _inside(corners: Sequence[Point], side: float) -> str:
    """Shrink a polygon so that the ring lies inside its sides; a cell that holds pieces is followed along its edge."""
    pairs = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    areas = [x * v - u * y for (x, y), (u, v) in pairs]
    whole = sum(areas)
    x, y = (sum((one[i] + other[i]) * each for (one, other), each in zip(pairs, areas, strict=True)) / (3 * whole) for i in (0, 1))
    within = abs(whole) / sum(dist(*pair) for pair in pairs)  # about the radius of a circle inside
    scale = max(0.5, 1 - RING * side / within) if 2 * within < PLACE * side else 1.0
    return polygon([(x + scale * (u - x), y + scale * (v - y)) for u, v in corners])


def _around(sides: tuple[float, float], side: float, angular: bool) -> str:
    """Return a ring around a piece; for a square of a board, a square inside it, so that it does not cross the neighbours."""
    wide, high = sides
    if min(sides) > PLACE * side and min(sides) > 0.8 * max(sides):
        return rectangle(0.92 * wide, 0.92 * high, 0.12 * min(sides)) if angular else circle(0.4 * min(sides))
    wide, high = wide + 2 * RING * side, high + 2 * RING * side
    return rectangle(wide, high, min(wide, high) / 2 * 0.999)


def extent(shape: Shape) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the centre and size of a shape's bounding box, around its own origin; a label alone counts as a square."""
    half = shape.size / 2
    left, top, right, bottom = path_bounds(shape.path) if shape.path else (-half, -half, half, half)
    return ((left + right) / 2, (top + bottom) / 2), (right - left, bottom - top)


def _turned(x: float, y: float, shape: Shape) -> tuple[float, float]:
    """Convert a point from a shape's coordinates to its area's."""
    c, s = cos(radians(shape.turn)), sin(radians(shape.turn))
    return shape.at[0] + c * x - s * y, shape.at[1] + s * x + c * y


def described(scene: Scene) -> Text:
    """Describe a figure for screen readers: what is marked, and its captions."""
    return join(text for text in (marks_of(scene), *scene.captions) if text.en)


def marks_of(scene: Scene) -> Text:
    """Name the shapes that have a ring; empty if there are none."""
    rings = {shape.id.removeprefix("ring ") for shape in scene.shapes() if shape.id.startswith("ring ")}
    titles = [shape.title for shape in scene.shapes() if shape.id in rings and shape.title.en]
    return Text("Entouré : ", "Circled: ") + join(titles, Text(" ; ", "; ")) + same(".") if titles else NOTHING
