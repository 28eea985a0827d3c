"""Attack a room in every way, one attack after the other, each beside a ping; then print a table of figures.

A second room without attacks is pinged as well: its waits are those of the machine. The measure is how much CPU time the attacked room
uses while a guest waits, which does not depend on how busy the machine is.

python -m siege [--seconds N] [--bare] [NAME …]        (with tests/ on the path; `make siege` does it)
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from siege.ping import Pong
from siege.power import power
from siege.target import Outcome, Target, target
from support.rooms import ME, Person, Server, bot, serving

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("attack_*.py"))
CUTS = 40  # simulated power cuts
STALL = 200.0  # milliseconds
HEAD = "| attack | held | what happened | ping p50, p99, max (ms) | the room's work meanwhile | ping of an idle room | memory (MB) |"
KEEN = ("nice", "-n", "-10") if os.geteuid() == 0 else ()  # measure the room, not the wait for a processor


def main() -> int:
    """Run the named attacks, or all; return 1 if one of them did harm."""
    parser = argparse.ArgumentParser("siege", description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(name.removeprefix("attack_") for name in MODULES))
    parser.add_argument("--seconds", type=float, default=8.0, help="rough duration of each attack (8)")
    parser.add_argument("--bare", action="store_true", help="use only options of version 0.1.0, for old rooms")
    chosen = parser.parse_args()
    rows: list[str] = []
    every: list[Pong] = []
    control: list[Pong] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "data", "--workers", "1", before=KEEN, told=not chosen.bare) as idle,
    ):
        for name in [f"attack_{name}" for name in chosen.names] or MODULES:
            module = importlib.import_module(f"siege.{name}")
            row, pongs, quiet = _row(module, chosen.seconds, chosen.bare, idle)
            print(row, flush=True)
            rows.append(row)
            if not hasattr(module, "OPTIONS"):  # with limits lifted it is load, not an attack
                every += pongs
                control += quiet
    print(f"\n{HEAD}\n{'|---' * HEAD.count('| ')}|")
    print("\n".join(rows))
    stall = at([work for _, work in every], 0.999)
    print(
        f"\n{len(every)} pings beside attacks within the limits: p99.9 {_waited(every)}; in a room that nobody attacks {_waited(control)};"
    )
    print(f"the room's own work while a guest waits: p99.9 {stall:.1f} ms, at most {max(work for _, work in every):.1f} ms")
    lost = 0 if chosen.names or chosen.bare else power(CUTS)
    return int(any("| NO |" in row for row in rows) or stall > STALL or lost > 0)


def _waited(pongs: list[Pong]) -> str:
    """Describe how long guests have waited in wall-clock time."""
    waits = [wait for wait, _ in pongs]
    return f"{at(waits, 0.999):.0f} ms by the clock ({sum(wait > STALL for wait in waits)} over {STALL:.0f} ms)"


def _row(module: ModuleType, seconds: float, bare: bool, idle: Server) -> tuple[str, list[Pong], list[Pong]]:
    """Run one attack on a fresh room."""
    options = getattr(module, "BARE" if bare else "OPTIONS", ())
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        before = (*KEEN, *getattr(module, "BEFORE", ()))
        with serving(data, "--workers", "1", *options, before=before, told=not bare) as server, target(server, data) as aim:
            with _ping(server) as pongs, _ping(idle) as quiet:
                memory = f"{aim.rss():.0f}"
                outcomes = _again_and_again(module, aim, seconds)
            memory += f" → {aim.peak():.0f}"
    beside = " | ".join(_figures([pong[i] for pong in pongs]) for i in (0, 1)) + f" | {_figures([wait for wait, _ in quiet])}"
    name = module.__name__.removeprefix("siege.attack_")
    held = all(outcome.held for outcome in outcomes)
    told = outcomes[0].told + (f" (the first of {len(outcomes)} times)" if len(outcomes) > 1 else "")
    return f"| {name} | {'yes' if held else 'NO'} | {told} | {beside} | {memory} |", pongs, quiet


def _figures(taken: list[float]) -> str:
    return f"{at(taken, 0.5):.1f}, {at(taken, 0.99):.0f}, {max(taken):.0f}"


def _again_and_again(module: ModuleType, aim: Target, seconds: float) -> list[Outcome]:
    """Run an attack, again if it is cut short, until the time is over."""
    outcomes: list[Outcome] = []
    end = time.monotonic() + seconds
    while not outcomes or time.monotonic() < end:
        try:
            outcomes.append(module.attack(aim, seconds))
        except ConnectionRefusedError as refused:  # too many connections in a row were refused
            outcomes.append(Outcome(bool(outcomes), str(refused)))
            time.sleep(0.05)
    return outcomes


@contextmanager
def _ping(server: Server) -> Iterator[list[Pong]]:
    """Run a guest at another table beside the attack; the list is filled at the end."""
    taken: list[Pong] = []
    with Person(server.base) as luc:
        table = luc.open("four-circles", ME, bot("random"))
    address = f"{server.base.replace('http', 'ws', 1)}{table['url']}/live?feed=facts"
    command = [sys.executable, "-m", "siege.ping", address, str(server.process.pid)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield taken
        said, _ = process.communicate()
    taken += [(wait, work) for wait, work in json.loads(said)]


def at(pings: list[float], share: float) -> float:
    """Return the given quantile."""
    return sorted(pings)[min(len(pings) - 1, int(share * len(pings)))]


if __name__ == "__main__":
    sys.exit(main())
