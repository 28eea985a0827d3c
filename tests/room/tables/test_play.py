"""Playing over the socket: everybody sees the same game, each with their own view."""

import asyncio
import re
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from support.rooms import HERE, ME, OPEN, Message, Person, bot, token_of
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.tables.audience import Audience
from tableronde.room.tables.updates import Advice
from tableronde.room.workers.bot_driver import BotDriver
from tableronde.room.workers.hints import _describe_reason
from tableronde.room.workers.pacing import CHAPTER_SECONDS, compute_chapter_left


def test_two_people_play_by_link(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    luc.web.post(table["seats"][1])
    with ana.at(table["id"]) as a, luc.at(table["id"]) as b:
        assert a.hear()["table"]["status"] == "waiting"
        first = b.hear()["table"]
        assert [seat["yours"] for seat in first["seats"]] == [False, True]
        b.say("sit", seat=1, name="Luc")
        started = a.until(lambda m: m.get("table", {}).get("status") == "playing")
        assert [seat["name"] for seat in started["table"]["seats"]] == ["Ana", "Luc"]
        assert started["turn"]["yours"]
        a.act("2,2", 0)
        seen = b.until("told")
        while not seen["told"]:
            seen = b.until("told")
        assert seen["told"] == [{"ply": 1, "text": "Ana puts a pawn on H8."}]
        assert seen["turn"]["yours"]
        assert seen["choices"]["seat"] == 1


def test_pressing_word_by_word_leads_to_an_action(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        opening = line.hear()
        assert opening["scene"]["full"]
        assert {"word": "0,0", "label": "Free tile F6"} in opening["choices"]["offers"]
        choices = line.asked("pick", "choices", picked=["0,0"])
        assert (choices["action"], choices["open"], choices["offers"]) == ("0,0", False, [])
        again = line.asked("pick", "choices", picked=["nonsense", "more"])
        assert (again["picked"], "action" in again) == ([], False)
        confirmed = line.act("0,0", 0, ref=7)
        assert confirmed["scene"]["full"] is False
        assert confirmed["turn"]["ply"] == 1


def test_a_preview_shows_what_an_action_would_look_like(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        assert line.hear()["table"]["previews"]
        preview = line.asked("pick", "preview", picked=["0,0"], preview=True)
        assert (preview["picked"], preview["full"]) == (["0,0"], False)
        line.say("pick", picked=["nonsense"], preview=True)
        line.say("pick", picked=[], preview=True)
        line.say("ping")
        assert "pong" in line.until(lambda m: "preview" in m or "pong" in m)  # words that make no action have no preview
        assert line.asked("pick", "choices", picked=[])["picked"] == []


def test_a_refusal_names_the_clause(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], lang="fr") as line:
        line.hear()
        line.act("0,0", 0)
        line.say("act", action="0,0", seat=1, ref="r")
        refused = line.until("refused")["refused"]
        assert refused["clause"] == "R3"
        assert refused["link"] == "/rules/four-circles#R3"
        assert refused["ref"] == "r"
        assert "case" in refused["text"]


def test_nobody_acts_for_somebody_else(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    luc.web.get("/")
    with luc.at(table["id"]) as line:
        opening = line.hear()
        assert (opening["scene"]["seat"], opening["choices"]["offers"], opening["turn"]["yours"]) == (None, [], False)
        for seat in (0, 1, 5):
            assert line.asked("act", "error", action="0,0", seat=seat) == "That seat is not yours."
        assert line.asked("look", "error", seat=0) == "That seat is not yours."
        assert line.asked("resign", "error", seat=0)
        assert line.asked("undo", "error")
        assert line.asked("stand", "error", seat=0)
        assert line.asked("bot", "error", seat=0)
        assert line.asked("remove", "error", seat=0)
        assert line.asked("start", "error")
        assert line.asked("sit", "error", seat=0, name="Luc") == "That seat is taken."
        assert line.asked("sit", "error", seat=60, name="Luc") == "There is no such seat at this table."


def test_one_screen_follows_whoever_is_to_act(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        assert line.hear()["scene"]["seat"] == 0
        assert line.act("0,0", 0)["scene"]["seat"] == 1
        line.say("look", seat=0)
        assert line.until("scene")["scene"]["seat"] == 0
        assert line.act("1,0", 1)["scene"]["seat"] == 0


def test_a_big_screen_looks_on_though_it_holds_a_seat(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], seat="none") as line:
        assert line.hear()["scene"]["seat"] is None


def test_a_slip_is_taken_back_at_once(ana: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    with Person(ana.base) as luc, ana.at(table["id"]) as a, luc.at(table["id"], token=token_of(table["seats"][1])) as b:
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: m["turn"]["yours"] if "turn" in m else False)
        assert a.act("0,0", 0)["turn"]["undo"] == "now"
        a.say("undo")
        back = a.until("back")
        assert (back["back"], back["turn"]["ply"], back["told"]) == (0, 0, [])
        assert b.until("back")["back"] == 0
        notice = b.until("chat")["chat"]
        assert (notice["text"], notice["ply"], notice["seat"]) == ("Ana takes a move back.", 0, None)


def test_later_others_must_agree(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    luc.web.post(table["seats"][1])
    with ana.at(table["id"]) as a, luc.at(table["id"]) as b:
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: "turn" in m and m["turn"]["yours"])
        a.act("0,0", 0)
        b.act("1,0", 1)
        a.until(lambda m: m.get("turn", {}).get("ply") == 2)
        a.say("undo")
        ask = b.until("ask")["ask"]
        assert (ask["what"], ask["by"], ask["asked"]) == ("undo", 0, [1])
        assert a.until("ask")["ask"]["id"] == ask["id"]
        b.say("answer", ask=ask["id"], yes=False)
        assert a.until("ask")["ask"] == {"id": ask["id"], "what": "undo", "by": 0, "closed": True, "yes": False}
        a.say("undo")
        ask = b.until(lambda m: "ask" in m and "text" in m["ask"])["ask"]
        assert a.asked("answer", "error", ask=ask["id"], yes=True) == "That question is no longer open."
        b.say("answer", ask=ask["id"], yes=True)
        assert a.until("back")["back"] == 0
        assert a.until("chat")["chat"]["text"] == "Ana takes a move back."


def test_against_bots_only_undo_needs_nobody(ana: Person) -> None:
    table = ana.open("four-circles", ME, bot("random"))
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0)
        line.until(lambda m: m.get("turn", {}).get("ply") == 2)
        line.say("undo")
        assert line.until("back")["back"] == 0


def test_a_rematch_with_the_same_group(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    luc.web.post(table["seats"][1])
    with ana.at(table["id"]) as a, luc.at(table["id"]) as b:
        assert a.asked("rematch", "error") == "The game is not over."
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: "turn" in m and m["turn"]["yours"])
        a.say("resign", seat=0)
        b.until("outcome")
        a.say("rematch")
        ask = b.until("ask")["ask"]
        b.say("answer", ask=ask["id"], yes=True)
        after = a.until("next")["next"]["url"]
        assert b.until("next")["next"]["url"] == after
    with ana.at(after.removeprefix("/t/")) as line:
        seats = line.hear()["table"]["seats"]
        assert [(seat["name"], seat["yours"]) for seat in seats] == [("Luc", False), ("Ana", True)]


def test_bots_play_and_keep_a_seat_for_its_player(ana: Person) -> None:
    table = ana.open("four-circles", ME, bot("random"))
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0)
        assert line.until(lambda m: m.get("turn", {}).get("ply") == 2)["heard"][0][0] == "1"
        line.say("bot", seat=0, level="greedy")
        lent = line.until(lambda m: m.get("table", {"seats": [{"kind": ""}]})["seats"][0]["kind"] == "bot")["table"]["seats"][0]
        assert (lent["kind"], lent["level"], lent["yours"]) == ("bot", "greedy", True)
        line.until(lambda m: m.get("turn", {}).get("ply", 0) >= 6)
        line.say("sit", seat=0, name="")
        back = line.until(lambda m: "table" in m and m["table"]["seats"][0]["kind"] == "person")
        assert back["table"]["seats"][0]["name"] == "Ana"
        assert line.asked("bot", "error", seat=0, level="genius")


def test_starting_with_bots_in_the_open_seats(ana: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    with ana.at(table["id"]) as line:
        line.hear()
        assert line.asked("act", "error", action="0,0", seat=0) == "The game has not started: it needs more players."
        line.say("start")
        table_now = line.until(lambda m: m.get("table", {}).get("status") == "playing")["table"]
        assert table_now["seats"][1]["kind"] == "bot"


def test_standing_up_and_being_removed(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    with ana.at(table["id"]) as a, luc.at(table["id"], token=token_of(table["seats"][1])) as b:
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: m.get("table", {}).get("status") == "playing")
        a.say("remove", seat=1)
        b.until(lambda m: m.get("table", {}).get("status") == "playing")
        gone = b.until(lambda m: "table" in m and m["table"]["seats"][1]["kind"] == "open")["table"]
        assert not gone["seats"][1]["yours"]
        assert b.asked("sit", "error", seat=1, name="Luc") == "The host has removed you from this table."
        assert luc.web.post(table["seats"][1]).status_code == 404  # the old link is void
        a.say("stand", seat=0)
        assert a.until(lambda m: "table" in m and m["table"]["seats"][0]["kind"] == "open")


def test_names(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        line.say("name", name="  {Zoë}\n")
        renamed = line.until(lambda m: "table" in m and m["table"]["seats"][0]["name"] != "Ana")["table"]
        assert [seat["name"] for seat in renamed["seats"]] == ["Zoë", "Bo"]


@pytest.mark.parametrize(
    ("chat", "said", "heard"),
    [
        ("free", {"text": " Hello \n you "}, "Hello you"),
        ("phrases", {"phrase": 1}, "Good luck!"),
        ("phrases", {"text": "free words"}, None),
        ("off", {"phrase": 1}, None),
        ("free", {"text": "x" * 201}, None),
        ("free", {"phrase": 99}, None),
        ("free", {"text": " "}, None),
    ],
)
def test_chat(ana: Person, chat: str, said: Message, heard: str | None) -> None:
    table = ana.open("four-circles", ME, HERE, chat=chat)
    with ana.at(table["id"]) as line:
        line.hear()
        line.say("chat", **said)
        if heard is None:
            assert line.until("error")
        else:
            spoken = line.until("chat")["chat"]
            assert (spoken["text"], spoken["name"], spoken["seat"]) == (heard, "Ana", 0)
    if heard is not None:
        with ana.at(table["id"]) as line:
            assert line.until("chat")["chat"] == spoken


def test_muting(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, HERE, chat="free")
    luc.web.get("/")
    with ana.at(table["id"]) as a, luc.at(table["id"]) as b:
        b.say("name", name="Luc")
        b.say("chat", text="one")
        line = a.until("chat")["chat"]
        assert (line["name"], line["seat"]) == ("Luc", None)
        a.say("mute", guest=line["who"])
        assert a.asked("ping", "pong")
        b.say("chat", text="two")
        b.until(lambda m: m.get("chat", {}).get("text") == "two")
        a.say("mute", guest=line["who"], yes=False)
        assert a.asked("ping", "pong")
        b.say("chat", text="three")
        assert a.until("chat")["chat"]["text"] == "three"


def test_a_hint_in_three_steps(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        hints = [line.asked("hint", "hint", step=step) for step in (1, 2, 3)]
        assert hints[0]["words"] == []
        assert re.fullmatch(r"Look at “The board”, (at the|in the) [a-z ]+\. [A-Z].+\.", hints[0]["text"])
        assert hints[1]["words"] == [hints[2]["action"]]
        assert hints[1]["text"].startswith("Start with what is marked: Free tile")
        assert re.fullmatch(r"Press “Free tile [A-Z]\d+”\.", hints[2]["text"])
        assert re.search(r"\d+%", hints[2]["why"])
        line.act(hints[2]["action"], 0)


@pytest.mark.parametrize(
    ("legal", "advice", "why"),
    [
        (["a"], Advice("a", 0.5), "It is the only possible move."),
        (["a", "b"], Advice("a"), ""),
        (["a", "b"], Advice("a", 0.622, 0.404), "Your winning chances: about 62%, against 40% with the next best move."),
        (["a", "b"], Advice("a", 0.622, 0.621), "Other moves are just as good: your winning chances stay at about 62%."),
    ],
)
def test_a_hint_says_why(legal: list[str], advice: Advice, why: str) -> None:
    assert _describe_reason(legal, advice).en == why


def test_no_hints_at_a_serious_table(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE, friendly=False)
    with ana.at(table["id"]) as line:
        assert line.asked("hint", "error") == "Hints are not allowed at this table."


def test_programs_get_facts_and_no_pictures(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts", token=token_of(table["seats"][1]), seat=1) as line:
        opening = line.hear()
        assert "scene" not in opening
        assert opening["legal"] == {}
        assert opening["facts"]["phase"] == "place"
        line.say("act", action="0,0", seat=0, ref=1)
        moved = line.until("heard")
        while not moved["heard"]:
            moved = line.until("heard")
        assert moved["heard"] == [["0", "0,0"]]
        assert len(moved["legal"]["1"]) == 19


def test_coming_back_brings_only_what_is_new(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        line.act("0,0", 0)
        line.act("1,0", 1)
    with ana.at(table["id"], since=1) as line:
        assert [told["ply"] for told in line.hear()["told"]] == [2]
    with ana.at(table["id"], since=99) as line:
        assert line.hear()["told"] == []


def test_who_is_there_is_shown(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, OPEN)
    with ana.at(table["id"]) as line:
        assert line.hear()["table"]["watchers"] == 0
        with luc.at(table["id"]):
            assert line.until(lambda m: m.get("table", {}).get("watchers") == 1)
        assert line.until(lambda m: m.get("table", {}).get("watchers") == 0)["table"]["seats"][0]["online"]


def test_a_move_clock_at_zero_lets_a_bot_play(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE, clock={"kind": "move", "seconds": 5, "zero": "bot"})
    with ana.at(table["id"], feed="facts") as line:
        clock = line.hear()["clock"]
        assert clock["running"] == [0]
        assert 0 < clock["seats"][0] <= 5000 == clock["seats"][1]
        moved = line.until(lambda m: m.get("turn", {}).get("ply") == 1)
        assert moved["heard"][0][0] == "0"
        notice = line.until("chat")["chat"]
        assert (notice["text"], notice["ply"]) == ("Ana has run out of time: a bot made this move.", 1)


def test_sockets_of_strange_origin_or_unknown_tables_are_refused(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with pytest.raises(ConnectionClosed, match="4404"), ana.at("nothing") as line:
        line.hear()
    address = f"{ana.base.replace('http', 'ws', 1)}/t/{table['id']}/live"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin("http://evil.example")) as socket:
        socket.recv()


def test_players_wear_other_colours_when_these_are_exchanged(ana: Person) -> None:
    """Between the two games of a match the players' colours change, and a replay shows colours and points as they were."""
    table = ana.open("karta-doppio", ME, HERE, variant="double")
    with ana.at(table["id"], feed="facts", seat=0) as line:
        message = line.hear()
        styles = [[seat["style"] for seat in message["table"]["seats"]]]
        while message["facts"]["game"] == 1:
            [seat] = message["turn"]["to_act"]
            line.say("look", seat=seat)
            message = line.act(line.until("legal")["legal"][str(seat)][0], seat)
        styles.append([seat["style"] for seat in message["table"]["seats"]])
        scores = message["facts"]["scores"]
        line.say("resign", seat=0)
        line.until("outcome")
    assert styles == [["red", "blue"], ["blue", "red"]]
    replays = [ana.web.get(f"/replay/{table['id']}.json?ply={ply}").json() for ply in (0, 999)]
    assert [[seat["style"] for seat in replay["seats"]] for replay in replays] == styles
    assert [replay["scores"] for replay in replays] == [[0, 0], scores]


def test_bots_wait_while_people_read_how_a_game_of_the_match_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def check() -> None:
        room = Room.at(tmp_path / "data", workers=1)
        seats = [SeatOrder("here", "P"), SeatOrder("bot", level="random")]
        table = await room.open(Order("karta-doppio", seats=seats, options={"match": "double"}), "guest")
        driver = table.driver
        assert isinstance(driver, BotDriver)
        while table.table.chapter() is None:
            [(actor, actions)] = table.table.legal().items()
            table.table.play(actor, actions[0])
        table.refresh()
        table.since = time.monotonic()
        assert compute_chapter_left(table) == 0  # nobody watches
        monkeypatch.setattr(Audience, "sees_pictures", lambda audience: True)
        assert CHAPTER_SECONDS - 1 < compute_chapter_left(table) <= CHAPTER_SECONDS
        await room.close()

    asyncio.run(check())
