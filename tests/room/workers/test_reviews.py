"""Reviews of finished games: who may see them, what they say, and that nothing waits for them."""

import asyncio
import os
import re
import signal
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from room.tables.test_faults import _children
from room.test_reference import NAMED
from support.rooms import HERE, ME, PATIENCE, Message, Person, bot, serving
from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Event
from tableronde.games.four_circles.rules.board import cell
from tableronde.games.four_circles.texts import square
from tableronde.play import arena
from tableronde.play.review import marked, weighed, wording
from tableronde.room.base.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables.decisions.playing import resign
from tableronde.room.workers import reviews
from tableronde.room.workers.pool import WorkerPool
from tableronde.shelf import find
from tableronde.table import Table

ROW = ("0,0", "4,3", "1,0", "3,3", "2,0", "2,3")  # stones along two edges


def finished(person: Person, game: str, moves: Sequence[str] | int) -> Message:
    """Return a table where two people on one device played these moves, or that many first legal ones, and then resigned."""
    table = person.open(game, ME, HERE)
    with person.at(table["id"], feed="facts") as line:
        message = line.hear()
        for ply in range(moves if isinstance(moves, int) else len(moves)):
            [(seat, actions)] = message["legal"].items()
            message = line.act(actions[0] if isinstance(moves, int) else moves[ply], int(seat))
        line.say("resign", seat=0)
        line.until("outcome")
    return table


def reviewed(person: Person, table: Message, **query: Any) -> Message:
    """Return the review, once it is ready; until then its progress never goes back."""
    done, end = 0, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = person.web.get(f"/review/{table['id']}.json", params={"lang": "en", **query})
        data: Message = answer.json()
        assert answer.status_code in (200, 202), data
        assert done <= (done := data["done"]) <= max(data["choices"], done)
        if data["status"] == "ready":
            assert answer.status_code == 200
            return data
        assert data["moments"] == []
        time.sleep(0.1)
    raise TimeoutError(table)


def test_a_review_names_what_was_lost(ana: Person) -> None:
    table = finished(ana, "four-circles", ROW)
    data = reviewed(ana, table, seat=1)
    assert (data["seat"], data["choices"], data["done"], data["plies"]) == (1, 3, 3, 6)
    assert [seat["name"] for seat in data["seats"]] == ["Ana", "Bo"]
    assert len(data["moments"]) <= 3
    for moment in data["moments"]:
        assert moment["played"]["action"] == ROW[moment["ply"]]
        assert moment["better"]["action"] != moment["played"]["action"]
        assert moment["played"]["text"] == f"Bo puts a pawn on {square(cell(moment['played']['action']))}."
        assert moment["lost"] == pytest.approx(100 * (moment["better"]["share"] - moment["played"]["share"]), abs=1.02)
        assert moment["lost"] >= 1
        for story in (moment["played"], moment["better"]):
            assert [text.partition(" ")[0] for text in story["ahead"]] == ["Ana", "Bo"], "who answers, and who answers that"
        assert ana.web.get(moment["link"]).status_code == 200
    assert [moment["lost"] for moment in data["moments"]] == sorted((moment["lost"] for moment in data["moments"]), reverse=True)


def test_every_key_is_documented_and_a_moment_has_a_picture_with_the_better_action_marked(ana: Person) -> None:
    table = finished(ana, "cirkis", 12)
    data = reviewed(ana, table, seat=0)
    [moment, *_] = data["moments"]
    assert {*data, *data["seats"][0], *moment, *moment["played"]} <= NAMED
    drawn = ana.web.get(moment["picture"] + "&theme=dark")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    ElementTree.fromstring(drawn.text)
    bare = ana.web.get(f"/t/{table['id']}.svg?theme=dark&ply={moment['ply']}").text
    cells = set(re.findall(r'id="([^"]+)"', drawn.text)) - set(re.findall(r'id="([^"]+)"', bare))
    assert cells, "the better action shows"
    assert ana.web.get(re.sub(r"ply=\d+", "ply=999", moment["picture"])).status_code == 404


def test_a_review_is_worked_out_once(ana: Person, luc: Person) -> None:
    table = finished(ana, "four-circles", ROW)
    first = reviewed(ana, table, seat=0)
    assert luc.web.get(f"/review/{table['id']}.json?lang=en&seat=0").json() == first  # ready at once, and the same


def test_there_is_no_review_while_the_game_goes_on(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    assert ana.web.get(f"/review/{table['id']}.json").status_code == 409
    assert ana.web.get(f"/review/{table['id']}").status_code == 409
    assert ana.web.get(f"/review/{table['id']}.svg?seat=0&ply=0").status_code == 409


def test_whose_game_is_looked_at(ana: Person, luc: Person) -> None:
    """One's own by default; anybody's if nothing was hidden; no seat that does not exist."""
    table = finished(ana, "four-circles", ROW)
    assert luc.web.get(f"/review/{table['id']}.json").json()["seat"] == 0
    luc.web.post(table["seats"][1])
    assert luc.web.get(f"/review/{table['id']}.json").json()["seat"] == 1
    assert luc.web.get(f"/review/{table['id']}.json?seat=7").status_code == 404
    page = luc.web.get(f"/review/{table['id']}", headers={"Accept": "text/html"})
    assert page.status_code == 200
    assert 'data-page="review"' in page.text


def test_where_something_was_hidden_only_who_held_the_seat_may_look_back(ana: Person, luc: Person) -> None:
    table = ana.open("kaplan", ME, bot("child"))
    with ana.at(table["id"], feed="facts") as line:
        line.until(lambda m: 0 in m.get("turn", {}).get("to_act", []))
        line.say("resign", seat=0)
        line.until("outcome")
    assert ana.web.get(f"/review/{table['id']}.json?seat=1").status_code == 403
    refused = luc.web.get(f"/review/{table['id']}.json?seat=0&lang=en")
    assert (refused.status_code, refused.json()["error"]) == (403, "This review is only for the player in this seat.")
    assert luc.web.get(f"/review/{table['id']}.svg?seat=0&ply=0").status_code == 404
    assert [seat["open"] for seat in reviewed(ana, table)["seats"]] == [True, False]
    token = table["seats"][0].rpartition("/")[2]
    assert luc.web.get(f"/review/{table['id']}.json?seat=0&token={token}").status_code in (200, 202)


@pytest.mark.parametrize("game", ["kaplan", "cirkle-duo"])
def test_nothing_the_seat_could_not_know_changes_what_is_asked_told_or_shown(game: str) -> None:
    """Put another state behind the same view: task, text and picture stay the same."""
    table, rng, asked = Table(find(game), 2, rng=Random(6)), Random(6), 0
    asker = reviews.Reviews(WorkerPool(1), {game: game}, 20)
    while table.plies < 40 and table.legal():
        actor = rng.choice(table.to_act())
        event = arena.roll(table, rng) if actor == CHANCE else Event(actor, rng.choice(settled(table.legal()[actor])))
        if isinstance(actor, int):
            other = table.at(table.plies)
            other._states[-1] = table.game.imagine(table.view(actor), rng)
            seen = [
                (
                    asker._make_task(then, actor, weighed(then, actor, event.action), 1.0),
                    wording(then, actor, event.action),
                    marked(then, actor, event.action),
                )
                for then in (table, other)
            ]
            assert seen[0] == seen[1], table.plies
            asked += table.state != other.state
        table.play(*event)
    assert asked > 5


def test_reviews_are_rationed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", "1", "--limit", "reviews_per_address=1") as server, Person(server.base) as ana:
        table = finished(ana, "four-circles", ROW)
        reviewed(ana, table, seat=0)
        refused = ana.web.get(f"/review/{table['id']}.json?seat=1&lang=en")
        assert (refused.status_code, refused.json()["error"]) == (429, "You have reached today’s limit for reviews: come back tomorrow.")
        assert ana.web.get(f"/review/{table['id']}.json?seat=0").status_code == 200  # a finished review may be seen again


def test_a_killed_worker_is_replaced_and_the_review_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", "1") as server, Person(server.base) as ana:
        table = finished(ana, "four-circles", ROW)
        ana.web.get(f"/review/{table['id']}.json?seat=0")
        end = time.monotonic() + PATIENCE
        while not (workers := _children(server.process.pid)) and time.monotonic() < end:
            time.sleep(0.02)
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        data = reviewed(ana, table, seat=0)
        assert data["done"] == data["choices"] == 3
        assert re.search(r"^tableronde_workers_lost [1-9]", ana.numbers(), re.MULTILINE)


def test_the_line_is_short_and_what_is_old_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many at once are refused with a sentence; of too many saved ones the oldest are dropped; the room closes over unfinished ones."""
    monkeypatch.setattr(reviews, "MAX_WAITING", 2)
    monkeypatch.setattr(reviews, "MAX_SAVED", 1)

    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        here = SeatOrder("here", "P")
        tables = [await room.open(Order("four-circles", seats=[here, here]), "guest") for _ in range(3)]
        for table in tables:
            await table.decide(resign, 0)
        first = room.reviews.begin(tables[0], 0, "somebody")
        assert first.task is not None
        await first.task  # nothing was played, so there is nothing to think about
        assert first.is_ready
        assert room.reviews.find(tables[0], 0) is first
        second = room.reviews.begin(tables[1], 0, "somebody")
        assert room.reviews.find(tables[0], 0) is None
        assert room.reviews.find(tables[1], 0) is second
        room.reviews.begin(tables[2], 0, "somebody")
        with pytest.raises(Refused, match="try again in a few minutes"):
            room.reviews.begin(tables[2], 1, "somebody")
        await room.close()

    asyncio.run(live())
