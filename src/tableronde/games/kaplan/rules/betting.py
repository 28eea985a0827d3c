"""Bets: the tokens and places allowed, the duty to make two bets, and the changes by a bet or a flip (R4 to R15)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import LETTERS_TO_END, POSITIONS
from tableronde.games.kaplan.rules.dice import Use, uses
from tableronde.games.kaplan.rules.resolution import resolve
from tableronde.games.kaplan.rules.state import Place, State, Token

Changes = dict[str, Any]  # of a state, by field
DUTY: Final = 2  # R11
MOST: Final = 3  # R7, R36


def playable(state: State, seat: Seat) -> tuple[int, ...]:
    """R5, R6: the values a seat may play now: its hand, or, if that is empty, its waiting pile."""
    return state.hands[seat] or state.waiting[seat]


def can_bet(state: State, place: int) -> bool:
    """R9: whether the player in turn could bet there; a sarcophagus on the dial always has a free position."""
    face = state.at(place).face
    return face == "open" or (face in POSITIONS and bool(playable(state, state.turn)))


def possible(state: State, left: Iterable[int]) -> list[int]:
    """The different places among these on which the player in turn could bet."""
    return [place for place in sorted(set(left)) if can_bet(state, place)]


def reach(state: State, use: Use) -> int:
    """R11: the number of bets, at most two, that a use of the dice allows in the best order."""
    firsts = possible(state, use)
    return DUTY if any(leads_on(state, use, place) for place in firsts) else min(1, len(firsts))


def leads_on(state: State, use: Use, place: int) -> bool:
    """R11: whether a first bet there leaves a second one possible, or ends the game."""
    state = state if state.left == use else replace(state, left=use)
    flips = state.at(place).face == "open"
    after = flip(state, place) if flips else bet(state, place, playable(state, state.turn)[0])
    return bool(after.reason or possible(after, after.left))


def allowed_uses(state: State) -> list[Use]:
    """R11: the uses with the greatest reach; none if nothing can be played."""
    reaches = {use: reach(state, use) for use in uses(state.dice)}
    best = max(reaches.values())
    return sorted(use for use in reaches if best and reaches[use] == best)


def allowed_places(state: State) -> list[int]:
    """The places on which a bet is allowed now: the first bet must not prevent the second (R11, Q33)."""
    places = possible(state, state.left)
    return places if state.used else [place for place in places if leads_on(state, state.left, place)] or places


def may_end(state: State) -> bool:
    """R15: whether the player in turn has made the bets that are owed."""
    return len(state.used) >= DUTY


def bet(state: State, place: int, value: int) -> State:
    """R9: a token is laid on a sarcophagus; if that fills it, the bets are resolved (R12, R13)."""
    there = state.at(place)
    filled = Place(there.face, (*there.tokens, Token(state.turn, value)), there.seen_by)
    laid = state.with_place(place, filled, **_spent(state, place), **_taken(state, state.turn, value))
    return resolve(laid, place) if len(there.tokens) + 1 == POSITIONS[there.face] else laid


def flip(state: State, place: int) -> State:
    """R14: a letter card is turned face up; the eighth one ends the game (R33)."""
    turned = state.with_place(place, Place("letter", (), state.at(place).seen_by), **_spent(state, place))
    return replace(turned, phase="over", reason="letters") if turned.face_up == LETTERS_TO_END else turned


def without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """These values without one of that value."""
    i = values.index(value)
    return values[:i] + values[i + 1 :]


def _spent(state: State, place: int) -> Changes:
    """A bet of the turn is used up; there are three at most (R7, R36)."""
    used = tuple(sorted((*state.used, place)))
    return {"left": without(state.left, place) if len(used) < MOST else (), "used": used}


def _taken(state: State, seat: Seat, value: int) -> Changes:
    """R6: the token leaves the hand; an empty hand is refilled from the waiting pile first."""
    refill = not state.hands[seat]
    hand = without(playable(state, seat), value)
    return {"hands": put(state.hands, seat, hand), "waiting": put(state.waiting, seat, ()) if refill else state.waiting}


def put(piles: tuple[tuple[int, ...], ...], seat: Seat, pile: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All piles, with one seat's pile changed."""
    return (*piles[:seat], pile, *piles[seat + 1 :])
