"""A store that the room of 2480e17 wrote: what was finished is handed out as it was, byte for byte.

`2480e17/room.sql` is a dump of that store: finished games of all five games, and one of Kaplan's in play. `records.json` holds the records
as that room handed them out. The pawns in the notes of Kaplan's came from a deck that has changed since.
"""

import asyncio
import json
from pathlib import Path

import pytest

from compat.test_store import GAMES, restored
from tableronde.record import Record
from tableronde.room.room import Room
from tableronde.room.store.command import main
from tableronde.room.store.maintenance.archives import open_archive

THEN = Path(__file__).parent / "2480e17"
RECORDS: dict[str, str] = json.loads((THEN / "records.json").read_text(encoding="utf-8"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of that room."""
    folder = tmp_path / "data"
    folder.mkdir(0o700)
    return restored(THEN, folder)


async def _read_records(data: Path) -> dict[str, str]:
    """Return the records of the finished games as a room of today hands them out."""
    room = Room.at(data, workers=1)
    try:
        return {id: (await room.find(id)).record().text() for id in RECORDS}
    finally:
        await room.close()


def test_the_old_records_are_of_all_games_and_have_notes() -> None:
    records = [Record.parse(text) for text in RECORDS.values()]
    assert {record.game for record in records} == set(GAMES)
    assert any("colour_pawn" in record.notes for record in records)


def test_finished_records_are_handed_out_byte_for_byte(data: Path) -> None:
    assert asyncio.run(_read_records(data)) == RECORDS
    assert asyncio.run(_read_records(data)) == RECORDS  # and once this room has written to the store


def test_copies_and_checks_give_the_digests_of_then(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(data), "check"]) == 0
    assert "version 0, 8 tables" in capsys.readouterr().out
    assert main(["--data", str(data), "backup", str(tmp_path / "copy")]) == 0
    assert main(["--data", str(data), "export", str(tmp_path / "file")]) == 0
    assert main(["--data", str(tmp_path / "again"), "import", str(tmp_path / "file")]) == 0
    wanted = {id: Record.parse(text).digest for id, text in RECORDS.items()}
    for place in (data, tmp_path / "copy", tmp_path / "again"):
        archive = open_archive(str(place), reading=True)
        with archive.snapshot():
            found = {each.table: each.record for each in archive.read_tables()}
        archive.close()
        assert {id: found[id] for id in wanted} == wanted
