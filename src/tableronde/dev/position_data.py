"""A position as the page of `tableronde dev` shows it: to every seat at once, as pictures and as data."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from math import inf
from typing import Any, Final

from tableronde import bots
from tableronde.box import Box
from tableronde.dev.game_faults import describe_fault
from tableronde.game import CHANCE, Json, Seat
from tableronde.options import options_of
from tableronde.room.live.perspective import Perspective
from tableronde.room.tables.position_cache import PositionCache
from tableronde.table import Table
from tableronde.text import Language

MANY: Final = 400  # actions that are sent as a list; the tree has all words


class PositionData:
    """One position of a game, and the whole game around it."""

    def __init__(self, game: Table, table: Table, language: Language) -> None:
        self.game, self.table, self.language = game, table, language

    @cached_property
    def position(self) -> PositionCache:
        """The position as the room sees it."""
        return PositionCache(self.table)

    def perspective(self, seat: Seat | None) -> Perspective:
        """Return how a seat sees it, and what it can press."""
        able = seat if seat is not None and seat in self.table.legal() else None
        return Perspective(self.position, seat, self.language, able)

    def json(self) -> dict[str, Json]:
        """Return the position: every seat, the log, the result. What fails in one seat's picture leaves the others."""
        table = self.table
        outcome = table.outcome
        seats = [*range(table.game.seats), None]
        return {
            "ply": table.plies,
            "plies": self.game.plies,
            "to_act": [str(actor) for actor in table.to_act()],
            "outcome": outcome and {**outcome.json(), "text": table.reason(outcome)[self.language]},
            "seats": [self.seat_json(seat, ()) for seat in seats],
            "log": self._log(),
        }

    def seat_json(self, seat: Seat | None, picked: tuple[str, ...]) -> dict[str, Json]:
        """Return a seat's picture and what it can press; or the fault of its picture."""
        head: dict[str, Json] = {"seat": seat, "name": self._name(seat), "acts": seat in self.table.to_act()}
        try:
            perspective = self.perspective(seat)
            settled = perspective.settle(picked)
            scene = perspective.scene(perspective.film(settled), inf)
            return {**head, "scene": scene, "choices": perspective.choices(settled)}
        except Exception as error:
            return {**head, "fault": describe_fault(error)}

    def data(self, seat: Seat | None) -> dict[str, Json]:
        """Return what a seat knows and may do: view, facts, legal actions, the tree of words. Each part may have failed."""
        return {
            "view": _attempt(lambda: as_data(self.table.view(seat))),
            "facts": _attempt(lambda: self.table.facts(seat)),
            "legal": _attempt(lambda: self._legal(seat)),
            "tree": _attempt(lambda: {} if seat is None else self.table.touch(seat)),
        }

    def _legal(self, seat: Seat | None) -> dict[str, Json]:
        known = self.table.legal()
        actions = [] if seat is None else list(known.get(seat, ()))
        chance = {CHANCE: list(known[CHANCE])} if CHANCE in known else {}
        return {"count": len(actions), "actions": actions[:MANY], **chance}

    def _name(self, seat: Seat | None) -> str:
        if seat is None:
            return "spectateur" if self.language == "fr" else "spectator"
        return self.table.names[seat][self.language]

    def _log(self) -> list[dict[str, Json]]:
        """Return all events of the game, as the whole table would tell them; the bare action where telling fails."""
        events = self.game.events
        try:
            told = [text.named(self.game.names)[self.language] for text in self.game.tale(None)]
        except Exception:  # the check names it
            told = [event.action for event in events]
        lines = zip(events, told, strict=True)
        return [{"ply": i, "actor": str(event.actor), "action": event.action, "text": text} for i, (event, text) in enumerate(lines, 1)]


def _attempt(ask: Any) -> Json:
    try:
        return ask()
    except Exception as error:
        return {"fault": describe_fault(error)}


def as_data(value: Any) -> Json:
    """Return a view as JSON that people can read: a dataclass by its fields, a set sorted, anything else as its text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_data(each) for key, each in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, set | frozenset):
        return sorted((as_data(each) for each in value), key=repr)
    return [as_data(each) for each in value] if isinstance(value, tuple | list) else repr(value)


def describe_game(box: Box) -> dict[str, Json]:
    """Return what the page needs to know of the game."""
    kind = box.game_type
    return {
        "slug": box.slug,
        "title": {"fr": box.title.fr, "en": box.title.en},
        "players": list(kind.players),
        "options": [option.json() for option in options_of(kind.options_type)],
        "levels": list(bots.levels(box)),
    }
