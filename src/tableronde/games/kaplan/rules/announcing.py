"""Announcements: who may still make one, what it is worth, and what it earned (R24 to R26, R30 to R35)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import PLACES
from tableronde.games.kaplan.rules.judging import SHARES, verdict
from tableronde.games.kaplan.rules.state import Announcement, State


class Voice(Protocol):
    """An announcement, as far as it is public."""

    @property
    def seat(self) -> Seat: ...


class Standing(Protocol):
    """The public state of announcements and alliances, in a state or a view."""

    @property
    def seats(self) -> int: ...
    @property
    def face_up(self) -> int: ...
    @property
    def announced(self) -> Sequence[Voice]: ...
    @property
    def alliances(self) -> Sequence[tuple[Seat, Seat]]: ...


def ally(standing: Standing, seat: Seat | None) -> Seat | None:
    """A seat's ally, if it has one."""
    return next((one if seat == other else other for one, other in standing.alliances if seat in (one, other)), None)


def camp(standing: Standing, seat: Seat | None) -> set[Seat]:
    """A seat and its ally."""
    return {member for member in (seat, ally(standing, seat)) if member is not None}


def silent(standing: Standing) -> list[Seat]:
    """R30: the seats that may still announce: neither they nor their allies have announced."""
    spoken = {member for voice in standing.announced for member in camp(standing, voice.seat)}
    return [seat for seat in range(standing.seats) if seat not in spoken]


def camps(standing: Standing) -> int:
    """R32: the number of players and alliances that have not announced; an alliance counts as one."""
    quiet = silent(standing)
    return len(quiet) - sum(one in quiet for one, _ in standing.alliances)  # allies speak together (R30)


def stake(standing: Standing, seat: Seat) -> int:
    """R25: the value of an announcement by that seat now."""
    others = set(silent(standing)) - camp(standing, seat)
    return len(others) * (len(PLACES) - standing.face_up)


def share_of_stake(standing: Standing, seat: Seat) -> float:
    """R25, R31: what the exact word would earn this seat now: its stake, or half of it with an ally."""
    return stake(standing, seat) / len(camp(standing, seat))


def announce(state: State, seat: Seat, word: str) -> State:
    """R24: a word is written down; the game is over if only one camp is left (R33)."""
    state = replace(state, announced=(*state.announced, Announcement(seat, stake(state, seat), word)))
    return replace(state, phase="over", offer=None, reason="announced") if camps(state) <= 1 else state


def judged(state: State, announcement: Announcement, strict: bool) -> str:
    """R34: the verdict on an announced word."""
    secret = state.secret
    return verdict(announcement.word, secret.word, secret.forms, secret.neighbours, strict)


def scores(state: State, strict: bool) -> tuple[float, ...]:
    """R34, R35: everybody's points; allies share theirs equally (R31)."""
    points = [0.0] * state.seats
    for made in state.announced:
        sharing = camp(state, made.seat)
        for seat in sharing:
            points[seat] += SHARES[judged(state, made, strict)] * made.stake / len(sharing)
    return tuple(points)
