"""cirKle KIDS × DUO 228: sixteen pegs under sixteen hats, and cards or dice that ask for them.

Clauses R1 to R34 and rulings Q1 to Q30 are those of the rules page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, Final, Literal

from tableronde.game import CHANCE, Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.cirkle_duo.rules import setup as setups
from tableronde.games.cirkle_duo.rules.layers import Layers, Options, in_force
from tableronde.games.cirkle_duo.rules.pieces import CARDS, DICE, EMPTY, PEGS, PLACES, Piece, answers, fits, hat_word
from tableronde.games.cirkle_duo.rules.scoring import Hand, Hands, leaders, reckoned, scores, side, wins_by_family
from tableronde.text import Text

Phase = Literal["roll", "lift", "slap", "take", "over"]
Result = Literal["win", "exact", "miss", "forbidden", "empty"]
SLAP: Final = "slap"
DECLINE: Final = "decline"
UP: Final = "up-"  # begins the word of a hat while people watch a lift
ERRORS: Final = ("miss", "forbidden")  # R20
LIFTS: Final[Mapping[Action, int]] = {f"lift {place}": place for place in sorted(range(PLACES), key=str)}
_PRESSED: Final = {hat_word(place): action for action, place in LIFTS.items()}
ROLLS: Final = tuple(sorted("roll " + " ".join(faces) for faces in product(*DICE)))  # R31


@dataclass(frozen=True, slots=True)
class Lift:
    """A lifted hat as everybody saw it, and its outcome."""

    place: int
    peg: Piece  # or EMPTY
    by: Seat
    result: Result
    won: Hand = ()  # the card, then the bonus; or the peg
    lost: Hand = ()  # given up from the lifter's hand
    asked: tuple[Piece, ...] = ()  # the card of the turn, or the faces of the dice


@dataclass(frozen=True, slots=True)
class Seen:
    """The public part of a state (R15): everything but the pegs under the hats and the order of the deck."""

    hands: Hands
    player: Seat  # the player in turn, also while another one takes over
    phase: Phase
    turn: int = 1
    idle: int = 0  # consecutive turns without a gain
    card: Piece | None = None  # of the turn
    dice: tuple[Piece, ...] = ()
    lift: Lift | None = None  # the last one
    lifted: tuple[int, ...] = (0,) * PLACES  # the turn in which each hat was last lifted; 0: never
    under: tuple[Piece, ...] = ()  # cards put back under the deck, the lowest last
    taker: Seat | None = None
    declined: tuple[Seat, ...] = ()
    reason: str = ""  # why the game is over, if it is
    start_draw: tuple[setups.Round, ...] = ()  # R4: the cards drawn for the start, round by round

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def draw_shown(self) -> bool:
        """R4: whether the cards drawn for the start still lie face up, as they do until the first hat is lifted."""
        return bool(self.start_draw) and self.turn == 1 and self.lift is None


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game: the public part and the two secrets."""

    seen: Seen
    pegs: tuple[Piece, ...]  # R1: by place
    deck: tuple[Piece, ...]  # R2: the cards nobody has seen yet, from the top; those in `seen.under` lie below


@dataclass(frozen=True, slots=True)
class View:
    """A perfect memory of the game, the same for all seats; a table shows people much less."""

    layers: Layers
    seat: Seat | None
    seen: Seen
    known: tuple[Piece | None, ...]  # by place; None: its hat was never lifted
    unseen: int  # cards in the deck that nobody has seen
    pegs: tuple[Piece, ...] = ()  # the pegs under the hats, once the game is over and all are lifted


class CirkleDuo(Game[Options, State, View]):
    """The rules of cirKle KIDS × DUO 228, all three games."""

    slug = "cirkle-duo"
    edition = 1
    players = range(2, 7)
    options_type = Options

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.layers = in_force(options, seats)

    def deal(self, rng: Random) -> Setup:
        """R1, R2, R4: everything shuffled, and a draw for the first player."""
        return setups.deal(self.layers.mode, self.seats, rng)

    def start(self, setup: Setup) -> State:
        dealt = setups.read(setup, self.layers.mode, self.seats)
        seen = Seen(((),) * self.seats, dealt.first, "lift", start_draw=dealt.start_draw)
        return _begin_turn(self.layers, State(seen, dealt.pegs, dealt.deck))

    def legal(self, state: State) -> Legal:
        return legal(self.layers, state.seen)

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        match action.split(" "):
            case ["lift", place]:
                return _lift(self.layers, state, int(actor), int(place))
            case ["slap"]:
                return _with(state, taker=int(actor), phase="take")  # R21
            case ["decline"]:
                return _decline(self.layers, state, int(actor))
            case ["roll", *faces]:
                return _rolled(self.layers, state, tuple(faces))
        raise ValueError(f"{action!r} is no action of this game")

    def outcome(self, state: State) -> Outcome | None:
        if not state.seen.reason:
            return None
        return Outcome(winners(self.layers, state.seen), state.seen.reason, tuple(scores(self.layers, state.seen.hands)))

    def view(self, state: State, seat: Seat | None) -> View:
        known = tuple(peg if turn else None for peg, turn in zip(state.pegs, state.seen.lifted, strict=True))
        return View(self.layers, seat, state.seen, known, len(state.deck), state.pegs if state.seen.reason else ())

    def facts(self, view: View) -> dict[str, Json]:
        return _public(view) if view.seat is None else {**_public(view), **_remembered(view, view.seat)}

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """R27: seats take turns team by team (Q25)."""
        return tuple(side(self.layers, self.seats, seat) for seat in range(2 if self.layers.teams else self.seats))

    def imagine(self, view: View, rng: Random) -> State:
        """A state with all that was seen, and the other pegs and cards at random."""
        won = view.seen.hands if self.layers.mode == "dice" else ()
        pegs = view.pegs or _shuffled_in(view.known, _left(PEGS, view.known, *won), rng)
        deck = _left(CARDS, view.seen.under, (view.seen.card,), *view.seen.hands) if view.unseen else []
        return State(view.seen, pegs, tuple(rng.sample(deck, len(deck))))

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        from tableronde.games.cirkle_duo.rules.refusals import why_not

        return why_not(self.layers, state.seen, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        if words[-1].startswith(UP):
            return Refusal("R6", Text("Attendez que le chapeau soit reposé.", "Wait until the hat is down."))
        return self.why_not(state, seat, _PRESSED.get(words[-1], words[-1]))

    def touch(self, action: Action) -> list[str]:
        """The single press of an action: a hat or a word."""
        return [hat_word(LIFTS[action])] if action in LIFTS else action.split(" ")


def legal(layers: Layers, seen: Seen) -> Legal:
    """The legal actions of each seat. They do not depend on the secrets: every hat may hold anything (Q9)."""
    match seen.phase:
        case "roll":
            return {CHANCE: ROLLS}
        case "slap":
            return dict.fromkeys(asked(layers, seen), (DECLINE, SLAP))
    return {seat: lifts(layers, seen) for seat in to_act(layers, seen)}


def to_act(layers: Layers, seen: Seen) -> Sequence[Actor]:
    """The seats that the game waits for."""
    match seen.phase:
        case "roll":
            return (CHANCE,)
        case "lift":
            return (seen.player,)
        case "slap":
            return asked(layers, seen)
        case "take":
            assert seen.taker is not None
            return (seen.taker,)
        case "over":
            return ()


def lifts(layers: Layers, seen: Seen) -> tuple[Action, ...]:
    """The hats on offer."""
    barred = {*waiting(layers, seen), *just_lifted(seen)}
    return tuple(action for action, place in LIFTS.items() if place not in barred)


def waiting(layers: Layers, seen: Seen) -> list[int]:
    """R19: the places whose hats are waiting."""
    return [place for place in range(PLACES) if turns_to_wait(seen, place) > 0] if layers.waiting else []


def turns_to_wait(seen: Seen, place: int) -> int:
    """R19: the number of turns that a hat still has to wait, this one included."""
    lifted = seen.lifted[place]
    return max(0, lifted + seen.seats - seen.turn) if lifted else 0


def just_lifted(seen: Seen) -> list[int]:
    """R21: the hat that is forbidden in a take-over even if hats do not wait."""
    return [seen.lift.place] if seen.phase == "take" and seen.lift else []


def asked(layers: Layers, seen: Seen) -> list[Seat]:
    """R20: the seats that may slap after an error and have not declined."""
    return [seat for seat in range(seen.seats) if may_slap(layers, seen, seat) and seat not in seen.declined]


def may_slap(layers: Layers, seen: Seen, seat: Seat) -> bool:
    """R20: all seats but the player in turn (Q15b); with `slap_needs_card`, only seats that have something to lose."""
    return seat != seen.player and (bool(seen.hands[seat]) or not layers.slap_needs_card)


def winners(layers: Layers, seen: Seen) -> tuple[Seat, ...]:
    """The winners of a finished game."""
    if seen.reason == "family" and seen.lift:
        return side(layers, seen.seats, seen.lift.by)  # R28
    return leaders(layers, seen.hands)  # R29


def _with(state: State, **changes: Any) -> State:
    """The state with a changed public part."""
    return State(replace(state.seen, **changes), state.pegs, state.deck)


def _lift(layers: Layers, state: State, seat: Seat, place: int) -> State:
    """R6: a hat is lifted, all see the peg, and the hat goes back."""
    if layers.mode == "dice":
        return _lift_for_dice(layers, state, seat, place)
    assert state.seen.card is not None
    peg, result, asked = state.pegs[place], _result(layers, state, seat, place), (state.seen.card,)
    if result in ERRORS:
        return _erred(layers, state, Lift(place, peg, seat, result, lost=_penalty(layers, state.seen, seat, peg, result), asked=asked))
    won, after = _gain(layers, state, result)
    return _end_turn(layers, _with(_noted(after, Lift(place, peg, seat, result, won, asked=asked)), card=None))


def _lift_for_dice(layers: Layers, state: State, seat: Seat, place: int) -> State:
    """R32: a peg that a face asks for is taken off the board."""
    peg = state.pegs[place]
    dice = state.seen.dice
    if not any(answers(peg, face, layers.dice_wild) for face in dice):
        return _end_turn(layers, _noted(state, Lift(place, peg, seat, "empty" if peg == EMPTY else "miss", asked=dice)))  # R33
    pegs = tuple(EMPTY if i == place else here for i, here in enumerate(state.pegs))
    return _end_turn(layers, _noted(replace(state, pegs=pegs), Lift(place, peg, seat, "win", (peg,), asked=dice)))


def _rolled(layers: Layers, state: State, dice: tuple[Piece, ...]) -> State:
    """R31; a house rule throws dice again that can win nothing."""
    dead = layers.reroll_dead and not winnable(layers, state.seen, dice)
    return _with(state, dice=dice, phase="roll" if dead else "lift")


def winnable(layers: Layers, seen: Seen, dice: tuple[Piece, ...]) -> list[Piece]:
    """R32, R33: the pegs still on the board that these dice ask for."""
    return [peg for peg in _left(PEGS, *seen.hands) if any(answers(peg, face, layers.dice_wild) for face in dice)]


def _result(layers: Layers, state: State, seat: Seat, place: int) -> Result:
    """The outcome of a lift for the card of the turn."""
    peg, card = state.pegs[place], state.seen.card
    assert card is not None
    if peg in state.seen.hands[seat] and (state.seen.lifted[place] or not layers.forbidden_when_seen):
        return "forbidden"  # R12: before everything else (Q10); own cards only (R18)
    if peg == card:
        return "exact"
    return "win" if fits(peg, card) else "miss"


def _gain(layers: Layers, state: State, result: Result) -> tuple[Hand, State]:
    """R7, R10, R22: the cards won, and the state without the bonus card, if there was one."""
    assert state.seen.card is not None
    if result == "win" or (state.seen.phase == "take" and not layers.slap_bonus):
        return (state.seen.card,), state
    bonus, under, deck = _drawn(state)
    after = State(replace(state.seen, under=under), state.pegs, deck)
    return (state.seen.card, bonus) if bonus else (state.seen.card,), after  # R11: perhaps the deck is empty


def _penalty(layers: Layers, seen: Seen, seat: Seat, peg: Piece, result: Result) -> Hand:
    """The cards that a player loses by an error."""
    if seen.phase == "take":
        return seen.hands[seat]  # R23
    return (peg,) if layers.strict and result == "forbidden" else ()  # R13, R14


def _erred(layers: Layers, state: State, lift: Lift) -> State:
    """After an error others may slap (R20), but only one take-over a turn (Q15f); otherwise the turn is over (R9)."""
    after = _noted(state, lift)
    opens = layers.slap and state.seen.phase == "lift" and asked(layers, after.seen)
    return _with(after, phase="slap") if opens else _card_goes_under(layers, after)


def _noted(state: State, lift: Lift) -> State:
    """The state after a lift: remembered by all, with the lifter's new hand."""
    hands = tuple(_changed(hand, lift) if seat == lift.by else hand for seat, hand in enumerate(state.seen.hands))
    lifted = tuple(state.seen.turn if place == lift.place else turn for place, turn in enumerate(state.seen.lifted))
    return _with(state, lift=lift, lifted=lifted, hands=hands, under=state.seen.under + lift.lost)  # R17


def _changed(hand: Hand, lift: Lift) -> Hand:
    return tuple(piece for piece in hand if piece not in lift.lost) + lift.won


def _decline(layers: Layers, state: State, seat: Seat) -> State:
    """R20: if all decline, the card goes under the deck and the turn ends."""
    after = _with(state, declined=tuple(sorted((*state.seen.declined, seat))))
    return after if asked(layers, after.seen) else _card_goes_under(layers, after)


def _card_goes_under(layers: Layers, state: State) -> State:
    """R9, R17: the card of the turn ends lowest, and the turn is over."""
    assert state.seen.card is not None
    return _end_turn(layers, _with(state, under=(*state.seen.under, state.seen.card), card=None))


def _end_turn(layers: Layers, state: State) -> State:
    """R16, R24: the seat after the player in turn plays next, unless the game is over."""
    seen = state.seen
    gained = seen.lift is not None and bool(seen.lift.won)
    idle = 0 if gained else seen.idle + 1
    if reason := _reason(layers, seen, idle):
        return _with(state, idle=idle, reason=reason, phase="over")
    return _begin_turn(layers, state, idle=idle, turn=seen.turn + 1, player=(seen.player + 1) % seen.seats, taker=None, declined=())


def _begin_turn(layers: Layers, state: State, **changes: Any) -> State:
    """Begin a turn with a changed public part."""
    if layers.mode == "dice":
        return _with(state, **changes, phase="roll", dice=())  # R31
    card, under, deck = _drawn(state)
    return State(replace(state.seen, **changes, phase="lift", card=card, under=under), state.pegs, deck)  # R6


def _reason(layers: Layers, seen: Seen, idle: int) -> str:
    """The reason why the game is over after this turn, if it is, in the order of R30."""
    if not idle and seen.lift and wins_by_family(layers, seen.hands, seen.lift.by):
        return "family"
    if sum(map(len, seen.hands)) == (len(PEGS) if layers.mode == "dice" else len(CARDS)):
        return "all_pegs" if layers.mode == "dice" else "all_cards"  # R34, R25
    if seen.turn == layers.max_turns:
        return "max_turns"
    return "idle" if idle == layers.max_idle > 0 else ""


def _drawn(state: State) -> tuple[Piece | None, tuple[Piece, ...], tuple[Piece, ...]]:
    """The top card of the deck, if there is one, and without it the cards under the deck and those nobody has seen."""
    under, deck = state.seen.under, state.deck
    if deck:
        return deck[0], under, deck[1:]
    return (under[0], under[1:], deck) if under else (None, under, deck)


def _left(pieces: tuple[Piece, ...], *elsewhere: tuple[Piece | None, ...]) -> list[Piece]:
    """The pieces that have not been seen."""
    found = {piece for group in elsewhere for piece in group}
    return [piece for piece in pieces if piece not in found]


def _shuffled_in(known: tuple[Piece | None, ...], left: list[Piece], rng: Random) -> tuple[Piece, ...]:
    """The known pegs, with the remaining ones at random under the other hats."""
    rest = iter(rng.sample(left, len(left)))
    return tuple(next(rest) if peg is None else peg for peg in known)


def _public(view: View) -> dict[str, Json]:
    """The public facts, named as in the dossier. Pegs are never among them, not even when the game is over."""
    seen, rules = view.seen, view.layers
    pieces: list[list[Piece]] = [list(hand) for hand in seen.hands]
    none: list[list[Piece]] = [[] for _ in seen.hands]
    dice, over, reckoning = rules.mode == "dice", bool(seen.reason), reckoned(rules, seen.hands)
    return {
        "mode": rules.mode,
        "players": seen.seats,
        "turn": seen.turn,
        "player": seen.player,
        "idle": seen.idle,
        "phase": seen.phase,
        "to_act": [str(actor) for actor in to_act(rules, seen)],
        "card": seen.card,
        "dice": list(seen.dice) or None,
        "revealed": _revealed(seen.lift),
        "cards": none if dice else pieces,
        "pegs": pieces if dice else none,
        "deck_count": view.unseen + len(seen.under),
        "pegs_left": len(PEGS) - sum(map(len, seen.hands)) if dice else len(PEGS),
        "waiting": waiting(rules, seen),
        "taker": seen.taker,
        "declined": list(seen.declined),
        "points": list(reckoning.points),
        "families": [list(letters) for letters in reckoning.families],
        "scores": list(reckoning.scores),
        "teams": [seat % 2 for seat in range(seen.seats)] if rules.teams else None,
        "over": over,
        "winners": list(winners(rules, seen)) if over else [],
        "reason": seen.reason or None,
    }


def _revealed(lift: Lift | None) -> Json:
    if lift is None:
        return None
    peg = None if lift.peg == EMPTY else lift.peg
    return {"place": lift.place, "peg": peg, "by": lift.by, "result": lift.result, "won": list(lift.won), "lost": list(lift.lost)}


def _remembered(view: View, seat: Seat) -> dict[str, Json]:
    """The facts that a seat's perfect memory adds to the public ones."""
    return {
        "seat": seat,
        "known": list(view.known),
        "deck": [None] * view.unseen + list(view.seen.under),
        "forbidden": forbidden(view, seat),
    }


def forbidden(view: View, seat: Seat) -> list[int]:
    """R12: the known places whose peg is a card of that seat."""
    return [place for place, peg in enumerate(view.known) if peg in view.seen.hands[seat]]
