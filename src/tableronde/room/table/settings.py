"""What people choose when they open a table, beside the game's own options."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tableronde import bots
from tableronde.box import Box
from tableronde.game import Json
from tableronde.text import NOTHING, Text

Pace = Literal["calm", "brisk", "now"]
_RESEARCH: Final = Text(
    "Une fois finie, cette partie pourra servir à la recherche, sans les noms des joueurs.",
    "Once it is over, this game may be used for research, without the players’ names.",
)


class Clock(Struct, frozen=True):
    """A clock: seconds for each move or for the whole game, and what happens when they are gone."""

    kind: Literal["move", "game"] = "move"
    seconds: Annotated[int, Meta(ge=5, le=86_400)] = 60
    zero: Literal["bot", "resign", "nothing"] = "bot"


class Settings(Struct, frozen=True):
    """A table's settings."""

    chat: Literal["free", "phrases", "off"] = "phrases"
    clock: Clock | None = None
    friendly: bool = True  # hints may be asked for
    window: Annotated[int, Meta(ge=2, le=60)] = 5  # seconds to answer when anybody may jump in
    pace: Pace = "brisk"  # of bots, where people watch
    programs: bool = True  # programs may play: they forget nothing
    research: bool = False  # the game may be given to research once it is over, without names


def told(settings: Settings) -> Text:
    """What everybody at a table should know of its settings."""
    return _RESEARCH if settings.research else NOTHING


class SeatOrder(Struct, frozen=True):
    """Who is to sit in one seat."""

    kind: Literal["me", "here", "bot", "open"] = "open"
    name: Annotated[str, Meta(max_length=400)] = ""
    level: Annotated[str, Meta(max_length=40)] = ""


class Order(Struct, frozen=True):
    """A table to be opened, as a client asks for it."""

    game: Annotated[str, Meta(max_length=100)]
    players: int | None = None
    variant: Annotated[str, Meta(max_length=100)] = ""
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatOrder], Meta(max_length=64)] = []
    chat: Literal["free", "phrases", "off"] = "phrases"
    clock: Clock | None = None
    friendly: bool = True
    window: Annotated[int, Meta(ge=2, le=60)] = 5
    pace: Pace = "brisk"
    programs: bool = True
    research: bool = False

    def settings(self) -> Settings:
        """The settings in it."""
        return Settings(self.chat, self.clock, self.friendly, self.window, self.pace, self.programs, self.research)

    def chosen(self, box: Box) -> dict[str, Json]:
        """The options in it: a variant's, and what is chosen over them; ValueError if there is no such variant."""
        variants = {variant.name: variant.options for variant in box.variants}
        if self.variant and self.variant not in variants:
            raise ValueError(f"there is no variant {self.variant!r}; there is {', '.join(variants) or 'none'}")
        return {**variants.get(self.variant, {}), **self.options}

    def size(self, box: Box) -> int:
        """How many seats: as asked, as listed, or as few as the game allows."""
        return self.players if self.players is not None else len(self.seats) or min(box.game_type.players)

    def places(self, seats: int, box: Box) -> list[SeatOrder]:
        """Who is to sit where; the seats not spoken of are open. ValueError with a sentence if that cannot be."""
        if len(self.seats) > seats:
            raise ValueError(f"there are {len(self.seats)} seats spoken of at a table of {seats}")
        known = bots.offered(box)
        for place in self.seats:
            if place.kind == "bot" and place.level and place.level not in known:
                raise ValueError(f"there is no bot {place.level!r}; there is {', '.join(known)}")
        return [*self.seats, *(SeatOrder() for _ in range(seats - len(self.seats)))]


def read_order(body: bytes | str) -> Order:
    """An order from JSON; ValueError with a sentence if it is none."""
    try:
        return msgspec.json.decode(body, type=Order)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ValueError(str(error)) from None
    except RecursionError:
        raise ValueError("the order is nested too deeply") from None


def default_level(box: Box) -> str:
    """The bot that takes a seat when nobody says which: the game's own weakest, or the greedy one."""
    return next(iter(box.bots), "greedy")
