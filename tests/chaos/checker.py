"""Checks the histories of all players against the final records: everything is there, once, in order, and nothing else."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from chaos.players import History, Saying
from tableronde.game import Event
from tableronde.table import Table

NEAR = 6  # plies: actions this close to a fault are shown with it


def faults(histories: Sequence[History], records: Mapping[str, Table]) -> list[str]:
    """Return all faults as sentences; nothing if all is well."""
    return [fault for history in histories for fault in _faults(history, records[history.table])]


def _faults(history: History, record: Table) -> list[str]:
    who = f"table {history.table[:6]}, seat {history.seat}"
    lost = [f"the seat taken by {history.way} was lost: {seat}" for seat in history.lost_seats]
    return [f"{who}: {fault}" for fault in (*lost, *_missing(history, record), *_forked(history, record), *_backwards(history))]


def _missing(history: History, record: Table) -> list[str]:
    """Check that every confirmed action is in the record exactly once, in the order sent, and that nothing else is."""
    if history.seat is None or history.way == "second device":
        return []
    said = iter(history.said)
    wrong: list[str] = []
    for place, event in enumerate(record.events):
        if event.actor == history.seat and not _is_said(place, event, said, wrong):
            about = [saying for saying in history.said if abs(saying.ply - place) < NEAR]
            wrong.append(f"event {place} ({event.action}) was never said, or happened twice; about then: {about}")
    wrong += [f"{saying.action} at ply {saying.ply} was confirmed and is not there" for saying in said if saying.fate == "ok"]
    return wrong


def _is_said(place: int, event: Event, said: Any, wrong: list[str]) -> bool:
    """Return whether the next sent actions lead to an event: those passed over were not confirmed, or are missing."""
    saying: Saying
    for saying in said:
        if saying.action == event.action and saying.ply <= place and saying.fate not in ("refused", "error"):
            return True
        if saying.fate == "ok":
            wrong.append(f"{saying.action} at ply {saying.ply} was confirmed and is not there")
    return False


def _forked(history: History, record: Table) -> list[str]:
    """Check that all that was shown is a beginning of the final record, as the seat may know it, to the byte: no secret was in it."""
    wrong = []
    for sight in history.seen:
        if sight.ply > record.plies:
            wrong.append(f"{sight.ply} events were shown where there are {record.plies}")
            continue
        then, since = record.at(sight.ply), sight.ply - len(sight.heard)
        heard = [[str(actor), action] for actor, action in then.heard(history.seat, since)]
        if heard != [[str(actor), action] for actor, action in sight.heard]:
            wrong.append(f"other events were shown up to ply {sight.ply} than happened")
        if not _knows(sight.facts, then, history.seat):
            wrong.append(f"at ply {sight.ply} something else was shown than the seat may know")
    return wrong


def _knows(facts: Any, then: Table, seat: int | None) -> bool:
    """Return whether facts are those a seat may know; a spectator may have missed what was shown only briefly."""
    right = msgspec.json.decode(msgspec.json.encode(then.facts(seat)))
    faded = {**right, **dict.fromkeys(then.box.fading)}
    return facts == right or (seat is None and facts == faded)


def _backwards(history: History) -> list[str]:
    """Check that nobody was shown less than before."""
    pairs = zip(history.seen, history.seen[1:], strict=False)
    return [f"ply {later.ply} was shown after {sooner.ply}" for sooner, later in pairs if later.ply < sooner.ply]
