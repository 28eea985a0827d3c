"""A store that the room of f8d6ab2 wrote, with tables of all five games, opens unchanged and goes on.

`f8d6ab2/store/room.sql` is a dump of that store, `expected.json` what that version reads from it: tables that are being
played, one that waits, one that a player resigned and its rematch; chat, pencil notes, somebody removed, somebody who forgot a table.
`running/room.sql` is another that it wrote, with a table of each of the five games in the middle of play.
"""

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tableronde.cli import main
from tableronde.game import CHANCE, is_open
from tableronde.record import Record
from tableronde.room.room import Room
from tableronde.room.tables.table_session import TableSession
from tableronde.room.web.pages.my_games import list_tables
from tableronde.shelf import find
from tableronde.table import Table

THEN = Path(__file__).parent / "f8d6ab2" / "store"
RUNNING = Path(__file__).parent / "running"
GAMES = ("four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan")
EXPECTED: list[dict[str, Any]] = json.loads((THEN / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of that room."""
    return restored(THEN, tmp_path)


def restored(dump: Path, folder: Path) -> Path:
    """A room's folder, made of a dump of it."""
    shutil.copy(dump / "key", folder / "key")
    db = sqlite3.connect(folder / "room.sqlite")
    db.executescript((dump / "room.sql").read_text(encoding="utf-8"))
    db.close()
    return folder


def documents(data: Path) -> dict[tuple[str, str], Any]:
    """Every document of every table, but for when somebody last looked at it."""
    db = sqlite3.connect(data / "room.sqlite")
    rows = db.execute("SELECT id, name, value FROM docs").fetchall()
    db.close()
    return {(id, name): json.loads(value) for id, name, value in rows if name != "seen"}


def described(session: TableSession) -> dict[str, Any]:
    """A table as that version described it."""
    saved = session.saved
    return {
        "id": session.id,
        "game": session.box.slug,
        "digest": session.table.record().digest,
        "plies": session.table.plies,
        "status": session.status,
        "chairs": [holder.json() for holder in saved.seats],
        "lines": [[line.seat, line.name, line.fr, line.en, line.ply] for line in saved.chat.lines],
        "next": saved.next,
        "away": sorted(saved.away),
        "removed": sorted(saved.removed),
        "former": [[each.seat, each.name, sorted(each.guests), each.removed, each.left] for each in saved.former],
        "jots": {str(seat): dict(notes) for seat, notes in enumerate(saved.notes) if notes},
        "note": None if saved.note is None else [saved.note.seat, list(saved.note.winners)],
        "names": [name.fr for name in session.table.names],
        "clock": [round(left) for left in session.timing.clocks.left],
    }


def test_the_store_shows_every_kind_of_document() -> None:
    assert {each["game"] for each in EXPECTED} >= {"four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan"}
    for field in ("lines", "next", "away", "removed", "former", "jots", "note"):
        assert any(each[field] for each in EXPECTED), field


def test_every_table_is_as_it_was(data: Path) -> None:
    before = documents(data)

    async def look() -> list[dict[str, Any]]:
        room = Room.at(data, workers=1)
        found = [described(await room.find(each["id"])) for each in EXPECTED]
        await room.close()
        return found

    assert asyncio.run(look()) == EXPECTED
    assert documents(data) == before, "looking writes nothing"


def test_every_table_that_is_played_goes_on(data: Path) -> None:
    playing = [each["id"] for each in EXPECTED if each["status"] == "playing"]

    async def play() -> dict[str, str]:
        room, digests = Room.at(data, workers=1), {}
        for id in playing:
            session = await room.find(id)
            seat, actions = next((seat, actions) for seat, actions in session.table.legal().items() if seat != CHANCE)
            assert isinstance(seat, int)
            await session.act(seat, next(action for action in actions if not is_open(action)))
            digests[id] = session.table.record().digest
        await room.close()
        return digests

    async def again() -> dict[str, str]:
        room = Room.at(data, workers=1)
        digests = {id: (await room.find(id)).table.record().digest for id in playing}
        await room.close()
        return digests

    assert len(playing) >= 5
    assert asyncio.run(play()) == asyncio.run(again())


@pytest.mark.parametrize("game", GAMES)
def test_a_running_table_of_each_game_is_played_on(game: str, tmp_path: Path) -> None:
    """To its end, or for two hundred events more; after that its record is replayed by the rules of its edition."""
    data = restored(RUNNING, tmp_path)

    async def play() -> tuple[int, Record]:
        room, rng = Room.at(data, workers=1), Random(game)
        session = await room.find(ids_by_game(data)[game])
        assert session.status == "playing"
        before = session.table.plies
        for _ in range(200):
            seats = [seat for seat in session.table.to_act() if isinstance(seat, int)]
            if not seats:
                break
            seat = rng.choice(seats)
            await session.act(seat, rng.choice([action for action in session.table.legal()[seat] if not is_open(action)]))
        await room.close()
        return before, session.table.record()

    before, record = asyncio.run(play())
    assert before >= 14
    assert len(record.events) > before
    assert record.edition == 1
    again = Table.replay(find(game), record)
    assert again.record() == record
    assert again.outcome or len(record.events) >= before + 200


def ids_by_game(data: Path) -> dict[str, str]:
    """The table of each game in a store that has one of each."""
    db = sqlite3.connect(data / "room.sqlite")
    found: dict[str, str] = dict(db.execute("SELECT game, id FROM tables").fetchall())
    db.close()
    return found


def test_the_list_of_a_guests_games_is_as_it_was(data: Path) -> None:
    async def listed() -> list[dict[str, Any]]:
        room = Room.at(data, workers=1)
        found = await list_tables(room, "host", "fr")
        await room.close()
        return found

    shown = {each["id"]: each for each in asyncio.run(listed())}
    mine = [each for each in EXPECTED if "host" not in each["away"]]
    assert set(shown) == {each["id"] for each in mine}
    for each in mine:
        assert (shown[each["id"]]["status"], shown[each["id"]]["players"]) == (each["status"], each["names"])


def test_the_store_is_sound(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "--data", str(data), "check"]) == 0, capsys.readouterr().out
