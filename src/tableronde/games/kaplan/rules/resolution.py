"""Resolution: who wins a full sarcophagus, and which letter or clue they may look at (R16 to R23)."""

from dataclasses import replace

from tableronde.game import Seat
from tableronde.games.kaplan.rules.dial import CARDS, metal, metals
from tableronde.games.kaplan.rules.state import Place, Resolution, State, Token


def totals(tokens: tuple[Token, ...]) -> tuple[tuple[Seat, int], ...]:
    """R16: each player's tokens on a sarcophagus, added up, by seat."""
    seats = sorted({token.seat for token in tokens})
    return tuple((seat, sum(token.value for token in tokens if token.seat == seat)) for seat in seats)


def resolve(state: State, place: int) -> State:
    """Resolve a full sarcophagus: winners look, tokens return to wait, and the sarcophagus turns over or leaves."""
    there = state.at(place)
    sums = totals(there.tokens)
    best = max(total for _, total in sums)
    winners = tuple(seat for seat, total in sums if total == best)
    turned = Place("eye", (), merged(there.seen_by, winners)) if there.face == "K" else Place("open", (), there.seen_by)
    waiting, last = _returned(state, there.tokens), Resolution(place, there.face, sums, winners)
    after = state.with_place(place, turned, waiting=waiting, last=last)
    return after if there.face == "K" else _asked_for_clue(after, place)  # R18, R19


def cards_for(state: State, place: int) -> list[str]:
    """R19, R20, R22: the cards that a winner on that place may choose from; none if the metal is missing (R21)."""
    return [card for card in state.shield or state.reserve if metal(card) in metals(place)]


def consult(state: State, card: str) -> State:
    """The winners look at a card, which goes to the reserve or stays there (R20, R22)."""
    assert state.last is not None
    i = CARDS.index(card)
    seen = merged(state.consulted[i], state.last.winners)
    return replace(
        state,
        phase="bet",
        shield=tuple(other for other in state.shield if other != card),
        reserve=tuple(sorted({*state.reserve, card})),
        consulted=(*state.consulted[:i], seen, *state.consulted[i + 1 :]),
        last=replace(state.last, clue=card),
    )


def merged(seats: tuple[Seat, ...], more: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Seats without repeats, in increasing order."""
    return tuple(sorted({*seats, *more}))


def _asked_for_clue(state: State, place: int) -> State:
    """The winner is asked for a card, or gets nothing if no card of the metal is on the shield (R21, Q10)."""
    assert state.last is not None
    if cards_for(state, place):
        return replace(state, phase="clue")
    return replace(state, last=replace(state.last, clue="none"))


def _returned(state: State, tokens: tuple[Token, ...]) -> tuple[tuple[int, ...], ...]:
    """R17: the waiting piles after all tokens have returned to their owners."""
    return tuple(
        tuple(sorted((*pile, *(token.value for token in tokens if token.seat == seat)))) for seat, pile in enumerate(state.waiting)
    )
