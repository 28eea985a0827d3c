"""What changed between two pictures of a table: all that has to travel to a client that holds the first."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from tableronde.game import Json
from tableronde.scene import Scene
from tableronde.text import Language


@dataclass(frozen=True, slots=True)
class AreaPicture:
    """An area as JSON: its own keys, and its shapes by id from the back to the front."""

    head: dict[str, Json]
    shapes: dict[str, Json]


BLANK: Final = AreaPicture({}, {})


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene as JSON in one language, ready to be compared."""

    areas: dict[str, AreaPicture]
    captions: list[str]

    @classmethod
    def of(cls, scene: Scene, language: Language) -> "Picture":
        """The picture of a scene itself, without its film."""
        return cls.read(scene.json(language))

    @classmethod
    def read(cls, value: Json) -> "Picture":
        """The picture in a scene's JSON."""
        return cls({area["id"]: _area(area) for area in value["areas"]}, value["captions"])

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

    @classmethod
    def of(cls, scene: Scene, language: Language) -> "Film":
        """The film of a scene; often it is a single picture."""
        frames = scene.frames()
        areas = {id(area): area for _, shown in frames for area in shown.areas}  # those that stay the same are written once
        written = {key: _area(area.json(language)) for key, area in areas.items()}
        return cls(tuple((start, _picture(shown, written, language)) for start, shown in frames), scene.unfolds)

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


def _picture(scene: Scene, written: dict[int, AreaPicture], language: Language) -> Picture:
    return Picture({area.id: written[id(area)] for area in scene.areas}, [caption[language] for caption in scene.captions])


def _area(area: Json) -> AreaPicture:
    shapes = area.pop("shapes")
    return AreaPicture(area, {shape["id"]: shape for shape in shapes})


def _changes(old: AreaPicture, new: AreaPicture) -> dict[str, Any]:
    """The area's id, and what about it is different; `order` only where putting new shapes on top is not right."""
    changes = {key: value for key, value in new.head.items() if key == "id" or old.head.get(key) != value}
    shapes = [shape for id, shape in new.shapes.items() if old.shapes.get(id) != shape]
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
