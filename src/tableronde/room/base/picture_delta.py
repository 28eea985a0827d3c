"""What changed between two pictures of a table: all that has to travel to a client that holds the first."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from tableronde.game import Json
from tableronde.scene import Area, Scene, Shape
from tableronde.text import Language, Text


@dataclass(frozen=True, slots=True)
class AreaPicture:
    """An area as JSON: its own keys, and its shapes by id from the back to the front."""

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
        """The picture of a scene itself, without its film."""
        return cls({area.id: _written(area, language) for area in scene.areas}, [caption[language] for caption in scene.captions])

    def whole(self) -> dict[str, Any]:
        """Everything, for a client that holds nothing yet."""
        areas = [{**area.head, "shapes": list(area.shapes.values())} for area in self.areas.values()]
        return {"full": True, "areas": areas, "captions": self.captions}

    def since(self, old: "Picture") -> dict[str, Any]:
        """What has changed since an older picture; a list of all areas if some came, went or changed places."""
        areas = [changed for id, area in self.areas.items() if len(changed := _changes(old.areas.get(id, BLANK), area)) > 1]
        listed = {} if list(old.areas) == list(self.areas) else {"list": list(self.areas)}
        return {"full": False, **listed, "areas": areas, "captions": self.captions}


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of one moment of a table in one language: each with the seconds after the event from which on it is shown."""

    pictures: tuple[tuple[float, Picture], ...]
    unfolds: bool = False
    names: tuple[Text, ...] = ()  # that were put in

    @classmethod
    def of(cls, scene: Scene, language: Language, names: Sequence[Text] = (), before: "Film | None" = None) -> "Film":
        """The film of a scene, the players' names put in if given; often it is a single picture.

        What the game has drawn just like that in the film before, in the same language and with the same names, is not written again.
        """
        named, pictures = tuple(names), list[tuple[float, Picture]]()
        latest = dict(before.pictures[-1][1].areas) if before is not None and before.names == named else {}
        written: dict[int, AreaPicture] = {}  # an area that stays the same is written once
        for start, shown in scene.frames():
            for area in shown.areas:
                if id(area) not in written:
                    written[id(area)] = latest[area.id] = _written(area, language, named, latest.get(area.id, BLANK))
            captions = [(caption.named(named) if named else caption)[language] for caption in shown.captions]
            pictures.append((start, Picture({area.id: written[id(area)] for area in shown.areas}, captions)))
        return cls(tuple(pictures), scene.unfolds, named)

    def at(self, age: float) -> Picture:
        """What is shown so many seconds after the event."""
        return self._left(age)[0][1]

    def message(self, age: float, shown: Picture | None) -> dict[str, Any]:
        """What a client that holds a picture is sent so many seconds after the event: the picture now, and those still to come."""
        left = self._left(age)
        scene = left[0][1].whole() if shown is None else left[0][1].since(shown)
        later = [{"in": round(1000 * (start - age)), **new.since(old)} for (_, old), (start, new) in pairwise(left)]
        return {**scene, **({"later": later, "unfolds": self.unfolds} if later else {})}

    def _left(self, age: float) -> tuple[tuple[float, Picture], ...]:
        gone = sum(start <= age for start, _ in self.pictures)
        return self.pictures[gone - 1 :]


def _written(area: Area, language: Language, names: Sequence[Text] = (), before: AreaPicture = BLANK) -> AreaPicture:
    """An area as JSON; shapes that are drawn as they were before are written as they were before."""
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


def _changes(old: AreaPicture, new: AreaPicture) -> dict[str, Any]:
    """The area's id, and what about it is different; `order` only where putting new shapes on top is not right."""
    changes = {key: value for key, value in new.head.items() if key == "id" or old.head.get(key) != value}
    before = old.shapes.get
    shapes = [shape for id, shape in new.shapes.items() if (was := before(id)) is not shape and was != shape]
    gone = [id for id in old.shapes if id not in new.shapes]
    if shapes:
        changes["shapes"] = shapes
    if gone:
        changes["gone"] = gone
    if list(old.shapes) != (order := list(new.shapes)) and _patched(old, new) != order:
        changes["order"] = order
    return changes


def _patched(old: AreaPicture, new: AreaPicture) -> list[str]:
    """The order in which a client has the shapes after the change."""
    return [id for id in old.shapes if id in new.shapes] + [id for id in new.shapes if id not in old.shapes]
