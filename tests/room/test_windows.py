"""Windows: moments in which anybody may jump in, and which the room closes for those who stay silent."""

import time
from collections.abc import Iterator

import pytest

from room.rooms import Message, Person, Server, bot, serving

GAME = "tableronde.games.cirkle_duo"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("room") / "data", "--workers", "1", "--game", GAME) as running:
        yield running


def _seats(*others: Message) -> list[Message]:
    return [{"kind": "me", "name": "Ana"}, *(others or [{"kind": "here", "name": f"P{i}"} for i in (1, 2, 3)])]


def test_those_who_stay_silent_decline(ana: Person) -> None:
    """After an error everybody else is asked; at the end of the countdown the room answers for them."""
    table = ana.open("cirkle-duo", *_seats(), variant="bridge", window=2)
    with ana.at(table["id"], feed="facts", seat=0) as line:
        message = line.hear()
        while message["facts"]["phase"] != "slap":
            [player] = message["turn"]["to_act"]
            line.say("look", seat=player)
            message = line.until("legal")
            line.say("act", seat=player, action=message["legal"][str(player)][0], ref=1)
            message = line.until("ok")
        asked, turn = message["turn"]["to_act"], message["facts"]["turn"]
        assert len(asked) == 3
        assert 1000 < message["clock"]["window"] <= 2000
        line.say("act", seat=asked[0], action="decline", ref=2)
        declined = line.until("ok")
        assert declined["clock"]["window"] <= message["clock"]["window"]  # one answer does not prolong the window
        began = time.monotonic()
        closed = line.until(lambda m: m.get("facts", {}).get("phase") == "lift")
        assert time.monotonic() - began < 4
        assert closed["facts"]["turn"] == turn + 1
        assert "clock" not in closed


def test_bots_answer_in_windows_by_themselves(ana: Person) -> None:
    table = ana.open("cirkle-duo", *[bot("elephant")] * 4, variant="bridge", options={"max_turns": 3})
    with ana.at(table["id"], feed="facts") as line:
        outcome = line.until("outcome")
        assert outcome["facts"]["over"]
