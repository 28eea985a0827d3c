"""A trial: tables and players on some machines, faults while they play, and the result."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

import httpx

from chaos.checker import faults
from chaos.machines import Machines
from chaos.players import WAYS, Entry, History, Player, Way
from support.rooms import token_of
from tableronde.game import Event, read_actor
from tableronde.record import Record
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.shelf import find
from tableronde.table import Table

Games = tuple[tuple[str, int, dict[str, Any]], ...]  # each with its seats and options
GAMES: Games = (("four-circles", 2, {}), ("kaplan", 3, {"no_dice": True}))  # one hides something
JOIN_SECONDS = 40.0  # for everybody at a table to sit down
Joined = tuple[str, list[Entry]]  # a table, and how each of its people reaches it


@dataclass
class Fault:
    """A fault that was injected, and when."""

    name: str
    began: float
    ended: float = 0.0


class Gap(NamedTuple):
    """The time between two events of a table, as its people saw them."""

    table: str
    ply: int
    began: float
    ended: float

    @property
    def length(self) -> float:
        """Its length in seconds."""
        return self.ended - self.began


@dataclass
class Outcome:
    """The result of a trial."""

    histories: list[History]
    records: dict[str, Table]
    done: list[Fault]
    wrong: list[str]
    logs: str = ""  # of all nodes

    @property
    def confirmed(self) -> int:
        """The number of actions that were confirmed to players."""
        return sum(saying.fate == "ok" for history in self.histories for saying in history.said)

    @property
    def longest_close(self) -> float:
        """The longest time in which a node that leaves let a client close its socket."""
        return max((seconds for history in self.histories for seconds in history.closes), default=0.0)

    def pause(self, fault: Fault) -> float:
        """Return the longest wait of a player for an action that was wanted during a fault, or at most two seconds after it."""
        spans = [length for history in self.histories for since, length in history.pauses]
        near = [
            length
            for history in self.histories
            for since, length in history.pauses
            if since < fault.ended + 2 and since + length > fault.began
        ]
        return max(near, default=min(spans, default=0.0))

    def standstill(self) -> float:
        """Return the longest time for which one table showed no new event to anybody, from its first to its last."""
        return standstill(self.histories)

    def standstill_at(self, fault: Fault) -> float:
        """Return the longest standstill that touches a fault, or the two seconds after it."""
        found = [gap.length for gap in gaps(self.histories) if gap.began < fault.ended + 2 and gap.ended > fault.began]
        return max(found, default=0.0)

    def describe_gaps(self, least: float) -> list[str]:
        """Describe each standstill of at least that many seconds: the table, when, and what its players sent and noticed meanwhile."""
        return [self._describe_gap(gap) for gap in gaps(self.histories) if gap.length >= least]

    def _describe_gap(self, gap: Gap) -> str:
        at = datetime.fromtimestamp(time.time() - time.monotonic() + gap.began, UTC)
        waiting = [
            f"seat {history.seat} by {history.way} wanted an action after {since - gap.began:.1f} s and waited {length:.1f} s"
            for history in self.histories
            for since, length in history.pauses
            if history.table == gap.table and since < gap.ended and since + length > gap.began
        ]
        said = [
            f"seat {history.seat}: {saying}"
            for history in self.histories
            for saying in history.said
            if history.table == gap.table and saying.ply == gap.ply
        ]
        return f"table {gap.table} stood still at ply {gap.ply} for {gap.length:.1f} s from {at:%H:%M:%S.%f}: {waiting} {said[-3:]}"


@dataclass
class Trial:
    """Machines with players at their tables."""

    machines: Machines
    seed: int = 0
    think: float = 0.08
    games: Games = GAMES
    ways: tuple[Way, ...] = WAYS  # in which people join
    players: list[Player] = field(default_factory=list)
    done: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.dead: set[str] = set()  # nodes that nobody should connect to now
        self.tables: dict[str, tuple[str, int, dict[str, Any]]] = {}
        self.stuck: list[str] = []  # people who could not sit down
        self._opened = 0
        self._tasks: list[asyncio.Task[None]] = []
        self._going = True

    def bases(self) -> list[str]:
        """Return the nodes that players may connect to."""
        return [node.base for node in self.machines.nodes if node.name not in self.dead]

    async def begin(self, tables: int, spectators: int = 1) -> None:
        """Open tables at all nodes in turn, and let people join through any node."""
        for i in range(tables):
            self._tasks.append(asyncio.create_task(self._keep_playing(i, spectators)))
        await asyncio.sleep(0)

    async def _keep_playing(self, number: int, spectators: int) -> None:
        """Play one game after the other."""
        while self._going:
            game, seats, options = self.games[number % len(self.games)]
            self._opened += 1
            joined = await self._open(self._opened, game, seats, options)
            if joined is None:
                await asyncio.sleep(0.3)
                continue
            self.tables[joined[0]] = game, seats, options
            await self._play(*joined, spectators)

    async def _open(self, number: int, game: str, seats: int, options: dict[str, Any]) -> Joined | None:
        """Open a table whose people join in different ways; return None if a fault prevents it."""
        ways = [self.ways[(number + seat) % len(self.ways)] for seat in range(seats)]
        kinds = [{"cookie": "me", "token": "here"}.get(way, "open") for way in ways]
        order = {
            "game": game,
            "players": seats,
            "options": options,
            "seats": [{"kind": kind, "name": f"P{i}"} for i, kind in enumerate(kinds)],
        }
        bases = self.bases()
        try:
            async with httpx.AsyncClient(base_url=bases[number % len(bases)], timeout=10) as web:
                answer = await web.post("/tables", json=order)
                if answer.status_code != 201:
                    return None
                table, host = answer.json(), f"guest={web.cookies['guest']}"
            entries = [Entry(way, seat, token_of(table["seats"][seat])) for seat, way in enumerate(ways)]
            for entry in entries:
                if entry.way == "cookie":
                    entry.token, entry.cookie = "", host
                elif entry.way == "invitation" and not await self._accept(entry, bases[(number + 1) % len(bases)], table):
                    return None
        except httpx.HTTPError:
            return None
        devices = [Entry("second device", seat, token_of(table["seats"][seat])) for seat, way in enumerate(ways) if way == "cookie"]
        return table["id"], [*entries, *devices]

    @staticmethod
    async def _accept(entry: Entry, base: str, table: Any) -> bool:
        """Follow an invitation in a browser, at any node; return whether the room has let them in."""
        link = table["seats"][entry.seat]
        async with httpx.AsyncClient(base_url=base, timeout=10) as web:
            answer = await web.get(link)
            if answer.status_code == 200:  # a page with a button
                answer = await web.post(link)
            entry.token, entry.cookie = "", f"guest={web.cookies.get('guest', '')}"
        return answer.status_code == 303

    async def _play(self, table: str, entries: list[Entry], spectators: int) -> None:
        entries = [*entries, *(Entry("spectator", None) for _ in range(spectators))]
        seeds = [f"{self.seed} {table} {entry.seat} {entry.way}" for entry in entries]
        mine = [Player(table, entry, self.bases, self.think, random.Random(seed)) for entry, seed in zip(entries, seeds, strict=True)]
        self.players += mine
        playing = [asyncio.create_task(player.play()) for player in mine]
        end = time.monotonic() + JOIN_SECONDS
        try:
            while self._going and not all(task.done() for task in playing) and not any(player.is_stranded for player in mine):
                await asyncio.sleep(0.1)
                if time.monotonic() > end and not all(player.is_seated for player in mine):
                    self.stuck += [str(player) for player in mine if not player.is_seated]
                    break
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for player in mine:
                player.is_playing = False
                await player._hang_up()

    async def everybody_sits(self, seconds: float = 60.0) -> None:
        """Wait until an action has been confirmed at some tables."""
        async with asyncio.timeout(seconds):
            while sum(bool(player.history.pauses) for player in self.players) < 2:
                await asyncio.sleep(0.05)

    async def suffer(self, name: str, harm: "Callable[[Trial], Awaitable[None]]", rest: float = 1.5) -> None:
        """Inject a fault, and let people continue to play for a while."""
        fault = Fault(name, time.monotonic())
        await harm(self)
        fault.ended = time.monotonic()
        self.done.append(fault)
        await self.everybody_moves()
        await asyncio.sleep(rest)

    async def everybody_moves(self, seconds: float = 40.0) -> None:
        """Wait until there is a new event at every table, and nobody waits for an action that was wanted before this call."""
        now, end, before = time.monotonic(), time.monotonic() + seconds, self._plies()
        while waiting := self._waiting(now, before):
            if time.monotonic() > end:
                raise AssertionError(f"somebody still waits after {seconds} seconds: {waiting}")
            await asyncio.sleep(0.05)

    def _waiting(self, now: float, before: dict[str, int]) -> list[str]:
        """Return the players who still wait."""
        late = [player for player in self.players if not player.over and player.since and player.since < now and player.is_playing]
        still = [table for table, ply in self._plies().items() if ply == before.get(table)]
        return [str(player) for player in self.players if player in late or (player.table in still and player.is_playing)]

    def _plies(self) -> dict[str, int]:
        """Return the latest ply of each game in progress, as far as somebody has seen it."""
        playing = [player for player in self.players if player.is_playing and player.history.seen and not player.over]
        over = {player.table for player in self.players if player.over}
        return {
            table: max(player.history.seen[-1].ply for player in playing if player.table == table)
            for table in {player.table for player in playing} - over
        }

    async def finish(self) -> Outcome:
        """Disconnect everybody and check all histories."""
        self._going = False
        await asyncio.gather(*self._tasks)
        histories = [player.history for player in self.players]
        records = await _records(self.machines.postgres.url, self.tables)
        return Outcome(histories, records, self.done, [*faults(histories, records), *self.stuck])


def standstill(histories: list[History]) -> float:
    """Return the longest time between two events of one table, as its people saw them."""
    return max((gap.length for gap in gaps(histories)), default=0.0)


def gaps(histories: list[History]) -> list[Gap]:
    """Return the times between two events of each table, as its people saw them."""
    seen: dict[str, dict[int, float]] = {}
    for history in histories:
        first = seen.setdefault(history.table, {})
        for sight in history.seen:
            first[sight.ply] = min(sight.at, first.get(sight.ply, sight.at))
    return [Gap(table, ply, at, end) for table, first in seen.items() for (ply, at), (_, end) in pairwise(sorted(first.items()))]


async def _records(url: str, tables: dict[str, tuple[str, int, dict[str, Any]]]) -> dict[str, Table]:
    """Return the final records of the store, each replayed."""
    store = PostgresStore(url)
    try:
        return {id: await _record(store, id, game) for id, (game, _, _) in tables.items()}
    finally:
        await asyncio.to_thread(store.close)


async def _record(store: PostgresStore, id: str, game: str) -> Table:
    kept = await store.load(id)
    assert kept is not None
    assert [row.seq for row in kept.events] == list(range(len(kept.events)))
    top = kept.docs["table"]["record"]
    bare = Record.read({**top, "events": []})
    table = Table(find(game), bare.players, bare.options, bare.setup)
    for row in kept.events:
        table.play(*Event(read_actor(row.actor), row.action))
    return table
