"""An action whose answer was lost may be sent again: it happens once."""

from room.rooms import HERE, ME, Line, Person


def _heard(person: Person, table: str) -> list[list[object]]:
    page = person.web.get(f"/t/{table}.json").json()
    heard: list[list[object]] = page["heard"]
    return heard


def test_an_action_sent_twice_happens_once(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.say("act", action="0,0", seat=0, ref=1, ply=0)
        assert line.until(lambda m: m.get("ok") == 1)["turn"]["ply"] == 1
        line.say("act", action="0,0", seat=0, ref=1, ply=0)
        assert line.until(lambda m: m.get("ok") == 1) == {"ok": 1}
        assert len(_heard(ana, table["id"])) == 1


def test_another_action_for_a_moment_that_is_gone_does_not_happen(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0)
        line.say("act", action="1,1", seat=0, ref=2, ply=0)
        refused = line.until("refused")["refused"]
        assert (refused["clause"], refused["ref"]) == ("R3", 2)
        line.act("2,2", 1)
        line.say("act", action="1,1", seat=0, ref=3, ply=0)  # legal by now, but meant for another moment
        assert line.until("error") == {"error": "You have acted since.", "ref": 3}
        assert len(_heard(ana, table["id"])) == 2


def test_what_others_did_meanwhile_does_not_matter(ana: Person) -> None:
    """It was decided on before somebody else acted, and is still legal."""
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0, ref=1)
        line.say("act", action="1,1", seat=1, ref=2, ply=0)
        assert line.until(lambda m: m.get("ok") == 2)["turn"]["ply"] == 2


def test_without_a_ply_whatever_is_legal_happens_as_often_as_it_is_sent(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], feed="facts") as line:
        line.hear()
        line.act("0,0", 0, ref=1)
        line.say("act", action="0,0", seat=0, ref=1)
        assert "refused" in line.until(lambda m: "refused" in m or m.get("ok") == 1)


def test_a_press_sent_twice_happens_once_and_asks_nothing(ana: Person) -> None:
    table = ana.open("four-circles", ME, HERE)
    with ana.at(table["id"], seat=0) as line:
        _press(line, 1)
        _press(line, 1)
        assert "why" not in line.heard[-1]
        assert len(_heard(ana, table["id"])) == 1


def _press(line: Line, ref: int) -> None:
    """The press with which the first player begins."""
    if not line.heard:
        line.word = line.until("choices")["choices"]["offers"][0]["word"]  # type: ignore[attr-defined]
    picked: list[str] = []
    word = line.word  # type: ignore[attr-defined]
    while True:
        line.say("press", word=word, picked=picked, ref=ref, ply=0)
        message = line.until(lambda m: "choices" in m or "ok" in m or "why" in m)
        if "ok" in message or "why" in message:
            return
        picked, word = message["choices"]["picked"], message["choices"]["offers"][0]["word"]
