"""Settings that people choose when they open a table, beside the game's options."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple

from tableronde import bots
from tableronde.box import Box
from tableronde.game import Json
from tableronde.room.base.replies import AtZero, ClockKind
from tableronde.text import NOTHING, Text

Pace = Literal["calm", "brisk", "now"]
_RESEARCH: Final = Text(
    "Une fois terminée, cette partie pourra servir à la recherche, sans les noms des joueurs.",
    "Once it is over, this game may be used for research, without the players’ names.",
)


class Bounds(NamedTuple):
    """The minimum and maximum of a setting, or the length of a text; the decoder of orders enforces them."""

    ge: int | None = None
    le: int | None = None
    max_length: int | None = None


Seconds = Annotated[int, Bounds(ge=5, le=86_400)]
WindowSeconds = Annotated[int, Bounds(ge=2, le=60)]


@dataclass(frozen=True)
class Clock:
    """A clock: seconds for each move or for the whole game, and what happens at zero."""

    kind: ClockKind = "move"
    seconds: Seconds = 60
    zero: AtZero = "bot"


@dataclass(frozen=True)
class Settings:
    """A table's settings."""

    chat: Literal["free", "phrases", "off"] = "phrases"
    clock: Clock | None = None
    friendly: bool = True  # hints are allowed
    window: WindowSeconds = 5  # seconds to react when anybody may jump in
    pace: Pace = "brisk"  # of bots, while people watch
    programs: bool = True  # programs may play: they forget nothing
    research: bool = False  # the game may serve research once it is over, without names

    def json(self) -> Json:
        """Return the settings as they are stored."""
        return asdict(self)

    @classmethod
    def read(cls, value: Json) -> "Settings":
        """Read stored settings; missing ones get their defaults. Raise TypeError if they are damaged."""
        known = _known(cls, value)
        if isinstance(clock := known.get("clock"), dict):
            known["clock"] = Clock(**_known(Clock, clock))
        settings = cls(**known)
        defaults = asdict(cls())
        if any(type(known[name]) is not type(default) for name, default in defaults.items() if name in known and name != "clock"):
            raise TypeError("a stored setting has a value of the wrong type")
        return settings


def _known(kind: type[Any], value: Json) -> dict[str, Any]:
    return {name: value[name] for name in kind.__dataclass_fields__ if name in value}


def describe_settings(settings: Settings) -> Text:
    """Describe the settings that everybody at a table should know."""
    return _RESEARCH if settings.research else NOTHING


@dataclass(frozen=True)
class SeatOrder:
    """The wish for one seat of a new table."""

    kind: Literal["me", "here", "bot", "open"] = "open"
    name: Annotated[str, Bounds(max_length=400)] = ""
    level: Annotated[str, Bounds(max_length=40)] = ""


@dataclass(frozen=True)
class Order:
    """A request for a new table."""

    game: Annotated[str, Bounds(max_length=100)]
    players: int | None = None
    variant: Annotated[str, Bounds(max_length=100)] = ""
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[list[SeatOrder], Bounds(max_length=64)] = field(default_factory=list)
    chat: Literal["free", "phrases", "off"] = "phrases"
    clock: Clock | None = None
    friendly: bool = True
    window: WindowSeconds = 5
    pace: Pace = "brisk"
    programs: bool = True
    research: bool = False

    def settings(self) -> Settings:
        """Return the settings of the order."""
        return Settings(self.chat, self.clock, self.friendly, self.window, self.pace, self.programs, self.research)

    def chosen(self, box: Box) -> dict[str, Json]:
        """Return the options: those of the variant, overridden by the chosen ones; raise ValueError if there is no such variant."""
        try:
            options = box.variant_options(self.variant) if self.variant else {}
        except LookupError as error:
            raise ValueError(str(error.args[0])) from None
        return {**options, **self.options}

    def size(self, box: Box) -> int:
        """Return the number of seats: as given, as listed, or the game's minimum."""
        return self.players if self.players is not None else len(self.seats) or min(box.game_type.players)

    def places(self, seats: int, box: Box) -> list[SeatOrder]:
        """Return a wish for every seat; seats without one are open. Raise ValueError with a sentence if that is impossible."""
        if len(self.seats) > seats:
            raise ValueError(f"{len(self.seats)} seats are listed, but the table has {seats}")
        known = bots.offered(box)
        for place in self.seats:
            if place.kind == "bot" and place.level and place.level not in known:
                raise ValueError(f"there is no bot {place.level!r}; choose {', '.join(known)}")
        return [*self.seats, *(SeatOrder() for _ in range(seats - len(self.seats)))]
