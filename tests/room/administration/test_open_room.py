"""The operator's decisions as people in a running room meet them."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from support.rooms import HERE, ME, PATIENCE, Person, Server, serving
from tableronde.room.base.logs import hash_secret

PAGE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("admin") / "data"


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    """A room of its own, because it is closed to everybody now and then."""
    with serving(data, "--workers", "1") as running:
        yield running


def admin(data: Path, *words: str) -> Any:
    """Run a command in a process of its own, as an operator would."""
    command = [sys.executable, "-m", "tableronde", "admin", "--data", str(data), "--json", *words]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout)


def wait_for(check: Any) -> None:
    """Wait until the room has noticed, which takes a second or two."""
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_banned_guest_is_sent_away_with_a_sentence_and_comes_back_when_it_is_lifted(server: Server, data: Path) -> None:
    with Person(server.base) as eve, Person(server.base) as ana:
        table = eve.open("four-circles", ME, HERE)
        with eve.at(table["id"]) as line, ana.at(table["id"]) as other:
            line.until("table")
            other.until("table")
            rule = admin(data, "ban", f"{hash_secret(table['id'])}:0", "--for", "12h")
            assert "has banned you until" in line.until("error")["error"]
            with pytest.raises(ConnectionClosed) as closed:
                line.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
            other.asked("ping", "pong")  # others stay
        wait_for(lambda: eve.web.get("/games").status_code == 403)
        page = eve.web.get(table["url"], headers={**PAGE, "Accept-Language": "fr"})
        assert (page.status_code, "vous en a fermé l’accès" in page.text) == (403, True)
        assert "has banned you" in eve.web.post("/tables", json={"game": "four-circles"}, headers={"Accept-Language": "en"}).json()["error"]
        assert eve.web.get("/static/main.js").status_code == 200
        assert ana.web.get("/games").status_code == 200
        admin(data, "unban", str(rule["number"]))
        wait_for(lambda: eve.web.get("/games").status_code == 200)
        assert 'turned_away_by_reason_total{reason="banned"}' in ana.numbers()


def test_a_message_reaches_everybody(server: Server, data: Path) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"]) as line:
            line.until("table")
            admin(data, "notice", "--fr", "Pause à midi <b>", "--en", "A break at noon <b>", "--for", "1h")
            said = line.until("chat")["chat"]
            assert (said["who"], said["seat"], said["text"]) == ("", None, "A break at noon <b>")
        assert '<p class="room-notice" role="status" dir="auto">Pause à midi &lt;b&gt;</p>' in ana.web.get("/?lang=fr", headers=PAGE).text
        admin(data, "notice")
        wait_for(lambda: "room-notice" not in ana.web.get("/", headers=PAGE).text)


def test_maintenance_stops_play_and_shows_why(server: Server, data: Path) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        with ana.at(table["id"], feed="facts") as line:
            line.act("0,0", 0)
            admin(data, "mode", "read-only")
            line.until(lambda message: "under maintenance" in message.get("turn", {}).get("text", ""))
            line.say("act", action="1,0", seat=1, ref=7)
            refused = line.until("error")
            assert (refused["ref"], "under maintenance" in refused["error"]) == (7, True)
            answer = ana.web.post("/tables", json={"game": "four-circles"})
            assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
            admin(data, "mode", "open")
            line.until(lambda message: message.get("turn", {}).get("to_act") == [1])
            line.act("1,0", 1)


def test_a_hidden_table_is_not_found_and_not_listed(server: Server, data: Path) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        admin(data, "hide", hash_secret(table["id"]))
        wait_for(lambda: ana.web.get(f"{table['url']}.json").status_code == 404)
        assert table["id"] not in ana.web.get("/games.json").text
        admin(data, "reopen", hash_secret(table["id"]))
        wait_for(lambda: ana.web.get(f"{table['url']}.json").status_code == 200)


def test_the_log_names_tables_and_guests_as_the_tools_do(server: Server, data: Path) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE)
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
        [opened] = [line for line in lines if line.get("table") == hash_secret(table["id"])]
        assert admin(data, "table", opened["table"])["id"] == table["id"]
        assert admin(data, "guest", opened["guest"])["hash"] == opened["guest"]
        assert [line for line in lines if line["event"] == "policy_changed"]


def test_a_device_forgets_its_guest(server: Server) -> None:
    with Person(server.base) as ana:
        ana.open("four-circles", ME, HERE)
        assert len(ana.web.get("/games.json").json()["tables"]) == 1
        answer = ana.web.post("/forget")
        assert (answer.status_code, answer.headers["Clear-Site-Data"]) == (204, '"cookies", "storage"')
        assert "guest" not in ana.web.cookies
        assert ana.web.get("/games.json").json()["tables"] == []
        assert httpx.post(f"{server.base}/forget", headers={"Origin": "http://evil.example"}).status_code == 403
