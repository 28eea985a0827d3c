"""Differences between two pictures of a table: what a client that holds the first needs to show the second."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, cast

from tableronde.game import Json
from tableronde.room.base.replies import AreaReply, FilmReply, LaterReply, PictureReply
from tableronde.scene import Area, Scene, Shape
from tableronde.text import Language, Text


@dataclass(frozen=True, slots=True)
class AreaPicture:
    """An area as JSON: its own keys, and its shapes by id from back to front."""

    head: dict[str, Json]
    shapes: dict[str, Json]
    drawn: dict[str, Shape] = field(default_factory=dict, compare=False, repr=False)  # the shapes as the game drew them


BLANK: Final = AreaPicture({}, {})


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene as JSON in one language, ready to be compared."""

    areas: dict[str, AreaPicture]
    captions: list[str]

    @classmethod
    def of(cls, scene: Scene, language: Language) -> "Picture":
        """Return the picture of a scene, without its film."""
        return cls({area.id: _encode_area(area, language) for area in scene.areas}, [caption[language] for caption in scene.captions])

    def whole(self) -> PictureReply:
        """Return everything, for a client that holds no picture yet."""
        areas = [cast(AreaReply, {**area.head, "shapes": list(area.shapes.values())}) for area in self.areas.values()]
        return {"full": True, "areas": areas, "captions": self.captions}

    def since(self, old: "Picture") -> PictureReply:
        """Return the changes since an older picture, with a list of all areas if some came, went or moved."""
        areas = [changed for id, area in self.areas.items() if len(changed := _find_changes(old.areas.get(id, BLANK), area)) > 1]
        if list(old.areas) == list(self.areas):
            return {"full": False, "areas": areas, "captions": self.captions}
        return {"full": False, "list": list(self.areas), "areas": areas, "captions": self.captions}


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of one position in one language, each with the seconds after the event at which it appears."""

    pictures: tuple[tuple[float, Picture], ...]
    unfolds: bool = False
    names: tuple[Text, ...] = ()  # the players' names that were inserted

    @classmethod
    def of(cls, scene: Scene, language: Language, names: Sequence[Text] = (), before: "Film | None" = None) -> "Film":
        """Return the film of a scene, often a single picture, with the players' names inserted if given.

        Shapes that the game drew identically in the film before (same language, same names) are not encoded again.
        """
        named, pictures = tuple(names), list[tuple[float, Picture]]()
        latest = dict(before.pictures[-1][1].areas) if before is not None and before.names == named else {}
        written: dict[int, AreaPicture] = {}  # an area that stays the same is encoded once
        for start, shown in scene.frames():
            for area in shown.areas:
                if id(area) not in written:
                    written[id(area)] = latest[area.id] = _encode_area(area, language, named, latest.get(area.id, BLANK))
            captions = [(caption.named(named) if named else caption)[language] for caption in shown.captions]
            pictures.append((start, Picture({area.id: written[id(area)] for area in shown.areas}, captions)))
        return cls(tuple(pictures), scene.unfolds, named)

    def at(self, age: float) -> Picture:
        """Return the picture shown `age` seconds after the event."""
        return self._list_remaining(age)[0][1]

    def message(self, age: float, shown: Picture | None) -> FilmReply:
        """Return the message for a client that holds `shown`, `age` seconds after the event: the current picture and those to come."""
        left = self._list_remaining(age)
        film = cast(FilmReply, left[0][1].whole() if shown is None else left[0][1].since(shown))
        later: list[LaterReply] = [{"in": round(1000 * (start - age)), **new.since(old)} for (_, old), (start, new) in pairwise(left)]
        if later:
            film["later"], film["unfolds"] = later, self.unfolds
        return film

    def _list_remaining(self, age: float) -> tuple[tuple[float, Picture], ...]:
        gone = sum(start <= age for start, _ in self.pictures)
        return self.pictures[gone - 1 :]


def _encode_area(area: Area, language: Language, names: Sequence[Text] = (), before: AreaPicture = BLANK) -> AreaPicture:
    """Encode an area; shapes drawn as before reuse their JSON."""
    shapes: dict[str, Json] = {}
    known, old = before.drawn, before.shapes
    for shape in area.shapes:
        was = known.get(shape.id)
        if was is not None and (was is shape or was == shape):
            shapes[shape.id] = old[shape.id]
        else:
            json = (shape.named(names) if names else shape).json(language)
            shapes[json["id"]] = json
    return AreaPicture(area.head(language, names), shapes, {shape.id: shape for shape in area.shapes})


def _find_changes(old: AreaPicture, new: AreaPicture) -> AreaReply:
    """Return the area's id and its differences; `order` only if putting new shapes on top would be wrong."""
    changes = cast(AreaReply, {key: value for key, value in new.head.items() if key == "id" or old.head.get(key) != value})
    before = old.shapes.get
    shapes = [shape for id, shape in new.shapes.items() if (was := before(id)) is not shape and was != shape]
    gone = [id for id in old.shapes if id not in new.shapes]
    if shapes:
        changes["shapes"] = shapes
    if gone:
        changes["gone"] = gone
    if list(old.shapes) != (order := list(new.shapes)) and _predict_order(old, new) != order:
        changes["order"] = order
    return changes


def _predict_order(old: AreaPicture, new: AreaPicture) -> list[str]:
    """Return the order of the shapes in a client after the change, without an `order`."""
    return [id for id in old.shapes if id in new.shapes] + [id for id in new.shapes if id not in old.shapes]
