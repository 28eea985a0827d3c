"""A room whose store is shared: the same games over PostgreSQL, with keys and allowances that hold for every node."""

import asyncio
import json
import time
from pathlib import Path

import psycopg
import pytest

from room.rooms import HERE, ME, Person, serving
from tableronde.room import keys
from tableronde.room.__main__ import main
from tableronde.room.limits import Limits
from tableronde.room.room import Room
from tableronde.room.store import StoreTrouble
from tableronde.room.store.postgres.ring import PostgresRing
from tableronde.room.store.schema import VERSION


def test_a_room_over_postgresql_plays_and_remembers(tmp_path: Path, postgres_url: str) -> None:
    """Opened by one node, played at, and found again by another with the guest's cookie; nothing lies in a folder."""
    data = tmp_path / "data"
    with serving(data, "--store", postgres_url) as server, Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"]) as line:
            line.act("0,0", 0)
            line.act("1,0", 1)
        ready = ana.web.get("/readyz").json()
    assert (ready["ready"], ready["store"]) == (True, "ok")
    with serving(data, "--store", postgres_url) as server, Person(server.base) as again:
        again.web.cookies = ana.web.cookies
        assert again.web.get(f"{table['url']}.json").json()["turn"]["ply"] == 2
        assert [sign["id"] for sign in again.web.get("/index.json").json()["tables"]] == [table["id"]]
    assert not data.exists()
    assert all(json.loads(line) for line in server.log.read_text().splitlines())


def test_the_password_is_never_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("postgresql://ana:hush@127.0.0.1:1/room", "postgresql://127.0.0.1:1/room?user=ana&password=hush&nonsense=1"):
        assert main(["--port", "0", "--no-browser", "--data", str(tmp_path), "--store", wrong]) == 3
    for wrong in ("mysql://ana:hush@127.0.0.1/room", "ana:hush"):
        with pytest.raises(SystemExit):
            main(["--store", wrong])
    said = capsys.readouterr().err
    assert "postgresql://ana@127.0.0.1:1/room cannot be reached" in said
    assert "hush" not in said


def test_nodes_share_their_keys(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have the same from the first moment; a new one is read by all before it signs."""

    async def live() -> None:
        one, two = [Room.at(tmp_path, workers=1, address=postgres_url) for _ in range(2)]
        assert one.signer.keys == two.signer.keys
        keys.rotate(PostgresRing(postgres_url))
        one._take_keys(await one.store.keys())
        assert one.signer.keys[0] == two.signer.keys[0]
        assert len(one.signer.keys) == 2
        now = time.time()
        monkeypatch.setattr("tableronde.room.keys.time.time", lambda: now + keys.SPREAD + 1)
        one._take_keys(await one.store.keys())
        assert one.signer.keys[1] == two.signer.keys[0]
        await asyncio.gather(one.close(), two.close())

    asyncio.run(live())


def test_a_lost_key_is_not_made_anew(tmp_path: Path, postgres_url: str) -> None:
    Room.at(tmp_path, workers=1, address=postgres_url).store.close()
    with psycopg.connect(postgres_url) as db:
        db.execute("DELETE FROM docs WHERE name = 'keys'; INSERT INTO tables VALUES ('t')")
    with pytest.raises(StoreTrouble, match=r"the key in postgresql://postgres@127.0.0.1.* is missing"):
        Room.at(tmp_path, workers=1, address=postgres_url)


def test_tables_a_day_are_counted_at_all_nodes(tmp_path: Path, postgres_url: str) -> None:
    async def live() -> None:
        limits = Limits(tables_per_guest=3, tables_per_address=5)
        one, two = [Room.at(tmp_path, limits, 1, address=postgres_url) for _ in range(2)]
        assert [await room.may_open("ana", "here") for room in (one, two, one, two)] == [True, True, True, False]
        assert [await room.may_open("bo", "here") for room in (one, two, one)] == [True, True, False]
        assert await two.may_open("bo", "elsewhere")  # the one that was refused took nothing
        await asyncio.gather(one.close(), two.close())

    asyncio.run(live())


def test_what_is_refused_at_the_command_line_is_a_sentence(tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A store of a newer version, and a database that is something else."""
    Room.at(tmp_path, workers=1, address=postgres_url).store.close()
    for change, sentence in (
        ("UPDATE meta SET value = 99 WHERE name = 'version'", "was written by a newer Table Ronde (store version 99"),
        (
            f"UPDATE meta SET value = {VERSION} WHERE name = 'version'; ALTER TABLE events DROP COLUMN clock",
            "its table events has the columns id, seq",
        ),
    ):
        with psycopg.connect(postgres_url) as db:
            db.execute(change)
        assert main(["--port", "0", "--no-browser", "--store", postgres_url]) == 3
        assert sentence in capsys.readouterr().err
