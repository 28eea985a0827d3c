"""The room: all its tables, awake in memory or asleep in the store."""

import asyncio
import contextlib
import gc
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from random import SystemRandom
from typing import Final

from tableronde.bots import default_level
from tableronde.box import Box
from tableronde.record import BrokenRecord
from tableronde.room.administration.enforcement import Enforcement
from tableronde.room.base.encoding import encode, encode_ahead
from tableronde.room.base.faults import game_code
from tableronde.room.base.limits import Backlog, ConnectionCounts, Gates, Limits, Rates, make_daily_rates
from tableronde.room.base.log_events import TABLE_OPENED, TABLES_FORGOTTEN
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.ownership import MovedElsewhere, OtherVersion
from tableronde.room.base.refusals import Refused
from tableronde.room.bus import Bus
from tableronde.room.media.box_art import BoxArt
from tableronde.room.media.preview_images import PreviewImages
from tableronde.room.media.printer import Printer
from tableronde.room.people import keyring
from tableronde.room.people.guests import Signer
from tableronde.room.people.nicknames import clean_nickname
from tableronde.room.saved.saved import changed_documents, is_hidden, read_header
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import Store, StoredTable, StoreFault, Write
from tableronde.room.store.leases import LeaseKeeper
from tableronde.room.store.open_store import open_store
from tableronde.room.tables.decisions.change import Change
from tableronde.room.tables.decisions.proposals import turn_seats
from tableronde.room.tables.load_session import Storage, load_session, new_session
from tableronde.room.tables.table_session import TableSession
from tableronde.room.workers.bot_driver import BotDriver
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.reviews import Reviews
from tableronde.shelf import Shelf
from tableronde.table import Table

PATIENCE: Final = 5.0  # that a write may take before the room counts as unhealthy
FRESH: Final = 1.0  # that a successful write counts for
ROUND: Final = 60.0  # between two checks for idle tables
DAY: Final = 86_400.0
KEEP: Final = 730


@dataclass
class Room:
    """The server's tables and everything they share."""

    boxes: Mapping[str, Box]
    names: Mapping[str, str]  # by which any process can load a game's box
    store: Store
    signer: Signer
    pool: WorkerPool
    limits: Limits
    keep: int = KEEP  # days after which a table without visits is forgotten; 0: never
    node: str = field(default_factory=lambda: secrets.token_hex(6))  # the unique name of this process among the nodes, never reused
    tables: dict[str, TableSession] = field(default_factory=dict)
    metrics: Metrics = field(default_factory=Metrics)
    connections: ConnectionCounts = field(default_factory=ConnectionCounts)  # open sockets by address

    def __post_init__(self) -> None:
        self._probed = -inf  # the time of the last write that tested the store
        self.enforcement = Enforcement()  # what the operator has decided
        self.leaving = False  # whether nobody should be sent here any more
        self.contact = ""  # an address to write to about the room and the rights of authors
        self.address = ""  # where others can reach the room, if it is open to them
        self.box_art = BoxArt(self.boxes)
        self.preview_images = PreviewImages(self.limits.pictures_per_address)
        self.printer = Printer(self.limits.prints_per_address, self.names)
        self.reviews = Reviews(self.pool, self.names, self.limits.review_seconds)
        self._replaying = ThreadPoolExecutor(1, "replay")
        self._waking: dict[str, asyncio.Future[TableSession]] = {}
        self.backlog = Backlog(self.limits)
        self.gates = Gates(self.limits.requests_at_once)
        self.openings = Gates(1)  # one socket of an address is opened at a time, because the first picture is expensive
        self.glances = Gates(1)  # and so is every other picture that a client requests
        self.opened_by_guest: Rates = make_daily_rates(self.limits.tables_per_guest)
        self.opened_by_address: Rates = make_daily_rates(self.limits.tables_per_address)
        self.reviewed_by_address: Rates = make_daily_rates(self.limits.reviews_per_address)
        self.drawn_by_address: Rates = make_daily_rates(self.limits.curves_per_address)
        self.leases = LeaseKeeper(self.store, self.node, self.lose) if self.store.is_shared else None  # which tables this node owns
        self._releasing: Awaitable[object] | None = None  # tables that have just fallen asleep
        self.counts: list[Callable[[], dict[str, int]]] = []  # other sources of gauges

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
        """Open the room of a data folder, or of the store at an address.

        Without a shelf it has the installed games; with a bus, workers on other machines think for it.
        """
        shelf = Shelf.installed() if shelf is None else shelf
        boxes = {box.slug: box for box in shelf.boxes()}
        names = {slug: shelf.place(slug) for slug in boxes}
        pool = _make_pool(bus, boxes, names, workers)
        store, secrets = open_store(data, address)
        return cls(boxes, names, store, Signer(secrets), pool, limits or Limits(), keep)

    async def begin(self) -> None:
        """Join the other nodes, if the store is shared; raise StoreFault if the store cannot be written to."""
        if self.leases is not None:
            await self.leases.open()

    async def find(self, id: str) -> TableSession:
        """Return a table, woken up if it was asleep; raise LookupError with a sentence if there is none."""
        awake = self.tables.get(id)
        if awake is not None and not awake.storage.lost:
            awake.storage.check_certain()
            return awake
        if id not in self._waking:
            self._waking[id] = asyncio.ensure_future(self._wake(id))
            self._waking[id].add_done_callback(lambda done: done.cancelled() or done.exception())  # all callers may have gone
            self._waking[id].add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(self._waking[id])

    async def open(self, order: Order, guest: str, place: str = "") -> TableSession:
        """Open a table; raise ValueError with a sentence if the order does not fit the game."""
        box = self.boxes.get(order.game)
        if box is None:
            raise ValueError(f"there is no game {order.game!r}; the shelf holds {', '.join(self.boxes)}")
        seats = order.size(box)
        played = await asyncio.to_thread(Table, box, seats, order.chosen(box), rng=SystemRandom())  # a game's first table takes a while
        holders = tuple(_make_holder(seat, place, guest, box) for seat, place in enumerate(order.places(seats, box)))
        return await self._open(new_session(played, order.settings(), guest, holders, place=place, **self._get_storage()))

    async def rematch(self, old: TableSession) -> None:
        """Open the next game of the same group and announce it at the old table."""
        async with old.lock:
            if old.saved.next:
                return
            self.enforcement.check_new_table()
            played = _deal_again(old)
            holders = turn_seats(old.saved.seats)
            host, removed, raced = old.saved.host, old.saved.removed, old.timing.raced
            session = new_session(
                played, old.saved.settings, host, holders, place=old.place, removed=removed, raced=raced, **self._get_storage()
            )
            await self._open(session)
            await old.commit(Change(replace(old.saved, next=session.id)))

    def _get_storage(self) -> Storage:
        """Return the store and encoders of this room's sessions."""
        return {"store": self.store, "encode": encode, "limits": self.limits, "encode_ahead": encode_ahead, "operator": self.enforcement}

    async def gauges(self) -> dict[str, int]:
        """Return the current gauges; those of the store only if it answers."""
        kept: dict[str, int] = {}
        with contextlib.suppress(StoreFault):
            kept = {"tables_kept": await self.store.count()}
        return {
            **kept,
            "tables_awake": len(self.tables),
            "viewers": sum(len(table.audience.viewers) for table in self.tables.values()),
            "commits": self.store.commits,
            "store_faults": self.store.faults,
            **self.pool.gauges(),
            **{name: number for count in self.counts for name, number in count().items()},
        }

    async def probe(self) -> None:
        """Test the store by a write, unless one has just succeeded; raise StoreFault if it fails, TimeoutError if it takes too long.

        On a shared store the number that each writer leaves there is enough: if all nodes wrote the same row, they would wait for each
        other.
        """
        if time.monotonic() - self._probed >= FRESH:
            async with asyncio.timeout(PATIENCE):
                await self.store.write(Write("", meta={} if self.store.is_shared else {"alive": time.time()}))
            self._probed = time.monotonic()

    async def maintain(self) -> None:
        """Forget old tables every day and put idle ones to sleep every minute, for ever."""
        forgot = -inf
        while True:
            with contextlib.suppress(StoreFault):  # a full disk, perhaps: it is tried again in a minute
                await self.store.tick()
                self._take_keys(await self.store.read_keys())
            if time.monotonic() - forgot >= DAY:
                forgot = time.monotonic()
                await self.forget()
            await asyncio.sleep(ROUND)
            self.put_to_sleep(time.monotonic() - 60 * self.limits.idle_minutes)
            if not self.connections:
                gc.collect()  # a pause that nobody notices, because nobody plays

    async def forget(self) -> None:
        """Forget the tables that were neither played nor visited for too long; never one that is awake."""
        if not self.keep:
            return
        try:
            await asyncio.gather(*(self.store.write(Write(id, seen=time.time())) for id in self.tables))
            gone = await self.store.forget(self.keep)
        except StoreFault:
            return  # a full disk, perhaps: it is tried again tomorrow
        if gone:
            TABLES_FORGOTTEN.log(tables=gone)

    def put_to_sleep(self, before: float) -> None:
        """Drop the idle tables from memory; the store has them."""
        idle = [table for table in self.tables.values() if table.touched < before and not table.is_busy()]
        for table in idle:
            del self.tables[table.id]
            table.sleep()
        if self.leases is not None and idle:
            self._releasing = self.leases.release([table.id for table in idle])

    def lose(self, id: str) -> None:
        """Drop a table that belongs to another node now."""
        table = self.tables.pop(id, None)
        if table is not None:
            table.lose()

    async def hand_over(self) -> None:
        """Hand all tables over to other nodes, each as soon as its current action is finished."""
        if self.leases is not None:
            self.leases.is_leaving = True
            await asyncio.gather(*(self._hand_over(table) for table in tuple(self.tables.values())))

    async def _hand_over(self, table: TableSession) -> None:
        assert self.leases is not None
        async with table.lock:
            releasing = self.leases.release([table.id])
            self.lose(table.id)  # from now on clients are sent elsewhere
            await releasing

    async def rest(self) -> None:
        """Stop all bots, clocks and workers; nobody needs to wait for them any more."""
        for table in self.tables.values():
            table.stop()
        await asyncio.gather(self.reviews.close(), self.pool.close())

    async def close(self) -> None:
        """Disconnect everybody and close the store; what is written stays."""
        await self.rest()
        for table in self.tables.values():
            for viewer in tuple(table.audience.viewers):
                viewer.close()
        if self.leases is not None:
            await self.leases.close()
        self._replaying.shutdown(wait=False, cancel_futures=True)
        self.preview_images.close()
        self.printer.close()
        self.store.finish()
        await _close_store(self.store)

    def _take_keys(self, kept: bytes | None) -> None:
        """Use the keys of the store, to which another node may have added one."""
        if kept is not None and (found := keyring.parse(kept)):
            self.signer = Signer(found)

    async def may_open(self, guest: str, place: str) -> bool:
        """Return whether a guest at an address may open one more table today, counted over all nodes.

        Raise Refused with a sentence if nobody may.
        """
        try:
            self.enforcement.check_new_table()
        except Refused:
            self.metrics.turn_away("no_new_tables")
            raise
        if not (self.opened_by_guest.allow(guest) and self.opened_by_address.allow(place)):
            return False
        most = {f"tables of guest {guest}": self.limits.tables_per_guest, f"tables from {place}": self.limits.tables_per_address}
        try:
            return await self.store.spend(most)
        except StoreFault:
            raise _make_refusal() from None

    async def _open(self, session: TableSession) -> TableSession:
        """Write a new table and admit it."""
        header = session.saved.header
        write = Write(
            session.id,
            opened=(session.box.slug, header.host, header.opened),
            docs={name: encode(value).decode() for name, value in changed_documents(None, session.saved).items()},
            holders=tuple(session.saved.guests()),
            owner=self.node if self.leases else "",
        )
        try:
            await self.store.write(write)
        except StoreFault:
            raise _make_refusal() from None
        if self.leases is not None:
            session.storage.owned_by(self.leases, self.leases.add_new(session.id))
        self.metrics.tables_opened += 1
        guest = hash_secret(session.saved.host)
        TABLE_OPENED.log(table=hash_secret(session.id), game=session.box.slug, seats=len(session.saved.seats), guest=guest)
        return self._admit(session)

    def _admit(self, session: TableSession) -> TableSession:
        """Add a table to those awake and start its bots and clocks."""
        self.tables[session.id] = session
        session.start(BotDriver(session, self.names[session.box.slug], self.pool))
        return session

    async def _wake(self, id: str) -> TableSession:
        """Load a table from the store. It is replayed in a thread, because a long game takes a while."""
        with contextlib.suppress(StoreFault):  # a table can be viewed even if the visit cannot be noted
            await self.store.write(Write(id, seen=time.time()))
        if self.leases is not None and (known := self.leases.find_avoided(id)) is not None:
            raise OtherVersion(known.game, known.edition)
        fence = 0 if self.leases is None else await self.leases.claim_fence(id)
        try:
            kept = await self.store.load(id)
        except StoreFault:
            raise Refused("La table ne peut pas être lue pour l’instant.", "The table cannot be read at the moment.") from None
        if kept is None or is_hidden(kept.docs):
            raise LookupError("There is no such table.")
        loop = asyncio.get_running_loop()
        try:
            restored = await loop.run_in_executor(self._replaying, self._restore, id, kept)
        except (BrokenRecord, LookupError) as error:
            if self.leases is not None:  # another node may have its game
                await self.leases.release([id])
                _check_version(self.leases, self.boxes, id, kept)
            raise LookupError(f"This table can no longer be played: {error}.") from None
        if self.leases is not None:
            if not self.leases.owns(id, fence):
                raise MovedElsewhere  # another node may have taken it during the replay
            restored.storage.owned_by(self.leases, fence)
        return self._admit(restored)

    def _restore(self, id: str, kept: StoredTable) -> TableSession:
        """Restore a table from the store; raise Faulty if its game's code fails."""
        try:
            return load_session(id, kept, self.boxes, **self._get_storage())
        except (BrokenRecord, LookupError):
            raise
        except Exception:
            with game_code(self.boxes[read_header(kept.docs).record["game"]]):
                raise


def _make_pool(bus: Bus | None, boxes: Mapping[str, Box], names: Mapping[str, str], workers: int | None) -> WorkerPool:
    """Return the pool that thinks for the room; without a bus nothing of NATS is imported."""
    if bus is None:
        return WorkerPool() if workers is None else WorkerPool(workers)
    from tableronde.room.workers.remote_pool import RemotePool

    return RemotePool(bus, boxes, names, workers)


def _deal_again(old: TableSession) -> Table:
    """Deal the table of a rematch under the latest rules; Refused if these do not know the options of the old table."""
    try:
        return Table(old.box.latest, len(old.saved.seats), old.options, rng=SystemRandom())
    except ValueError:
        raise Refused(
            "Les règles ont changé depuis, et ces options n’existent plus : ouvrez une nouvelle table.",
            "The rules have changed since, and these options are gone: open a new table.",
        ) from None


def _make_holder(seat: int, place: SeatOrder, guest: str, box: Box) -> SeatHolder:
    match place.kind:
        case "bot":
            return SeatHolder(seat, "bot", level=place.level or default_level(box))
        case "open":
            return SeatHolder(seat)
        case _:
            return SeatHolder(seat, "person", clean_nickname(place.name), guests=frozenset({guest}))


def _check_version(leases: LeaseKeeper, boxes: Mapping[str, Box], id: str, kept: StoredTable) -> None:
    """Raise OtherVersion if other nodes may have the game or the edition of a table that cannot be played here."""
    with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):  # damaged
        record = read_header(kept.docs).record
        game, edition = str(record["game"]), int(record["edition"])
        if not (game in boxes and boxes[game].has_edition(edition)):
            leases.avoid(id, OtherVersion(game, edition))
            raise OtherVersion(game, edition)


def _make_refusal() -> Refused:
    return Refused("La table n’a pas pu être enregistrée.", "The table could not be saved.")


async def _close_store(store: Store) -> None:
    """Close a store in a thread of its own, so that it waits for no other job of the executors."""
    with ThreadPoolExecutor(1, "close") as closer:
        await asyncio.get_running_loop().run_in_executor(closer, store.close)
