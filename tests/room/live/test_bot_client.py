"""The example of a bot client is short, and it plays."""

import ast
import subprocess
import sys
from pathlib import Path

from support.rooms import OPEN, Person, Server

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "bot_client.py"


def test_it_has_under_forty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 40


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
