"""The example of a bot client is short, it plays, and it comes back to its seat."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from websockets.sync.server import ServerConnection, serve

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
    assert {seat["name"] for seat in data["seats"]} == {"Robot", "Robot 2"}  # the later one is told apart


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


def _describe_seat(**seat: Any) -> str:
    return json.dumps({"table": {"seats": [{"seat": 0, **seat}]}})


def test_it_waits_for_its_seat_before_it_leaves_a_node() -> None:
    """Without a cookie it would be a stranger at the next node: sitting down has spent its invitation."""
    tokens: list[str] = []

    def answer(socket: ServerConnection) -> None:
        assert socket.request is not None
        tokens.extend(parse_qs(urlsplit(socket.request.path).query)["token"])
        if len(tokens) > 1:
            return socket.send(json.dumps({"outcome": "won"}))
        socket.send(_describe_seat(kind="open", yours=True))
        assert json.loads(socket.recv(60))["do"] == "sit"
        socket.send(json.dumps({"move": True}))
        socket.send(_describe_seat(kind="person", yours=True, link="/t/ID/seat/FRESH"))
        for _ in socket:
            raise AssertionError("it did not leave")

    with serve(answer, "127.0.0.1", 0) as server:
        address = f"http://127.0.0.1:{server.socket.getsockname()[1]}/t/ID/seat/SPENT"
        program = subprocess.Popen([sys.executable, EXAMPLE, address], stdout=subprocess.PIPE, text=True)
        thread = Thread(target=server.serve_forever)
        thread.start()
        said = program.communicate(timeout=60)[0]
        server.shutdown()
        thread.join()
    assert said.strip() == "won"
    assert tokens == ["SPENT", "FRESH"]
