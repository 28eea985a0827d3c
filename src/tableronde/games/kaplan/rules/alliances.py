"""The alliance window: seats without ally are asked in turn order, once in a game (R27, R28, R32, Q24)."""

from dataclasses import replace

from tableronde.game import Seat
from tableronde.games.kaplan.rules.announcing import ally, camps, silent
from tableronde.games.kaplan.rules.state import State

FEWEST = 5  # fewest players for alliances


def is_free(state: State, seat: Seat) -> bool:
    """R27: whether a seat has neither announced nor allied."""
    return seat in silent(state) and ally(state, seat) is None


def partners(state: State, asker: Seat) -> list[Seat]:
    """R28: the seats that the asker may still ask."""
    if not is_free(state, asker) or camps(state) <= 2:  # R32
        return []
    return [seat for seat in range(state.seats) if seat != asker and is_free(state, seat) and seat not in state.refused]


def open_window(state: State) -> State:
    """R27: open the window when the last clue card has left the shield; the player in turn is asked first."""
    return go_on(replace(state, asker=state.turn, refused=()))


def go_on(state: State) -> State:
    """Ask the same seat again, or the next one that has somebody left to ask; otherwise close the window."""
    assert state.asker is not None
    if partners(state, state.asker):
        return replace(state, phase="ally", offer=None)
    return _next(state)


def offered(state: State, seat: Seat) -> State:
    """The asked seat offers an alliance."""
    assert state.asker is not None
    return replace(state, phase="answer", offer=(state.asker, seat))


def declined(state: State) -> State:
    """The asked seat offers none."""
    return _next(state)


def accepted(state: State) -> State:
    """Two seats ally; the next one is asked."""
    assert state.offer is not None
    one, other = sorted(state.offer)
    return _next(replace(state, alliances=tuple(sorted((*state.alliances, (one, other))))))


def refused(state: State) -> State:
    """The seat refuses an alliance; the asker may try another one."""
    assert state.offer is not None
    return go_on(replace(state, refused=(*state.refused, state.offer[1])))


def overheard(state: State) -> State:
    """Q24: an announcement during the window cancels an offer that it makes impossible."""
    stands = state.offer is not None and all(is_free(state, seat) for seat in state.offer) and camps(state) > 2
    return state if stands else go_on(state)


def _next(state: State) -> State:
    """Ask the next seat in turn order; after the last one, close the window for good."""
    assert state.asker is not None
    following = (state.asker + 1) % state.seats
    if following == state.turn:
        return replace(state, phase="bet", asker=None, refused=(), offer=None)
    return go_on(replace(state, asker=following, refused=(), offer=None))
