"""The checker finds every kind of harm, put into a history by hand."""

from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest

from chaos.checker import faults
from chaos.players import History, Saying, Sight
from tableronde.bots.simple import settled
from tableronde.shelf import find
from tableronde.table import Table


def _played(game: str = "kaplan", players: int = 3, plies: int = 12) -> Table:
    rng = Random(4)
    table = Table(find(game), players, {"no_dice": True} if game == "kaplan" else {}, rng=rng)
    while table.plies < plies:
        [actor, *_] = table.to_act()
        table.play(actor, rng.choice(settled(table.legal()[actor])))
    return table


def _history(table: Table, seat: int) -> History:
    """Return the history of a player who notices no fault."""
    history = History("t", seat)
    for ply in range(table.plies + 1):
        then = table.at(ply)
        heard = [[str(actor), action] for actor, action in then.heard(seat, max(0, ply - 1))]
        facts = msgspec.json.decode(msgspec.json.encode(then.facts(seat)))
        history.seen.append(Sight(ply, heard, facts, False, False))
        if ply < table.plies and table.events[ply].actor == seat:
            history.said.append(Saying(ply, table.events[ply].action, ply, "ok"))
    return history


RECORD = _played()
SEAT = 1


def _wrong(history: History, record: Table = RECORD) -> list[str]:
    return faults([history], {"t": record})


def test_nothing_is_wrong_with_what_is_right() -> None:
    for seat in range(3):
        assert _wrong(_history(RECORD, seat)) == []


def test_a_seat_that_was_lost() -> None:
    history = _history(RECORD, SEAT)
    history.lost_seats.append("{'kind': 'person', 'name': 'Robot', 'yours': False}")
    [fault] = _wrong(history)
    assert "the seat taken by token was lost" in fault


def test_a_second_device_sees_what_the_first_does_and_says_nothing() -> None:
    history = _history(RECORD, SEAT)
    history.said, history.way = [], "second device"
    assert _wrong(history) == []


def test_what_nobody_knows_may_have_happened_or_not() -> None:
    history = _history(RECORD, SEAT)
    history.said[0].fate = ""
    history.said.insert(1, Saying(history.said[0].ply + 1, "something else", 99, ""))
    assert _wrong(history) == []


def test_a_confirmed_action_that_is_missing() -> None:
    history = _history(RECORD, SEAT)
    history.said.append(Saying(RECORD.plies, "lost", 99, "ok"))
    assert any("confirmed and is not there" in fault for fault in _wrong(history))


def test_an_action_that_happened_twice() -> None:
    history = _history(RECORD, SEAT)
    history.said.pop(1)  # the record has one more than were sent
    assert any("never said, or happened twice" in fault for fault in _wrong(history))


def test_an_action_that_was_refused_and_happened() -> None:
    history = _history(RECORD, SEAT)
    history.said[0].fate = "refused"
    assert _wrong(history)


def test_a_fork() -> None:
    history = _history(RECORD, SEAT)
    history.seen[5].heard = [["0", "something that never happened"]]
    assert any("other events" in fault for fault in _wrong(history))


def test_more_than_there_is() -> None:
    history = _history(RECORD, SEAT)
    history.seen.append(Sight(RECORD.plies + 1, [], {}, False, False))
    assert any("events were shown where there are" in fault for fault in _wrong(history))


def test_a_secret() -> None:
    history = _history(RECORD, SEAT)
    others = msgspec.json.decode(msgspec.json.encode(RECORD.at(8).facts(0)))
    assert others != history.seen[8].facts, "the seats know the same: this shows nothing"
    history.seen[8].facts = others
    assert any("than the seat may know" in fault for fault in _wrong(history))


def test_going_back() -> None:
    history = _history(RECORD, SEAT)
    history.seen.append(deepcopy(history.seen[3]))
    assert any("was shown after" in fault for fault in _wrong(history))


@pytest.mark.parametrize("change", [lambda h: h.said[0].__setattr__("ply", 11), lambda h: h.said.reverse()])
def test_another_order(change: Any) -> None:
    history = _history(RECORD, SEAT)
    change(history)
    assert _wrong(history)
