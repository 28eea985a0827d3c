"""A room that cannot be opened says in a sentence what is wrong and what to do, and changes nothing."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from support.rooms import PATIENCE, Person, serving
from tableronde.room.people import keyring
from tableronde.room.people.guests import Signer
from tableronde.room.people.tokens import new_token
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store import StoredTable, StoreFault, StoreTrouble
from tableronde.room.store.command import main
from tableronde.room.store.schema import MIGRATIONS, VERSION
from tableronde.room.store.sqlite.store import SqliteStore, explain

HERE = SeatOrder("here", "P")


async def _played(data: Path) -> str:
    """Play one game in a room, and close it."""
    room = Room.at(data, workers=1)
    table = await room.open(Order("four-circles", seats=[HERE, HERE]), "guest")
    await table.act(0, "0,0")
    await room.close()
    return table.id


def _script(data: Path, sql: str) -> None:
    with contextlib.closing(sqlite3.connect(data / "room.sqlite")) as db:
        db.executescript(sql)


def _opened(data: Path) -> Room:
    return Room.at(data, workers=1)


def _no_database(data: Path) -> None:
    (data / "room.sqlite").write_bytes(b"Dear diary, " * 1000)


def _damage(data: Path) -> None:
    with (data / "room.sqlite").open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096)
        file.write(os.urandom(size - 4096))


def _newer(data: Path) -> None:
    _script(data, "PRAGMA user_version = 99")


def _strange(data: Path) -> None:
    _script(data, "ALTER TABLE events DROP COLUMN clock")


def _strange_and_old(data: Path) -> None:
    """Finding 16: the table of events lacks a column, and there is no version."""
    _script(data, "DROP TABLE meta; ALTER TABLE tables DROP COLUMN day; ALTER TABLE tables DROP COLUMN forgotten")
    _script(data, "ALTER TABLE events DROP COLUMN clock; PRAGMA user_version = 0")


def _timeless(data: Path) -> None:
    _script(data, "INSERT OR REPLACE INTO meta VALUES ('days', 'x')")


def _a_folder(data: Path) -> None:
    (data / "room.sqlite").unlink()
    (data / "room.sqlite").mkdir()


def _empty_key(data: Path) -> None:
    (data / "key").write_bytes(b"")


def _short_key(data: Path) -> None:
    (data / "key").write_bytes(b"x")


def _blank_key(data: Path) -> None:
    (data / "key").write_bytes(bytes(32))


def _no_key(data: Path) -> None:
    (data / "key").unlink()


def _key_out_of_reach(data: Path) -> None:
    (data / "key").unlink()
    (data / "key").mkdir()


TROUBLES: dict[str, tuple[Callable[[Path], None], str]] = {
    "no database": (_no_database, "is not a database"),
    "damaged": (_damage, "is damaged and was left unchanged: restore a backup"),
    "newer": (_newer, "was written by a newer Table Ronde"),
    "strange": (_strange, "its table events has the columns id, seq, actor, action, at"),
    "strange and old": (_strange_and_old, "its table events has the columns id, seq, actor, action, at"),
    "timeless": (_timeless, "is damaged and was left unchanged: restore a backup"),
    "a folder": (_a_folder, "cannot be opened or created"),
    "empty key": (_empty_key, "is damaged .0 bytes., so guests cannot be identified"),
    "short key": (_short_key, "is damaged .1 bytes."),
    "blank key": (_blank_key, "is damaged .32 bytes."),
    "no key": (_no_key, "is missing, so guests cannot be identified"),
    "key out of reach": (_key_out_of_reach, "key cannot be used .Is a directory.: check its permissions"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_what_is_wrong_is_said_and_nothing_is_touched(trouble: str, tmp_path: Path) -> None:
    make, sentence = TROUBLES[trouble]
    asyncio.run(_played(tmp_path))
    make(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file() and path.name in ("room.sqlite", "key")}
    with pytest.raises(StoreTrouble, match=sentence):
        _opened(tmp_path)
    after = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file() and path.name in ("room.sqlite", "key")}
    assert "key" not in set(after) - set(before)
    if "key" not in trouble:
        assert after == before


def test_a_full_disk_at_the_start(tmp_path: Path) -> None:
    class Full(SqliteStore):
        """A store on a full disk."""

        def _connect(self) -> sqlite3.Connection:
            db = super()._connect()
            db.execute("PRAGMA max_page_count=1")
            return db

    with pytest.raises(StoreTrouble, match="the disk is full: free some space first"):
        Full(tmp_path / "room.sqlite")
    SqliteStore(tmp_path / "room.sqlite").close()  # with free space it opens


def test_a_store_that_may_only_be_read(tmp_path: Path) -> None:
    asyncio.run(_played(tmp_path))
    with contextlib.closing(sqlite3.connect(f"file:{tmp_path}/room.sqlite?mode=ro", uri=True)) as db:
        with pytest.raises(sqlite3.OperationalError) as fault:
            db.execute("DELETE FROM tables")
        assert "is read-only for this user" in explain(tmp_path, fault.value)


def test_a_room_that_cannot_open_ends_with_a_sentence(tmp_path: Path) -> None:
    """Without a traceback, and with a status of its own."""
    _no_database(tmp_path)
    command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(tmp_path)]
    failed = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert failed.returncode == 3
    assert failed.stderr.startswith("tableronde: ")
    assert failed.stderr.count("\n") == 1


def test_a_store_of_0_1_0_opens_with_all_its_tables(tmp_path: Path) -> None:
    """Its schema had no version; its key was bare."""
    id = asyncio.run(_played(tmp_path))
    with contextlib.closing(sqlite3.connect(tmp_path / "room.sqlite")) as db:
        rows = {name: db.execute(f"SELECT * FROM {name}").fetchall() for name in ("tables", "events", "holders", "docs")}
    (tmp_path / "room.sqlite").unlink()
    _script(tmp_path, MIGRATIONS[0].sqlite)
    with sqlite3.connect(tmp_path / "room.sqlite") as db:
        for name, kept in rows.items():
            for row in kept:
                short = row[:4] if name == "tables" else row
                db.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(short))})", short)
        assert db.execute("PRAGMA user_version").fetchone() == (0,)
    db.close()
    bare = keyring.load(tmp_path)[0]
    (tmp_path / "key").write_bytes(bare)

    async def look() -> StoredTable | None:
        room = _opened(tmp_path)
        assert room.signer.keys == (bare,)
        table = await room.find(id)
        await table.act(1, "1,0")
        kept = await room.store.load(id)
        await room.close()
        return kept

    found = asyncio.run(look())
    assert found is not None
    assert [row.action for row in found.events] == ["0,0", "1,0"]
    with contextlib.closing(sqlite3.connect(tmp_path / "room.sqlite")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)


def test_a_disk_that_cannot_be_read_for_a_while_is_a_fault_of_the_store(tmp_path: Path) -> None:
    """Maintenance tries again a minute later, and guests read a sentence."""

    async def live() -> None:
        await _played(tmp_path)
        store = SqliteStore(tmp_path / "room.sqlite")
        reader = store._reader
        store._reader = sqlite3.connect(":memory:")  # which is empty
        for question in (store.count(), store.list_tables_of("guest", 9), store.load("t"), store.forget(30)):
            with pytest.raises(StoreFault, match="no such table"):
                await question
        store._reader.close()
        store._reader = reader
        assert await store.count() == 1
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(live())


def test_one_room_per_folder(tmp_path: Path) -> None:
    """Finding 18: the second room says who holds the folder; after kill -9 it is free at once."""
    data = tmp_path / "data"
    with serving(data) as server:
        command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(data)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert second.returncode == 3
        assert f"another room uses {data} already (process {server.process.pid} on " in second.stderr
        with Person(server.base) as ana:
            assert ana.web.get("/healthz").status_code == 200
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(PATIENCE)
    SqliteStore(data / "room.sqlite").close()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreTrouble, match="cannot be created"):
        _opened(tmp_path / "file" / "data")


def test_keys_change_and_guests_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guest = new_token()
    cookies = [Signer(keyring.load(tmp_path)).sign(guest)]
    for _ in range(keyring.MAX_KEYS):
        assert main(["--data", str(tmp_path), "rotate-key"]) == 0
        cookies.append(Signer(keyring.load(tmp_path)).sign(guest))
    signer = Signer(keyring.load(tmp_path))
    assert [signer.read(cookie) for cookie in cookies] == [None] + [guest] * keyring.MAX_KEYS
    assert [signer.is_latest(cookie) for cookie in cookies] == [False] * keyring.MAX_KEYS + [True]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    _empty_key(tmp_path)
    assert main(["--data", str(tmp_path), "rotate-key"]) == 3
    assert "is damaged" in capsys.readouterr().err
    assert main(["--data", str(tmp_path), "new-key"]) == 0
    assert len(keyring.load(tmp_path)) == 1
    assert Signer(keyring.load(tmp_path)).read(cookies[-1]) is None


def test_a_guest_with_an_older_cookie_gets_a_new_one(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server, Person(server.base) as ana:
        ana.web.get("/")
        old = ana.web.cookies["guest"]
    assert main(["--data", str(data), "rotate-key"]) == 0
    with serving(data) as server, Person(server.base) as ana:
        ana.web.cookies.set("guest", old)
        fresh = ana.web.get("/").headers["set-cookie"]
        assert fresh.startswith(f"guest={old.partition('.')[0]}.")
        assert old not in fresh


def test_the_key_is_on_the_disk_before_anything_is_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding 6: the file is synced before it gets its name, and the folder after that."""
    done: list[str] = []
    fsync, rename = os.fsync, Path.rename

    def noted_fsync(handle: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{handle}"))
        fsync(handle)

    def noted_rename(self: Path, to: Path) -> Path:
        done.append(f"rename {self.name}")
        return rename(self, to)

    monkeypatch.setattr("os.fsync", noted_fsync)
    monkeypatch.setattr(Path, "rename", noted_rename)
    keyring.load(tmp_path)
    assert done == [str(tmp_path / "key.new"), "rename key.new", str(tmp_path)]


def test_check_finds_damage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    id = asyncio.run(_played(tmp_path))
    assert main(["--data", str(tmp_path), "check"]) == 0
    assert "1 tables, 1 events, no fault" in capsys.readouterr().out
    _script(tmp_path, "UPDATE docs SET value = '{' WHERE name = 'seat 0'")
    assert main(["--data", str(tmp_path), "check"]) == 1
    assert f"table {id}" in capsys.readouterr().out
    assert main(["--data", str(tmp_path / "nothing"), "check"]) == 3
    assert json.loads((tmp_path / "lock").read_text())["process"] == os.getpid()
