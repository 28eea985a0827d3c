"""Installs missing parts while the room is open: `make play` opens it before printing and compiled bots are ready."""

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Final

from tableronde.kernels.compiled import is_compiled

VARIABLE: Final = "TABLERONDE_SETUP"  # the command, for the shell
PATIENCE: Final = 2.0  # seconds the command has to end when the room closes
BEGUN: Final = "printing and fast bots are being installed in the background"
DONE: Final = "printing and fast bots are ready"
DONE_PLAIN: Final = "printing is ready; without a C compiler, bots think in plain Python"
FAILED: Final = "printing and fast bots could not be installed (exit status {status} of: {command})"


class SetupJob:
    """A command that runs beside the room and ends with it; without a command, nothing happens."""

    def __init__(self, command: str = "", print_line: Callable[[str], None] | None = None) -> None:
        self.command = command
        self._print = print_line or _print_line
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "SetupJob":
        """Return the job that the environment names."""
        return cls(environment.get(VARIABLE, ""))

    def start(self) -> None:
        """Start the command and announce it."""
        if self.command:
            self._print(BEGUN)
            self._process = subprocess.Popen(self.command, shell=True, stdin=subprocess.DEVNULL, start_new_session=True)
            Thread(target=self._wait, args=(self._process,), name="setup", daemon=True).start()

    def is_running(self) -> bool:
        """Return whether the command is still running."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """End the command and all its children. What it has installed stays; the rest follows at the next start."""
        self._is_stopped = True
        process = self._process
        if process is None or process.poll() is not None:
            return
        for number in (signal.SIGTERM, signal.SIGKILL):
            os.killpg(process.pid, number)
            try:
                process.wait(PATIENCE)
                return
            except subprocess.TimeoutExpired:
                continue

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        status = process.wait()
        importlib.invalidate_caches()
        if not self._is_stopped:
            self._print(_describe_end(status, self.command))


def _describe_end(status: int, command: str) -> str:
    """Describe the result in one line."""
    if status:
        return FAILED.format(status=status, command=command)
    return DONE if is_compiled() else DONE_PLAIN


def _print_line(text: str) -> None:
    print(f"Table Ronde: {text}", file=sys.stdout, flush=True)
