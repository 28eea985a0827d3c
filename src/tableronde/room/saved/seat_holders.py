"""Seat holders: the person in a seat with their devices, or the bot that plays it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal

from tableronde.box import Box
from tableronde.game import Json, Seat
from tableronde.room.people.tokens import new_token
from tableronde.text import Text, same

Kind = Literal["open", "person", "bot"]
GUEST: Final = Text("Invité", "Guest")  # a player without a name
FORMER_PLAYER: Final = Text("Ancien joueur", "A former player")  # somebody whose data was erased
BOT_NAMES: Final = ("Ada", "Blaise", "Camille", "Denis", "Émilie", "Félix", "Gaspard", "Hypatie")


def public_id(table: str, guest: str) -> str:
    """Return a guest's id at one table for programs: stable, and useless for making a cookie."""
    return hashlib.sha256(f"{table} {guest}".encode()).hexdigest()[:12]


@dataclass(frozen=True)
class SeatHolder:
    """The holder of one seat of a table."""

    seat: Seat
    kind: Kind = "open"
    name: str = ""  # of the person, kept while a bot substitutes
    level: str = ""  # of the bot
    token: str = field(default_factory=new_token)  # of an open seat the invitation; else its holder's secret, for another device
    guests: frozenset[str] = frozenset()  # who may act for the seat; of an open seat those invited
    erased: bool = False  # whether the data of the person who held it was erased

    @classmethod
    def read(cls, value: Json) -> "SeatHolder":
        """Read a seat holder as it was stored."""
        return cls(
            value["seat"],
            value["kind"],
            value["name"],
            value["level"],
            value["token"],
            frozenset(value["holders"]),
            bool(value.get("erased")),
        )

    def json(self) -> Json:
        """Return what is stored."""
        return {
            "seat": self.seat,
            "kind": self.kind,
            "name": self.name,
            "level": self.level,
            "token": self.token,
            "holders": sorted(self.guests),
            **({"erased": True} if self.erased else {}),
        }

    @property
    def is_held(self) -> bool:
        """Whether a person holds the seat, possibly with a substitute bot. Guests of an open seat are only invited."""
        return self.kind != "open" and bool(self.guests)

    def display_name(self, default: Text) -> Text:
        """Return the name of the player; a seat without a player has the game's own name for it."""
        if self.kind == "bot":
            return same(BOT_NAMES[self.seat % len(BOT_NAMES)])
        if self.erased and self.kind == "person":
            return FORMER_PLAYER
        if self.kind == "person":
            return same(self.name) if self.name else GUEST
        return default

    def knows(self, guest: str, token: str) -> bool:
        """Return whether a guest holds the seat, or is invited while it is open, by cookie or by link."""
        return guest in self.guests or token == self.token

    def taken_by(self, guest: str, name: str, rng: Random) -> "SeatHolder":
        """Return the holder after a guest sits down, which voids older links; or comes back to a seat that a bot plays."""
        holder = self._renew(rng) if self.kind == "open" or not self.guests else self
        return replace(holder, kind="person", name=name or self.name, guests=holder.guests | {guest}, erased=False)

    def lent_to(self, level: str, rng: Random) -> "SeatHolder":
        """Return the holder after a bot takes over; the person who held the seat may take it back, invited guests may not."""
        holder = self._renew(rng) if self.kind == "open" else self
        return replace(holder, kind="bot", level=level)

    def left(self, rng: Random) -> "SeatHolder":
        """Return the open seat, with a new link."""
        return replace(self._renew(rng), kind="open", name="", level="")

    def erase(self, rng: Random) -> "SeatHolder":
        """Return the holder without anything of the person who held the seat."""
        return replace(self._renew(rng), name="", erased=True)

    def joined_by(self, guest: str) -> "SeatHolder":
        """Return the holder with one more device of the same person; of an open seat, with one more invited guest."""
        return replace(self, guests=self.guests | {guest})

    def without(self, guest: str) -> "SeatHolder":
        """Return the holder without a guest."""
        return replace(self, guests=self.guests - {guest})

    def _renew(self, rng: Random) -> "SeatHolder":
        return replace(self, token=new_token(rng), guests=frozenset())


def display_names(box: Box, holders: Sequence[SeatHolder]) -> tuple[Text, ...]:
    """Return the names of the players; several guests without a name are numbered."""
    names = [holder.display_name(default) for holder, default in zip(holders, box.names(len(holders)), strict=True)]
    several = [name for name in (GUEST, FORMER_PLAYER) if names.count(name) > 1]
    if not several:
        return tuple(names)
    return tuple(name + same(f" {names[: i + 1].count(name)}") if name in several else name for i, name in enumerate(names))
