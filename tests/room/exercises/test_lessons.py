"""Lessons in the room: pages, data, and verdicts without stored state."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.rooms import Person, serving
from tableronde.record import Record
from tableronde.room.exercises.lessons import MAX_CACHED, Lessons
from tableronde.shelf import Shelf, find
from tableronde.table import Table

FORD = Path(__file__).parents[2] / "outside" / "ford"
ESCORT = Path(__file__).parents[2] / "support" / "escort.py"


@pytest.fixture(scope="module")
def pupil(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    games = ("--game", str(FORD), "--game", str(ESCORT))
    with serving(tmp_path_factory.mktemp("school") / "data", *games) as server, Person(server.base) as person:
        person.web.headers["Accept-Language"] = "en"
        yield person


def ask(pupil: Person, step: str, do: str, **more: Any) -> dict[str, Any]:
    answer = pupil.web.post(f"/learn/ford/{step}", json={"do": do, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_data_has_all_that_a_program_needs(pupil: Person) -> None:
    data = pupil.web.get("/learn/ford.json").json()
    assert [lesson["id"] for lesson in data["lessons"]] == ["cross", "take"]
    step = data["lessons"][0]["steps"][1]
    assert step["good"] == ["e1 e2"]
    assert step["words"] == ["e1", "e2"]
    assert step["text"]["fr"].startswith("Une pierre")
    record = Record.parse(json.dumps(step["record"]))
    assert Table.replay(find(str(FORD)), record).legal()[0]
    assert data["lessons"][0]["steps"][3]["goal"] == {"won": True}


def test_the_page_and_the_ways_to_it(pupil: Person) -> None:
    page = pupil.web.get("/learn/ford").text
    assert 'data-page="learn"' in page
    assert '"record":null' in page
    games = {game["game"]: game["learn"] for game in pupil.web.get("/index.json").json()["games"]}
    assert games["ford"] == "/learn/ford"
    assert pupil.web.get("/rules/ford.json").json()["learn"] == "/learn/ford"


def test_a_step_begins_with_its_picture_its_rings_and_what_can_be_pressed(pupil: Person) -> None:
    begun = pupil.web.get("/learn/ford/cross/1").json()
    shapes = {shape["id"] for area in begun["scene"]["areas"] for shape in area["shapes"]}
    assert "ring stone 0 4" in shapes
    assert {offer["word"] for offer in begun["choices"]["offers"]} == {f"{column}1" for column in "abcdefghi"}
    assert pupil.web.get("/learn/ford/cross/0").json()["choices"]["offers"] == []  # a step without an action
    assert pupil.web.get("/learn/ford/take/1").json()["choices"]["picked"] == ["e4"]


def test_pressing_leads_to_a_verdict(pupil: Person) -> None:
    assert ask(pupil, "cross/1", "press", word="e1")["choices"]["picked"] == ["e1"]
    done = ask(pupil, "cross/1", "press", word="e2", picked=["e1"])
    assert done["verdict"] == {"kind": "done", "text": "There. Now Reed advances."}
    assert done["told"] == ["Willow goes from e1 to e2.", "Reed goes from e9 to e8."]
    assert len(done["scene"]["later"]) == 1
    wrong = ask(pupil, "cross/1", "act", action="a1 a2")
    assert wrong["verdict"]["kind"] == "wrong"
    assert "later" not in wrong["scene"]
    assert ask(pupil, "cross/1", "act", action="e1 e3")["refused"]["clause"] == "R3"
    why = ask(pupil, "cross/1", "press", word="e4", picked=["e1"])["why"]
    assert (why["clause"], why["link"], why["possible"]) == ("R3", "/rules/ford#R3", ["e2"])
    assert ask(pupil, "cross/1", "pick", picked=["e1", "e2"], preview=True)["preview"]["picked"] == ["e1", "e2"]
    assert ask(pupil, "cross/1", "press", word="e2", picked=["e1"], hold=True)["choices"]["action"] == "e1 e2"


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"do":"ping"}', b'{"do":"press"}', b'{"do":"act","action":"' + 500 * b"x" + b'"}', 90 * b"["]
)
def test_nonsense_is_answered_in_a_sentence(body: bytes, pupil: Person) -> None:
    answer = pupil.web.post("/learn/ford/cross/1", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_what_is_not_there_is_not_found(pupil: Person) -> None:
    lessonless = [box.slug for box in Shelf.installed().boxes() if not box.has_lessons]
    for path in (*(f"/learn/{slug}" for slug in lessonless), "/learn/ford/fly/0", "/learn/ford/cross/99", "/learn/nothing/cross/0"):
        assert pupil.web.get(path, headers={"Accept": "application/json"}).status_code == 404
    assert pupil.web.post("/learn/ford/cross/1", content=20_000 * b" ").status_code == 413


def test_only_some_moments_are_kept() -> None:
    lessons = Lessons({"ford": find(str(FORD))})
    box = find(str(FORD))
    for i in range(6):
        lesson, step = ("cross", i) if i < 4 else ("take", i - 4)
        lessons._find(box, lesson, step, "fr").begin()
    assert len(lessons._positions) == 6 <= MAX_CACHED
    exercise = lessons._find(box, "cross", 1, "fr")
    for column in "abcdefghi":
        exercise.show((f"{column}1",))
    assert len(exercise.position._sketches) <= exercise.position.most
    assert len(exercise.position._films) <= exercise.position.most


def test_the_coach_says_what_may_be_done_and_why_the_bot_did_that(pupil: Person) -> None:
    table = pupil.open("escort", {"kind": "me"}, {"kind": "bot", "level": "greedy"}, pace="now")
    with pupil.at(table["id"]) as line:
        line.until(lambda message: message.get("turn", {}).get("yours"))
        first = line.asked("coach", "coach", seat=0)
        assert first == {"ply": 0, "now": "You can choose: run or walk (The path).", "why": ""}
        line.act("walk", 0)
        line.until(lambda message: message.get("turn", {}).get("yours") and message["turn"]["ply"] == 2)
        said = line.asked("coach", "coach", seat=0)
        assert said == {"ply": 2, "now": first["now"], "why": "Blaise had no other move."}
        assert line.asked("coach", "coach", seat=0) == said


def test_the_coach_describes_many_possibilities_by_their_number(pupil: Person) -> None:
    table = pupil.open("ford", {"kind": "me"}, {"kind": "bot", "level": "greedy"}, pace="now")
    with pupil.at(table["id"]) as line:
        line.until(lambda message: message.get("turn", {}).get("yours"))
        assert line.asked("coach", "coach", seat=0)["now"] == "You can choose: one of 9 outlined possibilities (The river)."


def test_where_hints_are_not_allowed_the_coach_gives_no_reasons(pupil: Person) -> None:
    table = pupil.open("ford", {"kind": "me"}, {"kind": "bot", "level": "greedy"}, pace="now", friendly=False)
    with pupil.at(table["id"]) as line:
        line.until(lambda message: message.get("turn", {}).get("yours"))
        ply = line.asked("coach", "coach", seat=0)["ply"]
        line.act("a1 a2", 0)
        line.until(lambda message: message.get("turn", {}).get("yours") and message["turn"]["ply"] > ply + 1)
        said = line.asked("coach", "coach", seat=0)
        assert said["why"] == ""
        assert said["now"]
        line.say("coach", seat=1)
        assert line.until("error")["error"]
