"""Maintenance of a store of either kind: checked, backed up, exported and imported, moved from one kind to the other."""

import asyncio
import contextlib
import json
import re
import sqlite3
from pathlib import Path
from random import Random

import psycopg
import pytest

from support.sessions import change_saved
from support.stores import KINDS
from tableronde.game import CHANCE
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.store.command import main
from tableronde.room.store.maintenance.archives import make_archive, open_archive
from tableronde.room.store.open_store import FILE
from tableronde.room.tables.table_session import TableSession

HERE = SeatOrder("here", "Zoë’s %s? {x}")
GAMES = ("four-circles", "cirkis", "karta-doppio")
PLIES = 12


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of a new store, of each kind."""
    return str(tmp_path / "data") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


def options(place: str) -> list[str]:
    return ["--store", place] if "://" in place else ["--data", place]


def room_at(place: str) -> Room:
    return Room.at(Path("/nonexistent"), workers=1, address=place) if "://" in place else Room.at(Path(place), workers=1)


async def _play(table: TableSession, rng: Random) -> None:
    """Play at random for a while, and change a document."""
    for _ in range(PLIES):
        seats = [seat for seat in table.table.to_act() if seat != CHANCE]
        if not seats:
            break
        await table.act(seats[0], rng.choice(sorted(table.table.legal()[seats[0]])))
    await change_saved(table, next="elsewhere")


async def _filled(room: Room) -> list[str]:
    """Play some games in a room."""
    tables = [await room.open(Order(game, seats=[HERE, HERE]), f"guest {game}") for game in GAMES for _ in range(2)]
    for i, table in enumerate(tables):
        if table.status == "playing":
            await _play(table, Random(i))
    return [table.id for table in tables]


async def _played(place: str) -> list[str]:
    room = room_at(place)
    await room.begin()
    ids = await _filled(room)
    await room.close()
    return ids


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with some games, played once for all tests here."""
    folder = tmp_path_factory.mktemp("archive")
    asyncio.run(_played(str(folder / "data")))
    assert main(["--data", str(folder / "data"), "export", str(folder / "all.jsonl")]) == 0
    return folder / "all.jsonl"


@pytest.fixture
def played(place: str, exported: Path) -> str:
    """A closed store with games in it."""
    assert main([*options(place), "import", str(exported)]) == 0
    return place


def change(place: str, statement: str) -> None:
    """Change something in a store directly."""
    if "://" in place:
        with psycopg.connect(place) as server:
            server.execute(statement)
    else:
        with contextlib.closing(sqlite3.connect(Path(place) / FILE)) as db:
            db.execute(statement)
            db.commit()


def contents(place: str) -> tuple[dict[str, str], dict[str, float], object]:
    """Return the digests of all tables of a store, its numbers and its keys."""
    with contextlib.closing(open_archive(place)) as archive, archive.snapshot():
        kept = json.loads(archive.keyring.read() or b"{}")
        return {each.table: each.digest for each in archive.read_tables()}, archive.read_numbers(), kept["keys"]


def said(arguments: list[str], capsys: pytest.CaptureFixture[str], status: int = 0) -> str:
    """Return the output of a command, or its errors if it fails."""
    capsys.readouterr()
    assert main(arguments) == status
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.err if status > 1 else told.out


DAMAGE = {
    "gap": ("DELETE FROM events WHERE seq = 1", "its events are incomplete"),
    "document": ("UPDATE docs SET value = '{' WHERE name = 'seat 0'", "its documents are damaged"),
    "no document": ("DELETE FROM docs WHERE name = 'table'", "its documents are damaged"),
    "illegal": ("UPDATE events SET action = 'nonsense' WHERE seq = 2", "event 3"),
    "options": ("UPDATE docs SET value = replace(value, '\"players\":2', '\"players\":1') WHERE name = 'table'", "damaged"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_check_finds_damage_of_each_kind(damage: str, played: str, capsys: pytest.CaptureFixture[str]) -> None:
    statement, sentence = DAMAGE[damage]
    found = said([*options(played), "check"], capsys)
    assert f"{len(GAMES) * 2} tables" in found
    assert f"no fault ({len(GAMES) * 2} played again)" in found
    change(played, statement)
    found = said([*options(played), "check"], capsys, 1)
    assert sentence in found
    assert "(in logs " in found


def test_a_backup_is_a_room_and_can_be_made_while_it_is_open(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def live() -> list[str]:
        room = room_at(place)
        await room.begin()
        await room.store.tick()
        ids = await _filled(room)
        before = contents(place)
        playing = asyncio.create_task(_filled(room))
        assert await asyncio.to_thread(main, [*options(place), "backup", str(tmp_path / "copy")]) == 0
        copied = contents(str(tmp_path / "copy"))
        assert copied[1:] == before[1:]
        assert before[0].items() <= copied[0].items()
        await playing
        await room.close()
        return ids

    ids = asyncio.run(live())
    assert (tmp_path / "copy").stat().st_mode & 0o77 == 0
    assert "no fault" in said(["--data", str(tmp_path / "copy"), "check"], capsys)

    async def look() -> None:
        room = Room.at(tmp_path / "copy", workers=1)
        for id in ids:
            assert (await room.find(id)).id == id
        await room.close()

    asyncio.run(look())
    assert "is not empty" in said([*options(place), "backup", str(tmp_path / "copy")], capsys, 3)


def test_a_file_holds_everything(played: str, exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It can be imported into an empty store of either kind, and exported identically."""
    file = tmp_path / "all.jsonl"
    assert f"{len(GAMES) * 2} tables written" in said([*options(played), "export", str(file)], capsys)
    assert file.stat().st_mode & 0o77 == 0
    lines = file.read_text().splitlines()
    assert json.loads(lines[0])["format"] == "tableronde-store-1"
    assert len(lines) == len(GAMES) * 2 + 2
    assert lines == exported.read_text().splitlines()
    assert contents(played) == contents(str(exported.parent / "data"))
    assert "already: only an empty store can be filled" in said([*options(played), "import", str(file)], capsys, 3)
    assert "exists already" in said([*options(played), "export", str(file)], capsys, 3)


def _altered(lines: list[str]) -> list[str]:
    return [lines[0], lines[1].replace('"0"', '"1"', 1), *lines[2:]]


def _swapped_with_digests(lines: list[str]) -> list[str]:
    return [lines[0], lines[2], lines[1], *lines[3:]]


FORGERIES = {
    "altered": (_altered, "line 2 of .* was changed or damaged"),
    "in another order": (_swapped_with_digests, "was changed: nothing was stored"),
    "broken off": (lambda lines: lines[:-2], "is incomplete"),
    "cut in a line": (lambda lines: [*lines[:2], lines[2][:100]], "line 3 of .* is damaged"),
    "one less": (lambda lines: [*lines[:-2], lines[-1]], "is damaged|is incomplete"),
    "newer": (lambda lines: [lines[0].replace('"version":', '"version":9'), *lines[1:]], "was written by a newer Table Ronde"),
    "something else": (lambda lines: ["Dear diary"], "was not written by `tableronde store export`"),
}


def test_a_file_that_was_changed_is_refused_whole(place: str, exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = exported.read_text().splitlines()
    for name, (forge, sentence) in FORGERIES.items():
        (tmp_path / "forged").write_text("\n".join(forge(lines)) + "\n")
        told = said([*options(place), "import", str(tmp_path / "forged")], capsys, 3)
        assert re.search(sentence, told), (name, told)
        with contextlib.closing(make_archive(place)) as empty:  # nothing was stored
            assert empty.count("events") == 0


def test_from_one_kind_to_the_other_and_back(exported: Path, tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All tables, days, seat holders and keys are copied: the copy knows the guests."""
    here, back = str(tmp_path / "here"), str(tmp_path / "back")
    said(["--data", here, "import", str(exported)], capsys)
    change(here, "UPDATE tables SET forgotten = 1.5 WHERE id = (SELECT min(id) FROM tables)")
    assert "6 tables copied" in said(["--data", here, "migrate", postgres_url], capsys)
    assert "6 tables copied" in said(["--store", postgres_url, "migrate", back], capsys)
    assert contents(here) == contents(postgres_url) == contents(back)
    assert [len(said([*options(place), "forgotten"], capsys).splitlines()) for place in (here, postgres_url, back)] == [1, 1, 1]
    change(postgres_url, "INSERT INTO tables(id, game, day, forgotten) VALUES ('-it', 'some-game', 0, 1.0)")
    ids = [line.split()[0] for line in said([*options(postgres_url), "forgotten"], capsys).splitlines()]
    assert "-it" in ids
    assert "brought back: 2" in said([*options(postgres_url), "restore", *ids], capsys)
    assert "already" in said(["--data", here, "migrate", postgres_url], capsys, 3)


def test_a_store_somebody_uses_is_not_moved(tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        assert "another room uses" in said(["--data", str(tmp_path / "data"), "migrate", postgres_url], capsys, 3)
        await room.close()
        room = Room.at(tmp_path / "other", workers=1, address=postgres_url)
        await room.store.renew("a", 60.0)
        assert "1 nodes use" in said(["--store", postgres_url, "migrate", str(tmp_path / "new")], capsys, 3)
        await room.close()

    asyncio.run(live())


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--store", "mysql://a:hush@b/c", "check"], 2, "the address of a store must be postgresql://USER@HOST/DATABASE"),
        (["migrate", "ftp://a:hush@b"], 2, "the address of a store must be postgresql://USER@HOST/DATABASE"),
        (["--store", "postgresql://a:hush@127.0.0.1:1/c", "check"], 3, "postgresql://a@127.0.0.1:1/c cannot be reached"),
        (["--data", "/nonexistent", "check"], 3, "there is no store in /nonexistent"),
        (["--data", "/nonexistent", "export", "/tmp/x"], 3, "there is no store in /nonexistent"),
        (["--data", "/nonexistent", "import", "/nonexistent/file"], 3, "there is no file /nonexistent/file"),
        (["--data", "/proc/nothing", "import", "/proc/version"], 3, "cannot be used"),
        (["check", "--game", "nothing-like-it"], 2, "nothing-like-it"),
        (["backup"], 2, "the following arguments are required"),
        (["frobnicate"], 2, "invalid choice"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(arguments: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        found = main(arguments)
    except SystemExit as end:
        found = int(end.code or 0)
    told = capsys.readouterr().err
    assert (found, "Traceback" in told, "hush" in told) == (status, False, False)
    assert sentence in told


def test_progress_is_shown_to_people_alone(exported: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    check = ["--data", str(exported.parent / "data"), "check"]
    assert main(check) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(check) == 0
    assert "·] 1/6" in capsys.readouterr().err
