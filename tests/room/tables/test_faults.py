"""Failures that must lose nothing: killed servers, killed workers, full disks, noise on sockets."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, WebSocketException

from support.rooms import HERE, ME, PATIENCE, Line, Message, Person, Server, bot, serving, token_of
from support.sessions import change_saved
from tableronde.game import Illegal
from tableronde.room.base.refusals import Refused
from tableronde.room.live import messages
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store.sqlite.store import SqliteStore
from tableronde.room.tables.table_session import TableSession

KILLS = 20
TABLES = 6
LEAST = 40  # actions confirmed before each kill
GENEROUS = ("--limit", "messages_per_second=100000", "--limit", "message_burst=100000", "--limit", "tables_per_guest=1000")


class Witness:
    """What the server has confirmed, table by table: the event at each ply."""

    def __init__(self) -> None:
        self.confirmed: dict[str, dict[int, list[str]]] = {}
        self.total = 0
        self.grown = asyncio.Event()  # set whenever there is more

    def saw(self, table: str, message: Message) -> None:
        """Record a message: everything shown counts as confirmed, like everything with an ok."""
        known, heard = self.confirmed.setdefault(table, {}), message["heard"]
        first = message["turn"]["ply"] - len(heard)
        self.total += sum(first + i not in known for i in range(len(heard)))
        known.update((first + i, event) for i, event in enumerate(heard))
        self.grown.set()

    async def until(self, total: int) -> None:
        """Wait until that many events are confirmed in total."""
        self.grown = asyncio.Event()
        while self.total < total:
            self.grown.clear()
            await self.grown.wait()

    def lost(self, found: dict[str, Message]) -> list[str]:
        """Return what is not where it was when it was confirmed, and what nobody can have played, a line for each."""
        lines = []
        for table, known in self.confirmed.items():
            heard = found[table].get("heard", [])
            for ply, event in sorted(known.items()):
                there = heard[ply] if ply < len(heard) else None
                if there != event:
                    lines.append(f"{table[:6]} ply {ply}: confirmed {event}, found {there}, of {len(heard)} events")
            if len(heard) > max(known, default=-1) + 2:  # one event after the last one seen may have been played
                lines.append(f"{table[:6]}: {len(heard)} events, though only {len(known)} were seen")
        return lines


async def hammer(base: str, table: Message, witness: Witness, rng: random.Random) -> None:
    """Play both seats of a table as fast as the server confirms, until it dies."""
    address = f"{base.replace('http', 'ws', 1)}{table['url']}/live?feed=facts&token="
    try:
        async with connect_async(address + token_of(table["seats"][0])) as a, connect_async(address + token_of(table["seats"][1])) as b:
            await asyncio.gather(*(_play(socket, table["id"], witness, rng) for socket in (a, b)))
    except (OSError, WebSocketException, EOFError):
        return


async def _play(socket: ClientConnection, table: str, witness: Witness, rng: random.Random) -> None:
    async for text in socket:
        message = msgspec.json.decode(text)
        if "turn" not in message:
            continue
        witness.saw(table, message)
        for seat, actions in message["legal"].items():
            await socket.send(json.dumps({"do": "act", "seat": int(seat), "action": rng.choice(actions), "ref": 1}))


async def _load(server: Server, tables: list[Message], witness: Witness, rng: random.Random) -> None:
    """Play at all tables until more events are confirmed, and kill the server during play."""
    players = [asyncio.create_task(hammer(server.base, table, witness, rng)) for table in tables]
    goal = witness.total + rng.randint(LEAST, 2 * LEAST)
    try:
        async with asyncio.timeout(PATIENCE):
            await witness.until(goal)
            await asyncio.sleep(rng.uniform(0, 0.01))  # anywhere between two commits
    finally:
        server.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*players)


def test_nothing_confirmed_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """kill -9 under load, twenty times: every confirmed action is there afterwards, in its place, and play continues."""
    witness, rng = Witness(), random.Random(5)
    tables: list[Message] = []
    for kill in range(KILLS + 1):
        with (
            serving(tmp_path / "data", "--game", "four-circles", *GENEROUS) as server,
            Person(server.base) as ana,
        ):
            found = {table["id"]: ana.whole(table) for table in tables}
            assert witness.lost(found) == [], f"after kill {kill}"
            assert all([seat["name"] for seat in table["seats"]] == ["Ana", "Bo"] for table in found.values())
            print(f"kill {kill}: {witness.total} actions at {len(tables)} tables confirmed so far, all there")
            if kill < KILLS:
                going = [table for table in tables if found[table["id"]]["status"] == "playing"]
                fresh = [ana.open("four-circles", ME, HERE, options={"max_plies": 0}) for _ in range(TABLES - len(going))]
                tables += fresh
                asyncio.run(_load(server, [*going, *fresh], witness, rng))
                assert server.process.wait(PATIENCE) == -signal.SIGKILL
    assert witness.total >= KILLS * LEAST


def test_the_room_closes_cleanly(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"], feed="facts") as line:
            line.hear()
            line.act("0,0", 0)
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed):
                line.until("never")
        assert server.process.wait(PATIENCE) == 0
        assert '"level": "error"' not in server.log.read_text()


def test_whoever_hangs_up_in_the_middle_has_still_acted(ana: Person) -> None:
    """A client sends an action and disconnects: it is written, and everybody else sees it at once."""
    table = ana.open("four-circles", ME, HERE)
    cells = [f"{x},{y}" for x in range(5) for y in range(4)]
    with ana.at(table["id"], feed="facts") as witness:
        witness.hear()
        for ply, cell in enumerate(cells[:10]):
            with ana.at(table["id"], feed="facts") as line:
                line.say("act", action=cell, seat=ply % 2)
                line.socket.socket.close()
            seen = witness.until(lambda m, ply=ply: m.get("turn", {}).get("ply") == ply + 1)  # type: ignore[misc]
            assert seen["heard"] == [[str(ply % 2), cell]]


def _children(pid: int) -> list[int]:
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    return [int(stat.split()[0]) for stat in stats if int(stat.rpartition(")")[2].split()[1]) == pid]


def test_a_killed_worker_is_replaced_and_the_bot_still_moves(ana: Person, server: Server) -> None:
    table = ana.open("four-circles", ME, bot("search"))
    with ana.at(table["id"], feed="facts") as line:
        legal = line.hear()["legal"]["0"]
        for ply in (0, 2):
            assert line.act(legal[0], 0)["turn"]["ply"] == ply + 1
            end = time.monotonic() + 5
            while not (workers := _children(server.process.pid)) and time.monotonic() < end:
                time.sleep(0.02)
            for worker in workers:
                os.kill(worker, signal.SIGKILL)
            answered = line.until(lambda m, ply=ply: m.get("turn", {}).get("ply") == ply + 2)  # type: ignore[misc]
            assert answered["heard"][0][0] == "1"
            legal = answered["legal"]["0"]
    assert '"event": "worker_lost"' in server.log.read_text()
    numbers = ana.numbers()
    lost = next(line for line in numbers.splitlines() if line.startswith("tableronde_workers_lost "))
    assert int(lost.split()[1]) >= 1


class SmallDisk(SqliteStore):
    """A store on a disk that is soon full."""

    pages = 40

    def _connect(self) -> sqlite3.Connection:
        db = super()._connect()
        db.execute(f"PRAGMA max_page_count={self.pages}")
        return db


async def _fill(session: TableSession, confirmed: list[str], rng: random.Random) -> None:
    """Play, and write more and more, for ever."""
    while True:
        seat = next(iter(session.running))
        action = rng.choice(session.table.legal()[seat])
        await session.act(seat, action)
        confirmed.append(action)
        await change_saved(session, next="x" * 2000 * len(confirmed))


def test_a_full_disk_refuses_and_the_table_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be written has not happened: the player is told, the table is unchanged, and nothing confirmed is lost."""
    monkeypatch.setattr("tableronde.room.store.open_store.SqliteStore", SmallDisk)

    async def play() -> tuple[str, list[str]]:
        room = Room.at(tmp_path / "data", workers=1)
        here = SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here], options={"max_plies": 0}), "guest")
        confirmed: list[str] = []
        with pytest.raises(Refused, match="could not be saved"):
            await _fill(table, confirmed, random.Random(1))
        assert [event.action for event in table.table.events] == confirmed
        assert table.status == "playing"
        assert table.position.ply == len(confirmed)
        with pytest.raises(Illegal):
            await table.act(next(iter(table.running)), "nonsense")
        await room.close()
        return table.id, confirmed

    id, confirmed = asyncio.run(play())
    monkeypatch.undo()

    async def again() -> list[str]:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.find(id)
        await table.act(next(iter(table.running)), table.table.legal()[next(iter(table.running))][0])
        events = [event.action for event in table.table.events]
        await room.close()
        return events

    assert asyncio.run(again())[:-1] == confirmed


def test_idle_tables_sleep_and_wake(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        here = SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        await table.act(0, "0,0")
        room.put_to_sleep(time.monotonic() - 10)
        assert table.id in room.tables
        room.put_to_sleep(time.monotonic() + 10)
        assert table.id not in room.tables
        again, twin = await asyncio.gather(room.find(table.id), room.find(table.id))
        assert again is twin
        assert again is not table
        assert again.table.record() == table.table.record()
        assert [holder.json() for holder in again.saved.seats] == [holder.json() for holder in table.saved.seats]
        with pytest.raises(LookupError):
            await room.find("nothing")
        await room.close()

    asyncio.run(live())


def test_looking_at_a_table_is_noted(tmp_path: Path) -> None:
    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        room.put_to_sleep(time.monotonic() + 10)
        before = time.time()
        await room.find(table.id)
        kept = await room.store.load(table.id)
        assert kept is not None
        assert before <= kept.docs["seen"] <= time.time()
        await room.close()

    asyncio.run(live())


WORDS = [
    "do",
    "look",
    "act",
    "pick",
    "sit",
    "seat",
    "action",
    "picked",
    "ref",
    "chat",
    "text",
    "phrase",
    "answer",
    "ask",
    "yes",
    "hint",
    "step",
]


def _noise(rng: random.Random, depth: int = 0) -> object:
    match rng.randrange(9 if depth < 3 else 6):
        case 0:
            return rng.choice([None, True, False])
        case 1:
            return rng.choice([0, 1, -1, 2**31, 2**63, 2**70, 1e300, 0.5])
        case 2 | 3 | 4:
            return rng.choice([*WORDS, "", "0,0", "é\u0000\u202e", "x" * 500, "{0}", "<script>"])
        case 5:
            return rng.randrange(-3, 70)
        case 6:
            return [_noise(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {rng.choice(WORDS): _noise(rng, depth + 1) for _ in range(rng.randrange(4))}


DOS: list[str] = [message.do for message in messages.MESSAGES]


def _message(rng: random.Random, dos: list[str]) -> str | bytes:
    match rng.randrange(6):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return json.dumps(_noise(rng))
        case 2:
            return "[" * 3000
        case _:
            keys = ("seat", "action", "picked", "ref", "name", "level", "ask", "yes", "text", "phrase", "guest", "step")
            return json.dumps({"do": rng.choice(dos), **{key: _noise(rng) for key in rng.sample(keys, 4)}})


def test_noise_on_sockets_never_hurts(tmp_path: Path) -> None:
    rng = random.Random(11)
    with serving(tmp_path / "data", *GENEROUS) as server, Person(server.base) as ana:
        for round in range(6):
            dos = DOS if round == 0 else [do for do in DOS if do != "hint"]  # a hint takes a second
            table = ana.open("four-circles", ME, rng.choice([HERE, bot("random"), {"kind": "open"}]), chat="free")
            with ana.at(table["id"], feed=rng.choice(["scene", "facts"]), seat=rng.choice(["", 0, 1, 99, "x"])) as line:
                for _ in range(120):
                    line.socket.send(_message(rng, dos))
                assert line.asked("ping", "pong"), f"round {round}"
            with ana.at(table["id"]) as line:
                line.socket.send("x" * 20_000)
                with pytest.raises(ConnectionClosed):
                    line.until("never")
        assert "tableronde_faults_total 0" in ana.numbers()
        assert '"level": "error"' not in server.log.read_text()


def test_noise_in_requests_never_hurts(tmp_path: Path) -> None:
    rng = random.Random(12)
    paths = [
        "/",
        "/t/",
        "/t/x.json",
        "/t/x/seat/y",
        "/replay/x.json?ply=-1",
        "/rules/%00",
        "/static/%2e%2e/box.py",
        "/new/é",
        "/looks/..json",
        "/?lang=xx",
    ]
    generous = ("--limit", "requests_per_second=100000", "--limit", "request_burst=100000")
    with serving(tmp_path / "data", *generous) as server, httpx.Client(base_url=server.base) as web:
        for _ in range(300):
            method = rng.choice(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"])
            headers = {
                rng.choice(["Accept", "Cookie", "Accept-Language", "Content-Type", "Range"]): rng.choice(
                    ["", "guest=x", "\x7f", "a" * 500, "bytes=9-1"]
                )
            }
            body = rng.choice([b"", rng.randbytes(100), json.dumps(_noise(rng)).encode()])
            answer = web.request(method, rng.choice([*paths, "/tables"]), headers=headers, content=body)
            assert answer.status_code < 500, (method, answer.url, headers, body)
        assert web.get("/healthz").status_code == 200


def _pester(line: Line) -> None:
    while True:
        line.say("ping")
        time.sleep(0.0005)


def test_too_fast_is_slowed_down_and_then_cut_off(tmp_path: Path) -> None:
    slow = ("--limit", "messages_per_second=1", "--limit", "message_burst=5")
    with serving(tmp_path / "data", *slow) as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"], feed="facts") as line:
            line.hear()
            for _ in range(8):
                line.say("ping")
            assert line.until("error")["error"] == "Slow down: too many messages at once."
            with pytest.raises(ConnectionClosed):
                _pester(line)


def test_limits_on_tables_and_connections(tmp_path: Path) -> None:
    small = ("--limit", "tables_per_guest=2", "--limit", "connections_per_address=1")
    with serving(tmp_path / "data", *small) as server, Person(server.base) as ana:
        ana.web.get("/")
        table = ana.open("four-circles", ME, HERE)
        ana.open("four-circles", ME, HERE)
        refused = ana.web.post("/tables?lang=en", json={"game": "four-circles"})
        assert (refused.status_code, "many tables" in refused.json()["error"]) == (429, True)
        with ana.at(table["id"]) as line:
            line.hear()
            with pytest.raises(ConnectionClosed, match="4429"), ana.at(table["id"]) as second:
                second.hear()
