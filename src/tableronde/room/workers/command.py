"""`tableronde workers`, formerly `tableronde minds`: a process that thinks for rooms on other machines, until it is told to stop."""

import argparse
import asyncio
import os
import signal
import sys
from typing import Final

from tableronde.cli.bounded_numbers import whole
from tableronde.room.base.logs import configure_logging
from tableronde.room.bus import parse_address
from tableronde.room.bus.nats import NatsBus
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.remote_pool import WorkerService
from tableronde.shelf import Shelf

PATIENCE: Final = 10.0  # for tasks in progress when it ends


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and answer tasks until told to stop."""
    options = make_parser()
    chosen = options.parse_args(arguments)
    if not chosen.bus:
        options.error("workers receive tasks over a bus; name it with --bus nats://HOST:4222")
    configure_logging()
    try:
        shelf = Shelf.installed(*chosen.game)
        shelf.boxes()
    except LookupError as error:
        print(f"tableronde: {error.args[0]}", file=sys.stderr)
        return 2
    asyncio.run(_serve(chosen.bus, WorkerPool() if chosen.workers is None else WorkerPool(chosen.workers), shelf))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all options."""
    parser = argparse.ArgumentParser(prog="tableronde workers", description="Think for rooms on other machines: bots, hints and reviews.")
    bus = os.environ.get("TABLERONDE_BUS", "")
    parser.add_argument(
        "--bus",
        type=parse_address,
        default=bus,
        required=not bus,
        metavar="URL",
        help="receive tasks over this bus: nats://HOST:4222 ($TABLERONDE_BUS)",
    )
    parser.add_argument("--workers", type=whole(1, 1_000), default=None, help="number of worker processes (one less than there are cores)")
    parser.add_argument("--game", action="append", default=[], help="add a game to the shelf: its file, folder or module")
    return parser


async def _serve(url: str, pool: WorkerPool, shelf: Shelf) -> None:
    """Answer tasks until told to stop; tasks in progress are finished."""
    service, stop = WorkerService(NatsBus(url, "tableronde workers"), pool, shelf), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    opening = asyncio.create_task(service.open())
    opening.add_done_callback(lambda done: done.cancelled() or print(f"Table Ronde: {pool.count} workers", flush=True))
    await stop.wait()
    opening.cancel()
    service.is_leaving = True
    end = asyncio.get_running_loop().time() + PATIENCE
    while service.running and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.05)
    await service.bus.close()
    await pool.close()
