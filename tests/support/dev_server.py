"""`tableronde dev` as a process, for tests and benchmarks."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def developing(place: str, home: Path, *options: str) -> Iterator[str]:
    """Run `tableronde dev` on a game; yield the address of its page. `home` is where it keeps the running game."""
    command = [sys.executable, "-m", "tableronde", "dev", place, "--no-browser", "--port", "0", *options]
    environment = {**os.environ, "XDG_DATA_HOME": str(home)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, line
        yield line.rpartition(" ")[2].strip().rstrip("/")
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
