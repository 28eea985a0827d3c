"""A room with a shared store: the same games over PostgreSQL, with keys and allowances that hold for every node."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from support.rooms import HERE, ME, Person, serving
from tableronde.room.__main__ import main
from tableronde.room.base.limits import Limits
from tableronde.room.people import keyring
from tableronde.room.room import Room
from tableronde.room.store import FIRST_FENCE, EventRow, StoreTrouble, Write
from tableronde.room.store.command import main as main_store
from tableronde.room.store.postgres.keyring import PostgresKeyring
from tableronde.room.store.postgres.store import PostgresStore
from tableronde.room.store.schema import MIGRATIONS, VERSION
from tableronde.room.store.statements import GRAVE_DAYS


def test_a_room_over_postgresql_plays_and_remembers(tmp_path: Path, postgres_url: str) -> None:
    """Opened and played on one node, and found again on another with the guest's cookie; nothing is stored in a folder."""
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
    """Both have the same keys from the first moment; a new one is read by all before it signs."""

    async def live() -> None:
        one, two = [Room.at(tmp_path, workers=1, address=postgres_url) for _ in range(2)]
        assert one.signer.keys == two.signer.keys
        keyring.rotate(PostgresKeyring(postgres_url))
        one._take_keys(await one.store.read_keys())
        assert one.signer.keys[0] == two.signer.keys[0]
        assert len(one.signer.keys) == 2
        now = time.time()
        monkeypatch.setattr("tableronde.room.people.keyring.time.time", lambda: now - 60)  # this node's clock is behind
        one._take_keys(await one.store.read_keys())
        assert one.signer.keys[0] == two.signer.keys[0]
        monkeypatch.setattr("tableronde.room.people.keyring.time.time", lambda: now + keyring.SPREAD_SECONDS + 1)
        one._take_keys(await one.store.read_keys())
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
        assert await two.may_open("bo", "elsewhere")  # the refused one took nothing
        await asyncio.gather(one.close(), two.close())

    asyncio.run(live())


def test_what_is_refused_at_the_command_line_is_a_sentence(tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A store of a newer version, and a database with other tables."""
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


def test_one_node_forgets_and_no_table_that_another_keeps(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    def days_pass(days: int) -> None:
        with psycopg.connect(postgres_url) as db:
            db.execute("UPDATE meta SET value = value + %s WHERE name = 'days'", (days,))

    async def live() -> None:
        one, two = [PostgresStore(postgres_url) for _ in range(2)]
        await asyncio.gather(one.tick(), two.tick(), two.renew("two", 60.0))
        for table, keeper in (("left", ""), ("seen", ""), ("kept", "two")):
            await one.write(Write(table, opened=("some-game", "guest", 1.0), docs={"table": "{}"}, holders=["guest"], owner=keeper))
        days_pass(40)
        await one.write(Write("seen", seen=1.0))
        await one.write(Write("nothing", seen=1.0))
        assert sorted(await asyncio.gather(one.forget(30), two.forget(30))) == [0, 1]
        assert [(await one.load(table)) is None for table in ("left", "seen", "kept", "nothing")] == [True, False, False, True]
        assert await one.claim("left", "two") is None
        assert {id for id, _ in await two.list_tables_of("guest", 9)} == {"seen", "kept"}
        await two.leave("two")
        assert await one.forget(30) == 0  # not twice on one day
        days_pass(1)
        assert await two.forget(30) == 1
        assert main_store(["--store", postgres_url, "restore", "left"]) == 0
        assert await two.load("left") is not None
        days_pass(GRAVE_DAYS + 1)
        await one.forget(300)
        assert main_store(["--store", postgres_url, "restore", "kept"]) == 1
        assert await one.list_fences("two") == {}
        for store in (one, two):
            store.finish()
            await asyncio.to_thread(store.close)

    asyncio.run(live())


@pytest.mark.parametrize(
    ("old", "change"),
    [
        ("UPDATE tables SET forgotten = 0 WHERE id = 't'", "UPDATE tables SET forgotten = NULL, day = 100 WHERE id = 't'"),
        ("UPDATE tables SET day = 0 WHERE id = 't'", "UPDATE tables SET day = 100 WHERE id = 't'"),
    ],
    ids=["brought back", "come to"],
)
def test_a_table_somebody_wants_at_the_moment_it_is_forgotten_stays_whole(old: str, change: str, postgres_url: str) -> None:
    async def live() -> None:
        store = PostgresStore(postgres_url)
        await store.tick()
        await store.write(Write("t", opened=("some-game", "guest", 1.0), docs={"table": "{}"}, holders=["guest"], owner="a"))
        await store.write(Write("t", events=[EventRow(0, "0", "a", 1.0)], fence=FIRST_FENCE))
        with psycopg.connect(postgres_url) as db:
            db.execute("UPDATE meta SET value = 100 WHERE name = 'days'")
            db.execute(old)
        with psycopg.connect(postgres_url) as somebody, psycopg.connect(postgres_url, autocommit=True) as looking:
            somebody.execute(change)
            forgetting = asyncio.ensure_future(store.write(Write("", forget=30)))
            while not looking.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone():
                await asyncio.sleep(0.01)
            somebody.commit()
            await forgetting
        kept = await store.load("t")
        assert kept is not None
        assert ([event.action for event in kept.events], [id for id, _ in await store.list_tables_of("guest", 9)]) == (["a"], ["t"])
        assert await store.list_fences("a") == {"t": FIRST_FENCE}
        store.finish()
        await asyncio.to_thread(store.close)

    asyncio.run(asyncio.wait_for(live(), 60))


def test_days_are_counted_once_whoever_counts(postgres_url: str) -> None:
    """Days are counted by the server's clock; a clock that jumps while nodes are open does not count."""

    async def live() -> None:
        stores = [PostgresStore(postgres_url) for _ in range(3)]
        for _ in range(3):
            await asyncio.gather(*(store.tick() for store in stores))
        with psycopg.connect(postgres_url) as db:
            db.execute("UPDATE meta SET value = value - 3 * 365 * 86400 WHERE name = 'at'")  # as if it were three years later now
        await asyncio.gather(*(store.tick() for store in stores))
        assert (await stores[0].read_report())["days"] < 0.01
        assert all(store.trusts_clock for store in stores)
        for store in stores:
            store.finish()
            await asyncio.to_thread(store.close)

    asyncio.run(live())


def test_a_database_that_does_not_let_us_is_a_sentence(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A user who may not create tables; a read-only server."""
    with psycopg.connect(postgres_url) as db:
        db.execute("CREATE ROLE stranger LOGIN")
        db.execute(psycopg.sql.SQL("GRANT USAGE ON SCHEMA {} TO stranger").format(psycopg.sql.Identifier(_schema(postgres_url))))
    for url, sentence in (
        (postgres_url.replace("postgres@", "stranger@"), "does not let this user make or change tables"),
        (f"{postgres_url}%20-cdefault_transaction_read_only%3Don", "is read-only: perhaps it is a standby"),
    ):
        assert main(["--port", "0", "--no-browser", "--store", url]) == 3
        assert sentence in capsys.readouterr().err
        assert main_store(["--store", url, "new-key"]) == 3
        assert "holds no store" in capsys.readouterr().err


def _schema(url: str) -> str:
    return url.rpartition("%3D")[2]


def test_an_older_store_opens_whoever_comes_first(postgres_url: str) -> None:
    """Several nodes that start together migrate an older store once, with all its tables."""
    with psycopg.connect(postgres_url) as db:
        for migration in MIGRATIONS[:2]:
            db.execute(migration.postgres)
        db.execute("INSERT INTO meta VALUES ('version', 2), ('days', 7.5), ('at', 1.0)")
        db.execute("INSERT INTO tables VALUES ('t', 'some-game', 'guest', 1.0, 7.0)")
        db.execute("INSERT INTO docs VALUES ('t', 'table', '{}'); INSERT INTO events VALUES ('t', 0, '0', 'a', 1.0, '')")

    async def live() -> None:
        stores = await asyncio.gather(*(asyncio.to_thread(PostgresStore, postgres_url) for _ in range(4)))
        await stores[0].renew("a", 60.0)
        lease = await stores[1].claim("t", "a")
        assert lease is not None
        kept = await stores[2].load("t")
        assert kept is not None
        assert [row.action for row in kept.events] == ["a"]
        assert stores[3].store_days.days == 7.5
        for store in stores:
            store.finish()
            await asyncio.to_thread(store.close)

    asyncio.run(live())
    with psycopg.connect(postgres_url) as db:
        assert db.execute("SELECT value FROM meta WHERE name = 'version'").fetchone() == (VERSION,)


ALONE = """
import sys
sys.modules["psycopg"] = None  # as if it were not installed
from tableronde.room.__main__ import main
from tableronde.room.room import Room
from tableronde.room.store.command import main as store
from pathlib import Path
data = Path(sys.argv[1])
Room.at(data, workers=1).store.close()
assert store(["--data", str(data), "check"]) == 0
assert store(["--data", str(data), "migrate", "postgresql://127.0.0.1:1/room"]) == 3
sys.exit(main(["--port", "0", "--no-browser", "--store", "postgresql://127.0.0.1:1/room"]))
"""


def test_a_room_alone_needs_nothing_more(tmp_path: Path) -> None:
    """Without psycopg everything works but a shared store, which says what to install."""
    ended = subprocess.run([sys.executable, "-c", ALONE, str(tmp_path)], capture_output=True, text=True, check=False)
    assert ended.returncode == 3, ended.stderr
    assert ended.stderr.count("a store in PostgreSQL needs psycopg") == 2
    assert "Traceback" not in ended.stderr
