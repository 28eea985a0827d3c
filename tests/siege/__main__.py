"""Attack a room with everything there is, one attack after the other, each beside a ping; then a table of figures.

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

from room.rooms import ME, Person, bot, serving
from siege.power import power
from siege.target import Outcome, Target, target

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("attack_*.py"))
CUTS = 40  # of the power
STALL = 200.0  # milliseconds
KEEN = ("nice", "-n", "-10") if os.geteuid() == 0 else ()  # what is measured is the room, not the wait for a processor


def main() -> int:
    """Run the attacks named, or all; 1 if one of them did harm."""
    parser = argparse.ArgumentParser("siege", description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(name.removeprefix("attack_") for name in MODULES))
    parser.add_argument("--seconds", type=float, default=8.0, help="of each attack, roughly (8)")
    parser.add_argument("--bare", action="store_true", help="with the options of 0.1.0 only, for rooms that know no others")
    chosen = parser.parse_args()
    rows, every = [], []
    for name in [f"attack_{name}" for name in chosen.names] or MODULES:
        module = importlib.import_module(f"siege.{name}")
        row, pings = _row(module, chosen.seconds, chosen.bare)
        print(row, flush=True)
        rows.append(row)
        every += [] if hasattr(module, "OPTIONS") else pings  # with limits lifted it is load, not an attack
    print("\n| attack | held | what happened | ping p50, p99, max (ms) | memory (MB) |\n|---|---|---|---|---|")
    print("\n".join(rows))
    slow = sum(ping > STALL for ping in every)
    print(f"\n{len(every)} pings beside attacks within the limits: p99.9 {at(every, 0.999):.0f} ms, {slow} over {STALL:.0f} ms")
    lost = 0 if chosen.names or chosen.bare else power(CUTS)
    return int(any("| NO |" in row for row in rows) or at(every, 0.999) > STALL or lost > 0)


def _row(module: ModuleType, seconds: float, bare: bool) -> tuple[str, list[float]]:
    """One attack on a fresh room."""
    options = getattr(module, "BARE" if bare else "OPTIONS", ())
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        before = (*KEEN, *getattr(module, "BEFORE", ()))
        with serving(data, "--workers", "1", *options, before=before, told=not bare) as server, target(server, data) as aim:
            with _ping(server.base) as pings:
                memory = f"{aim.rss():.0f}"
                outcomes = _again_and_again(module, aim, seconds)
            memory += f" → {aim.peak():.0f}"
    beside = f"{at(pings, 0.5):.1f}, {at(pings, 0.99):.0f}, {max(pings):.0f}"
    name = module.__name__.removeprefix("siege.attack_")
    held = all(outcome.held for outcome in outcomes)
    told = outcomes[0].told + (f" (the first of {len(outcomes)} times)" if len(outcomes) > 1 else "")
    return f"| {name} | {'yes' if held else 'NO'} | {told} | {beside} | {memory} |", pings


def _again_and_again(module: ModuleType, aim: Target, seconds: float) -> list[Outcome]:
    """An attack that is cut short is begun anew, until the time is over."""
    outcomes: list[Outcome] = []
    end = time.monotonic() + seconds
    while not outcomes or time.monotonic() < end:
        try:
            outcomes.append(module.attack(aim, seconds))
        except ConnectionRefusedError as refused:  # too many in a row: turned away at the door
            outcomes.append(Outcome(bool(outcomes), str(refused)))
            time.sleep(0.05)
    return outcomes


@contextmanager
def _ping(base: str) -> Iterator[list[float]]:
    """A guest at another table beside the attack; filled when it is over."""
    taken: list[float] = []
    with Person(base) as luc:
        table = luc.open("four-circles", ME, bot("random"))
    address = f"{base.replace('http', 'ws', 1)}{table['url']}/live?feed=facts"
    command = [sys.executable, "-m", "siege.ping", address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield taken
        said, _ = process.communicate()
    taken += json.loads(said)


def at(pings: list[float], share: float) -> float:
    """The ping of which that share of all are shorter."""
    return sorted(pings)[min(len(pings) - 1, int(share * len(pings)))]


if __name__ == "__main__":
    sys.exit(main())
