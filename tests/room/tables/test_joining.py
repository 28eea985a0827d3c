"""A seat belongs to one person: what a host, a rival or a removed player may try without success."""

import asyncio
import json
import sqlite3
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from support.rooms import HERE, ME, OPEN, Line, Message, Person, bot, serving, token_of
from tableronde.room.base.faults import Faulty
from tableronde.room.base.limits import Limits
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.refusals import Refused
from tableronde.room.live.socket import SocketConnection, connect_socket
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables.decisions import joining
from tableronde.room.tables.table_session import TableSession

PRIVATE = "kaplan"  # seats know things that others must not see
HIDING = "cirkle-duo"  # nobody knows what is under the hats


@dataclass
class Two:
    """A host and a guest at a table, both seated."""

    table: Message
    a: Line
    b: Line


def _seated(stack: ExitStack, ana: Person, luc: Person, game: str, **more: Any) -> Two:
    table = ana.open(game, ME, OPEN, **more)
    luc.web.post(table["seats"][1])
    a = stack.enter_context(ana.at(table["id"], feed="facts"))
    b = stack.enter_context(luc.at(table["id"], feed="facts"))
    b.say("sit", seat=1, name="Luc")
    for line in (a, b):
        line.until(lambda m: m.get("table", {}).get("status") == "playing")
    return Two(table, a, b)


def _play(two: Two, plies: int) -> None:
    """Let both play the first legal action until that many events have happened, and the host has acted."""
    ply, acted = 0, set[int]()
    while ply < plies or 0 not in acted:
        for seat, line in enumerate((two.a, two.b)):
            line.say("look", seat=seat)
            now = line.until(lambda m: "legal" in m and "ok" not in m)
            if actions := [each for each in now["legal"].get(str(seat), []) if not each.endswith("*")]:
                ply = line.act(actions[0], seat, ref=ply + 100)["turn"]["ply"]
                acted.add(seat)
                break


def test_an_invitation_is_spent_when_somebody_sits_down(ana: Person, luc: Person) -> None:
    """The host knew the link of the open seat: it no longer gives access to the seat or its hand."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        old = two.table["seats"][1]
        assert ana.web.get(old).status_code == 404
        with Person(ana.base) as stranger, stranger.at(two.table["id"], feed="facts", token=token_of(old)) as line:
            assert not any(seat["yours"] for seat in line.hear()["table"]["seats"])
            assert line.asked("look", "error", seat=1) == "That seat is not yours."
            assert line.asked("act", "error", action="pass", seat=1) == "That seat is not yours."


def test_the_holder_gets_a_secret_of_their_own_for_another_device(ana: Person, luc: Person) -> None:
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        two.b.say("name", name="Luc")
        link = two.b.until("table")["table"]["seats"][1]["link"]
        assert link != two.table["seats"][1]
        two.a.say("name", name="Ana")
        assert "link" not in two.a.until("table")["table"]["seats"][1]
        with Person(ana.base) as phone, phone.at(two.table["id"], token=token_of(link)) as line:
            assert line.hear()["scene"]["seat"] == 1


def test_bots_have_no_links(ana: Person) -> None:
    table = ana.open("four-circles", ME, bot("random"))
    assert table["seats"][0].startswith(f"{table['url']}/seat/")
    assert table["seats"][1] is None


def test_an_open_seat_is_not_looked_through_before_somebody_sits_there(ana: Person) -> None:
    """An invitation only lets somebody sit down: else the host could look at the hand before passing the link on."""
    table = ana.open(PRIVATE, ME, OPEN)
    with ana.at(table["id"], feed="facts", token=token_of(table["seats"][1])) as line:
        assert line.hear()["table"]["seats"][1]["yours"]
        assert line.asked("look", "error", seat=1) == "That seat is not yours."


def test_cards_seen_while_a_seat_was_open_are_dealt_anew(tmp_path: Path) -> None:
    """A host who held two seats before the start has seen two hands; when the game begins, all cards are dealt again."""
    with serving(tmp_path / "data", "--workers", "1") as server, Person(server.base) as ana, Person(server.base) as luc:
        table = ana.open(PRIVATE, ME, HERE, OPEN)
        seen = _setup(tmp_path / "data", table["id"])
        with ana.at(table["id"], feed="facts") as line, luc.at(table["id"], feed="facts") as other:
            line.say("look", seat=1)
            line.until(lambda m: "facts" in m and "table" not in m)
            line.say("stand", seat=1)
            line.say("sit", seat=2, name="Ana again")
            line.until(lambda m: "table" in m and m["table"]["seats"][2]["kind"] == "person")
            other.say("sit", seat=1, name="Luc")
            other.until(lambda m: m.get("table", {}).get("status") == "playing")
        played = _setup(tmp_path / "data", table["id"])
    assert seen.keys() == played.keys()
    assert seen != played
    with serving(tmp_path / "data", "--workers", "1") as server, Person(server.base) as eve:  # the stored deal is the one that is loaded
        assert eve.web.get(f"{table['url']}.json").json()["status"] == "playing"


def _setup(data: Path, id: str) -> Message:
    """Return the set-up of a table, as stored."""
    with sqlite3.connect(data / "room.sqlite") as db:
        (top,) = db.execute("SELECT value FROM docs WHERE id = ? AND name = 'table'", (id,)).fetchone()
    db.close()
    setup: Message = json.loads(top)["record"]["setup"]
    return setup


def test_a_bot_in_an_open_seat_is_not_reached_by_the_invitation(ana: Person) -> None:
    table = ana.open(PRIVATE, ME, OPEN)
    with ana.at(table["id"]) as line:
        line.say("start")
        line.until(lambda m: m.get("table", {}).get("status") == "playing")
    assert ana.web.post(table["seats"][1]).status_code == 404


def test_the_host_sees_no_hand_by_removing_somebody(ana: Person, luc: Person) -> None:
    """Remove, sit down, look: in a running game a bot takes the seat, and the removed player would have to agree."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        _play(two, 3)
        two.a.say("remove", seat=1)
        kept = two.a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] != "person")["table"]["seats"][1]
        assert (kept["kind"], "link" in kept) == ("bot", False)
        two.a.say("sit", seat=1, name="Ana")
        ask = two.a.until("ask")["ask"]
        assert (ask["what"], ask["yours"]) == ("sit", False)
        assert two.b.until("ask")["ask"]["yours"]
        assert two.a.asked("look", "error", seat=1) == "That seat is not yours."
        two.b.say("answer", ask=ask["id"], yes=False)
        assert two.a.until(lambda m: m.get("ask", {}).get("closed"))["ask"]["yes"] is False
        assert two.b.asked("sit", "error", seat=1) == "The host has removed you from this table."


def test_a_newcomer_takes_a_seat_with_secrets_over_only_if_all_agree_and_all_are_told(ana: Person, luc: Person) -> None:
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        _play(two, 3)
        two.b.say("stand", seat=1)
        two.a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")
        eve = stack.enter_context(Person(ana.base))
        e = stack.enter_context(eve.at(two.table["id"], feed="facts"))
        e.say("sit", seat=1, name="Eve")
        ask = two.a.until("ask")["ask"]
        assert ask["yours"]
        assert "will see its secrets" in ask["text"]
        assert e.asked("look", "error", seat=1) == "That seat is not yours."
        two.a.say("answer", ask=ask["id"], yes=True)
        for line in (two.a, e):
            told = line.until("chat")["chat"]
            assert (told["who"], told["seat"], told["ply"] >= 3) == ("", None, True)
            assert told["text"].startswith("Eve takes over ")
            assert told["text"].endswith("’s seat mid-game and now sees its secrets.")
        e.say("look", seat=1)
        assert e.until("facts")


def test_a_newcomer_may_have_followed_an_invitation(ana: Person, luc: Person) -> None:
    """It is only an invitation, neither for nor against them: the others are asked, and then the seat is theirs."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        _play(two, 3)
        two.b.say("stand", seat=1)
        left = two.a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")["table"]["seats"][1]
        eve = stack.enter_context(Person(ana.base))
        assert eve.web.post(left["link"]).headers["location"] == two.table["url"]
        e = stack.enter_context(eve.at(two.table["id"], feed="facts"))
        e.say("sit", seat=1, name="Eve")
        two.a.say("answer", ask=two.a.until("ask")["ask"]["id"], yes=True)
        seat = two.a.until(lambda m: "error" in m or m.get("table", {}).get("seats", [{}] * 2)[1].get("kind") == "person")
        assert seat["table"]["seats"][1]["name"] == "Eve"


def test_who_left_a_seat_with_secrets_may_come_back(ana: Person, luc: Person) -> None:
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        _play(two, 3)
        two.b.say("stand", seat=1)
        two.b.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")
        two.a.say("bot", seat=1)
        two.b.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "bot")
        two.b.say("sit", seat=1, name="Luc")
        assert two.b.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "person")["table"]["seats"][1]["yours"]


def test_the_host_hands_nobodys_seat_to_a_bot_while_they_are_there(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    luc.web.post(table["seats"][1])
    with ana.at(table["id"]) as a:
        with luc.at(table["id"]) as b:
            b.say("sit", seat=1, name="Luc")
            a.until(lambda m: m.get("table", {}).get("status") == "playing")
            assert a.asked("bot", "error", seat=1, level="random") == "That player is here and can move."
        a.until(lambda m: "table" in m and not m["table"]["seats"][1]["online"])
        a.say("bot", seat=1, level="random")
        assert a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "bot")


def test_a_seat_lent_to_a_bot_is_asked_all_the_same(ana: Person, luc: Person) -> None:
    """The host lends the rival's seat and takes an action back: the rival is asked, whenever they come."""
    with ExitStack() as stack:
        table = ana.open(HIDING, ME, OPEN)
        luc.web.post(table["seats"][1])
        a = stack.enter_context(ana.at(table["id"], feed="facts"))
        with luc.at(table["id"], feed="facts") as b:
            b.say("sit", seat=1, name="Luc")
            a.until(lambda m: m.get("table", {}).get("status") == "playing")
            _play(Two(table, a, b), 3)
        a.until(lambda m: "table" in m and not m["table"]["seats"][1]["online"])
        a.say("bot", seat=1, level="random")
        a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "bot")
        a.say("undo")
        ask = a.until(lambda m: "ask" in m or "back" in m)["ask"]
        assert (ask["what"], ask["asked"], ask["yours"]) == ("undo", [1], False)


def test_who_was_removed_is_asked_before_anything_is_taken_back(ana: Person, luc: Person) -> None:
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, PRIVATE)
        _play(two, 4)
        two.a.say("remove", seat=1)
        two.b.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "bot")
        two.a.say("undo")
        ask = two.a.until(lambda m: "ask" in m or "back" in m)["ask"]
        assert ask["asked"] == [1]
        assert two.b.until("ask")["ask"]["yours"]


def test_a_question_to_somebody_is_not_answered_by_who_took_their_seat(ana: Person, luc: Person) -> None:
    """The host asks, removes the player asked, sits down there and agrees with herself: the former holder is asked again."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, "four-circles")
        _play(two, 2)
        two.a.say("undo")
        ask = two.a.until(lambda m: "ask" in m or "back" in m)["ask"]
        two.a.say("remove", seat=1)
        assert two.a.until(lambda m: m.get("ask", {}).get("closed"))["ask"]["yes"] is False
        two.a.say("sit", seat=1, name="Ana")
        two.a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "person")
        assert two.a.asked("answer", "error", ask=ask["id"], yes=True) == "That question is no longer open."
        two.a.say("undo")
        again = two.a.until(lambda m: "ask" in m or "back" in m)["ask"]
        assert (again["asked"], again["yours"]) == ([1], False)
        assert two.b.until(lambda m: m.get("ask", {}).get("id") == again["id"])["ask"]["yours"]


def test_who_takes_a_seat_over_takes_only_their_own_actions_back_at_once(ana: Person, luc: Person) -> None:
    """The last action is the removed player's: the host cannot take it back at once, though the seat is hers now."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, "four-circles")
        _play(two, 2)
        two.a.say("remove", seat=1)
        two.a.say("sit", seat=1, name="Ana")
        two.a.until(lambda m: "table" in m and m["table"]["seats"][1]["yours"])
        two.a.say("undo")
        ask = two.a.until(lambda m: "ask" in m or "back" in m)["ask"]
        assert (ask["by"], ask["asked"]) == (1, [1])
        two.b.say("answer", ask=ask["id"], yes=False)
        for seat in (0, 1):
            two.a.say("look", seat=seat)
            now = two.a.until(lambda m: "legal" in m and "ok" not in m)
            two.a.act(now["legal"][str(seat)][0], seat, ref=seat + 50)
        two.a.say("undo")
        assert two.a.until(lambda m: "back" in m or ("ask" in m and not m["ask"].get("closed")))["back"] == 3


def test_a_game_whose_secrets_are_out_is_not_reopened(ana: Person) -> None:
    """Finish, fetch the record with everything in it, take the last action back, play on: refused."""
    table = ana.open(HIDING, ME, HERE, options={"max_turns": 1})
    with ana.at(table["id"], feed="facts", seat=0) as line:
        now = line.hear()
        while "outcome" not in now:
            [seat, *_] = now["turn"]["to_act"]
            line.say("look", seat=seat)
            now = line.act(line.until("legal")["legal"][str(seat)][0], seat)
        assert ana.web.get(f"{table['url']}/record.json").status_code == 200
        assert "its secrets are revealed" in line.asked("undo", "error")


def test_a_game_without_secrets_may_be_taken_up_again(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts", seat=0) as line:
        now = line.hear()
        while "outcome" not in now:
            [seat, *_] = now["turn"]["to_act"]
            line.say("look", seat=seat)
            now = line.act(line.until("legal")["legal"][str(seat)][0], seat)
        line.say("undo")
        assert line.until("back")


def test_an_end_is_taken_back_only_if_all_agree(ana: Person, luc: Person) -> None:
    """After the end there are reviews and a graph: the last player would come back knowing better."""
    with ExitStack() as stack:
        two = _seated(stack, ana, luc, "four-circles", options={"max_plies": 2})
        two.a.act("0,0", 0)
        two.b.act("1,1", 1)
        two.b.say("undo")
        ask = two.b.until(lambda m: "ask" in m or "back" in m)["ask"]
        assert (ask["by"], ask["asked"]) == (1, [0])
        two.a.say("answer", ask=ask["id"], yes=True)
        assert two.b.until("back")["back"] == 1


def test_being_removed_holds_without_the_cookie(ana: Person, luc: Person) -> None:
    """A player who deletes their cookie still has no invitation, without which nobody sits down here any more."""
    table = ana.open("four-circles", ME, OPEN)
    with ana.at(table["id"]) as a, luc.at(table["id"], token=token_of(table["seats"][1])) as b:
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: m.get("table", {}).get("status") == "playing")
        a.say("remove", seat=1)
        link = a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")["table"]["seats"][1]["link"]
        with Person(ana.base) as again, again.at(table["id"]) as line:
            assert line.asked("sit", "error", seat=1, name="Luc") == "To sit at this table, you need an invitation from the host."
            assert again.web.post(table["seats"][1]).status_code == 404
        with Person(ana.base) as eve:
            eve.web.post(link)
            with eve.at(table["id"]) as line:
                line.say("sit", seat=1, name="Eve")
                assert line.until(lambda m: "table" in m and m["table"]["seats"][1]["name"] == "Eve")


def test_being_removed_holds_at_the_rematch(tmp_path: Path) -> None:
    """The group continues without the removed player, and the room remembers that."""
    with ExitStack() as stack:
        with serving(tmp_path / "data") as server:
            ana, luc = stack.enter_context(Person(server.base)), stack.enter_context(Person(server.base))
            table = ana.open("four-circles", ME, OPEN)
            luc.web.post(table["seats"][1])
            with ana.at(table["id"]) as a, luc.at(table["id"]) as b:
                b.say("sit", seat=1, name="Luc")
                a.until(lambda m: m.get("table", {}).get("status") == "playing")
                a.say("resign", seat=0)
                a.until("outcome")
                a.say("remove", seat=1)
                a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")
                following = a.asked("rematch", "next")["url"]
            _refused(luc, following)
        with serving(tmp_path / "data") as server:
            luc.base = server.base
            _refused(luc, following)


def _refused(luc: Person, table: str) -> None:
    with luc.at(table.removeprefix("/t/")) as line:
        assert line.asked("sit", "error", seat=0, name="Luc") == "The host has removed you from this table."


def test_a_seat_is_not_for_everybody_once_too_many_have_come_and_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is asked before anything is taken back, and is stored with the table: that must be limited."""
    monkeypatch.setattr(joining, "MOST_FORMER", 3)

    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "host")
        await table.act(0, "0,0")
        await table.decide(joining.stand, _somebody(table, "host"), 1)
        for i in range(2):
            await table.decide(joining.sit, _somebody(table, f"guest {i}"), 1, "")
            await table.decide(joining.stand, _somebody(table, f"guest {i}"), 1)
        assert len(table.saved.former) == 3
        with pytest.raises(Refused, match="invitation"):
            await table.decide(joining.sit, _somebody(table, "guest 2"), 1, "")
        await table.decide(joining.sit, _somebody(table, "guest 0"), 1, "")  # it was theirs
        await table.decide(joining.stand, _somebody(table, "guest 0"), 1)
        await table.decide(joining.enter_by_link, "guest 3", table.saved.seats[1].token)
        await table.decide(joining.sit, _somebody(table, "guest 3"), 1, "")
        await room.close()

    asyncio.run(live())


def test_fetching_a_seats_link_changes_nothing(ana: Person) -> None:
    """Messengers fetch the links they are sent. Forty of them once wore an invitation out, and each one cost a write."""
    table = ana.open(PRIVATE, ME, OPEN)
    commits = _commits(ana)
    for link in table["seats"]:
        for _ in range(joining.MOST_DEVICES):
            with Person(ana.base) as messenger:
                messenger.web.head(link)
                assert messenger.web.get(link).headers["location"] == table["url"]  # where its preview is
                assert '<form method="post"' in messenger.web.get(link, headers={"Accept": "text/html"}).text
    with Person(ana.base) as messenger:
        messenger.web.get(table["seats"][0])
        with messenger.at(table["id"], feed="facts") as line:
            assert not any(seat["yours"] for seat in line.hear()["table"]["seats"])
    assert _commits(ana) == commits


def _commits(person: Person) -> str:
    return next(line for line in person.numbers().splitlines() if line.startswith("tableronde_commits "))


def test_an_open_seats_link_never_wears_out(tmp_path: Path) -> None:
    async def live() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        table = await room.open(Order("four-circles", seats=[SeatOrder("me"), SeatOrder("open")]), "host")
        own, invitation = (holder.token for holder in table.saved.seats)
        for i in range(joining.MOST_DEVICES + 10):
            await table.decide(joining.enter_by_link, f"guest {i}", invitation)
            assert f"guest {i}" in table.saved.seats[1].guests
        assert len(table.saved.seats[1].guests) == joining.MOST_DEVICES
        for i in range(joining.MOST_DEVICES - 1):
            await table.decide(joining.enter_by_link, f"device {i}", own)
        with pytest.raises(joining.InvalidLink):
            await table.decide(joining.enter_by_link, "one too many", own)
        await table.decide(joining.enter_by_link, "host", own)
        await room.close()

    asyncio.run(live())


def _somebody(table: TableSession, guest: str) -> SocketConnection:
    no_socket: Any = None
    return connect_socket(no_socket, table, guest, "en", "scene", Limits(), Metrics())


def test_a_seat_that_was_left_is_not_looked_through_though_the_game_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing can be drawn, nobody is sent a picture that would show the lost seat."""

    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order(PRIVATE, seats=[here, here]), "host")
        viewer = _somebody(table, "host")
        table.audience.viewers.add(viewer)
        viewer.view.switch_seat(1)
        monkeypatch.setattr(TableSession, "refresh", _fail)
        await table.decide(joining.stand, viewer, 1)
        assert table.faulty
        assert viewer.seat is None
        await room.close()

    asyncio.run(live())


def _fail(table: TableSession) -> None:
    raise Faulty


def test_pencil_marks_are_gone_when_a_seat_changes_hands(ana: Person, luc: Person) -> None:
    table = ana.open(PRIVATE, ME, OPEN)
    luc.web.post(table["seats"][1])
    with ExitStack() as stack:
        a = stack.enter_context(ana.at(table["id"], feed="facts"))
        b = stack.enter_context(luc.at(table["id"], feed="facts"))
        picture = stack.enter_context(luc.at(table["id"]))
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: m.get("table", {}).get("status") == "playing")
        two = Two(table, a, b)
        _play(two, 3)
        scene = picture.until(lambda m: m.get("scene", {}).get("seat") == 1)
        picture.say("look", seat=1)
        places = [shape["jot"] for area in scene["scene"]["areas"] for shape in area.get("shapes", []) if "jot" in shape]
        picture.say("jot", place=places[0], text="X", seat=1)
        picture.until(lambda m: m.get("jots") == {places[0]: "X"})
        b.say("stand", seat=1)
        a.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")
        eve = stack.enter_context(Person(ana.base))
        e = stack.enter_context(eve.at(table["id"]))
        e.say("sit", seat=1, name="Eve")
        a.say("answer", ask=a.until("ask")["ask"]["id"], yes=True)
        e.until(lambda m: m.get("scene", {}).get("seat") == 1)
        e.asked("ping", "pong")
        assert not any('"jots":{"' in text for text in e.heard)
