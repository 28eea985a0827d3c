"""The example of a bot client is short, it plays, and it comes back to its seat."""

import ast
import subprocess
import sys
from pathlib import Path

from support.rooms import OPEN, Person, Server, bot, serving

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "bot_client.py"


def test_it_has_under_sixty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 60


def test_two_of_them_sit_down_and_play_to_the_end(server: Server, ana: Person) -> None:
    table = ana.open("four-circles", OPEN, OPEN, options={"max_plies": 40})
    programs = [
        subprocess.Popen([sys.executable, EXAMPLE, server.base + link], stdout=subprocess.PIPE, text=True) for link in table["seats"]
    ]
    said = [program.communicate(timeout=60)[0] for program in programs]
    assert [program.returncode for program in programs] == [0, 0]
    assert said[0] == said[1]
    data = ana.web.get(f"{table['url']}.json?lang=fr").json()
    assert data["status"] == "over"
    assert data["outcome"] == ast.literal_eval(said[0])
    assert [seat["name"] for seat in data["seats"]] == ["Robot", "Robot"]


def test_it_comes_back_to_its_seat_when_the_room_starts_again(tmp_path: Path) -> None:
    """It sat down by an invitation, which is void by then: the seat has another link."""
    with serving(tmp_path / "data") as room, Person(room.base) as ana:
        table = ana.open("four-circles", OPEN, bot("random"), options={"max_plies": 60})
        program = subprocess.Popen([sys.executable, EXAMPLE, room.base + table["seats"][0]], stdout=subprocess.PIPE, text=True)
        with ana.at(table["id"], feed="facts", seat="none") as line:
            line.until(lambda message: message.get("turn", {}).get("ply", 0) >= 4)
        room.process.kill()
        room.process.wait()
    with serving(tmp_path / "data", "--port", room.base.rpartition(":")[2]) as room, Person(room.base) as ana:
        said = program.communicate(timeout=60)[0]
        assert program.returncode == 0
        data = ana.web.get(f"{table['url']}.json?lang=fr").json()
        assert data["outcome"] == ast.literal_eval(said)
        assert [seat["name"] for seat in data["seats"]] == ["Robot", "Blaise"]
