"""A guest's own games: whose turn it is, how they ended, and hiding them."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from support.rooms import HERE, ME, OPEN, Message, Person, Server, bot, serving, token_of
from tableronde.room.saved.saved import Chat, Ended, Header, Saved
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Settings
from tableronde.room.web.pages.my_games import describe_end
from tableronde.shelf import find


def mine(person: Person) -> Message:
    """Return the list of somebody's games, in English."""
    found: Message = person.web.get("/games.json?lang=en").json()
    return found


def by_id(signs: list[Message], id: str) -> Message:
    """Return one of them."""
    return next(sign for sign in signs if sign["id"] == id)


def test_a_game_in_progress_says_whose_turn_it_is(server: Server) -> None:
    with Person(server.base) as ana, Person(server.base) as luc:
        table = ana.open("four-circles", ME, OPEN)
        assert by_id(mine(ana)["tables"], table["id"])["status"] == "waiting"
        luc.web.post(table["seats"][1])
        with luc.at(table["id"], feed="facts", token=token_of(table["seats"][1])) as line:
            line.say("sit", seat=1, name="Luc")
            line.until(lambda message: message.get("turn", {}).get("to_act") == [0])
        sign = by_id(mine(ana)["tables"], table["id"])
        assert (sign["status"], sign["yours"], sign["text"]) == ("playing", True, "It is your turn.")
        with ana.at(table["id"], feed="facts") as line:
            line.act(line.until("legal")["legal"]["0"][0], 0)
        sign = by_id(mine(ana)["tables"], table["id"])
        assert (sign["yours"], sign["text"]) == (False, "Waiting for Luc.")
        assert by_id(mine(luc)["tables"], table["id"])["yours"]
        assert sign["at"] >= int(sign["opened"])


def test_a_finished_game_says_who_won(server: Server) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, bot("random"))
        with ana.at(table["id"], feed="facts") as line:
            line.say("resign", seat=0)
            line.until("outcome")
        data = mine(ana)
        sign = by_id(data["finished"], table["id"])
        assert sign["text"] == "Blaise wins"
        assert sign["result"] == "Blaise wins: Ana resigns."
        assert (sign["winners"], sign["scores"]) == ([1], [])
        assert sign["mine"] == [0]
        assert data["tables"] == []


def test_a_game_played_to_its_end_says_so(server: Server) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, HERE, options={"max_plies": 1})
        with ana.at(table["id"], feed="facts") as line:
            line.act(line.until("legal")["legal"]["0"][0], 0)
        assert by_id(mine(ana)["finished"], table["id"])["text"] in ("A draw", "Nobody wins")


def test_a_finished_game_with_points_says_the_score() -> None:
    """Without replaying its record: from what was stored when it ended."""
    box = find("cirkis")
    seats = (SeatHolder(0, "person", "Ana", guests=frozenset({"ana"})), SeatHolder(1, "bot", level="easy"))
    header = Header({"game": "cirkis"}, Settings(), "ana", 0.0)
    saved = Saved(header, seats, Chat(most=10), (), over=Ended((0,), 9.0, "forty", (40.0, 12.0)))
    sign = describe_end(saved, box, "ana", "en", 100)
    assert sign == {"result": f"You win: {box.reasons['forty'].en}.", "winners": [0], "scores": [40.0, 12.0]}
    assert describe_end(saved, box, "luc", "en", 100)["result"].startswith("Ana wins: ")
    lost = replace(saved, over=Ended((0, 1), 9.0, "forty", (0.0, -3.0)))
    assert describe_end(lost, box, "ana", "fr", 100)["result"].startswith("Personne ne marque de point : ")
    assert describe_end(replace(saved, over=Ended((0,), 9.0)), box, "ana", "en", 100) == {}


def test_a_game_put_away_is_in_no_list_and_the_others_keep_it(server: Server) -> None:
    with Person(server.base) as ana, Person(server.base) as luc:
        table = ana.open("four-circles", ME, OPEN)
        luc.web.post(table["seats"][1])
        assert ana.web.post(f"/games/{table['id']}/away").status_code == 204
        assert mine(ana) == {"tables": [], "finished": []}
        assert ana.web.get("/index.json").json()["tables"] == []
        assert [sign["id"] for sign in mine(luc)["tables"]] == [table["id"]]
        assert luc.web.get(f"/t/{table['id']}.json").json()["seats"][0]["kind"] == "open"


def test_who_sits_down_again_sees_the_table_again(server: Server) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, OPEN)
        ana.web.post(f"/games/{table['id']}/away")
        with ana.at(table["id"], feed="facts") as line:
            line.say("sit", seat=0, name="Ana")
            line.until(lambda message: bool(message.get("table", {}).get("seats", [{}])[0].get("yours")))
        assert [sign["id"] for sign in mine(ana)["tables"]] == [table["id"]]


def test_who_has_nothing_to_do_with_a_table_leaves_no_trace_there(tmp_path: Path) -> None:
    """Otherwise strangers by the thousand would be stored with it."""
    with serving(tmp_path / "data") as server, Person(server.base) as ana, Person(server.base) as stranger:
        table = ana.open("four-circles", ME, OPEN)
        assert stranger.web.post(f"/games/{table['id']}/away").status_code == 204
        with closing(sqlite3.connect(tmp_path / "data" / "room.sqlite")) as store:
            assert store.execute("SELECT * FROM docs WHERE name = 'away'").fetchall() == []


def test_a_form_of_another_site_puts_nothing_away(server: Server) -> None:
    with Person(server.base) as ana:
        table = ana.open("four-circles", ME, OPEN)
        assert ana.web.post(f"/games/{table['id']}/away", headers={"Origin": "http://evil.example"}).status_code == 403
        assert ana.web.get(f"/games/{table['id']}/away").status_code == 405
        assert len(mine(ana)["tables"]) == 1
