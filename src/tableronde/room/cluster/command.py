"""`tableronde cluster`: PostgreSQL, NATS, some nodes and a process that thinks, all on this machine, for trying out what many are like.

All nodes listen on one port: the system shares new connections out among them. Ctrl-C ends everything.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import Final

from tableronde.arguments import whole
from tableronde.home import data_home
from tableronde.room.store import StoreTrouble
from tableronde.room.store.lock import Lock

PATIENCE: Final = 30.0  # seconds for a process to end
LOOK: Final = 0.2  # seconds between two looks whether all of them run
ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last: its terminal was closed


class Told(Exception):
    """It is told to end."""


def main(arguments: list[str] | None = None) -> int:
    """Start everything, and end it when told; 1 if a part could not be started or has ended by itself."""
    chosen = parser().parse_args(arguments)
    for number in ENDS:
        signal.signal(number, _end)
    try:
        with ExitStack() as parts:
            return _run(chosen, parts)
    except Told:
        return 0
    except (RuntimeError, StoreTrouble) as error:
        print(f"tableronde: {error}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """What can be chosen."""
    parser = argparse.ArgumentParser(prog="tableronde cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=whole(1, 32), default=3, help="how many (3)")
    parser.add_argument("--port", type=whole(1, 65_535), default=8000, help="on which all of them listen (8000)")
    parser.add_argument("--data", type=Path, default=data_home() / "cluster", help="where PostgreSQL keeps the tables, and logs are")
    parser.add_argument(
        "--minds", type=whole(0, 100), default=1, help="processes that think for all nodes, beside what each has itself (1)"
    )
    return parser


def _run(chosen: argparse.Namespace, parts: ExitStack) -> int:
    from tableronde.room.bus.server import Server as Nats
    from tableronde.room.store.server import Server as Postgres

    data: Path = chosen.data.absolute()  # servers run elsewhere
    data.mkdir(parents=True, exist_ok=True)
    parts.callback(Lock(data).release)
    if os.geteuid() == 0:
        data.chmod(0o755)  # PostgreSQL does not run as root, and has to get there
    postgres, nats = Postgres(data / "postgres"), Nats(data / "nats.log")
    for server in (postgres, nats):
        parts.callback(server.stop)
        server.start()
    shared = ["--store", postgres.url, "--bus", nats.url, "--port", str(chosen.port), "--share-port", "--no-browser"]
    running = [_start(parts, data / f"node{i + 1}", "serve", *shared, "--metrics-port", "0", "--workers", "1") for i in range(chosen.nodes)]
    running += [_start(parts, data / f"minds{i + 1}", "minds", "--bus", nats.url) for i in range(chosen.minds)]
    print(f"Table Ronde: http://127.0.0.1:{chosen.port}/ ({chosen.nodes} nodes; logs in {data})", flush=True)
    print("processes " + ", ".join(str(process.pid) for process in running), flush=True)
    while True:
        time.sleep(LOOK)
        ended = [process for process in running if process.poll() is not None]
        for process in ended:
            print(f"process {process.pid} has ended with status {process.returncode}; the others go on", flush=True)
            running.remove(process)
        if not running:
            return 1


def _start(parts: ExitStack, where: Path, *words: str) -> "subprocess.Popen[str]":
    """A part in a process of its own; it is awaited until it says that it is ready."""
    data = ("--data", str(where)) if words[0] == "serve" else ()
    with where.with_suffix(".log").open("a") as log:
        command = [sys.executable, "-m", "tableronde", *words, *data]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True)
    parts.callback(_stop, process)
    assert process.stdout is not None
    with process.stdout:
        if not process.stdout.readline().startswith("Table Ronde"):
            raise RuntimeError(f"{words[0]} does not start: {where.with_suffix('.log').read_text(errors='replace')[-1000:]}")
    return process


def _stop(process: "subprocess.Popen[str]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _end(number: int, frame: FrameType | None) -> None:
    """Once: what is being ended is not interrupted."""
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    raise Told
