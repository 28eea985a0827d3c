"""Puzzles in the room: pages, data, and verdicts without stored state."""

from typing import Any

import pytest

from support.helpers import SHELF
from support.rooms import Person, Server
from tableronde.puzzles.puzzle import Puzzle, puzzles
from tableronde.shelf import find

OPEN = SHELF[0]  # a game in which nothing is hidden


def of_kind(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles(find(OPEN)) if puzzle.kind == kind)


def post(ana: Person, puzzle: Puzzle, after: list[str], do: str, **more: Any) -> dict[str, Any]:
    answer = ana.web.post(f"/puzzles/{OPEN}/{puzzle.id}", params={"after": after, "lang": "en"}, json={"do": do, **more})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("slug", SHELF)
def test_the_data_has_all_that_a_program_needs(ana: Person, slug: str) -> None:
    data = ana.web.get(f"/puzzles/{slug}.json").json()
    assert len(data["puzzles"]) >= 60
    first = data["puzzles"][0]
    assert first["question"]["fr"]
    assert first["question"]["en"]
    assert first["solution"]
    assert first["answers"][0] == first["solution"][0][1]
    assert set(first["shares"]) == set(find(slug).bots)
    assert data["day"]["puzzle"] in {puzzle["id"] for puzzle in data["puzzles"]}
    assert {puzzle["kind"] for puzzle in data["puzzles"]} == set(data["kinds"])


def test_the_page_does_not_tell_the_solutions(ana: Person) -> None:
    page = ana.web.get(f"/puzzles/{OPEN}").text
    assert 'data-page="puzzles"' in page
    assert "solution" not in page.split('id="data"')[1]
    assert f'"puzzles":"/puzzles/{OPEN}"' in ana.web.get("/").text


def test_the_puzzle_of_the_day_is_the_same_for_all(ana: Person, server: Server) -> None:
    today = ana.web.get("/puzzles.json").json()
    with Person(server.base) as bob:
        assert today == bob.web.get("/puzzles.json").json()
    assert {each["game"] for each in today["games"]} == set(SHELF)
    assert today["game"] in SHELF
    own = {each["game"]: each["puzzle"] for each in today["games"]}
    assert ana.web.get(f"/puzzles/{OPEN}.json").json()["day"] == {"date": today["day"], "puzzle": own[OPEN]}


def test_a_puzzle_begins_like_a_table(ana: Person) -> None:
    puzzle = of_kind("win-1")
    begun = ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}").json()
    assert begun["scene"]["seat"] == puzzle.seat
    assert begun["choices"]["offers"]
    assert "told" not in begun  # nothing has to be remembered


def test_right_answers_are_replied_to_and_lead_on(ana: Person) -> None:
    puzzle = of_kind("win-2")
    first, _, last = (action for _, action in puzzle.solution)
    told = post(ana, puzzle, [], "act", action=first)
    assert told["verdict"]["kind"] == "right"
    assert len(told["told"]) == 2
    assert post(ana, puzzle, [first], "act", action=last)["verdict"]["kind"] == "solved"
    on = ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}", params={"after": first}).json()
    assert on["scene"]["ply"] == 2


def test_wrong_and_illegal_answers(ana: Person) -> None:
    puzzle = of_kind("win-2")
    legal = puzzle.table(find(OPEN)).legal()[puzzle.seat]
    told = post(ana, puzzle, [], "act", action=next(action for action in legal if action != puzzle.answer))
    assert told["verdict"]["kind"] == "wrong"
    assert told["verdict"]["text"]
    assert "refused" in post(ana, puzzle, [], "act", action="0,0>9,9")
    wrong = ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}", params={"after": next(a for a in legal if a != puzzle.answer)})
    assert wrong.status_code == 400
    assert ana.web.get(f"/puzzles/{OPEN}/nothing").status_code == 404
    assert ana.web.get("/puzzles/nothing").status_code == 404
    assert ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}", params={"after": [puzzle.answer] * 17}).status_code == 404


def test_hints_and_the_solution_played_out(ana: Person) -> None:
    puzzle = of_kind("win-2")
    hints = ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}", params={"show": "hints"}).json()["hints"]
    assert [hint["mark"] for hint in hints] == [[word] for word in puzzle.table(find(OPEN)).game.touch(puzzle.answer)]
    shown = ana.web.get(f"/puzzles/{OPEN}/{puzzle.id}", params={"show": "solution"}).json()
    assert len(shown["told"]) == 3
    assert len(shown["scene"]["later"]) == 3
    assert shown["choices"]["offers"] == []


def test_what_is_to_be_remembered_is_a_film(ana: Person) -> None:
    slug, puzzle = next((slug, puzzle) for slug in SHELF for puzzle in puzzles(find(slug)) if puzzle.film)
    begun = ana.web.get(f"/puzzles/{slug}/{puzzle.id}").json()
    assert len(begun["scene"]["later"]) >= puzzle.film
    assert begun["scene"]["unfolds"] is False  # a key press does not end it
    assert len(begun["told"]) == puzzle.film
    again = ana.web.get(f"/puzzles/{slug}/{puzzle.id}", params={"show": "again"}).json()
    assert "later" not in again["scene"]
