"""Memory of a room that prints: resident megabytes before and after many kits, and the most that a printing process took.

python bench/printing_memory.py [KITS]     (200; each one is different, so that none comes from the cache)
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

GAMES = ("four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan")


def resident(process: int) -> float:
    """Return the memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main(kits: int) -> None:
    """Print kits in a room of its own, and print what it took."""
    with tempfile.TemporaryDirectory() as data:
        options = ["--port", "0", "--no-browser", "--workers", "1", "--data", data, "--limit", "prints_per_address=100000"]
        command = [sys.executable, "-m", "tableronde.room", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as room:
            assert room.stdout is not None
            base = room.stdout.readline().split()[-1].rstrip("/")
            try:
                before, most, begun = resident(room.pid), 0.0, time.perf_counter()
                for i in range(kits):
                    address = f"{base}/print/{GAMES[i % len(GAMES)]}.pdf?part=kit&clearance={0.1 * (i // 10):.1f}&ink="
                    with urllib.request.urlopen(address + ("colour", "black")[i // len(GAMES) % 2]) as answer:
                        assert answer.read(5) == b"%PDF-"
                    most = max(most, resident(room.pid))
                result = {"kits": kits, "seconds": round(time.perf_counter() - begun), "before_mb": round(before), "most_mb": round(most)}
                print(json.dumps({**result, "after_mb": round(resident(room.pid))}))
            finally:
                room.terminate()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
