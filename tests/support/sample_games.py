"""Positions of games to look at: every kind of question a game asks, early and late, found by playing it."""

import asyncio
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Seat
from tableronde.play import arena
from tableronde.room.base.encoding import encode
from tableronde.room.saved.saved import changed_documents
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Settings
from tableronde.room.store import EventRow, Store, Write
from tableronde.room.store.open_store import open_store
from tableronde.room.tables.load_session import new_session
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.touch import follow

SEED: Final = 4
NAMES: Final = ("Anne-Sophie", "Barthélemy", "Chloé", "Dimitri", "Éléonore", "Fabrice", "Guillemette", "Hippolyte")
GAMES: Final[dict[str, tuple[str, int, dict[str, Any]]]] = {  # those that look different
    "four-circles": ("four-circles", 2, {}),
    "cirkis": ("cirkis", 2, {}),
    "cirkis, 4 seats": ("cirkis", 4, {"centre_circle": True}),
    "karta-doppio": ("karta-doppio", 2, {}),
    "karta-doppio, double": ("karta-doppio", 2, {"match": "double"}),
    "karta-doppio, full": ("karta-doppio", 2, {"deck": "full"}),
    "cirkle-duo": ("cirkle-duo", 2, {"mode": "cards"}),
    "cirkle-duo, dice": ("cirkle-duo", 3, {"mode": "dice"}),
    "cirkle-duo, bridge": ("cirkle-duo", 4, {"mode": "bridge"}),
    "kaplan": ("kaplan", 2, {}),
    "kaplan, 5 seats": ("kaplan", 5, {}),
    "kaplan, no dice": ("kaplan", 3, {"no_dice": True, "token_tints": True}),
}


class Moment(NamedTuple):
    """A table as a seat sees it that has picked some words."""

    name: str
    table: Table
    seat: Seat
    picked: tuple[str, ...] = ()


def moments(name: str) -> list[Moment]:
    """Return a game's positions: for each kind of question the last time it was asked, and the end."""
    slug, seats, options = GAMES[name]
    table, rng = Table(find(slug), seats, options, rng=Random(SEED)), Random(SEED)
    kinds: dict[object, Moment] = {}
    for moment in _played(table, rng):
        kinds[_kind(moment)] = moment
    return [*kinds.values(), Moment("the end", table.at(table.plies), 0)]


def few_of(found: list[Moment]) -> list[Moment]:
    """Return the start, the end, and for each set of areas the last position that has them."""
    sets = {tuple(area.id for area in moment.table.scene(moment.seat, moment.picked).areas if area.shapes): moment for moment in found}
    return [moment for moment in found if any(moment is each for each in (found[0], found[-1], *sets.values()))]


def _played(table: Table, rng: Random) -> Iterator[Moment]:
    """Yield all questions of a whole game, played at random."""
    first = True
    while table.legal():
        actor = rng.choice(table.to_act())
        if actor == CHANCE:
            table.play(*arena.roll(table, rng))
            continue
        yield from _asked(table.at(table.plies), actor, "the start" if first else f"event {table.plies}", rng)
        first = False
        table.play(actor, rng.choice(settled(table.legal()[actor])))


def _asked(table: Table, seat: Seat, name: str, rng: Random) -> Iterator[Moment]:
    """Yield a question, and those that follow from words picked at random."""
    picked: tuple[str, ...] = ()
    while not isinstance(node := follow(table.touch(seat), picked), str):
        yield Moment(f"{name}, {len(picked)} picked" if picked else name, table, seat, picked)
        picked = (*picked, rng.choice(list(node)))


def _kind(moment: Moment) -> object:
    """Return what makes a question look different: which areas there are, and in which of them something can be pressed."""
    areas = moment.table.scene(moment.seat, moment.picked).areas
    offers = follow(moment.table.touch(moment.seat), moment.picked)
    return moment.name == "the start", tuple((area.id, any(shape.word in offers for shape in area.shapes if shape.word)) for area in areas)


def keep(data: Path, found: list[Moment]) -> list[str]:
    """Put the tables into a room's store before it opens; return the paths by which each seat gets to its table."""
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    store, _ = open_store(data)
    with ThreadPoolExecutor(1) as thread:  # playwright's own loop runs in this thread
        paths = thread.submit(lambda: asyncio.run(_keep_all(store, found))).result()
    store.finish()
    store.close()
    return paths


async def _keep_all(store: Store, found: list[Moment]) -> list[str]:
    return [await _keep(store, f"moment{i:013}", moment) for i, moment in enumerate(found)]


async def _keep(store: Store, id: str, moment: Moment) -> str:
    """Store one table, as the room does."""
    seats = moment.table.game.seats
    holders = [SeatHolder(seat, "person", NAMES[seat], guests=frozenset({f"guest{seat}"})) for seat in range(seats)]
    table = new_session(moment.table, Settings(), "guest0", holders, store=store, encode=encode, id=id)
    docs = changed_documents(None, table.saved)
    events = [EventRow(i, str(event.actor), event.action, time.time() - 60) for i, event in enumerate(moment.table.events)]
    texts = {name: json.dumps(value) for name, value in docs.items()}
    await store.write(Write(id, opened=(table.box.slug, "guest0", table.saved.header.opened), events=events, docs=texts))
    return f"/t/{id}/seat/{holders[moment.seat].token}"
