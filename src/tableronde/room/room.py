"""The room: all its tables, those awake and those asleep in the store."""

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import SystemRandom
from typing import Final

from tableronde.box import Box
from tableronde.record import BrokenRecord
from tableronde.room import keys
from tableronde.room.bus import Bus
from tableronde.room.covers import Covers
from tableronde.room.encoding import encode
from tableronde.room.faults import game_code
from tableronde.room.guests import Signer, nickname, token
from tableronde.room.keepers import Keepers
from tableronde.room.keeping import Elsewhere
from tableronde.room.limits import Backlog, Gates, Heads, Limits, Rates, per_day
from tableronde.room.logs import shadow
from tableronde.room.metrics import Metrics
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.driver import Driver
from tableronde.room.minds.reviews import Reviews
from tableronde.room.postcards import Postcards
from tableronde.room.printer import Printer
from tableronde.room.refusals import Refused
from tableronde.room.restore import restore
from tableronde.room.store import Kept, Store, StoreFault, Write
from tableronde.room.store.opening import open_store
from tableronde.room.table.chairs import Chair
from tableronde.room.table.consent import turned
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.news import Changed, Next
from tableronde.room.table.settings import Order, SeatOrder, default_level
from tableronde.shelf import Shelf
from tableronde.table import Table

PATIENCE: Final = 5.0  # seconds a write may take before the room counts as ill
FRESH: Final = 1.0  # seconds for which it counts as well after one
ROUND: Final = 60.0  # seconds between two looks for idle tables
DAY: Final = 86_400.0
KEEP: Final = 730
log: Final = logging.getLogger("tableronde.room")


@dataclass
class Room:
    """The server's tables, and what they share."""

    boxes: Mapping[str, Box]
    names: Mapping[str, str]  # under which name a game's box is found again, in another process too
    store: Store
    signer: Signer
    crew: Crew
    limits: Limits
    keep: int = KEEP  # days after which a table nobody has looked at is forgotten; 0: never
    node: str = field(default_factory=lambda: secrets.token_hex(6))  # what this process is called among others; never used again
    tables: dict[str, Gathering] = field(default_factory=dict)
    metrics: Metrics = field(default_factory=Metrics)
    connections: Heads = field(default_factory=Heads)  # open sockets by address

    def __post_init__(self) -> None:
        self._probed = -inf  # when something was last written to see whether that works
        self.leaving = False  # whether nobody should be sent here any more
        self.address = ""  # where others can reach the room, if it is open to them
        self.covers = Covers(self.boxes)
        self.postcards = Postcards(self.limits.pictures_per_address)
        self.printer = Printer(self.limits.prints_per_address)
        self.reviews = Reviews(self.crew, self.names, self.limits.review_seconds)
        self._folder = ThreadPoolExecutor(1, "fold")
        self._waking: dict[str, asyncio.Future[Gathering]] = {}
        self.backlog = Backlog(self.limits)
        self.gates = Gates(self.limits.requests_at_once)
        self.openings = Gates(1)  # sockets of one address are opened one after the other: the first picture is much work
        self.glances = Gates(1)  # and so is every other picture that is asked for
        self.opened_by_guest: Rates = per_day(self.limits.tables_per_guest)
        self.opened_by_address: Rates = per_day(self.limits.tables_per_address)
        self.reviewed_by_address: Rates = per_day(self.limits.reviews_per_address)
        self.drawn_by_address: Rates = per_day(self.limits.curves_per_address)
        self.keepers = Keepers(self.store, self.node, self.lose) if self.store.shared else None  # which tables are this node's
        self._releasing: Awaitable[object] | None = None  # tables that have just fallen asleep
        self.counts: list[Callable[[], dict[str, int]]] = []  # who has more to say about what there is at this moment

    @classmethod
    def at(
        cls,
        data: Path,
        limits: Limits | None = None,
        workers: int | None = None,
        shelf: Shelf | None = None,
        keep: int = KEEP,
        address: str = "",
        bus: Bus | None = None,
    ) -> "Room":
        """The room of a data folder, or of the store at an address; with the games installed, unless it is given a shelf; with a bus
        others are asked to think for it."""
        shelf = Shelf.installed() if shelf is None else shelf
        boxes = {box.slug: box for box in shelf.boxes()}
        names = {slug: shelf.place(slug) for slug in boxes}
        crew = _crew(bus, boxes, names, workers)
        store, secrets = open_store(data, address)
        return cls(boxes, names, store, Signer(secrets), crew, limits or Limits(), keep)

    async def begin(self) -> None:
        """Live among other nodes, where there may be some; StoreFault if the store cannot be written to."""
        if self.keepers is not None:
            await self.keepers.open()

    async def find(self, id: str) -> Gathering:
        """A table, woken up if it was asleep; LookupError with a sentence if there is none."""
        awake = self.tables.get(id)
        if awake is not None and not awake.lost:
            awake.must_be_kept()
            return awake
        if id not in self._waking:
            self._waking[id] = asyncio.ensure_future(self._wake(id))
            self._waking[id].add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear it
            self._waking[id].add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(self._waking[id])

    async def open(self, order: Order, guest: str, place: str = "") -> Gathering:
        """A new table; ValueError with a sentence if the order does not fit the game."""
        box = self.boxes.get(order.game)
        if box is None:
            raise ValueError(f"there is no game {order.game!r}; the shelf holds {', '.join(self.boxes)}")
        seats = order.size(box)
        played = await asyncio.to_thread(Table, box, seats, order.chosen(box), rng=SystemRandom())  # the first one of a game takes a while
        chairs = [_chair(seat, place, guest, box) for seat, place in enumerate(order.places(seats, box))]
        return await self._open(
            Gathering(token(), box, played, chairs, order.settings(), guest, time.time(), self.store, self.limits, place)
        )

    async def rematch(self, old: Gathering) -> None:
        """The next game of the same group, which everybody at the old table is told about."""
        async with old.lock:
            if old.next:
                return
            played = Table(old.box, len(old.chairs), old.options, rng=SystemRandom())
            gathering = Gathering(
                token(), old.box, played, turned(old.chairs), old.settings, old.host, time.time(), self.store, self.limits, old.place
            )
            gathering.raced, gathering.removed = old.raced, set(old.removed)
            await self._open(gathering)
            await old.keep(next=gathering.id)
            old.next = gathering.id
            old.tell(Next(gathering.id))

    async def gauges(self) -> dict[str, int]:
        """What there is at this moment, as far as the store answers."""
        kept: dict[str, int] = {}
        with contextlib.suppress(StoreFault):
            kept = {"tables_kept": await self.store.count()}
        return {
            **kept,
            "tables_awake": len(self.tables),
            "viewers": sum(len(table.viewers) for table in self.tables.values()),
            "commits": self.store.commits,
            "store_faults": self.store.faults,
            **self.crew.gauges(),
            **{name: number for count in self.counts for name, number in count().items()},
        }

    async def probe(self) -> None:
        """Write something, unless that was done a moment ago; StoreFault if it cannot be, TimeoutError if it takes too long. Where nodes
        share a store, the number that each writer leaves there is enough: for one that all write to, they would wait for each other."""
        if time.monotonic() - self._probed >= FRESH:
            async with asyncio.timeout(PATIENCE):
                await self.store.write(Write("", meta={} if self.store.shared else {"alive": time.time()}))
            self._probed = time.monotonic()

    async def keep_house(self) -> None:
        """Forget old tables, at first and then every day, and put idle ones to sleep now and then, for ever."""
        forgot = -inf
        while True:
            with contextlib.suppress(StoreFault):  # a full disk, perhaps: there is another minute
                await self.store.tick()
                self._take_keys(await self.store.keys())
            if time.monotonic() - forgot >= DAY:
                forgot = time.monotonic()
                await self.forget()
            await asyncio.sleep(ROUND)
            self.put_to_sleep(time.monotonic() - 60 * self.limits.idle_minutes)
            if not self.connections:
                gc.collect()  # a pause that nobody notices: it is not made while people play

    async def forget(self) -> None:
        """Forget the tables to which nothing has happened for too long, and at which nobody has looked; never one that is awake."""
        if not self.keep:
            return
        try:
            await asyncio.gather(*(self.store.write(Write(id, seen=time.time())) for id in self.tables))
            gone = await self.store.forget(self.keep)
        except StoreFault:
            return  # a full disk, perhaps: there is another day
        if gone:
            log.info("old tables were forgotten", extra={"tables": gone})

    def put_to_sleep(self, before: float) -> None:
        """Drop the tables nobody has looked at since then; the store has them. They do not hold on to themselves."""
        idle = [table for table in self.tables.values() if table.touched < before and not table.is_busy()]
        for table in idle:
            del self.tables[table.id]
            if table.driver:
                table.driver.stop()
            table.driver = None
        if self.keepers is not None and idle:
            self._releasing = self.keepers.release([table.id for table in idle])

    def lose(self, id: str) -> None:
        """A table is another node's: what is here of it counts no more."""
        table = self.tables.pop(id, None)
        if table is not None:
            table.lose()

    async def hand_over(self) -> None:
        """Let other nodes have all tables: each when what is being done there is done."""
        if self.keepers is not None:
            self.keepers.leaving = True
            await asyncio.gather(*(self._hand_over(table) for table in tuple(self.tables.values())))

    async def _hand_over(self, table: Gathering) -> None:
        assert self.keepers is not None
        async with table.lock:
            releasing = self.keepers.release([table.id])
            self.lose(table.id)  # from this moment on whoever wants something is sent on
            await releasing

    async def rest(self) -> None:
        """Move and think no more: who waits for a bot, a hint or a review need not."""
        for table in self.tables.values():
            if table.driver:
                table.driver.stop()
        await asyncio.gather(self.reviews.close(), self.crew.close())

    async def close(self) -> None:
        """Let everybody go; what is written stays."""
        await self.rest()
        for table in self.tables.values():
            for viewer in tuple(table.viewers):
                viewer.close()
        if self.keepers is not None:
            await self.keepers.close()
        self._folder.shutdown(wait=False, cancel_futures=True)
        self.postcards.close()
        self.printer.close()
        self.store.finish()
        await self._close_store()

    def _take_keys(self, kept: bytes | None) -> None:
        """Where nodes share their keys, one may have been added."""
        if kept is not None and (found := keys.parse(kept)):
            self.signer = Signer(found)

    async def may_open(self, guest: str, place: str) -> bool:
        """Whether a guest from somewhere may open one more table today, here and at all other nodes."""
        if not (self.opened_by_guest.allow(guest) and self.opened_by_address.allow(place)):
            return False
        most = {f"tables of guest {guest}": self.limits.tables_per_guest, f"tables from {place}": self.limits.tables_per_address}
        try:
            return await self.store.spend(most)
        except StoreFault:
            raise self._unsaved() from None

    @staticmethod
    def _unsaved() -> Refused:
        return Refused("La table n’a pas pu être enregistrée.", "The table could not be saved.")

    async def _close_store(self) -> None:
        """In a thread of its own: what others have begun elsewhere, however long it takes, is not waited for."""
        with ThreadPoolExecutor(1, "close") as closer:
            await asyncio.get_running_loop().run_in_executor(closer, self.store.close)

    async def _open(self, gathering: Gathering) -> Gathering:
        """Write a new table and put it among the others."""
        docs = {"table": gathering.head(), **{f"seat {chair.seat}": chair.json() for chair in gathering.chairs}}
        if gathering.removed:
            docs["removed"] = sorted(gathering.removed)
        holders = tuple({guest for chair in gathering.chairs for guest in chair.holders} | {gathering.host})
        write = Write(
            gathering.id,
            opened=(gathering.box.slug, gathering.host, gathering.opened),
            docs={**{k: encode(v).decode() for k, v in docs.items()}, **gathering.standing()},
            holders=holders,
            keeper=self.node if self.keepers else "",
        )
        try:
            await self.store.write(write)
        except StoreFault:
            raise self._unsaved() from None
        if self.keepers is not None:
            gathering.fence = self.keepers.opened(gathering.id)
        self.metrics.tables_opened += 1
        log.info("a table was opened", extra={"table": shadow(gathering.id), "game": gathering.box.slug, "seats": len(gathering.chairs)})
        return self._admit(gathering)

    def _admit(self, gathering: Gathering) -> Gathering:
        """A table is awake: bots and clocks go."""
        self.tables[gathering.id] = gathering
        if self.keepers is not None:
            gathering.keeping = self.keepers
        gathering.driver = Driver(gathering, self.names[gathering.box.slug], self.crew)
        gathering.driver.hear(Changed())
        return gathering

    async def _wake(self, id: str) -> Gathering:
        """Fold a table's record again, beside the event loop: a long game takes a while."""
        with contextlib.suppress(StoreFault):  # what cannot be noted can still be looked at
            await self.store.write(Write(id, seen=time.time()))
        fence = 0 if self.keepers is None else await self.keepers.fence(id)
        try:
            kept = await self.store.load(id)
        except StoreFault:
            raise Refused("La table ne peut pas être lue pour l’instant.", "The table cannot be read at the moment.") from None
        if kept is None:
            raise LookupError("There is no such table.")
        loop = asyncio.get_running_loop()
        try:
            restored = await loop.run_in_executor(self._folder, self._restored, id, kept)
        except (BrokenRecord, LookupError) as error:
            await self._let_go(id)
            raise LookupError(f"This table can no longer be played: {error}.") from None
        restored.fence = fence
        if self.keepers is not None and not self.keepers.holds(id, fence):
            raise Elsewhere  # another may have taken it while it was being folded
        return self._admit(restored)

    async def _let_go(self, id: str) -> None:
        """A table cannot be played here; another node may have its game."""
        if self.keepers is not None:
            await self.keepers.release([id])

    def _restored(self, id: str, kept: Kept) -> Gathering:
        """A table from what was kept of it; Faulty if its game's code fails over it."""
        try:
            return restore(id, kept, self.boxes, self.store, self.limits)
        except (BrokenRecord, LookupError):
            raise
        except Exception:
            with game_code(self.boxes[kept.docs["table"]["record"]["game"]]):
                raise


def _crew(bus: Bus | None, boxes: Mapping[str, Box], names: Mapping[str, str], workers: int | None) -> Crew:
    """Who thinks for the room; one alone imports nothing of others."""
    if bus is None:
        return Crew() if workers is None else Crew(workers)
    from tableronde.room.minds.far import FarCrew

    return FarCrew(bus, boxes, names, workers)


def _chair(seat: int, place: SeatOrder, guest: str, box: Box) -> Chair:
    match place.kind:
        case "bot":
            return Chair(seat, "bot", level=place.level or default_level(box))
        case "open":
            return Chair(seat)
        case _:
            return Chair(seat, "person", nickname(place.name), holders={guest})
