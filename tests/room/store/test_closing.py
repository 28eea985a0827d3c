"""The shutdown of a room: soon, whatever guests do, and with everything that was confirmed."""

import asyncio
import contextlib
import json
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from siege.target import Target, frame
from support.rooms import HERE, ME, PATIENCE, Message, Person, bot, serving, token_of
from tableronde.room.store import Write
from tableronde.room.store.sqlite.store import CHECKPOINT, SqliteStore

LOOKS = b"".join(frame(1, json.dumps({"do": "look", "seat": seat}).encode()) for seat in (0, None))
HALVES = (b"GET / HTTP/1.1\r\nHost: 127.0", b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\n{")


@contextlib.contextmanager
def besieged(target: Target, ana: Person) -> Iterator[None]:
    """Connect guests that do not read, that stop in the middle of a request, that wait for bots, a hint, a review and a picture."""
    table = ana.open("kaplan", ME, HERE)
    aim, query = replace(target, table=table), f"feed=scene&token={token_of(table['seats'][0])}"
    with contextlib.ExitStack() as lines:
        for _ in range(10):
            _stuff(lines.enter_context(aim.upgrade(query=query, buffer=4096)))
        for said in (*HALVES, f"GET {table['url']}.png HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()):
            lines.enter_context(target.dial()).sendall(said)
        for _ in range(4):
            thinking = lines.enter_context(ana.at(ana.open("four-circles", ME, bot("search"))["id"], feed="facts"))
            thinking.act("0,0", 0)
        hinted = lines.enter_context(ana.at(ana.open("four-circles", ME, HERE)["id"]))
        hinted.say("hint", step=3)
        assert ana.web.get(f"/review/{_finished(ana)['id']}.json?seat=0").status_code == 202
        yield


def _stuff(line: socket.socket) -> None:
    """Request pictures and read none, until the buffers are full."""
    line.settimeout(0)
    with contextlib.suppress(BlockingIOError):
        for _ in range(40):
            line.send(LOOKS)


def _finished(ana: Person) -> Message:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        for i in range(4):
            line.act(f"{i},0", i % 2)
        line.say("resign", seat=0)
        line.until("outcome")
    return table


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_room_ends_whatever_guests_do(tmp_path: Path) -> None:
    """It ends by itself, with no process left behind, and every confirmed action stored; thinking bots are not waited for."""
    with serving(tmp_path / "data", "--workers", "2") as server, Person(server.base) as ana:
        played = ana.open("four-circles", ME, HERE)
        with ana.at(played["id"]) as line, besieged(Target(server, played, tmp_path), ana):
            line.act("0,0", 0)
            workers = _children(server.process.pid)
            server.process.terminate()
            assert server.process.wait(PATIENCE) == 0
        assert workers
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
        events = [json.loads(said)["event"] for said in server.log.read_text().splitlines()]  # nothing but lines of the log
        assert "worker_lost" not in events
        assert (events[0], events[-1]) == ("room_opened", "room_closed")
    with serving(tmp_path / "data") as again, Person(again.base) as luc:
        assert luc.web.get(f"{played['url']}.json").json()["turn"]["ply"] == 1


STUCK_ROOM = """
import sys
from tableronde.room.live.perspective import Perspective
def recall(perspective, *moment):
    print("stuck", flush=True)
    while True:
        pass
Perspective.recall = recall
from tableronde.room.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_room_that_hangs_ends_all_the_same(tmp_path: Path) -> None:
    """With code that blocks its loop for ever: the log and the exit status say so, and nothing confirmed is lost."""
    command = [
        sys.executable,
        "-c",
        STUCK_ROOM,
        "--port",
        "0",
        "--no-browser",
        "--data",
        str(tmp_path / "data"),
        "--limit",
        "closing_seconds=1",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        deadline = threading.Timer(PATIENCE, process.kill)  # a room that does not get stuck fails the test, and hangs nothing
        deadline.start()
        with Person(process.stdout.readline().split()[-1].rstrip("/")) as ana:
            table = ana.open("four-circles", ME, HERE)
            with ana.at(table["id"]) as line:
                line.act("0,0", 0)
                line.say("recall", ply=0)
                while process.stdout.readline() != "stuck\n":
                    assert process.poll() is None
                deadline.cancel()
                process.send_signal(signal.SIGTERM)
                try:
                    _, said = process.communicate(timeout=PATIENCE)
                finally:
                    process.kill()  # unless it has ended already
    assert process.returncode == 1
    assert "in recall" in said
    with serving(tmp_path / "data") as again, Person(again.base) as luc:
        assert luc.web.get(f"{table['url']}.json").json()["turn"]["ply"] == 1


def test_a_store_closes_in_the_middle_of_folding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that checkpoints the log is told to stop while it is at work: it must not miss that."""
    begun, over, connect = threading.Event(), threading.Event(), SqliteStore._connect

    def late(store: SqliteStore) -> sqlite3.Connection:
        if threading.current_thread().name == "store-fold":
            begun.set()
            over.wait(PATIENCE)
        return connect(store)

    monkeypatch.setattr(SqliteStore, "_connect", late)

    async def live() -> SqliteStore:
        store = SqliteStore(tmp_path / "room.sqlite")
        for _ in range(CHECKPOINT):
            await store.write(Write("", meta={"x": 1.0}))
        return store

    store = asyncio.run(live())
    assert begun.wait(PATIENCE)
    closing = threading.Thread(target=store.close, daemon=True)
    closing.start()
    store._writer.join()
    over.set()
    closing.join(PATIENCE)
    assert not closing.is_alive()
