"""Scores of hands: points, families, teams and winners."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.games.cirkle_duo.rules.layers import Layers
from tableronde.games.cirkle_duo.rules.pieces import FAMILIES, Piece, points

Hand = tuple[Piece, ...]
Hands = tuple[Hand, ...]  # of all seats, each in the order won


def side(layers: Layers, seats: int, seat: Seat) -> tuple[Seat, ...]:
    """R27: the seats on the side of a seat, itself included."""
    return tuple(range(seat % 2, seats, 2)) if layers.teams else (seat,)


def held(layers: Layers, hands: Hands, seat: Seat) -> Hand:
    """All pieces of a seat's side."""
    return tuple(piece for member in side(layers, len(hands), seat) for piece in hands[member]) if layers.teams else hands[seat]


def families(layers: Layers, hands: Hands, seat: Seat) -> list[str]:
    """R26: the complete families of a seat's side, by their letters."""
    if not layers.family_bonus:
        return []
    pieces = set(held(layers, hands, seat))
    return [letter for letter, family in FAMILIES.items() if family <= pieces]


def score(layers: Layers, hands: Hands, seat: Seat) -> int:
    """R25, R26, R34: the score of a seat's side if the game ended now (Q18)."""
    return points(held(layers, hands, seat)) + sum(points(FAMILIES[letter]) for letter in families(layers, hands, seat))


def scores(layers: Layers, hands: Hands) -> list[int]:
    """The scores of all seats."""
    return [score(layers, hands, seat) for seat in range(len(hands))]


class Reckoning(NamedTuple):
    """The points, complete families and scores of all seats."""

    points: tuple[int, ...]
    families: tuple[list[str], ...]
    scores: tuple[int, ...]


@lru_cache(256)  # most turns win nothing, and it is asked for often
def reckoned(layers: Layers, hands: Hands) -> Reckoning:
    """Compute points, families and scores at once."""
    complete = tuple(families(layers, hands, seat) for seat in range(len(hands)))
    return Reckoning(tuple(map(points, hands)), complete, tuple(scores(layers, hands)))


def leaders(layers: Layers, hands: Hands) -> tuple[Seat, ...]:
    """R29: the seats with the highest score."""
    totals = scores(layers, hands)
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def wins_by_family(layers: Layers, hands: Hands, seat: Seat) -> bool:
    """R28: whether a seat's side holds four pieces of an agreed kind."""
    pieces = held(layers, hands, seat)
    return any(_KINDS[kind](pieces) for kind in layers.family_win)


def _alike(pieces: Hand, letter: int) -> bool:
    return max(Counter(piece[letter] for piece in pieces).values(), default=0) >= 4


def _differ(pieces: Hand, letter: int) -> bool:
    return len({piece[letter] for piece in pieces}) >= 4


def _differ_in_both(pieces: Hand) -> bool:
    return any(_differ(four, 0) and _differ(four, 1) for four in combinations(pieces, 4))


_KINDS: Final[Mapping[str, Callable[[Hand], bool]]] = {
    "colour": lambda pieces: _alike(pieces, 0),
    "shape": lambda pieces: _alike(pieces, 1),
    "series": lambda pieces: _differ(pieces, 0) or _differ(pieces, 1),  # Q20: or
    "series_both": _differ_in_both,
}
