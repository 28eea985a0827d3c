"""`tableronde minds`: a process that thinks for rooms on other machines, until it is told to stop."""

import argparse
import asyncio
import os
import signal
import sys
from typing import Final

from tableronde.arguments import whole
from tableronde.room.bus import address
from tableronde.room.bus.nats import NatsBus
from tableronde.room.logs import configure
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.far import Minds
from tableronde.shelf import Shelf

PATIENCE: Final = 10.0  # seconds for what is being thought when it ends


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, and think."""
    options = parser()
    chosen = options.parse_args(arguments)
    if not chosen.bus:
        options.error("minds are asked over a bus: --bus nats://HOST:4222")
    configure()
    try:
        shelf = Shelf.installed(*chosen.game)
        shelf.boxes()
    except LookupError as error:
        print(f"tableronde: {error.args[0]}", file=sys.stderr)
        return 2
    asyncio.run(_think(chosen.bus, Crew() if chosen.workers is None else Crew(chosen.workers), shelf))
    return 0


def parser() -> argparse.ArgumentParser:
    """What can be chosen."""
    parser = argparse.ArgumentParser(prog="tableronde minds", description="Think for rooms on other machines: bots, hints and reviews.")
    bus = os.environ.get("TABLERONDE_BUS", "")
    parser.add_argument(
        "--bus", type=address, default=bus, required=not bus, metavar="URL", help="where rooms ask: nats://HOST:4222 ($TABLERONDE_BUS)"
    )
    parser.add_argument("--workers", type=whole(1, 1_000), default=None, help="processes that think (one less than there are cores)")
    parser.add_argument("--game", action="append", default=[], help="put one more game on the shelf: its file, folder or module")
    return parser


async def _think(url: str, crew: Crew, shelf: Shelf) -> None:
    """Answer questions until told to stop; what is being thought is thought to its end."""
    minds, stop = Minds(NatsBus(url, "tableronde minds"), crew, shelf), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    opening = asyncio.create_task(minds.open())
    opening.add_done_callback(lambda done: done.cancelled() or print(f"Table Ronde: {crew.count} minds", flush=True))
    await stop.wait()
    opening.cancel()
    minds.leaving = True
    end = asyncio.get_running_loop().time() + PATIENCE
    while minds.busy and asyncio.get_running_loop().time() < end:
        await asyncio.sleep(0.05)
    await minds.bus.close()
    await crew.close()
