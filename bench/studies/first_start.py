"""Measure the first start: seconds from `make play` in a bare clone until the room answers, bots move and everything is installed.

    python bench/studies/first_start.py [--when after|first|never] [--level LEVEL …]

Packages come from the network or from the cache of pip. `--when` says when the room installs what printing and fast bots need:
`after` it has opened, as `make play` does; `first`: when the first bot is to move, which then waits for it; or `never`.
"""

import argparse
import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.sync.client import connect

HERE = Path(__file__).resolve().parents[2]
WAIT = 900.0  # seconds after which it is given up
GAME = "four-circles"


@contextmanager
def opened(clone: Path, home: Path, *, in_background: bool) -> Iterator[str]:
    """Set up a clone and open its room; yield its address as soon as it answers."""
    environment = {**os.environ, "HOME": str(home), "BROWSER": "true", "TABLERONDE_PORT": "0"}
    only_room = "make .venv/.ready && exec .venv/bin/tableronde serve --no-browser"
    command = ["make", "play"] if in_background else ["sh", "-c", only_room]
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=clone, env=environment, stdout=log, stderr=log, start_new_session=True)
        try:
            yield wait_for_address(home / "log", process)
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def wait_for_address(log: Path, process: subprocess.Popen[bytes]) -> str:
    """Return the address that the program prints; SystemExit if it ends before."""
    while process.poll() is None:
        for word in log.read_text().split():
            if word.startswith("http://"):
                return word.rstrip("/")
        time.sleep(0.05)
    raise SystemExit(log.read_text())


def wait_for_bot(base: str, level: str) -> float:
    """Open a table at which a bot begins; return the seconds until it has moved."""
    order = {"game": GAME, "pace": "now", "seats": [{"kind": "bot", "level": level}, {"kind": "here", "name": "P"}]}
    begun = time.monotonic()
    request = urllib.request.Request(f"{base}/tables", json.dumps(order).encode(), {"Accept": "application/json"})
    with urllib.request.urlopen(request, timeout=WAIT) as answer:
        link = json.load(answer)["seats"][1]
    address = f"{base.replace('http', 'ws', 1)}/t/{link.split('/')[2]}/live?feed=facts&token={link.split('/')[-1]}"
    with connect(address, max_size=None, open_timeout=WAIT) as line:
        while json.loads(line.recv(WAIT)).get("turn", {}).get("ply", 0) < 1:
            pass
    return time.monotonic() - begun


def measure(when: str, levels: list[str]) -> None:
    """Print the times of one first start."""
    with tempfile.TemporaryDirectory() as place:
        clone, home = Path(place) / "clone", Path(place) / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(HERE), str(clone)], check=True)
        begun = time.monotonic()
        with opened(clone, home, in_background=when == "after") as base:
            print(f"{when}: the room answers after {time.monotonic() - begun:.1f} s", flush=True)
            for level in levels:
                waited = time.monotonic()
                if when == "first":
                    subprocess.run(["make", ".venv/.compiled"], cwd=clone, check=True, capture_output=True)
                installed = time.monotonic() - waited
                moved = installed + wait_for_bot(base, level)
                print(f"{when}: {level} has moved {moved:.1f} s after its table was opened", flush=True)
            while when == "after" and not (clone / ".venv" / ".compiled").exists() and time.monotonic() - begun < WAIT:
                time.sleep(0.1)
            print(
                f"{when}: {'nothing more is installed' if when == 'never' else 'all is installed'}, {time.monotonic() - begun:.1f} s in all"
            )


def main() -> None:
    """Measure one way of installing, or all three."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--when", choices=("after", "first", "never"), help="one of the three ways (all three)")
    parser.add_argument("--level", nargs="+", default=["child", "master"], help="the bots that move, one after the other")
    chosen = parser.parse_args()
    for when in [chosen.when] if chosen.when else ["after", "first", "never"]:
        measure(when, chosen.level)


if __name__ == "__main__":
    main()
