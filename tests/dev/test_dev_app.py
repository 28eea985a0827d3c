"""The page of `tableronde dev` is for this machine only, and answers what it is asked."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.dev_server import developing
from support.helpers import OUTSIDE
from tableronde.cli import main
from tableronde.dev.command import find_place

FORD = OUTSIDE / "ford"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with developing(str(FORD), tmp_path_factory.mktemp("home"), "--seed", "2") as base, httpx.Client(base_url=base, timeout=60) as client:
        client.get("/")  # it answers when the game is loaded
        yield client


def test_other_names_and_other_sites_are_refused(web: httpx.Client) -> None:
    assert web.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert web.get("/", headers={"Host": "127.0.0.1:8001"}).status_code == 200
    assert web.post("/dev/do", json={"do": "new"}, headers={"Origin": "http://evil.example"}).status_code == 403
    assert web.post("/dev/do", json={"do": "new"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_page_has_the_same_security_headers_as_the_room(web: httpx.Client) -> None:
    policy = web.get("/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_state_has_every_seat_and_the_spectator(web: httpx.Client) -> None:
    state = web.get("/dev/state.json?lang=fr").json()
    assert [seat["seat"] for seat in state["position"]["seats"]] == [0, 1, None]
    assert state["position"]["seats"][0]["name"] == "Saule"
    assert state["game"]["slug"] == "ford"


def test_a_press_shows_what_follows_then_plays_and_says_why_not(web: httpx.Client) -> None:
    web.post("/dev/do", json={"do": "new", "seed": 2})
    [seat] = [int(actor) for actor in web.get("/dev/state.json").json()["position"]["to_act"]]
    step = {0: ("e1", "e2"), 1: ("e9", "e8")}[seat]
    wish = {"do": "press", "ply": 0, "seat": seat, "picked": [], "word": step[0]}
    picked = web.post("/dev/do?lang=en", json=wish).json()["seat"]["choices"]
    assert picked["picked"] == [step[0]]
    why = web.post("/dev/do?lang=en", json={**wish, "picked": [step[0]], "word": "a5"}).json()["why"]
    assert why["clause"] == "R3"
    done = web.post("/dev/do?lang=en", json={**wish, "picked": [step[0]], "word": step[1]}).json()
    assert done["record"]["events"] == [[str(seat), " ".join(step)]]


def test_nonsense_is_refused_in_a_sentence(web: httpx.Client) -> None:
    for body in (b"{", b"[]", b'{"do": "sing"}', b"x" * (1 << 21)):
        answer = web.post("/dev/do", content=body)
        assert answer.status_code == 400
        assert "a wish is an object" in answer.json()["error"]
    assert "fault" in web.post("/dev/do", json={"do": "play", "ply": 0}).json()
    assert web.get("/dev/data.json?seat=x").json() == []


def test_looks_and_texts_are_there(web: httpx.Client) -> None:
    assert "themes" in web.get("/looks/ford.json").json()
    assert web.get("/dev/copy.json?form=figure&seat=0").json()["text"].startswith("[name-it]\n")
    assert "def test_r_" in web.get("/dev/copy.json?form=test").json()["text"]


def test_a_game_is_found_by_folder_project_file_or_name(tmp_path: Path) -> None:
    assert find_place(str(FORD)) == (str(FORD), FORD)
    assert main(["new", "night-market", str(tmp_path / "project")]) == 0
    assert find_place(str(tmp_path / "project"))[1] == tmp_path / "project" / "night_market"
    place, watched = find_place("four-circles")
    assert place.startswith("tableronde.games.four_circles")
    assert watched.name == "four_circles"


def test_a_folder_without_a_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dev", str(tmp_path), "--no-browser"]) == 2
    assert "holds no game" in capsys.readouterr().err
