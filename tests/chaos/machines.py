"""The machines of a trial: PostgreSQL, NATS, three nodes, and a proxy between each node and each server."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from chaos.surroundings import SMALL_LOG, Clock, Disk, on_small_disk
from chaos.wires import Proxy
from support.pooler import pooling
from support.rooms import TOKEN
from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.store.postgres.postgres_server import Server as Postgres

LIMITS = (
    *("messages_per_second", "messages_per_address", "message_burst", "requests_per_second", "request_burst", "requests_at_once"),
    *("tcp_per_address", "tcp_per_second", "tcp_burst", "connections_per_address", "viewers_per_table"),
    *("tables_per_guest", "tables_per_address"),
)
PATIENCE = 60.0
START_TRIES = 3


class StartTrouble(RuntimeError):
    """Raised when a part does not start, or does not come back."""


@dataclass(frozen=True)
class Setup:
    """What a trial has: nodes with options of their own, perhaps a clock that can be set, a small disk, a pooler, and an older version."""

    nodes: int = 3
    options: tuple[str, ...] = ()
    clock: bool = False  # whether the last node's clock can be set
    disk: bool = False  # whether PostgreSQL's disk can be full
    pooler: bool = False  # whether PgBouncer stands before PostgreSQL, keeping sessions
    source: Path | None = None  # of another version, which the nodes run first


class Machine:
    """One node, with its proxies to the servers."""

    def __init__(self, name: str, folder: Path, store: Proxy, bus: Proxy, setup: Setup) -> None:
        self.name, self.store, self.bus = name, store, bus
        self.log, self.data = folder / f"{name}.log", folder / name
        self.options = setup.options
        self.source = setup.source  # of another version; None: of this one
        self.seal = "require"  # of the bus; another version may not know it
        self.clock: Clock | None = None
        self.base = ""
        self.process: subprocess.Popen[str] | None = None

    @property
    def command(self) -> list[str]:
        """The command that starts it. It keeps its port, so that clients find it again."""
        port = self.base.rpartition(":")[2] or "0"
        limits = [part for limit in LIMITS for part in ("--limit", f"{limit}=100000")]
        command = [sys.executable, "-m", "tableronde.room", "--port", port, "--no-browser", "--workers", "1", *limits, *self.options]
        command += ["--store", f"postgresql://postgres@127.0.0.1:{self.store.port}/postgres", "--bus", f"nats://127.0.0.1:{self.bus.port}"]
        command += ["--metrics-token", TOKEN, "--limit", "metrics_seconds=0", "--data", str(self.data)]
        return command if self.source is not None else [*command, "--bus-seal", self.seal]

    @property
    def environment(self) -> dict[str, str]:
        """The environment it runs in."""
        version = {"PYTHONPATH": str(self.source)} if self.source is not None else {}
        return {**os.environ, **(self.clock.environment if self.clock is not None else {}), **version}

    async def start(self) -> None:
        """Run it until it listens; like a supervisor, start it again if it could not reach a server in time."""
        for _ in range(START_TRIES - 1):
            with contextlib.suppress(StartTrouble):
                return await self._start_once()
        await self._start_once()

    async def _start_once(self) -> None:
        with self.log.open("a") as log:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=log, text=True, env=self.environment)
        assert self.process.stdout is not None
        watch = asyncio.get_running_loop().call_later(PATIENCE, self.process.kill)  # it has printed nothing by then
        said = await asyncio.to_thread(self.process.stdout.readline)
        watch.cancel()
        self.process.stdout.close()
        if not said.startswith("Table Ronde: http"):
            raise StartTrouble(self.log.read_text()[-2000:])
        self.base = said.split()[-1].rstrip("/")

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        os.kill(self.process.pid, number)

    async def ended(self) -> int:
        """Wait until it has ended; return its exit status."""
        assert self.process is not None
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    async def kill(self) -> None:
        """Kill it."""
        self.signal(signal.SIGKILL)
        await self.ended()

    async def leave(self) -> int:
        """Stop it cleanly."""
        self.signal(signal.SIGTERM)
        return await self.ended()


class Machines:
    """All nodes and servers."""

    def __init__(self, folder: Path, postgres: Postgres, nats: Nats, setup: Setup) -> None:
        self.folder, self.postgres, self.nats, self.setup = folder, postgres, nats, setup
        self.store_port = postgres.port  # of the server, or of the pooler before it
        self.disk: Disk | None = None
        self.nodes: list[Machine] = []

    async def add(self) -> Machine:
        """Start one more node."""
        store, bus = Proxy(self.store_port), Proxy(self.nats.port)
        await asyncio.gather(store.start(), bus.start())
        node = Machine(f"node{len(self.nodes)}", self.folder, store, bus, self.setup)
        self.nodes.append(node)
        if self.setup.clock and len(self.nodes) == self.setup.nodes:
            node.clock = Clock(self.folder)
        await node.start()
        return node

    async def stop(self) -> None:
        """Stop everything."""
        for node in self.nodes:
            if node.process is not None and node.process.poll() is None:
                node.signal(signal.SIGCONT)
                node.signal(signal.SIGTERM)
        for node in self.nodes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                await node.ended()
            await asyncio.gather(node.store.stop(), node.bus.stop())

    def logs(self) -> str:
        """Return the logs of all nodes."""
        return "".join(node.log.read_text() for node in self.nodes)


@asynccontextmanager
async def machines(setup: Setup | None = None) -> AsyncIterator[Machines]:
    """Run real servers and nodes while the context lasts."""
    setup = setup or Setup()
    with tempfile.TemporaryDirectory(prefix="tableronde-chaos-", ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)
        postgres = Postgres(folder / "postgres", settings=SMALL_LOG if setup.disk else ())
        nats = Nats(folder / "nats.log")
        there = Machines(folder, postgres, nats, setup)
        there.disk = stack.enter_context(on_small_disk(postgres, folder / "disk")) if setup.disk else None
        for server in (nats, postgres):
            stack.callback(_stop_server, server)
        await asyncio.gather(asyncio.to_thread(postgres.start), asyncio.to_thread(nats.start))
        if setup.pooler:
            there.store_port = urlsplit(stack.enter_context(pooling(postgres.url, "session", folder))).port or 0
        try:
            for _ in range(setup.nodes):
                await there.add()
            yield there
        finally:
            await there.stop()


def _stop_server(server: Postgres | Nats) -> None:
    if server.process is not None:
        server.stop()


def signal_process(process: int, number: signal.Signals) -> None:
    """Send a signal to a process, if it is still there."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, number)
