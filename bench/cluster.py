"""Compare rooms of one, two and three nodes with a room on a single machine, in one run:

    python bench/cluster.py [--seconds 6] [--tables 40] [--spectators 300] [--takeover 1000]

Closed loops of two-player tables over real sockets, as fast as possible, every move durable before it is confirmed: on SQLite; on
PostgreSQL; then with NATS, all tables on one node and all players on another (so that the costs of owner and proxy are separate), and
on two and three nodes with players on random nodes. Then: a table's memory in use and asleep, the cost of many spectators at one
table, and the time until the players of many tables can continue when the node that owns them all is killed. Servers, nodes and
load share this machine, so compare the rows with each other rather than with other machines.
"""

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.room import GAME, GENEROUS, Tally, address, memory, open_table, player
from bench.spectators import CLOCK, Crowd, Player, play

from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.store.postgres.postgres_server import Server as Postgres

LIMITS = [part for name in (*GENEROUS, "tables_per_address", "viewers_per_table") for part in ("--limit", f"{name}=1000000")]
WARMING = 2.0
Where = Callable[[], str]  # the address of a node
PLIES = 12  # played at each table before the takeover
MEMORY = """
import asyncio, gc, sys, tempfile
from math import inf
from pathlib import Path
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from bench.room import GAME, memory
import os
async def main():
    room, sizes = Room.at(Path(sys.argv[1]), workers=1), []
    for round in range(6):
        before = memory(os.getpid())
        for _ in range(400):
            await room.open(Order(game=GAME, players=2, seats=[SeatOrder("here"), SeatOrder("here")]), "guest")
        awake = memory(os.getpid()) - before
        for table in room.tables.values():
            table.driver.stop(); table.driver.tasks.clear()
        room.put_to_sleep(inf)
        gc.collect()
        sizes.append((awake, memory(os.getpid())))
    print(sizes[0][0] / 400, (sizes[-1][1] - sizes[0][1]) / 2000, len(room.tables))
    await room.close()
asyncio.run(main())
"""


@dataclass
class Running:
    """A running node."""

    base: str
    process: "subprocess.Popen[str]"

    @property
    def pid(self) -> int:
        return self.process.pid


@contextmanager
def node(folder: Path, *more: str) -> Iterator[Running]:
    """Run a room in a separate process."""
    command = [
        sys.executable,
        "-m",
        "tableronde.room",
        "--port",
        "0",
        "--no-browser",
        "--workers",
        "1",
        "--data",
        str(folder),
        *LIMITS,
        *more,
    ]
    process = subprocess.Popen([*command, *LIMITS, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        yield Running(process.stdout.readline().split()[-1].rstrip("/"), process)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)


async def duel(opens: Where, sits: Where, tally: Tally, rng: Random, end: float) -> None:
    """Play one table after the other, opened at one node and played by two programs that connect to any node."""
    while time.monotonic() < end:
        links = await asyncio.to_thread(open_table, opens(), GAME, 2)
        await asyncio.gather(*(player(sits(), link, tally, 0.0, rng, end) for link in links))


async def load(tables: int, seconds: float, opens: Where, sits: Where, pids: Sequence[int]) -> tuple[list[float], list[float]]:
    """Return the seconds from each action to its confirmation, and each process's milliseconds of CPU time a move."""
    tally, end = Tally(), time.monotonic() + WARMING + seconds
    players = [asyncio.create_task(duel(opens, sits, tally, Random(table), end)) for table in range(tables)]
    await asyncio.sleep(WARMING)
    tally.warm, before = True, [cpu(pid) for pid in pids]
    await asyncio.sleep(seconds)
    tally.warm, after = False, [cpu(pid) for pid in pids]
    for task in players:
        task.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    moves = max(1, len(tally.times))
    return tally.times, [(late - soon) / moves for soon, late in zip(before, after, strict=True)]


def format_row(name: str, seconds: float, times: list[float], work: list[float]) -> str:
    """Format a row of the table."""
    p99 = quantiles(times, n=100)[98] if len(times) > 1 else 0.0
    spent = " + ".join(f"{each:.2f}" for each in work)
    return f"| {name} | {len(times) / seconds:.0f} | {1000 * median(times or [0]):.1f} | {1000 * p99:.1f} | {spent} |"


def any_of(nodes: Sequence[Running], rng: Random) -> Where:
    """Return a function that gives the address of a random node each time."""
    return lambda: rng.choice(nodes).base


def cpu(pid: int) -> float:
    """Return the milliseconds of CPU time that a process has used."""
    return 1000 * time.clock_gettime(~pid << 3 | CLOCK)


def spectators(owner: Running, entry: Running, count: int, actions: int = 16) -> str:
    """Measure the CPU time an action costs with many spectators, at the owner and at the node they connect to."""
    links, before = open_table(owner.base, GAME, 2), 0.0
    with ExitStack() as stack:
        players = [Player(stack.enter_context(connect(address(entry.base, link, "facts"), ping_interval=None))) for link in links]
        crowd = stack.enter_context(Crowd.around(entry.base, links[0].partition("/seat/")[0], count))
        before = cpu(entry.pid)
        costs = list(play(owner.pid, players, actions, crowd, Random(1)))
        proxy = (cpu(entry.pid) - before) / len(costs)
    spent, confirmed, _ = (median(column) for column in zip(*costs, strict=True))
    apart = f", {proxy:.1f} at the proxy" if owner is not entry else ""
    return f"{spent:.1f} ms of CPU an action at the owner{apart}, confirmed after {confirmed:.1f} ms"


async def takeover(owner: Running, entry: Running, count: int) -> str:
    """Measure how long the players of many tables wait when the node that owns them all is killed."""
    gate, ready, waits = asyncio.Semaphore(20), asyncio.Semaphore(0), list[float]()
    killed = 0.0

    async def sit(rng: Random) -> None:
        async with gate:
            [link, other] = await asyncio.to_thread(open_table, owner.base, GAME, 2)
            line = await connect_async(address(entry.base, link, "facts"), compression=None, max_size=None, ping_interval=None)
            await _some_moves(line, await connect_async(address(entry.base, other, "facts"), compression=None, max_size=None), rng)
            ready.release()
        while "facts" not in json.loads(await line.recv()) or not killed:
            pass
        waits.append(time.monotonic() - killed)
        await line.close()

    guests = [asyncio.create_task(sit(Random(i))) for i in range(count)]
    for _ in range(count):
        await asyncio.wait_for(ready.acquire(), 120)
    await asyncio.sleep(1)
    killed = time.monotonic()
    os.kill(owner.pid, signal.SIGKILL)
    await asyncio.wait(guests, timeout=120)
    waits.sort()
    spread = f"the first after {waits[0]:.1f} s, half after {median(waits):.1f} s, the last after {waits[-1]:.1f} s"
    return f"{len(waits)} of {count} tables: {spread}"


async def _some_moves(one: ClientConnection, two: ClientConnection, rng: Random) -> None:
    """Play the beginning of a game; then the second player leaves."""
    lines = (one, two)
    known = [await _opening(line) for line in lines]
    for ply in range(PLIES):
        if not known[0]["turn"]["to_act"]:
            break  # the game is over already
        [seat, *_] = known[0]["turn"]["to_act"]
        await lines[seat].send(json.dumps({"do": "act", "seat": seat, "action": rng.choice(known[seat]["legal"][str(seat)])}))
        for i, line in enumerate(lines):
            while known[i]["turn"]["ply"] <= ply or "legal" not in known[i]:
                message = json.loads(await line.recv())
                known[i] = message if "turn" in message else known[i]
    await two.close()


async def _opening(line: ClientConnection) -> Any:
    """Read the first message to a new connection; finding the owner may take a while."""
    while "facts" not in (message := json.loads(await line.recv())):
        pass
    return message


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--spectators", type=int, default=300)
    parser.add_argument("--takeover", type=int, default=1000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tableronde-bench-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, nats = Postgres(folder / "postgres"), Nats(folder / "nats.log")
        for server in (postgres, nats):
            server.start()
            stack.callback(server.stop)
        measure(chosen, folder, ["--store", postgres.url], ["--bus", nats.url])


def measure(chosen: argparse.Namespace, folder: Path, store: list[str], bus: list[str]) -> None:
    """Run all measurements."""
    seconds, tables, rng = chosen.seconds, chosen.tables, Random(1)

    def run(name: str, opens: Where, sits: Where, *who: Running) -> None:
        print(format_row(name, seconds, *asyncio.run(load(tables, seconds, opens, sits, [each.pid for each in who]))), flush=True)

    print(f"{GAME}, {tables} tables as fast as possible, {os.cpu_count()} cores for everything\n")
    print("| | moves/s | p50 (ms) | p99 (ms) | CPU a move, each node (ms) |\n|---|---|---|---|---|", flush=True)
    with node(folder / "alone") as alone:
        run("one node, SQLite", lambda: alone.base, lambda: alone.base, alone)
        crowd = spectators(alone, alone, chosen.spectators)
    with node(folder / "shared", *store) as one:
        run("one node, PostgreSQL", lambda: one.base, lambda: one.base, one)
    with ExitStack() as stack:
        a, b, c = nodes = [stack.enter_context(node(folder / f"node{i}", *store, *bus)) for i in range(3)]
        time.sleep(2)
        run("PostgreSQL and NATS, players at the owner", lambda: a.base, lambda: a.base, a)
        run("all players at another node (owner + proxy)", lambda: a.base, lambda: b.base, a, b)
        run("two nodes, players on any", any_of(nodes[:2], rng), any_of(nodes[:2], rng), a, b)
        run("three nodes, players on any", any_of(nodes, rng), any_of(nodes, rng), *nodes)
        print(
            f"\n{chosen.spectators} spectators at one table: one node {crowd}; across nodes {spectators(a, b, chosen.spectators)}",
            flush=True,
        )
        print(f"\nmemory: {table_memory(folder)}; an idle node {memory(c.pid) / 1000:.0f} MB", flush=True)
        print(f"\nthe node that owns all tables is killed: {asyncio.run(takeover(a, b, chosen.takeover))}", flush=True)


def table_memory(folder: Path) -> str:
    """Measure the kilobytes of a table, in a process that does nothing else."""
    command = [sys.executable, "-c", MEMORY, str(folder / "memory")]
    where = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    awake, asleep, left = subprocess.run(command, capture_output=True, text=True, check=True, env=where).stdout.split()
    assert left == "0"
    return f"a table in use {float(awake):.1f} kB, asleep {max(0.0, float(asleep)):.2f} kB"


if __name__ == "__main__":
    main()
