"""Several devices with one seat, several seats on one device: who sees what, and who may do what."""

from pathlib import Path

from support.rooms import HERE, ME, OPEN, Person, bot, serving, token_of


def test_a_seat_moves_to_another_device(ana: Person, luc: Person) -> None:
    """The link carries the seat: the phone and the big screen both hold it, and both may act."""
    table = ana.open("four-circles", ME, HERE)
    assert luc.web.post(table["seats"][0]).status_code == 303
    with ana.at(table["id"]) as big, luc.at(table["id"]) as phone:
        big.hear()
        assert [seat["yours"] for seat in phone.hear()["table"]["seats"]] == [True, False]
        phone.act("0,0", 0)
        assert big.until(lambda m: m.get("turn", {}).get("ply") == 1)
        big.act("1,0", 1)
        phone.until(lambda m: m.get("turn", {}).get("ply") == 2)
        big.act("2,0", 0)


def test_a_link_alone_takes_no_seat(ana: Person, luc: Person) -> None:
    """Messengers open links to show a preview: the seat must still be open afterwards."""
    table = ana.open("four-circles", ME, OPEN)
    luc.web.post(table["seats"][1])
    assert ana.web.get(f"{table['url']}.json").json()["seats"][1]["kind"] == "open"
    assert ana.web.get(f"{table['url']}.json").json()["status"] == "waiting"


def test_on_one_screen_nothing_hidden_is_shown_before_somebody_looks(ana: Person) -> None:
    """The curtain: until a seat is looked through, only what a spectator may know is sent, and afterwards that seat's view alone."""
    table = ana.open("kaplan", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        opening = line.hear()
        assert opening["table"]["private"]
        assert "seat" not in opening["facts"]
        assert opening["legal"] == {}
        line.say("look", seat=1)
        assert line.until("facts")["facts"]["seat"] == 1
        line.say("look", seat=0)
        assert line.until("facts")["facts"]["seat"] == 0
        line.say("look", seat=None)
        assert "seat" not in line.until("facts")["facts"]


def test_with_one_seat_of_ones_own_its_hand_is_shown_at_once(ana: Person) -> None:
    table = ana.open("kaplan", ME, bot("child"))
    with ana.at(table["id"], feed="facts") as line:
        assert line.hear()["facts"]["seat"] == 0


def test_chance_opens_a_game_by_itself(ana: Person) -> None:
    table = ana.open("cirkle-duo", ME, HERE, variant="dice")
    with ana.at(table["id"], feed="facts") as line:
        moved = line.until(lambda m: m.get("turn", {}).get("ply", 0) >= 1)
        assert 0 in moved["turn"]["to_act"] or 1 in moved["turn"]["to_act"]


def test_a_restart_brings_everything_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as first, Person(first.base) as luc:
        table = luc.open("four-circles", ME, HERE, chat="free", clock={"kind": "game", "seconds": 600, "zero": "nothing"})
        with luc.at(table["id"]) as line:
            line.hear()
            line.act("0,0", 0)
            line.act("1,0", 1)
            line.asked("chat", "chat", text="hello")
            line.say("name", name="Zoë")
            line.until(lambda m: "table" in m and m["table"]["seats"][0]["name"] == "Zoë")
        cookies = dict(luc.web.cookies)
    with serving(data) as second, Person(second.base) as luc:
        luc.web.cookies.update(cookies)
        with luc.at(table["id"]) as line:
            opening = line.hear()
            assert opening["turn"] == {"to_act": [0], "yours": True, "ply": 2, "text": "It is your turn.", "undo": "now", "acted": 2}
            assert [seat["name"] for seat in opening["table"]["seats"]] == ["Zoë", "Bo"]
            assert opening["clock"]["running"] == [0]
            assert all(590_000 < left <= 600_000 for left in opening["clock"]["seats"])
            assert line.until("chat")["chat"]["text"] == "hello"
            line.act("2,0", 0)
        with Person(second.base) as phone, phone.at(table["id"], token=token_of(table["seats"][1])) as line:
            line.hear()
            line.act("3,0", 1)
