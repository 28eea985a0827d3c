"""Imagined hands consistent with what a seat knows: the cards it gave, and the suits the others did not follow."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .rules import View

Cards = list[str]


def hands_that_fit(view: "View", deck: Sequence[str], exchanging: bool, rng: Random) -> tuple[list[Cards], list[Cards]]:
    """Return all hands and all gifts, random where the view does not know them."""
    seats = len(view.held)
    played = {card for _, card in view.plays}
    hands: list[Cards] = [list(view.hand) if seat == view.seat else [] for seat in range(seats)]
    gifts: list[Cards] = [list(view.given) if seat == view.seat else [] for seat in range(seats)]
    if exchanging:
        _deal_blindly(view, [card for card in deck if card not in (*view.hand, *view.given)], hands, gifts, rng)
        return hands, gifts
    if view.seat is not None:
        hands[(view.seat + 1) % seats] += [card for card in view.given if card not in played]
    known = {card for hand in hands for card in hand} | played
    unseen = [card for card in deck if card not in known]
    rng.shuffle(unseen)
    voids = _voids(view)
    unseen.sort(key=lambda card: sum(card[1] not in void for void in voids))
    assert _fill(unseen, hands, view.held, voids, rng)
    if any(view.put):
        _guess_gifts(view, hands, gifts, rng)
    return hands, gifts


def _deal_blindly(view: "View", unseen: Cards, hands: list[Cards], gifts: list[Cards], rng: Random) -> None:
    rng.shuffle(unseen)
    for seat in range(len(view.held)):
        if seat != view.seat:
            hands[seat] = [unseen.pop() for _ in range(view.held[seat])]
            gifts[seat] = [unseen.pop() for _ in range(view.put[seat])]


def _fill(cards: Sequence[str], hands: list[Cards], held: Sequence[int], voids: Sequence[set[str]], rng: Random) -> bool:
    """Put every card into a hand with room for it and no void in its suit, with backtracking."""
    if not cards:
        return True
    seats = [seat for seat in range(len(hands)) if len(hands[seat]) < held[seat] and cards[0][1] not in voids[seat]]
    for seat in sorted(seats, key=lambda seat: rng.random() / (held[seat] - len(hands[seat]))):
        hands[seat].append(cards[0])
        if _fill(cards[1:], hands, held, voids, rng):
            return True
        hands[seat].pop()
    return False


def _voids(view: "View") -> list[set[str]]:
    """Return the suits that cannot be in each hand."""
    seats = len(view.held)
    voids: list[set[str]] = [set() for _ in range(seats)]
    for i, (seat, card) in enumerate(view.plays):
        led = view.plays[i - i % seats][1][1]
        if card[1] != led:
            voids[seat].add(led)
    return voids


def _guess_gifts(view: "View", hands: list[Cards], gifts: list[Cards], rng: Random) -> None:
    """Guess what the others gave: two of the cards that their left neighbours have held since."""
    seats = len(hands)
    for seat in range(seats):
        if view.seat is not None and (seat + 1) % seats == view.seat:
            gifts[seat] = list(view.received)
        elif seat != view.seat:
            to = (seat + 1) % seats
            gifts[seat] = rng.sample(sorted({*hands[to], *(card for player, card in view.plays if player == to)}), view.put[seat])
