"""Measure the room under load: closed loops of tables over real sockets, every move written to disk before it is confirmed.

    python bench/room.py [--tables 50 200] [--seconds 10]
    python bench/room.py --beside ../another-checkout [--rounds 5] [--game SLUG …] [--seconds 3]

For each load it prints moves a second, the time from sending an action to its confirmation, CPU time a move (server only) and
memory a table. The server and this load generator share the machine. `flat out`: players move at once; `thinking`:
after one second. The connections are those of programs (feed=facts), as bots use them. Then come the bytes a person's browser
receives (feed=scene): on the wire for each move and viewer, compressed, over complete games of every game on the shelf.

With `--beside`, it compares the CPU time a move of every game in this checkout and another one, in turns, so that both run under
the same load: the medians over all rounds, and the median ratio with its range.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tableronde.game import is_open
from tableronde.shelf import Shelf, find

GENEROUS = (
    "messages_per_second",
    "message_burst",
    "messages_per_address",
    "requests_per_second",
    "request_burst",
    "requests_at_once",
    "tcp_per_address",
    "tcp_per_second",
    "tcp_burst",
    "connections_per_address",
    "tables_per_guest",
)
GAME = "four-circles"
HERE = Path(__file__).resolve().parents[1]
AGAIN = 0.25  # seconds before an action that came too early is tried again
CLOCK = 2  # Linux: the clock id for the CPU time of a whole process


@dataclass
class Tally:
    """The results of one load."""

    times: list[float] = field(default_factory=list)  # from action to confirmation, in seconds
    refused: int = 0
    warm: bool = False


class Turn(msgspec.Struct):
    """The actors the table waits for."""

    to_act: list[int | str] = []


class Message(msgspec.Struct):
    """The part of a message a player needs."""

    ok: int | None = None
    turn: Turn | None = None
    legal: dict[str, list[str]] = {}
    refused: Any = None
    error: Any = None
    outcome: Any = None

    def choices(self) -> list[tuple[int, str]]:
        """Return the actions the table waits for, without open ones."""
        waited = self.turn.to_act if self.turn else ()
        every = ((int(seat), action) for seat, actions in self.legal.items() for action in actions)
        return [(seat, action) for seat, action in every if seat in waited and not is_open(action)]


DECODER = msgspec.json.Decoder(Message)


@contextmanager
def server(data: Path, *more: str, tree: Path = HERE) -> Iterator[tuple[str, int]]:
    """Run a room with the code of a checkout; yield its address and process. Older checkouts have fewer limits."""
    start, path = [sys.executable, "-m", "tableronde.room"], {**os.environ, "PYTHONPATH": str(tree / "src")}
    known = subprocess.run([*start, "--help"], capture_output=True, text=True, check=True, env=path).stdout
    limits = [part for name in (*GENEROUS, "tables_per_address") if name in known for part in ("--limit", f"{name}=1000000")]
    command = [*start, "--port", "0", "--no-browser", "--data", str(data), *limits, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=path)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(20)


def open_table(base: str, game: str, players: int) -> list[str]:
    """Open a table with all seats open to programs; return the links of its seats."""
    order = {
        "game": game,
        "players": players,
        "seats": [{"kind": "here", "name": f"P{seat}"} for seat in range(players)],
    }
    request = urllib.request.Request(f"{base}/tables", json.dumps(order).encode(), {"Accept": "application/json"})
    with urllib.request.urlopen(request) as answer:
        links: list[str] = json.load(answer)["seats"]
    return links


def address(base: str, link: str, feed: str) -> str:
    """Return the socket address of a seat."""
    table, _, token = link.partition("/seat/")
    seat = f"{base.replace('http', 'ws', 1)}{table}/live?feed={feed}&token={token}"
    return seat


async def play_on(base: str, game: str, tally: Tally, thinking: float, rng: Random, end: float) -> None:
    """Play one table after the other with the fewest players."""
    while time.monotonic() < end:
        links = await asyncio.to_thread(open_table, base, game, min(find(game).game_type.players))
        await asyncio.gather(*(player(base, link, tally, thinking, rng, end) for link in links))


async def player(base: str, link: str, tally: Tally, thinking: float, rng: Random, end: float) -> None:
    """Play one seat until the game or the time ends."""
    async with connect(address(base, link, "facts"), compression=None, max_size=None) as socket:
        sent, ref, choices = 0.0, 0, []
        while time.monotonic() < end:
            message = DECODER.decode(await socket.recv())
            if message.ok is not None and tally.warm:
                tally.times.append(time.perf_counter() - sent)
            tally.refused += message.refused is not None
            if message.outcome is not None:
                return
            if message.turn is not None:
                choices = message.choices()
            if choices and (message.turn or message.error or message.refused):
                await asyncio.sleep(AGAIN if message.turn is None else thinking * rng.uniform(0.5, 1.5))
                seat, action = rng.choice(choices)
                ref, sent = ref + 1, time.perf_counter()
                await socket.send(json.dumps({"do": "act", "seat": seat, "action": action, "ref": ref}))


async def load(base: str, tables: int, thinking: float, seconds: float, pid: int, game: str = GAME) -> dict[str, float]:
    """Run one load and return its figures."""
    tally, warming = Tally(), 1.5 + tables * 0.01
    before, end = memory(pid), time.monotonic() + warming + seconds
    players = [asyncio.create_task(play_on(base, game, tally, thinking, Random(table), end)) for table in range(tables)]
    await asyncio.sleep(warming)
    tally.warm, cpu, mine, began = True, cpu_seconds(pid), time.process_time(), time.monotonic()
    await asyncio.sleep(seconds)
    tally.warm, spent, took = False, cpu_seconds(pid) - cpu, time.monotonic() - began
    mine, after = time.process_time() - mine, memory(pid)
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    times = sorted(tally.times)
    return {
        "moves/s": len(times) / took,
        "p50 ms": 1000 * times[len(times) // 2],
        "p99 ms": 1000 * times[int(len(times) * 0.99)],
        "max ms": 1000 * times[-1],
        "CPU ms/move": 1000 * spent / len(times),
        "load generator CPU ms/move": 1000 * mine / len(times),
        "KB/table": (after - before) / tables,
        "refused": tally.refused,
    }


class Counting:
    """Counts the bytes that arrive on a socket, as sent on the wire."""

    def __init__(self) -> None:
        self.bytes = 0
        self.moves = 0

    def connection(self) -> type[ClientConnection]:
        """Return a connection class that counts bytes."""
        tally = self

        class Counted(ClientConnection):
            def data_received(self, data: bytes) -> None:
                tally.bytes += len(data)
                super().data_received(data)

        return Counted


async def weigh(base: str, game: str, players: int, most: int) -> tuple[float, float]:
    """Return the bytes for each move and viewer, and for the first message, at a table with browsers and a program for each seat."""
    links = open_table(base, game, players)
    tally, rng, events = Counting(), Random(game), 0
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(_browser(base, link, tally)) for link in links]
        for person in people:
            await person.recv()
        opening = tally.bytes / players
        tally.bytes = 0
        drains = [asyncio.create_task(_drain(person)) for person in people]
        programs = [await stack.enter_async_context(connect(address(base, link, "facts"), max_size=None)) for link in links]
        await asyncio.sleep(0.5)  # messages about people who come and go are not counted
        tally.bytes = 0
        events = await _play_through(programs, rng, most)
        await asyncio.sleep(0.5)
        for drain in drains:
            drain.cancel()
    return tally.bytes / max(1, events) / players, opening


def _browser(base: str, link: str, tally: Counting) -> connect:
    return connect(address(base, link, "scene"), create_connection=tally.connection(), max_size=None)


async def _drain(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


async def _play_through(programs: list[ClientConnection], rng: Random, most: int) -> int:
    """Let programs play at random to the end, or for this many events; return their number."""
    plies = 0
    while plies < most:
        states = [json.loads(await _latest(program, plies)) for program in programs]
        ready = [
            (int(seat), actions) for state in states for seat, actions in state["legal"].items() if int(seat) in state["turn"]["to_act"]
        ]
        if not ready:
            break
        seat, actions = rng.choice(ready)
        action = rng.choice([action for action in actions if not action.endswith(" *")])
        await programs[seat].send(json.dumps({"do": "act", "seat": seat, "action": action}))
        plies += 1
    return max(1, plies)


LATEST: dict[int, str] = {}


async def _latest(program: ClientConnection, plies: int) -> str:
    """Return the last message to a program after at least this many events."""
    while True:
        text = LATEST.get(id(program), "")
        if text and json.loads(text)["turn"]["ply"] >= plies:
            return text
        message = await asyncio.wait_for(program.recv(), 20)
        assert isinstance(message, str)
        if '"turn"' in message:
            LATEST[id(program)] = message


def cpu_seconds(pid: int) -> float:
    """Return the CPU time a process has used, by its own clock."""
    return time.clock_gettime(~pid << 3 | CLOCK)


def memory(pid: int) -> int:
    """Return the memory of a process, in kilobytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def compare(game: str, other: Path, rounds: int, seconds: float, tables: int) -> None:
    """Compare the CPU time a move in another checkout and in this one, in turns."""
    costs: dict[Path, list[float]] = {other: [], HERE: []}
    with ExitStack() as stack:
        rooms = {}
        for tree in costs:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            rooms[tree] = stack.enter_context(server(Path(folder), tree=tree))
        for _ in range(rounds):
            for tree, (base, pid) in rooms.items():
                costs[tree].append(asyncio.run(load(base, tables, 0.0, seconds, pid, game))["CPU ms/move"])
    shares = [new / old for old, new in zip(*costs.values(), strict=True)]
    before, after = (median(cost) for cost in costs.values())
    print(
        f"{game}: {before:.3f} -> {after:.3f} ms of CPU a move, ratio {median(shares):.2f} of it ({min(shares):.2f} to {max(shares):.2f})",
        flush=True,
    )


def main() -> None:
    """Run the loads one after the other, each with a new room."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, nargs="*", default=[50, 200])
    parser.add_argument("--moves", type=int, default=150, help="events of each game to count bytes for")
    parser.add_argument("--data", type=Path, default=None)
    parser.add_argument("--beside", type=Path, default=None, help="another checkout to compare the CPU time a move with")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the comparison")
    parser.add_argument("--game", nargs="*", default=list(Shelf.installed()), help="games to compare")
    chosen = parser.parse_args()
    if chosen.beside:
        for game in chosen.game:
            compare(game, chosen.beside.resolve(), chosen.rounds, chosen.seconds, 20)
        return
    for tables, thinking in [*((n, 0.0) for n in chosen.tables), (200, 1.0)]:
        with tempfile.TemporaryDirectory(dir=chosen.data) as folder, server(Path(folder)) as (base, pid):
            figures = asyncio.run(load(base, tables, thinking, chosen.seconds, pid))
        print(
            f"{tables} tables, {'thinking' if thinking else 'flat out'}: " + ", ".join(f"{k} {v:.2f}" for k, v in figures.items()),
            flush=True,
        )
    with tempfile.TemporaryDirectory(dir=chosen.data) as folder, server(Path(folder)) as (base, _):
        for game in Shelf.installed():
            players = 3 if 3 in find(game).game_type.players else 2
            move, opening = asyncio.run(weigh(base, game, players, chosen.moves))
            print(f"{game}, {players} players: {move:.0f} bytes for each move and viewer, {opening:.0f} for the first message", flush=True)


if __name__ == "__main__":
    main()
