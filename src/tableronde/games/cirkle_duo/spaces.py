"""Action and observation spaces of cirKle × DUO. An action lifts a hat, slaps or declines; an observation is a perfect memory."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from tableronde.game import Action, AnyGame, Json, Seat, Setup
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, ROLLS, SLAP, View, turns_to_wait
from tableronde.games.cirkle_duo.rules.pieces import CARDS, COLOURS, DICE, EMPTY, PEGS, PLACES, SHAPES, Piece
from tableronde.games.cirkle_duo.rules.scoring import Hand
from tableronde.spaces import TOP, Spaces, from_seat, one_of, row

PHASES: Final = ("roll", "lift", "slap", "take", "over")
ACTIONS: Final = (*sorted(LIFTS, key=lambda action: LIFTS[action]), SLAP, DECLINE)
NUMBERS: Final = {action: number for number, action in enumerate(ACTIONS)}
MARKS: Final = len(COLOURS) + len(SHAPES)


class CirkleDuoSpaces(Spaces[View]):
    """18 actions: sixteen hats, the slap, and to decline."""

    edition = 1
    steady = True
    actions = len(ACTIONS)
    chances = len(ROLLS)

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        seats = game.seats
        self.parts = {
            "known": (PLACES, 2 + MARKS),  # whether its hat was ever lifted, whether it is empty, the peg's colour and shape
            "waiting": (PLACES,),  # turns
            "lifted": (PLACES,),  # the hat lifted last
            "card": (MARKS,),
            "dice": (len(DICE), MARKS),
            "hands": (seats, len(CARDS)),
            "unseen": (1,),  # cards of the deck
            "under": (len(CARDS),),  # below them, from the top: the cards, counted from 1
            "phase": (len(PHASES),),
            "player": (seats,),
            "taker": (seats,),
            "declined": (seats,),
            "idle": (1,),
            "left": (1,),  # turns until the end
        }

    def number(self, view: View, seat: Seat, action: Action) -> int:
        return NUMBERS[action]

    def action(self, view: View, seat: Seat, number: int) -> Action:
        if not 0 <= number < len(ACTIONS):
            raise LookupError(f"{number} stands for no action")
        return ACTIONS[number]

    def observe(self, view: View, seat: Seat) -> bytes:
        seen, order = view.seen, from_seat(seat, view.seen.seats)
        under = [CARDS.index(card) + 1 for card in seen.under]
        return row(
            *map(_known, view.known),
            [turns_to_wait(seen, place) if view.layers.waiting else 0 for place in range(PLACES)],
            one_of(PLACES, seen.lift.place if seen.lift else None),
            _look(seen.card),
            *(_look(face) for face in seen.dice or (None,) * len(DICE)),
            *(_held(seen.hands[player]) for player in order),
            (view.unseen,),
            under + [0] * (len(CARDS) - len(under)),
            one_of(len(PHASES), PHASES.index(seen.phase)),
            [int(seen.player == player) for player in order],
            [int(seen.taker == player) for player in order],
            [int(player in seen.declined) for player in order],
            (seen.idle, min(view.layers.max_turns - seen.turn, TOP)),
        )

    def draws(self, drawn: Sequence[int]) -> int:
        """R1, R2, R4: a peg for each place, the deck from the top, and the first player, all equally likely."""
        for pieces in self._packs.values():
            if len(drawn) < len(pieces):
                return len(pieces) - len(drawn)
            drawn = drawn[len(pieces) :]
        return 0 if drawn else self.game.seats

    def dealt(self, drawn: Sequence[int]) -> Setup:
        setup: dict[str, Json] = {}
        for name, pieces in self._packs.items():
            setup[name], drawn = _drawn(pieces, drawn[: len(pieces)]), drawn[len(pieces) :]
        return {**setup, "first": drawn[0]}

    @property
    def _packs(self) -> dict[str, tuple[Piece, ...]]:
        return {"pegs": PEGS} if self.game.options.mode == "dice" else {"pegs": PEGS, "deck": CARDS}


@cache
def _known(peg: Piece | None) -> tuple[int, ...]:
    """The bytes of what is known of a place."""
    return int(peg is not None), int(peg == EMPTY), *_look(peg)


@cache
def _look(piece: Piece | None) -> tuple[int, ...]:
    """A piece's colour and shape; nothing where there is none."""
    return tuple(int(piece is not None and letter in piece) for letter in COLOURS + SHAPES)


@lru_cache(1024)
def _held(hand: Hand) -> tuple[int, ...]:
    """The cards in a hand, a byte each."""
    return tuple(int(card in hand) for card in CARDS)


def _drawn(pieces: tuple[Piece, ...], drawn: Sequence[int]) -> list[Piece]:
    """Pieces drawn one after the other; each draw is an index among those that are left."""
    left = list(pieces)
    return [left.pop(i) for i in drawn]


SPACES = CirkleDuoSpaces
