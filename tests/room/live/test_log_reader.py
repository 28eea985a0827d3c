"""The log speaks to the only player on a screen; two people who share one are called by their names."""

import pytest

from support.rooms import HERE, ME, Message, Person


def logged(ana: Person, other: Message, language: str) -> str:
    table = ana.open("four-circles", {**ME, "name": "Ana"}, other)
    with ana.at(table["id"], lang=language) as line:
        line.say("act", action="0,0", seat=0, ref=1)
        [first, *_] = line.until(lambda message: bool(message.get("told")))["told"]
    text: str = first["text"]
    return text


@pytest.mark.parametrize(("language", "text"), [("en", "You put a pawn on F6."), ("fr", "Vous posez un pion en F6.")])
def test_a_player_alone_at_a_screen_reads_you(ana: Person, language: str, text: str) -> None:
    assert logged(ana, {"kind": "bot", "level": "child"}, language) == text


@pytest.mark.parametrize(("language", "text"), [("en", "Ana puts a pawn on F6."), ("fr", "Ana pose un pion en F6.")])
def test_players_who_share_a_screen_read_their_names(ana: Person, language: str, text: str) -> None:
    assert logged(ana, HERE, language) == text
