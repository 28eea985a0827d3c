"""Pressing over the socket: one round trip per press, changes of mind, and "why not?"."""

from support.rooms import HERE, ME, Line, Message, Person, bot
from tableronde.game import Outcome
from tableronde.room.tables.result_texts import _describe_loss

PLACINGS = ["0,0", "4,3", "1,0", "3,3", "0,1", "2,3", "1,1", "4,2", "2,0", "3,2", "2,1", "2,2"]


def _moving(line: Line) -> Message:
    """Play the first phase of Four Circles; return the message in which the second begins."""
    line.hear()
    for i, action in enumerate(PLACINGS[:-1]):
        line.act(action, i % 2, ref=i)
    return line.act(PLACINGS[-1], 1, ref=99)


def test_a_press_that_decides_acts_in_one_trip(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        line.say("press", word="0,0", ref=7)
        answer = line.hear()
        assert (answer["ok"], answer["turn"]["ply"]) == (7, 1)


def test_a_press_on_hold_waits_for_confirmation(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        choices = line.asked("press", "choices", word="0,0", hold=True)
        assert (choices["action"], choices["picked"]) == ("0,0", ["0,0"])
        assert line.act("0,0", 0)["turn"]["ply"] == 1


def test_the_last_word_is_pressed_even_if_it_is_forced(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        offers = [offer["word"] for offer in _moving(line)["choices"]["offers"]]
        for word in offers:
            choices = line.asked("pick", "choices", picked=[word])
            assert "action" not in choices
            assert choices["offers"]


def test_another_piece_is_chosen_instead_and_the_chosen_one_let_go(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        first, second = [offer["word"] for offer in _moving(line)["choices"]["offers"]][:2]
        picked = line.asked("press", "choices", word=first)["picked"]
        assert picked == [first]
        offered = {offer["word"] for offer in line.asked("pick", "choices", picked=picked)["offers"]}
        assert second not in offered
        assert line.asked("press", "choices", word=second, picked=picked)["picked"] == [second]
        assert line.asked("press", "choices", word=second, picked=[second])["picked"] == []


def test_what_cannot_be_pressed_says_why_and_nothing_else_happens(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        line.hear()
        line.act("2,1", 0)
        why = line.asked("press", "why", word="2,1")
        assert (why["clause"], why["link"]) == ("R3", "/rules/four-circles#R3")
        assert why["text"] == "The tile H7 is already occupied."
        assert len(why["possible"]) == 19
        assert ana.web.get(f"/t/{table['id']}.json").json()["turn"]["ply"] == 1
        assert line.asked("press", "why", word="nonsense " * 20)["text"]


def test_whoever_is_not_to_act_is_told_so(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, bot("random"), clock={"seconds": 60})
    with ana.at(table["id"]) as line, luc.at(table["id"]) as spectator:
        line.hear()
        spectator.hear()
        spectator.say("press", word="0,0")
        spectator.say("ping")
        assert "why" not in spectator.until(lambda message: "pong" in message or "why" in message)
        line.say("resign", seat=0)
        line.until("outcome")
        assert line.asked("press", "why", word="0,0")["text"] == "The game is over."


def test_what_is_held_can_be_turned(ana: Person) -> None:
    table = ana.open("karta-doppio", ME, HERE)
    with ana.at(table["id"]) as line:
        card = line.hear()["choices"]["offers"][0]["word"]
        choices = line.asked("press", "choices", word=card)
        assert choices["picked"] == [card, "r0"]
        assert choices["rotates"]
        turned = line.asked("rotate", "choices", picked=[card, "r0"], by=1)
        assert turned["picked"] == [card, "r1"]
        assert line.asked("press", "choices", word="b2", picked=[card, "r1"])["picked"] == [card, "b2"]
        assert line.asked("rotate", "choices", picked=["nonsense"], by=1)["picked"] == []


def test_an_earlier_moment_is_shown_again_as_the_seat_saw_it(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"]) as line:
        first = line.hear()
        line.act("0,0", 0)
        line.act("1,1", 1)
        recall = line.asked("recall", "recall", ply=1)
        assert (recall["ply"], recall["plies"], recall["told"]) == (1, 2, ["Ana puts a pawn on F6."])
        assert recall["scene"]["full"]
        start = line.asked("recall", "recall", ply=0)
        assert {shape["id"] for shape in start["scene"]["areas"][0]["shapes"]} == {s["id"] for s in first["scene"]["areas"][0]["shapes"]}
        assert line.asked("recall", "recall", ply=10_000)["ply"] == 2


def test_what_only_flashed_by_is_not_recalled(ana: Person) -> None:
    """A hat that fell again stays down: memory is the game."""
    table = ana.open("cirkle-duo", ME, HERE, options={"mode": "dice"})
    with ana.at(table["id"]) as line:
        lifted = line.until(lambda message: bool(message.get("choices", {}).get("offers")))
        word = lifted["choices"]["offers"][0]["word"]
        line.act(f"lift {word}", lifted["choices"]["seat"], ref=5)
        ply = line.asked("recall", "recall", ply=10_000)["plies"]
        for moment in range(ply + 1):
            shapes = line.asked("recall", "recall", ply=moment)["scene"]["areas"][0]["shapes"]
            assert not any(shape["id"].startswith("peg ") for shape in shapes)


def test_an_ending_speaks_to_who_played(ana: Person, luc: Person) -> None:
    table = ana.open("four-circles", ME, {"kind": "open"})
    with ana.at(table["id"]) as a, luc.at(table["id"]) as b, luc.at(table["id"], lang="fr", seat="none") as c:
        b.say("sit", seat=1, name="Luc")
        a.until(lambda m: m.get("table", {}).get("status") == "playing")
        a.say("resign", seat=0)
        assert a.until("outcome")["outcome"]["personal"] == "This time you lose."
        assert b.until("outcome")["outcome"]["personal"] == "You win!"
        assert c.until("outcome")["outcome"]["personal"] == ""  # without a cookie yet, a spectator


def test_who_lost_is_told_the_score_in_numbers_alone() -> None:
    """Only the game knows whether it counts points, tokens or cards."""
    assert _describe_loss(Outcome((1,), "tokens", (0.0, 3.0)), 0).fr == "Cette fois, vous perdez, 0 à 3."
    assert _describe_loss(Outcome((0,), "word", (0.0, -10.0)), 1).en == "This time you lose, −10 to 0."
    assert _describe_loss(Outcome((1,), "visible", (2.0, 2.0)), 0).en == "This time you lose."
