"""The set-up: pegs under hats, a shuffled deck, and the draw for the first player."""

from random import Random
from typing import NamedTuple

from tableronde.game import Json, Seat, Setup
from tableronde.games.cirkle_duo.rules.layers import Mode
from tableronde.games.cirkle_duo.rules.pieces import CARDS, PEGS, VALUES, Piece

Round = tuple[tuple[Seat, Piece], ...]  # R4: the card each seat drew


class Dealt(NamedTuple):
    """A parsed set-up."""

    pegs: tuple[Piece, ...]
    deck: tuple[Piece, ...]
    first: Seat
    start_draw: tuple[Round, ...]  # empty if the set-up does not say how the first player was drawn


def deal(mode: Mode, seats: int, rng: Random) -> Setup:
    """R1, R2, R4: everything shuffled, and a draw for the start."""
    rounds = _draw_for_start(seats, rng)
    cards = {} if mode == "dice" else {"deck": rng.sample(CARDS, len(CARDS))}
    return {
        "pegs": rng.sample(PEGS, len(PEGS)),
        "first": _highest(rounds[-1])[0],
        "start_draw": [[list(draw) for draw in one] for one in rounds],
        **cards,
    }


def read(setup: Setup, mode: Mode, seats: int) -> Dealt:
    """The pegs, the deck and the first player; ValueError with a sentence if the rules refuse the set-up."""
    known = {"pegs", "first", "start_draw"} | (set() if mode == "dice" else {"deck"})
    for key in setup:
        if key not in known:
            raise ValueError(f"a set-up in {mode} mode has no key {key!r}")
    for key in sorted(known - {"start_draw"}):
        if key not in setup:
            raise ValueError(f"the set-up lacks {key}")
    pegs = _read_all(setup["pegs"], PEGS, "pegs")
    deck = () if mode == "dice" else _read_all(setup["deck"], CARDS, "deck")
    first = _read_seat(setup["first"], seats)
    drawn = _read_draw(setup["start_draw"], first, seats) if "start_draw" in setup else ()
    return Dealt(pegs, deck, first, drawn)


def _draw_for_start(seats: int, rng: Random) -> list[Round]:
    """R4: draw in rounds, from the whole pack each time (Q6), until one card is highest."""
    rounds: list[Round] = []
    drawing = list(range(seats))
    while len(drawing) > 1:
        rounds.append(tuple(zip(drawing, rng.sample(CARDS, len(drawing)), strict=True)))
        drawing = _highest(rounds[-1])
    return rounds


def _highest(drawn: Round) -> list[Seat]:
    """The seats with the highest card: if there are several, they draw again."""
    best = max(VALUES[card] for _, card in drawn)
    return [seat for seat, card in drawn if VALUES[card] == best]


def _read_all(value: Json, pieces: tuple[Piece, ...], key: str) -> tuple[Piece, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value) or sorted(value) != sorted(pieces):
        raise ValueError(f"{key} must list all {len(pieces)} codes once: {' '.join(pieces)}")
    return tuple(value)


def _read_seat(value: Json, seats: int) -> Seat:
    if type(value) is not int or value not in range(seats):
        raise ValueError(f"first must be a seat from 0 to {seats - 1}, not {value!r}")
    return value


def _read_draw(value: Json, first: Seat, seats: int) -> tuple[Round, ...]:
    """R4: a complete draw for the start, won by the seat that begins."""
    if not isinstance(value, list) or not value:
        raise ValueError("start_draw must be a list of rounds")
    drawing, rounds = list(range(seats)), []
    for one in value:
        if len(drawing) == 1:
            raise ValueError("start_draw goes on after one seat drew highest")
        rounds.append(_read_round(one, drawing))
        drawing = _highest(rounds[-1])
    if drawing != [first]:
        raise ValueError(f"start_draw leaves seats {drawing} highest, but first is {first}")
    return tuple(rounds)


def _read_round(value: Json, drawing: list[Seat]) -> Round:
    if not isinstance(value, list) or not all(isinstance(item, list) and len(item) == 2 for item in value):
        raise ValueError("a round of start_draw is a list of [seat, card]")
    if not all(type(seat) is int for seat, _ in value) or [seat for seat, _ in value] != drawing:
        raise ValueError(f"this round of start_draw must list the seats {drawing}")
    cards = [card for _, card in value]
    if not all(isinstance(card, str) and card in VALUES for card in cards) or len(set(cards)) != len(cards):
        raise ValueError("a round of start_draw needs a different card for every seat")
    return tuple((seat, card) for seat, card in value)
