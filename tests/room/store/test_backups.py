"""Backups by date, and stores of older and newer versions."""

import sqlite3
from pathlib import Path

import pytest

from compat.test_store import THEN, restored
from tableronde.room.store import StoreTrouble
from tableronde.room.store.command import main
from tableronde.room.store.maintenance import backups
from tableronde.room.store.open_store import open_store
from tableronde.room.store.schema import VERSION

OLDER = VERSION - 1


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store with tables of all games, in the version before this one."""
    folder = tmp_path / "data"
    folder.mkdir()
    restored(THEN, folder)
    _set_version(folder, OLDER)  # the last step changes nothing in SQLite
    return folder


def _set_version(folder: Path, version: int) -> None:
    db = sqlite3.connect(folder / "room.sqlite")
    db.execute(f"PRAGMA user_version = {version}")
    db.close()


def _read_version(file: Path) -> int:
    db = sqlite3.connect(file)
    [version] = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(version)


def _open_and_close(folder: Path) -> None:
    store, _ = open_store(folder)
    store.finish()
    store.close()


def test_each_night_makes_a_folder_and_the_oldest_goes(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nights = tmp_path / "nights"
    (nights / "room-2026-01-01T000000Z").mkdir(parents=True)
    (nights / "room-2026-01-01T000000Z" / "room.sqlite").touch()
    (nights / "letters").mkdir()
    nights.chmod(0o700)
    assert main(["--data", str(data), "backup", str(nights), "--keep", "2"]) == 0
    assert len(backups.list_backups(nights)) == 2
    made = backups.list_backups(nights)[-1]
    made.rename(nights / "room-2026-01-02T000000Z")
    assert main(["--data", str(data), "backup", str(nights), "--keep", "2"]) == 0
    assert backups.list_backups(nights)[0].name == "room-2026-01-02T000000Z"
    assert f"deleted: {nights / 'room-2026-01-01T000000Z'}" in capsys.readouterr().out
    assert len(list(nights.iterdir())) == 3  # somebody else's letters are left alone
    assert main(["--data", str(backups.list_backups(nights)[-1]), "check"]) == 0


def test_a_copy_that_fails_leaves_the_old_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "nights" / "room-2026-01-01T000000Z"
    old.mkdir(parents=True)
    (old / "room.sqlite").touch()
    assert main(["--data", str(tmp_path / "nothing"), "backup", str(tmp_path / "nights"), "--keep", "1"]) == 3
    assert [found.name for found in (tmp_path / "nights").iterdir()] == [old.name]
    assert "there is no store in" in capsys.readouterr().err


def test_an_older_store_is_checked_and_backed_up_as_it_is(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (data / "room.sqlite").read_bytes()
    assert main(["--data", str(data), "check"]) == 0
    assert f"version {OLDER}, " in capsys.readouterr().out
    assert main(["--data", str(data), "backup", str(tmp_path / "copy")]) == 0
    assert main(["--data", str(data), "export", str(tmp_path / "file")]) == 0
    assert (data / "room.sqlite").read_bytes() == before
    assert _read_version(tmp_path / "copy" / "room.sqlite") == OLDER
    assert (tmp_path / "copy" / "key").read_bytes() == (data / "key").read_bytes()
    assert main(["--data", str(tmp_path / "copy"), "check"]) == 0
    assert main(["--data", str(data), "restore", "x"]) == 3  # this would change it
    assert "open the room there once" in capsys.readouterr().err


def test_a_copy_is_kept_before_a_store_is_migrated(data: Path) -> None:
    _open_and_close(data)
    kept = data / f"room.sqlite.version-{OLDER}"
    assert (_read_version(kept), _read_version(data / "room.sqlite")) == (OLDER, VERSION)
    assert kept.stat().st_mode & 0o77 == 0
    at = kept.stat().st_mtime_ns
    _open_and_close(data)
    assert kept.stat().st_mtime_ns == at
    assert not list(data.glob("*.part"))


def test_a_new_store_has_nothing_to_keep(tmp_path: Path) -> None:
    _open_and_close(tmp_path / "data")
    assert not list((tmp_path / "data").glob("*.version-*"))


def test_a_newer_store_is_refused_and_left_alone(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _open_and_close(data)
    _set_version(data, VERSION + 1)
    before = (data / "room.sqlite").read_bytes()
    with pytest.raises(StoreTrouble, match="written by a newer Table Ronde"):
        open_store(data)
    for command in (["check"], ["backup", str(data / "copy")], ["forgotten"]):
        assert main(["--data", str(data), *command]) == 3
    assert "written by" in capsys.readouterr().err
    assert (data / "room.sqlite").read_bytes() == before
