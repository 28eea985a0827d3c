"""Files of a room are private, whatever the umask and the folder that was there."""

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from tableronde.room.people import keyring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.command import main
from tableronde.room.store.open_store import open_store
from tableronde.room.store.sqlite.store import make_private

NOBODY = 65534


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """Let new files be readable by everybody, as a careless shell would."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return S_IMODE(path.stat().st_mode)


def _visit(data: Path) -> dict[str, int]:
    """Open and close a store; return the modes of its files while it was open."""
    store, _ = open_store(data)
    modes = {found.name: mode(found) for found in (data, *data.iterdir())}
    store.finish()
    store.close()
    return modes


def test_everything_is_private_whatever_the_umask(tmp_path: Path) -> None:
    modes = _visit(tmp_path / "data")
    assert modes.pop("data") == 0o700
    assert {"room.sqlite", "room.sqlite-wal", "room.sqlite-shm", "key", "lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}
    assert main(["--data", str(tmp_path / "data"), "backup", str(tmp_path / "all"), "--keep", "1"]) == 0
    assert main(["--data", str(tmp_path / "data"), "export", str(tmp_path / "file")]) == 0
    [copy] = (tmp_path / "all").iterdir()
    assert (mode(tmp_path / "all"), mode(copy), mode(tmp_path / "file")) == (0o700, 0o700, 0o600)
    assert {mode(found) for found in copy.iterdir()} == {0o600}


def test_a_store_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    _visit(data)
    data.chmod(0o755)
    for found in data.iterdir():
        found.chmod(0o644)
    modes = _visit(data)
    assert modes["data"] == 0o700
    assert {modes[name] for name in ("room.sqlite", "lock")} == {0o600}


def test_a_folder_of_other_files_that_everybody_reads_is_refused(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(0o755)
    (home / "letter").touch()
    with pytest.raises(StoreTrouble, match=r"can be read by others \(mode 0755\)"):
        open_store(home)
    assert [found.name for found in home.iterdir()] == ["letter"]
    assert mode(home) == 0o755
    home.chmod(0o700)
    assert _visit(home)["room.sqlite"] == 0o600


def test_changing_the_key_keeps_its_mode(tmp_path: Path) -> None:
    data = tmp_path / "data"
    _visit(data)
    (data / "key").chmod(0o640)
    assert main(["--data", str(data), "rotate-key"]) == 0
    assert mode(data / "key") == 0o640
    assert len(keyring.load(data, is_new=False)) == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to somebody else")
@pytest.mark.parametrize("lost", [(), ("key",), ("key", "lock")])
def test_what_root_maintains_still_belongs_to_the_room(tmp_path: Path, lost: tuple[str, ...]) -> None:
    """A key that root had changed belonged to root, and the room of another user ended with status 3."""
    data = tmp_path / "data"
    _visit(data)
    for found in (data, *data.iterdir()):
        os.chown(found, NOBODY, NOBODY)
    for name in lost:
        (data / name).unlink()
    assert main(["--data", str(data), "new-key" if lost else "rotate-key"]) == 0
    _visit(data)
    assert {(found.stat().st_uid, found.stat().st_gid) for found in data.iterdir()} == {(NOBODY, NOBODY)}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to somebody else")
def test_the_store_that_root_makes_belongs_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    make_private(tmp_path / "room.sqlite")
    with sqlite3.connect(tmp_path / "room.sqlite") as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE a(b)")
        assert {found.stat().st_uid for found in tmp_path.iterdir()} == {NOBODY}
    db.close()
