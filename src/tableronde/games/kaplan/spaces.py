"""Action and observation spaces of Kaplan: about a hundred actions with dice, tokens and cards, then all common nouns of the dictionary.

Other words can be announced, but have no number.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from string import ascii_uppercase
from typing import Final
from zlib import crc32

from tableronde.game import Action, AnyGame, Seat, Setup
from tableronde.games.kaplan.rules import ANNOUNCE, deck
from tableronde.games.kaplan.rules.dial import BLANK, CARDS, KINDS, PLACES, POSITIONS, TINTS, VALUES
from tableronde.games.kaplan.rules.dice import ROLLS
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.rules.view import SeenToken, View
from tableronde.games.kaplan.words.dictionary import Language, common_words
from tableronde.spaces import Spaces, from_seat, one_of, row

PHASES: Final = ("roll", "use", "bet", "clue", "ally", "answer", "over")
FACES: Final = ("K", "eye", "open", "letter")
LETTERS: Final = ascii_uppercase + BLANK
MOST_TOKENS: Final = max(POSITIONS.values())
MOST_SEATS: Final = 8
PAWNS: Final = 2  # drawn in a deal, before the first player
SAY: Final = ANNOUNCE.removesuffix("*")


def _fixed() -> Iterable[Action]:
    """All actions without words; other seats are given by their distance from this one."""
    for dice in (2, 3):
        yield from ("use " + " ".join(map(str, places)) for places in combinations_with_replacement(PLACES, dice))
    yield from ("pass", "end")
    yield from (f"bet {place} {value}" for place in PLACES for value in VALUES)
    yield from (f"flip {place}" for place in PLACES)
    yield from (f"clue {card}" for card in CARDS)
    yield from ("ally none", *(f"ally {after}" for after in range(1, MOST_SEATS)), "accept", "refuse")


FIXED: Final = tuple(_fixed())
NUMBERS: Final = {action: number for number, action in enumerate(FIXED)}


@cache
def spoken(language: Language) -> dict[int, Action]:
    """The announcements by number: the most frequent word first."""
    return {number: SAY + word.text for number, word in enumerate(common_words(language), len(FIXED))}


@cache
def _spoken_numbers(language: Language) -> dict[Action, int]:
    return {action: number for number, action in spoken(language).items()}


class KaplanSpaces(Spaces[View]):
    """580 numbers, and one for each noun."""

    edition = 1
    steady = True
    chances = len(ROLLS)

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.language: Language = game.options.tongue
        self.actions = len(FIXED) + len(common_words(self.language))
        seats, places, cards = game.seats, len(PLACES), len(CARDS)
        self.parts = {
            "phase": (len(PHASES),),
            "turn": (seats,),
            "acting": (seats,),
            "dice": (places,),
            "left": (places,),
            "used": (places,),
            "faces": (places, len(FACES)),
            "tokens": (places, MOST_TOKENS, 3),  # owner, counted from 1; value, 0 if hidden; tint
            "letters": (places,),  # A is 1, a blank 27, unknown 0
            "seen": (places, seats),  # the seats that have seen the letter
            "shield": (cards,),
            "reserve": (cards,),
            "consulted": (cards, seats),
            "clues": (cards, 5),  # kind, counted from 1, and text as four bytes (CRC-32)
            "hands": (seats,),
            "tints": (seats, len(TINTS)),
            "waiting": (seats, len(VALUES)),
            "hand": (len(VALUES),),
            "own": (places, len(VALUES)),  # this seat's own tokens on the dial
            "stakes": (seats,),  # of announcements; plus 1, so that a stake of 0 can be seen
            "word": (4,),  # announced by this seat or its ally (CRC-32)
            "allies": (seats,),  # the distance to each seat's ally
            "window": (3,),  # the seat that is asked, the one that offers, the one that gets the offer, counted from 1
            "refused": (seats,),
            "totals": (seats,),  # of the latest resolution
            "winners": (seats,),
            "resolved": (1,),  # its place
        }

    def number(self, view: View, seat: Seat, action: Action) -> int:
        verb, _, rest = action.partition(" ")
        if verb == "kaplan":
            found = _spoken_numbers(self.language).get(action)
            if found is None:
                raise LookupError(f"{rest} is not among the common nouns of the dictionary")
            return found
        if verb == "ally" and rest != "none":
            action = f"ally {(int(rest) - seat) % self.game.seats}"
        return NUMBERS[action]

    def action(self, view: View, seat: Seat, number: int) -> Action:
        if not 0 <= number < self.actions:
            raise LookupError(f"{number} stands for no action")
        if number >= len(FIXED):
            return spoken(self.language)[number]
        verb, _, rest = FIXED[number].partition(" ")
        return f"ally {(int(rest) + seat) % self.game.seats}" if verb == "ally" and rest != "none" else FIXED[number]

    def numbered(self, view: View, seat: Seat, legal: Sequence[Action]) -> dict[int, Action]:
        found = {self.number(view, seat, action): action for action in legal if action != ANNOUNCE}
        return found | spoken(self.language) if self.opened(legal) else found

    def opened(self, legal: Sequence[Action]) -> range:
        return range(len(FIXED), self.actions) if ANNOUNCE in legal else range(0)

    def observe(self, view: View, seat: Seat) -> bytes:
        order = from_seat(seat, view.seats)
        after = {player: i for i, player in enumerate(order)}
        stakes = {made.seat: made.stake + 1 for made in view.announced}
        partners = {one: other for pair in view.alliances for one, other in (pair, pair[::-1])}
        window = (view.asker, *(view.offer or (None, None)))
        totals = dict(view.last.totals) if view.last else {}
        return row(
            one_of(len(PHASES), PHASES.index(view.phase)),
            [int(view.turn == player) for player in order],
            [int(str(player) in view.to_act) for player in order],
            *(_counts(numbers, PLACES) for numbers in (view.dice, view.left, view.used)),
            *(one_of(len(FACES), FACES.index(place.face)) for place in view.crown),
            *(_token(place.tokens[i] if i < len(place.tokens) else None, after) for place in view.crown for i in range(MOST_TOKENS)),
            [LETTERS.index(letter) + 1 if letter else 0 for letter in view.letters],
            *([int(player in place.seen_by) for player in order] for place in view.crown),
            *([int(card in pile) for card in CARDS] for pile in (view.shield, view.reserve)),
            *([int(player in seats) for player in order] for seats in view.consulted),
            *map(_clue, view.clues),
            [view.hands[player] for player in order],
            *(view.hand_tints[player] if view.hand_tints else (0,) * len(TINTS) for player in order),
            *(_counts(view.waiting[player], VALUES) for player in order),
            _counts(view.hand, VALUES),
            *(_counts((value for number, value in view.tokens if number == place), VALUES) for place in PLACES),
            [stakes.get(player, 0) for player in order],
            _said(next((made.word for made in view.announced if made.seat in (seat, view.ally) and made.word), "")),
            [(partners[player] - player) % view.seats if player in partners else 0 for player in order],
            [0 if player is None else after[player] + 1 for player in window],
            [int(player in view.refused) for player in order],
            [totals.get(player, 0) for player in order],
            [int(view.last is not None and player in view.last.winners) for player in order],
            (view.last.place if view.last else 0,),
        )

    def draws(self, drawn: Sequence[int]) -> int:
        """The colour pawn, the symbol pawn, and the first player."""
        cards = deck.load(self.language)
        ways = (len(cards["colour_pawns"]), len(cards["symbol_pawns"]), self.game.seats, 0)
        return ways[len(drawn)]

    def dealt(self, drawn: Sequence[int]) -> Setup:
        pawn, symbol, first = drawn
        return deck.setup_by_pawns(pawn, symbol, self.language) | {"first": first}


def _counts(numbers: Iterable[int], among: range) -> list[int]:
    """How often each value occurs."""
    found = [0] * len(among)
    for number in numbers:
        found[number - among.start] += 1
    return found


def _token(token: SeenToken | None, after: dict[Seat, int]) -> tuple[int, int, int]:
    if token is None:
        return 0, 0, 0
    return after[token.seat] + 1, token.value or 0, TINTS.index(token.tint) + 1 if token.tint else 0


def _clue(clue: Clue | None) -> list[int]:
    return [KINDS.index(clue.kind) + 1, *_said(clue.text)] if clue else [0] * 5


def _said(text: str) -> bytes:
    return crc32(text.encode()).to_bytes(4, "big") if text else bytes(4)


SPACES = KaplanSpaces
