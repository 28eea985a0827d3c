"""Pencil notes stay with the seat, on all its devices and after a restart, and nobody else is ever sent one."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from support.rooms import HERE, ME, Line, Person, bot, serving, token_of
from tableronde.shelf import find
from tableronde.table import Table

PLACE = "3"


def settle(line: Line) -> None:
    """Read everything sent so far."""
    line.asked("ping", "pong")


def test_what_is_written_comes_back_until_it_is_erased(ana: Person) -> None:
    table = ana.open("kaplan", ME, bot("child"))
    with ana.at(table["id"]) as line:
        assert "jots" not in line.hear()
        assert line.asked("jot", "jots", place=PLACE, text=" eu ") == {PLACE: "eu"}
        assert line.asked("jot", "jots", place="12", text="É") == {PLACE: "eu", "12": "É"}
        assert line.asked("jot", "jots", place=PLACE, text="") == {"12": "É"}
    with ana.at(table["id"]) as line:
        assert line.hear()["jots"] == {"12": "É"}


@pytest.mark.parametrize("text", ["four", "a\u0000", "\u202e", "😀😀😀😀"])
def test_what_does_not_fit_is_refused(ana: Person, text: str) -> None:
    table = ana.open("kaplan", ME, bot("child"))
    with ana.at(table["id"]) as line:
        line.hear()
        assert line.asked("jot", "error", place=PLACE, text=text) == "At most 3 letters."


def test_only_where_there_is_room_and_only_in_ones_own_seat(ana: Person, luc: Person) -> None:
    table = ana.open("kaplan", ME, bot("child"))
    with ana.at(table["id"]) as line, luc.at(table["id"]) as spectator:
        assert line.asked("jot", "error", place="13", text="a") == "You cannot write there."
        assert line.asked("jot", "error", place=PLACE, text="a", seat=1) == "That seat is not yours."
        assert spectator.asked("jot", "error", place=PLACE, text="a") == "That seat is not yours."
        assert spectator.asked("jot", "error", place=PLACE, text="a", seat=0) == "That seat is not yours."
    other = ana.open("four-circles", ME, HERE)
    with ana.at(other["id"]) as line:
        assert line.asked("jot", "error", place=PLACE, text="a", seat=0) == "You cannot write there."


def test_the_pencil_is_rationed(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--limit", "jots_per_minute=6") as server, Person(server.base) as ana:
        table = ana.open("kaplan", ME, bot("child"))
        with ana.at(table["id"]) as line:
            for text in ("a", "b"):
                assert line.asked("jot", "jots", place=PLACE, text=text) == {PLACE: text}
            assert line.asked("jot", "error", place=PLACE, text="c") == "Not so fast with your pencil."


def test_a_mark_reaches_all_devices_of_its_seat_and_nobody_else(tmp_path: Path) -> None:
    """Every byte sent to everybody is recorded and searched, live, after reconnecting, and after a restart; pages and record too."""
    data, mark = tmp_path / "data", "ŒŸ"
    with ExitStack() as stack:
        server = stack.enter_context(serving(data))
        host = stack.enter_context(Person(server.base))
        table = host.open("kaplan", HERE, HERE, HERE)
        tokens = [token_of(link) for link in table["seats"]]

        def line(feed: str, seat: int | None) -> Line:
            who = stack.enter_context(Person(server.base))
            query = {} if seat is None else {"seat": seat, "token": tokens[seat]}
            opened = stack.enter_context(who.at(table["id"], feed=feed, **query))
            opened.hear()
            return opened

        writer, twin, program = line("scene", 0), line("scene", 0), line("facts", 0)
        others = [line(feed, seat) for feed in ("scene", "facts") for seat in (1, 2, None)]
        with host.at(table["id"]) as host_line:
            for seat in range(3):
                host_line.say("bot", seat=seat)
            host_line.until(lambda m: m.get("turn", {}).get("ply", 0) > 3)
            assert writer.asked("jot", "jots", place=PLACE, text=mark) == {PLACE: mark}
            assert twin.until("jots")["jots"] == {PLACE: mark}
            settle(host_line)
        later = line("scene", 1)
        for each in (*others, later, program):
            settle(each)
            assert not any(mark in text or '"jots"' in text for text in each.heard)
        assert mark not in "".join(host_line.heard)
        pages = [f"{table['url']}.json", f"{table['url']}.svg", table["url"], "/index.json"]
        assert not any(mark in host.web.get(page).text for page in pages)
        writer.say("resign")
        writer.until("outcome")
        pages = [f"{table['url']}/record.json", f"/replay/{table['id']}.json", f"/replay/{table['id']}", f"{table['url']}.svg?ply=3"]
        assert not any(mark in host.web.get(page).text for page in pages)
    with serving(data) as again, Person(again.base) as back:
        with back.at(table["id"], seat=0, token=tokens[0]) as line_again:
            assert line_again.hear()["jots"] == {PLACE: mark}
        for seat in (1, 2):
            with back.at(table["id"], seat=seat, token=tokens[seat]) as line_again:
                assert "jots" not in line_again.hear()


def test_on_one_screen_marks_stay_behind_the_curtain(ana: Person) -> None:
    """Two seats of one device: only the notes of the seat looked through are sent, and removed when the device is passed on."""
    table = ana.open("kaplan", ME, HERE)
    with ana.at(table["id"]) as line:
        assert "jots" not in line.hear()
        line.say("look", seat=0)
        line.until("scene")
        assert line.asked("jot", "jots", place=PLACE, text="a") == {PLACE: "a"}
        assert line.asked("look", "jots", seat=None) == {}
        line.say("look", seat=1)
        assert "jots" not in line.until("scene")
        assert line.asked("jot", "jots", place="5", text="b") == {"5": "b"}
        assert line.asked("look", "jots", seat=0) == {PLACE: "a"}


def test_the_rules_know_nothing_of_marks() -> None:
    """A place for notes is in the picture of a seat, and in no other; it changes nothing that can be pressed."""
    table = Table(find("kaplan"), 2)
    places = [shape for shape in table.scene(0).shapes() if shape.jot]
    assert [shape.jot for shape in places] == [str(place) for place in range(1, 13)]
    assert all(shape.title.fr and shape.title.en and not shape.word for shape in places)
    assert not any(shape.jot for shape in table.scene().shapes())
