"""Missing parts are installed while the room is open, and nothing of that outlives it."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tableronde.kit import Wish
from tableronde.room.base import setup_job
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.setup_job import SetupJob
from tableronde.room.media import printer
from tableronde.room.media.print_job import Printed
from tableronde.room.media.printer import Printer
from tableronde.room.workers import pool
from tableronde.room.workers.pool import Worker
from tableronde.room.workers.worker import WorkerTask
from tableronde.shelf import find
from tableronde.table import Table

DEADLINE = 20.0  # seconds
GAME = "four-circles"


def wait_for(happened: Any) -> None:
    """Wait for a condition; fail at the deadline."""
    end = time.monotonic() + DEADLINE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("status", "compiled", "told"),
    [
        (0, True, setup_job.DONE),
        (0, False, setup_job.DONE_PLAIN),
        (3, True, setup_job.FAILED.format(status=3, command="exit 3")),
    ],
)
def test_one_line_when_it_begins_and_one_when_it_ends(monkeypatch: pytest.MonkeyPatch, status: int, compiled: bool, told: str) -> None:
    monkeypatch.setattr(setup_job, "is_compiled", lambda: compiled)
    said: list[str] = []
    job = SetupJob(f"exit {status}", said.append)
    assert not job.is_running()
    job.start()
    wait_for(lambda: len(said) == 2)
    assert said == [setup_job.BEGUN, told]
    assert not job.is_running()
    job.stop()


def test_without_a_command_nothing_is_said_or_done() -> None:
    said: list[str] = []
    job = SetupJob("", said.append)
    job.start()
    job.stop()
    assert (said, job.is_running()) == ([], False)
    assert SetupJob.from_environment({}).command == ""
    assert SetupJob.from_environment({"TABLERONDE_SETUP": "make x"}).command == "make x"


def test_it_ends_with_the_room_and_so_does_all_it_has_started(tmp_path: Path) -> None:
    said: list[str] = []
    job = SetupJob(f"sleep 600 & echo $! >{tmp_path}/child; wait; touch {tmp_path}/done", said.append)
    job.start()
    wait_for(lambda: (tmp_path / "child").exists() and (tmp_path / "child").read_text().strip())
    child = int((tmp_path / "child").read_text())
    assert job.is_running()
    job.stop()
    assert not job.is_running()
    wait_for(lambda: not _lives(child))
    assert said == [setup_job.BEGUN]
    assert not (tmp_path / "done").exists()


def _lives(process: int) -> bool:
    """Return whether a process runs; one that has ended may still be a zombie."""
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False).stdout.strip()
    return bool(told) and not told.startswith("Z")


def test_the_room_starts_it_once_it_listens(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(tmp_path / "data")]
    environment = {**os.environ, "TABLERONDE_SETUP": f"touch {tmp_path}/begun; sleep 600"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as room:
        assert room.stdout is not None
        try:
            assert room.stdout.readline().startswith("Table Ronde: http://127.0.0.1:")
            assert "#key=" in room.stdout.readline()
            assert room.stdout.readline() == f"Table Ronde: {setup_job.BEGUN}\n"
            wait_for((tmp_path / "begun").exists)
        finally:
            room.terminate()
        assert room.stdout.read() == ""
        assert room.wait(DEADLINE) == 0


def test_meanwhile_printing_is_said_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    here: list[bool] = [False]
    monkeypatch.setattr(printer, "_is_installed", lambda package: here[0])
    monkeypatch.setattr(printer, "run_job", lambda *job: Printed(b"PDF", ()))

    async def check() -> None:
        ours = Printer(9)
        ours.setup = SetupJob("sleep 600", lambda text: None)
        ours.setup.start()
        try:
            with pytest.raises(Trouble, match="Printing is being installed; try again in a minute") as trouble:
                await ours.render(find(GAME), Wish(), "kit", "here")
            assert trouble.value.status == 503
            here[0] = True
            assert (await ours.render(find(GAME), Wish(), "kit", "here")).pdf == b"PDF"
        finally:
            ours.setup.stop()
            ours.close()

    asyncio.run(check())


def test_a_package_counts_once_all_of_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "half-1.0.dist-info"
    info.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: half\nVersion: 1.0\n")
    assert not printer._is_installed("half")
    (info / "RECORD").write_text("half/__init__.py,,\n")
    assert printer._is_installed("half")
    assert not printer._is_installed("nothing-of-that-name")


def test_a_plain_worker_makes_room_for_a_compiled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(find(GAME), 2)
    [seat] = table.to_act()
    legal = tuple(table.legal()[seat])
    question = WorkerTask("tableronde.games.four_circles", 2, {}, int(seat), "child", table.view(int(seat)), (), legal, 0.1, "mind", "luck")
    there: list[bool] = [False]
    monkeypatch.setattr(pool, "is_compiled", lambda: there[0])

    async def check() -> None:
        worker, processes = Worker(), set()
        for compiled in (False, False, True, True):
            there[0] = compiled
            await worker.ask(question, 0.1)
            assert worker.process is not None
            processes.add(worker.process.pid)
        assert len(processes) == 2
        await worker.stop()

    asyncio.run(check())
