"""`tableronde cluster`: PostgreSQL, NATS, a few nodes and a worker process on this machine, to try out a room of many nodes.

All nodes listen on one port: the system distributes new connections among them. Ctrl-C ends everything.
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

from tableronde.cli.bounded_numbers import whole
from tableronde.cli.data_home import data_home
from tableronde.room.store import StoreTrouble
from tableronde.room.store.sqlite.lock import Lock

PATIENCE: Final = 30.0  # seconds for a process to end
POLL_SECONDS: Final = 0.2  # between two checks that all of them run
END_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last one: the terminal was closed


class Stopped(Exception):
    """Raised when the command is told to end."""


def main(arguments: list[str] | None = None) -> int:
    """Start everything and end it when told; return 1 if a part does not start, or when all parts have ended."""
    chosen = make_parser().parse_args(arguments)
    for number in END_SIGNALS:
        signal.signal(number, _on_signal)
    try:
        with ExitStack() as parts:
            return _run(chosen, parts)
    except Stopped:
        return 0
    except (RuntimeError, StoreTrouble) as error:
        print(f"tableronde: {error}", file=sys.stderr)
        return 1


def make_parser() -> argparse.ArgumentParser:
    """Build the parser of all options."""
    parser = argparse.ArgumentParser(prog="tableronde cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=whole(1, 32), default=3, help="number of nodes (3)")
    parser.add_argument("--port", type=whole(1, 65_535), default=8000, help="port that all nodes listen on (8000)")
    parser.add_argument("--data", type=Path, default=data_home() / "cluster", help="folder of the database and the logs")
    parser.add_argument(
        "--minds", type=whole(0, 100), default=1, help="number of worker processes shared by all nodes, beside the nodes' own (1)"
    )
    return parser


def _run(chosen: argparse.Namespace, parts: ExitStack) -> int:
    from tableronde.room.bus.nats_server import Server as Nats
    from tableronde.room.store.postgres.postgres_server import Server as Postgres

    data: Path = chosen.data.absolute()  # servers run in another folder
    data.mkdir(parents=True, exist_ok=True)
    parts.callback(Lock(data).release)
    if os.geteuid() == 0:
        data.chmod(0o755)  # PostgreSQL does not run as root and needs access
    postgres, nats = Postgres(data / "postgres"), Nats(data / "nats.log")
    for server in (postgres, nats):
        parts.callback(server.stop)
        server.start()
    shared = ["--store", postgres.url, "--bus", nats.url, "--port", str(chosen.port), "--share-port", "--no-browser"]
    running = [_start(parts, data / f"node{i + 1}", "serve", *shared, "--metrics-port", "0", "--workers", "1") for i in range(chosen.nodes)]
    running += [_start(parts, data / f"workers{i + 1}", "workers", "--bus", nats.url) for i in range(chosen.minds)]
    print(f"Table Ronde: http://127.0.0.1:{chosen.port}/ ({chosen.nodes} nodes; logs in {data})", flush=True)
    print("processes " + ", ".join(str(process.pid) for process in running), flush=True)
    while True:
        time.sleep(POLL_SECONDS)
        ended = [process for process in running if process.poll() is not None]
        for process in ended:
            print(f"process {process.pid} has ended with status {process.returncode}; the others continue", flush=True)
            running.remove(process)
        if not running:
            return 1


def _start(parts: ExitStack, where: Path, *words: str) -> "subprocess.Popen[str]":
    """Start a part in a process of its own and wait until it announces itself."""
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


def _on_signal(number: int, frame: FrameType | None) -> None:
    """Raise Stopped once; further signals do not interrupt the end."""
    for each in END_SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise Stopped
