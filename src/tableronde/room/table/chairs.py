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
    token: str = field(default_factory=token)  # of an open chair the invitation; else its holder's secret, for another device
    holders: set[str] = field(default_factory=set)  # guests who may act for the seat; of an open chair those invited

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

    @property
    def held(self) -> bool:
        """Whether it is somebody's, who may let a bot play on. Of an open chair nobody has more than an invitation."""
        return self.kind != "open" and bool(self.holders)

    def called(self, default: Text) -> Text:
        """What the player there is called; a chair without a player by the game's own name for it."""
        if self.kind == "bot":
            return same(f"{BOT_NAMES[self.seat % len(BOT_NAMES)]}")
        if self.kind == "person":
            return same(self.name) if self.name else GUEST
        return default

    def knows(self, guest: str, token: str) -> bool:
        """Whether somebody holds the chair, or is invited to it while it is open: by cookie or by what its link says."""
        return guest in self.holders or token == self.token

    def take(self, guest: str, name: str) -> None:
        """A guest sits down, and every older link to the chair is void; or comes back to the chair a bot kept warm."""
        if self.kind == "open" or not self.holders:
            self._renew()
        self.kind, self.name = "person", name or self.name
        self.holders.add(guest)

    def lend(self, level: str) -> None:
        """A bot plays on; whoever held the chair may take it back. Who was only invited may not."""
        if self.kind == "open":
            self._renew()
        self.kind, self.level = "bot", level

    def leave(self) -> None:
        """Nobody holds the chair any more, and the old link to it is void."""
        self.kind, self.name, self.level = "open", "", ""
        self._renew()

    def _renew(self) -> None:
        self.token, self.holders = token(), set()


def numbered(names: list[Text]) -> tuple[Text, ...]:
    """The names, and where several guests gave none, numbers behind them, so that a log tells them apart."""
    if names.count(GUEST) < 2:
        return tuple(names)
    return tuple(name + same(f" {names[: i + 1].count(GUEST)}") if name == GUEST else name for i, name in enumerate(names))
