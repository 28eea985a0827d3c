"""The last version beside this one: it refuses a store that a newer version has written, and says so."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from chaos.scenarios import MISSING_HISTORY, extract_last_version
from tableronde.room.store.open_store import FILE
from tableronde.room.store.schema import VERSION
from tableronde.room.store.sqlite.store import SqliteStore


def test_the_last_version_refuses_a_newer_store(tmp_path: Path) -> None:
    if not extract_last_version(tmp_path):
        pytest.skip(f"*** {MISSING_HISTORY} ***")
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    SqliteStore(data / FILE).close()
    with sqlite3.connect(data / FILE) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(data)]
    environment = {"PYTHONPATH": str(tmp_path / "src"), "PATH": ""}
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert told.returncode == 3
    assert f"store version {VERSION + 1}" in told.stderr
    with sqlite3.connect(data / FILE) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    db.close()
