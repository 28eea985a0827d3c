"""Chairs: the room's side of a seat. Who sits there, on which devices, or which bot keeps it warm."""

import hashlib
from dataclasses import dataclass, field
from typing import Final, Literal

from tableronde.game import Json, Seat
from tableronde.room.guests import token
from tableronde.text import Text, same

Kind = Literal["open", "person", "bot"]
GUEST: Final = Text("Invité", "Guest")  # somebody who gave no name
BOT_NAMES: Final = ("Ada", "Blaise", "Camille", "Denis", "Émilie", "Félix", "Gaspard", "Hypatie")


def speaker(table: str, guest: str) -> str:
    """A guest's name at one table for programs: the same each time, and nothing a cookie could be made of."""
    return hashlib.sha256(f"{table} {guest}".encode()).hexdigest()[:12]


@dataclass
class Chair:
    """A chair at a table in the room."""

    seat: Seat
    kind: Kind = "open"
    name: str = ""  # of the person, kept while a bot sits in
    level: str = ""  # of the bot
    token: str = field(default_factory=token)  # who knows it may sit here, on any device
    holders: set[str] = field(default_factory=set)  # guests who may act for the seat

    @classmethod
    def read(cls, value: Json) -> "Chair":
        """A chair as it was kept."""
        return cls(value["seat"], value["kind"], value["name"], value["level"], value["token"], set(value["holders"]))

    def json(self) -> Json:
        """What is kept of it."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "name": self.name,
            "level": self.level,
            "token": self.token,
            "holders": sorted(self.holders),
        }

    def called(self, default: Text) -> Text:
        """What the player there is called; a chair without a player by the game's own name for it."""
        if self.kind == "bot":
            return same(f"{BOT_NAMES[self.seat % len(BOT_NAMES)]}")
        if self.kind == "person":
            return same(self.name) if self.name else GUEST
        return default

    def take(self, guest: str, name: str) -> None:
        """A guest sits down, or comes back to the chair a bot kept warm."""
        self.kind, self.name = "person", name or self.name
        self.holders.add(guest)

    def lend(self, level: str) -> None:
        """A bot plays on; whoever held the chair may take it back."""
        self.kind, self.level = "bot", level

    def leave(self) -> None:
        """Nobody holds the chair any more, and the old link to it is void."""
        self.kind, self.name, self.level, self.token = "open", "", "", token()
        self.holders = set()


def numbered(names: list[Text]) -> tuple[Text, ...]:
    """The names, and where several guests gave none, numbers behind them, so that a log tells them apart."""
    if names.count(GUEST) < 2:
        return tuple(names)
    return tuple(name + same(f" {names[: i + 1].count(GUEST)}") if name == GUEST else name for i, name in enumerate(names))
