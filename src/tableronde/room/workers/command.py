"""`tableronde workers`, formerly `tableronde minds`: a process that thinks for rooms on other machines, until it is told to stop."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path
from typing import Final

from tableronde.cli.bounded_numbers import whole
from tableronde.cli.configuration import add_config_argument, read_options
from tableronde.room.base.log_events import BUS_UNPROTECTED
from tableronde.room.base.logs import configure_logging
from tableronde.room.bus import Bus, find_weakness, seal_bus
from tableronde.room.bus.bus_arguments import add_bus_arguments
from tableronde.room.bus.nats import NatsBus
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.remote_pool import WorkerService
from tableronde.shelf import Shelf

PATIENCE: Final = 10.0  # for tasks in progress when it ends


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and answer tasks until told to stop."""
    options = make_parser()
    chosen = read_options(options, arguments).values
    if not chosen.bus:
        options.error("workers receive tasks over a bus; name it with --bus nats://HOST:4222")
    if chosen.bus_seal == "require" and chosen.worker_key_file is None:
        options.error("sealed tasks need --worker-key-file FILE, which `tableronde store worker-key FILE` writes beside the store")
    configure_logging()
    try:
        bus = _make_bus(chosen)
        shelf = Shelf.installed(*chosen.game)
        shelf.boxes()
    except (LookupError, ValueError) as error:
        print(f"tableronde: {error.args[0]}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"tableronde: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    if weakness := find_weakness(chosen.bus, chosen.bus_password):
        BUS_UNPROTECTED.log(fault=weakness)
    asyncio.run(_serve(bus, WorkerPool() if chosen.workers is None else WorkerPool(chosen.workers), shelf))
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all options."""
    parser = argparse.ArgumentParser(prog="tableronde workers", description="Think for rooms on other machines: bots, hints and reviews.")
    add_config_argument(parser)
    add_bus_arguments(parser, "receive tasks over this bus: nats://USER@HOST:4222")
    parser.add_argument(
        "--worker-key-file", type=Path, metavar="FILE", help="open sealed tasks with these keys, written by `tableronde store worker-key`"
    )
    parser.add_argument("--workers", type=whole(1, 1_000), default=None, help="number of worker processes (one less than there are cores)")
    parser.add_argument("--game", action="append", default=[], help="add a game to the shelf: its file, folder or module")
    return parser


def _make_bus(chosen: argparse.Namespace) -> Bus:
    """Return the bus, sealed if there are keys for it; raise LookupError, ValueError or OSError if they cannot be used."""
    bus = NatsBus(chosen.bus, "tableronde workers", chosen.bus_password)
    sealed = seal_bus(bus, chosen.bus_seal) if chosen.worker_key_file is not None else None
    if sealed is not None:
        from tableronde.room.bus.seal import KeyFile

        sealed.use_worker_keys("workers", KeyFile(chosen.worker_key_file))
    return sealed or bus


async def _serve(bus: Bus, pool: WorkerPool, shelf: Shelf) -> None:
    """Answer tasks until told to stop; tasks in progress are finished."""
    service, stop = WorkerService(bus, pool, shelf), asyncio.Event()
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
