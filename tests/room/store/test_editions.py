"""A game whose rules changed: tables of the first edition go on under it, beside new ones of the second, in either kind of store.

The store is written by a room that has the Ford as it was at f8d6ab2, and opened again by one that has the Ford of today.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.helpers import OUTSIDE
from support.rooms import HERE, ME, OPEN, Line, Message, Person, bot, serving
from support.stores import KINDS
from tableronde.cli import main

OLD = str(Path(__file__).parents[2] / "compat" / "f8d6ab2" / "outside" / "ford")
NEW = str(OUTSIDE / "editions" / "ford")
QUICK = (
    "--limit",
    "messages_per_second=100000",
    "--limit",
    "message_burst=100000",
    "--limit",
    "tcp_per_second=5000",
    "--limit",
    "tcp_burst=9999",
)
FACE_TO_FACE = {0: ["e1 e2", "e2 e3", "e3 e4", "e4 e5"], 1: ["e9 e8", "e8 e7", "e7 e6", "e6 e5"]}  # what each seat plays, in turn


class Place:
    """A store, and how rooms and commands are told of it."""

    def __init__(self, data: Path, url: str = "") -> None:
        self.data, self.url = data, url

    @contextmanager
    def room(self, game: str, cookies: Any = None) -> Iterator[Person]:
        """A room over this store that has one stranger's game, and somebody in it."""
        more = ("--store", self.url) if self.url else ()
        with serving(self.data, "--workers", "1", "--game", game, *QUICK, *more) as server, Person(server.base) as person:
            person.web.cookies.update(cookies or {})
            yield person

    def command(self, *words: str) -> int:
        """Run a command of `tableronde store` over it."""
        where = ("--store", self.url) if self.url else ("--data", str(self.data))
        return main(["store", *where, *words])


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    return Place(tmp_path / "data", request.getfixturevalue("postgres_url") if request.param == "postgres" else "")


def until_turn(line: Line) -> Message:
    """The next message in which somebody here may act, or the game is over."""
    return line.until(lambda message: "outcome" in message or bool(message.get("legal")))


def face_to_face(line: Line) -> tuple[int, str]:
    """Advance the two stones of the middle column until they meet; the seat to act then, and the move straight ahead."""
    message, left, ref = until_turn(line), {seat: list(moves) for seat, moves in FACE_TO_FACE.items()}, 0
    while sum(map(len, left.values())) > 1:
        seat, ref = message["turn"]["to_act"][0], ref + 1
        message = line.act(left[seat].pop(0), seat, ref)
    seat = message["turn"]["to_act"][0]
    return seat, left[seat][0]


def play_on(table: str, people: dict[int, Person]) -> Message:
    """Play at random for these seats until the game is over; the last message. Bots play the others."""
    rng = Random(3)
    for ref in range(100, 5000):
        for seat, person in people.items():
            with person.at(table, feed="facts") as line:  # its first message is of this very moment
                message = line.hear()
                if "outcome" in message:
                    return message
                if actions := message["legal"].get(str(seat)):
                    line.act(rng.choice(actions), seat, ref)
                else:
                    time.sleep(0.02)  # somebody else plays
    raise AssertionError("the game does not end")


def record(person: Person, table: Message) -> Any:
    return person.web.get(f"/t/{table['id']}/record.json").json()


def test_tables_of_an_older_edition_go_on_under_it(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    with place.room(OLD) as ana:
        finished = ana.open("ford", bot("random"), bot("greedy"), pace="now")
        with ana.at(finished["id"], feed="facts") as line:
            result = line.until("outcome")["outcome"]
        kept = ana.web.get(f"/t/{finished['id']}/record.json").content
        running, waiting, against = ana.open("ford", ME, HERE), ana.open("ford", ME, OPEN), ana.open("ford", ME, bot("search"), pace="now")
        with ana.at(running["id"], feed="facts") as line:
            seat, straight = face_to_face(line)
        with ana.at(against["id"], feed="facts") as line:
            message = until_turn(line)
            line.act(message["legal"]["0"][0], 0)
        cookies = ana.web.cookies
    assert place.command("refold", "--game", NEW) == 0, capsys.readouterr().out
    assert "ford: 4 the same" in capsys.readouterr().out

    with place.room(NEW, cookies) as ana:
        assert ana.web.get(f"/t/{finished['id']}/record.json").content == kept
        with ana.at(finished["id"], feed="facts") as line:
            assert line.until("outcome")["outcome"] == result
        assert ana.web.get(f"/replay/{finished['id']}.json?ply=5").json()["scene"]["areas"]

        with ana.at(running["id"], feed="facts") as line:
            line.hear()
            line.say("act", action=straight, seat=seat, ref=9)
            assert line.until("refused")["refused"]["clause"] == "R5"
            assert play_on(running["id"], {0: ana, 1: ana})["outcome"]["winners"]
            again = line.asked("rematch", "next")["url"].rpartition("/")[2]
        assert play_on(against["id"], {0: ana})["outcome"]["winners"]
        with Person(ana.base) as luc:
            luc.web.post(waiting["seats"][1])
            with luc.at(waiting["id"], feed="facts") as line:
                line.say("sit", seat=1, name="Luc")
                line.until(lambda message: message.get("table", {}).get("status") == "playing")
            assert play_on(waiting["id"], {0: ana, 1: luc})["outcome"]["winners"]
        assert {record(ana, table)["edition"] for table in (finished, running, against, waiting)} == {1}

        fresh = ana.open("ford", ME, HERE)
        play_on(again, {0: ana, 1: ana})
        with ana.at(fresh["id"], feed="facts") as line:
            seat, straight = face_to_face(line)
            line.act(straight, seat, 9)
        play_on(fresh["id"], {0: ana, 1: ana})
        assert [record(ana, table)["edition"] for table in (fresh, {"id": again})] == [2, 2], (
            "new tables and rematches have the latest rules"
        )
    assert place.command("refold", "--game", NEW) == 0
    assert "ford: 6 the same" in capsys.readouterr().out
    assert place.command("check", "--game", NEW) == 0
    assert place.command("refold", "--game", OLD) == 1
    assert "the record was made with edition 2 of ford; these rules are edition 1" in capsys.readouterr().out
