"""The result of a game is the same wherever its record is read, and a record of before keeps its bytes."""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from support.rooms import HERE, ME, Person, serving
from tableronde.record import Record
from tableronde.room.room import Room
from tableronde.room.store.command import main
from tableronde.room.store.open_store import FILE

DRAWN = {"winners": [0, 1], "reason": "max_plies", "scores": []}
RESIGNED = {"winners": [1], "reason": "resign", "scores": []}
ENDINGS = {"drawn": DRAWN, "resigned": RESIGNED}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, tuple[str, str]]]:
    """Return a closed room's folder, and id and downloaded record of a game that its rules ended and of one that was resigned."""
    data = tmp_path_factory.mktemp("results") / "data"
    downloads = {}
    with serving(data) as server, Person(server.base) as ana:
        for ending in ENDINGS:
            table = ana.open("four-circles", ME, HERE, research=True, options={"max_plies": 1} if ending == "drawn" else {})
            with ana.at(table["id"]) as line:
                line.act("2,1", 0)
                if ending == "resigned":
                    line.say("resign", seat=0)
                    line.until(lambda message: message.get("table", {}).get("status") == "over")
            downloads[ending] = table["id"], ana.web.get(f"{table['url']}/record.json").text
    return data, downloads


def notes_of(record: str) -> Any:
    return json.loads(record)["notes"]


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_downloaded_record_names_the_result(ending: str, finished: tuple[Path, dict[str, tuple[str, str]]]) -> None:
    _, downloads = finished
    assert notes_of(downloads[ending][1])["outcome"] == ENDINGS[ending]


@pytest.mark.parametrize("ending", ENDINGS)
def test_archive_and_export_name_the_same(ending: str, finished: tuple[Path, dict[str, tuple[str, str]]], tmp_path: Path) -> None:
    data, downloads = finished
    id, text = downloads[ending]
    exported, records = tmp_path / "all.jsonl", tmp_path / "records.jsonl"
    assert main(["--data", str(data), "export", str(exported)]) == 0
    assert main(["--data", str(data), "records", str(records)]) == 0
    assert main(["--data", str(data), "check"]) == 0
    [line] = [each for each in map(json.loads, exported.read_text().splitlines()) if each.get("table") == id]
    assert line["record"] == json.loads(text)["digest"]
    assert json.loads(text) in list(map(json.loads, records.read_text().splitlines()))


def test_the_room_reads_the_same_again(finished: tuple[Path, dict[str, tuple[str, str]]]) -> None:
    data, downloads = finished

    async def read() -> None:
        room = Room.at(data, workers=1)
        for id, text in downloads.values():
            session = await room.find(id)
            assert session.record().text() == session.table.record().text() == text
        await room.close()

    asyncio.run(read())


def test_a_game_that_ended_before_keeps_its_bytes(finished: tuple[Path, dict[str, tuple[str, str]]], tmp_path: Path) -> None:
    """Its documents name winners alone, and its record has no result in its notes."""
    data, downloads = finished
    exported, before = tmp_path / "all.jsonl", tmp_path / "before"
    assert main(["--data", str(data), "export", str(exported)]) == 0
    assert main(["--data", str(before), "import", str(exported)]) == 0
    with contextlib.closing(sqlite3.connect(before / FILE)) as db:
        db.execute("""UPDATE docs SET value = json_remove(value, '$.reason', '$.scores') WHERE name = 'over'""")
        db.commit()

    async def read() -> dict[str, str]:
        room = Room.at(before, workers=1)
        texts = {ending: (await room.find(id)).record().text() for ending, (id, _) in downloads.items()}
        await room.close()
        return texts

    for ending, text in asyncio.run(read()).items():
        named = Record.parse(downloads[ending][1])
        assert "outcome" not in notes_of(text)
        assert Record.parse(text) == named.with_outcome(None)
