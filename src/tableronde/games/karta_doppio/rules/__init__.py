"""Karta Doppio: two players lay transparent cards beside and on top of each other, for lines of four points of their colour.

Clauses R1 to R26 and rulings Q1 to Q17 are those of the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from tableronde.game import Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.karta_doppio.rules.cards import COLOURS, DECKS, Colour
from tableronde.games.karta_doppio.rules.grid import Laid, all_lines, grid_of, read, tallies
from tableronde.games.karta_doppio.rules.placing import placings
from tableronde.options import option
from tableronde.text import Text

Hand = tuple[int, ...]
Numbers = tuple[int, int]  # by seat
SEATS: Final = (0, 1)


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    deck: Literal["shapes", "mirrored", "full"] = option(
        "shapes",
        Text(
            "Les cartes : les seize motifs, ou, hors livret, des motifs avec leurs reflets ou les trente cartes possibles (Q1).",
            "The cards: the sixteen patterns or, not in the booklet, patterns with their mirror images or all thirty cards (Q1).",
        ),
        names={
            "shapes": Text("Les seize motifs", "The sixteen patterns"),
            "mirrored": Text("Des motifs et leurs reflets", "Patterns and mirror images"),
            "full": Text("Les trente cartes", "All thirty cards"),
        },
        booklet="shapes",
    )
    match: Literal["single", "double"] = option(
        "single",
        Text(
            "Une seule partie, ou deux, avec échange des mains et des couleurs.",
            "A single game, or two with hands and colours exchanged.",
        ),
        names={"single": Text("Une partie", "A single game"), "double": Text("Partie et revanche", "A double match")},
    )
    corner_contact: bool = option(False, Text("Un coin suffit pour toucher (Q5).", "Touching at a corner is enough (Q5)."))


@dataclass(frozen=True, slots=True)
class State:
    """A state of the match: the deal and every card laid since. Everything else is derived from them."""

    dealt: tuple[Hand, Hand]  # the red hand and the blue hand, the same in both games (R23)
    games: tuple[tuple[Laid, ...], ...] = ((),)  # the cards laid in each game, in order

    @property
    def game(self) -> int:
        """The game now on the table: 1 or 2."""
        return len(self.games)

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The cards now on the table."""
        return self.games[-1]

    @property
    def cards(self) -> int:
        """The number of cards in a game."""
        return 2 * len(self.dealt[0])

    @property
    def over(self) -> bool:
        """R19: all cards are laid. (Between two games the table is already empty again.)"""
        return len(self.laid) == self.cards

    @property
    def colour(self) -> Colour:
        """R1: whose turn it is."""
        return COLOURS[len(self.laid) % 2]

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is."""
        return seat_of(self.colour, self.game)

    def hand(self, colour: Colour) -> Hand:
        """The cards a colour still holds."""
        gone = {card.pose.card for card in self.laid}
        return tuple(card for card in self.dealt[COLOURS.index(colour)] if card not in gone)


@dataclass(frozen=True, slots=True)
class Result:
    """The tokens and visible points of one game, by seat."""

    tokens: Numbers
    points: Numbers


@dataclass(frozen=True, slots=True)
class Last:
    """The last card laid, and the tokens each seat won or lost by it (R17)."""

    game: int
    seat: Seat
    laid: Laid
    delta: Numbers


class KartaDoppio(Game[Options, State, State]):
    """The rules of Karta Doppio."""

    slug = "karta-doppio"
    edition = 1
    players = range(2, 3)
    options_type = Options

    def deal(self, rng: Random) -> Setup:
        """All cards of the deck, half to each player."""
        cards = list(self.deck)
        rng.shuffle(cards)
        half = len(cards) // 2
        return {"hands": [sorted(cards[:half]), sorted(cards[half:])]}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"hands"}:
            raise ValueError("a set-up has exactly the key hands")
        return State(_read_hands(setup["hands"], self.deck))

    def legal(self, state: State) -> Legal:
        if state.over:
            return {}
        last = len(state.laid) + 1 == state.cards
        return {state.mover: placings(state.laid, state.hand(state.colour), last, self.options.corner_contact)}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        card = read(action)
        assert card is not None
        after = replace(state, games=(*state.games[:-1], (*state.laid, card)))
        if after.over and after.game == 1 and self.options.match == "double":
            return replace(after, games=(*after.games, ()))  # R23, R25
        return after

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """The state itself: both hands are open."""
        return state

    def facts(self, view: State) -> dict[str, Json]:
        outcome, now = outcome_of(view), result(view.laid, view.game)
        return {
            "game": view.game,
            "placed": len(view.laid),
            "colours": [colour_of(seat, view.game) for seat in SEATS],
            "to_act": [] if outcome else [str(view.mover)],
            "hands": [list(view.hand(colour_of(seat, view.game))) for seat in SEATS],
            "squares": sorted([*cell, square.shown, square.layers] for cell, square in grid_of(view.laid).items()),
            "lines": [[*line, line.value] for line in all_lines(view.laid)],
            "tokens": list(now.tokens),
            "points": list(now.points),
            "last": _last_fact(last(view)),
            "results": [{"tokens": list(done.tokens), "points": list(done.points)} for done in results(view)],
            "scores": list(scores(view)),
            "over": view.over,
            "winners": list(outcome.winners) if outcome else [],
            "reason": outcome.reason if outcome else None,
        }

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        from tableronde.games.karta_doppio.rules.refusals import why_not

        return why_not(state, self.options.corner_contact, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        from tableronde.games.karta_doppio.rules.refusals import why_not_press

        return why_not_press(state, self.options.corner_contact, seat, words)

    def touch(self, action: Action) -> list[str]:
        """A card, its face and turn, a place."""
        pose, _, place = action.partition("@")
        return [pose[:-2], pose[-2:], place]

    @property
    def deck(self) -> Hand:
        """The cards in use."""
        return DECKS[self.options.deck]


def seat_of(colour: Colour, game: int) -> Seat:
    """R23: seat 0 is red in the first game, seat 1 in the second."""
    return (COLOURS.index(colour) + game - 1) % 2


def colour_of(seat: Seat, game: int) -> Colour:
    """The colour a seat plays in a game."""
    return COLOURS[(seat + game - 1) % 2]


def result(laid: tuple[Laid, ...], game: int) -> Result:
    """The tokens and points of each seat in a game."""
    one, two = tallies(laid)[:: 1 if game == 1 else -1]
    return Result((one.tokens, two.tokens), (one.points, two.points))


def results(state: State) -> list[Result]:
    """The finished games, in order."""
    return [result(laid, game) for game, laid in enumerate(state.games, 1) if len(laid) == state.cards]


def scores(state: State) -> Numbers:
    """R26: the tokens of all games, the running one included."""
    return _summed([result(laid, game).tokens for game, laid in enumerate(state.games, 1)])


def outcome_of(state: State) -> Outcome | None:
    """The result of the match, or None while it goes on."""
    if not state.over:
        return None
    tokens, points = scores(state), _summed([result.points for result in results(state)])
    reason, decisive = ("tokens", tokens) if tokens[0] != tokens[1] else ("points", points)  # R20, R21, R26
    if decisive[0] == decisive[1]:
        return Outcome(SEATS, "draw", tokens)  # R22
    return Outcome((decisive.index(max(decisive)),), reason, tokens)


def last(state: State) -> Last | None:
    """The last card laid, though a new game may have begun since."""
    game, laid = next(((game, laid) for game, laid in reversed([*enumerate(state.games, 1)]) if laid), (0, ()))
    if not laid:
        return None
    before, after = result(laid[:-1], game).tokens, result(laid, game).tokens
    delta = after[0] - before[0], after[1] - before[1]
    return Last(game, seat_of(COLOURS[1 - len(laid) % 2], game), laid[-1], delta)


def _summed(pairs: list[Numbers]) -> Numbers:
    return sum(one for one, _ in pairs), sum(two for _, two in pairs)


def _last_fact(last: Last | None) -> Json:
    return last and {"game": last.game, "seat": last.seat, "action": str(last.laid), "delta": list(last.delta)}


def _read_hands(value: Json, deck: Hand) -> tuple[Hand, Hand]:
    if not isinstance(value, list) or len(value) != 2 or not all(isinstance(hand, list) for hand in value):
        raise ValueError("hands must be two lists of cards")
    cards = [card for hand in value for card in hand]
    if not all(type(card) is int for card in cards):
        raise ValueError("a card is given by its number")
    if sorted(cards) != list(deck):
        raise ValueError(f"the hands must hold each card of the deck once: {', '.join(map(str, deck))}")
    if len(value[0]) != len(value[1]):
        raise ValueError("the hands must be equally large")
    return tuple(sorted(value[0])), tuple(sorted(value[1]))
