"""The machines of a trial: PostgreSQL, NATS, three nodes, and a proxy between each node and each server."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from chaos.wires import Proxy
from support.rooms import TOKEN
from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.store.postgres.postgres_server import Server as Postgres

LIMITS = (
    *("messages_per_second", "messages_per_address", "message_burst", "requests_per_second", "request_burst", "requests_at_once"),
    *("tcp_per_address", "tcp_per_second", "tcp_burst", "connections_per_address", "viewers_per_table"),
    *("tables_per_guest", "tables_per_address"),
)
PATIENCE = 60.0


class Machine:
    """One node, with its proxies to the servers."""

    def __init__(self, name: str, folder: Path, store: Proxy, bus: Proxy, more: tuple[str, ...]) -> None:
        self.name, self.store, self.bus = name, store, bus
        self.log = folder / f"{name}.log"
        self.base = ""
        self.process: subprocess.Popen[str] | None = None
        limits = [part for limit in LIMITS for part in ("--limit", f"{limit}=100000")]
        url = f"postgresql://postgres@127.0.0.1:{store.port}/postgres"
        self.command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--workers", "1", *limits, *more]
        self.command += ["--store", url, "--bus", f"nats://127.0.0.1:{bus.port}", "--metrics-token", TOKEN, "--limit", "metrics_seconds=0"]
        self.command += ["--bus-seal", "require"]
        self.command += ["--data", str(folder / name)]

    async def start(self) -> None:
        """Run it until it listens. It keeps its port, so that clients find it again."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        watch = asyncio.get_running_loop().call_later(PATIENCE, self.process.kill)  # it has printed nothing by then
        said = await asyncio.to_thread(self.process.stdout.readline)
        watch.cancel()
        self.process.stdout.close()
        assert said.startswith("Table Ronde: http"), self.log.read_text()[-2000:]
        self.base = said.split()[-1].rstrip("/")
        self.command[4] = self.base.rpartition(":")[2]

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

    def __init__(self, folder: Path, postgres: Postgres, nats: Nats) -> None:
        self.folder, self.postgres, self.nats = folder, postgres, nats
        self.nodes: list[Machine] = []

    async def add(self, *more: str) -> Machine:
        """Start one more node."""
        store, bus = Proxy(self.postgres.port), Proxy(self.nats.port)
        await asyncio.gather(store.start(), bus.start())
        node = Machine(f"node{len(self.nodes)}", self.folder, store, bus, more)
        self.nodes.append(node)
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
async def machines(nodes: int = 3, *more: str) -> AsyncIterator[Machines]:
    """Run real servers and nodes while the context lasts."""
    with tempfile.TemporaryDirectory(prefix="tableronde-chaos-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, nats = Postgres(folder / "postgres"), Nats(folder / "nats.log")
        await asyncio.gather(asyncio.to_thread(postgres.start), asyncio.to_thread(nats.start))
        all_of_them = Machines(folder, postgres, nats)
        try:
            for _ in range(nodes):
                await all_of_them.add(*more)
            yield all_of_them
        finally:
            await all_of_them.stop()
            for server in (nats, postgres):
                if server.process is not None:
                    server.stop()


def until(moment: float) -> float:
    """Return the seconds until a moment."""
    return max(0.0, moment - time.monotonic())
