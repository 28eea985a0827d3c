"""CirKis: two to four players lay their pieces of glass on a decagon, each touching the piece laid before.

Clauses R1 to R22 and rulings Q1 to Q19 are those of the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple, TypeVar

from tableronde.game import Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.cirkis.board import Figure, board
from tableronde.games.cirkis.pieces import PieceSet, Placement, standard
from tableronde.options import option
from tableronde.text import Text

T = TypeVar("T")
PASS: Final = "pass"
MOST: Final = 10  # R14, for most spaces of a figure
MOST_OF_CENTRE: Final = 15  # R21
LAST_SPACE: Final = 5  # R16
LAST_PIECE: Final = 10  # R17
FORTY: Final = 40  # R19
HUNDRED: Final = 100  # R22


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    centre_circle: bool = option(
        False, Text("Le cercle central rapporte aussi, 15 points (R21).", "The centre circle scores too, 15 points (R21).")
    )
    long_match: bool = option(False, Text("Plusieurs manches, jusqu’à 100 points (R22).", "Several rounds, up to 100 points (R22)."))


class Laid(NamedTuple):
    """A piece on the board, and whose it is."""

    seat: Seat
    placement: int  # index in the set


class Filled(NamedTuple):
    """A completed figure: who has most of it (nobody if shared) and who covered its last space."""

    figure: str
    owner: Seat | None
    finisher: Seat


class Gain(NamedTuple):
    """Points somebody was paid, and for what: a figure's name or "last-piece"."""

    seat: Seat
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round: a whole game by R1 to R21. Sets of spaces and of placements are the bits of a number."""

    first: Seat
    mover: Seat
    left: tuple[tuple[int, ...], ...]  # pieces of each seat, by shape
    fitting: int  # the placements on empty spaces only
    held: tuple[int, ...]  # spaces of each seat
    near: int = 0  # the placements that touch some piece
    laid: tuple[Laid, ...] = ()
    scores: tuple[int, ...] = ()
    figures: tuple[Filled, ...] = ()
    free: tuple[str, ...] = ()  # why the mover has a free turn (R8), if so
    passes: int = 0  # in a row, up to now
    sliver_laid: bool = False
    gains: tuple[Gain, ...] = ()  # by the last action
    reason: str = ""  # why the round is over, if it is

    @property
    def covered(self) -> int:
        """All spaces that are taken."""
        return sum(self.held)

    def unplayed(self, seat: Seat) -> int:
        """How many pieces a seat has left."""
        return sum(self.left[seat])


class Result(NamedTuple):
    """A finished round."""

    first: Seat
    scores: tuple[int, ...]
    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game: the round being played and those before it. What never changes at a table comes along."""

    now: Round
    rounds: tuple[Result, ...] = ()
    reason: str = ""  # why the game is over, if it is
    options: Options = Options()
    pieces: PieceSet = field(default_factory=standard, repr=False, compare=False)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all rounds, the present one included."""
        finished = [result.scores for result in self.rounds] + ([] if self.now.reason else [self.now.scores])
        return tuple(map(sum, zip(*finished, strict=True)))

    @property
    def leader(self) -> Placement | None:
        """R6: the piece laid last."""
        return self.pieces.placements[self.now.laid[-1].placement] if self.now.laid else None


class Cirkis(Game[Options, State, State]):
    """The rules of CirKis, played with the set of pieces of the box or with a corrected one."""

    slug = "cirkis"
    edition = 1
    players = range(2, 5)
    options_type = Options

    def __init__(self, seats: int, options: Options, pieces: PieceSet | None = None) -> None:
        super().__init__(seats, options)
        self.pieces = pieces or standard()

    def deal(self, rng: Random) -> Setup:
        """Q6: who begins is drawn by lot."""
        return {"first": rng.randrange(self.seats)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"first"}:
            raise ValueError("a set-up has exactly the key first: the seat that begins")
        first = setup["first"]
        if type(first) is not int or first not in range(self.seats):
            raise ValueError(f"first must be a seat from 0 to {self.seats - 1}, not {first!r}")
        return State(opened(self.seats, first, self.pieces), options=self.options, pieces=self.pieces)

    def legal(self, state: State) -> Legal:
        if state.reason:
            return {}
        placements = self.pieces.placements
        return {state.now.mover: [placements[i].action for i in each(choices(state.now, self.pieces))] or [PASS]}  # R12

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        after = passed(state.now) if action == PASS else laid(state.now, self.pieces, self.pieces.index[action], scoring(self.options))
        return self._concluded(replace(state, now=after)) if after.reason else replace(state, now=after)

    def outcome(self, state: State) -> Outcome | None:
        if not state.reason:
            return None
        return Outcome(best(state.now, state.totals), state.reason, tuple(map(float, state.totals)))

    def view(self, state: State, seat: Seat | None) -> State:
        """Nothing is hidden."""
        return state

    def facts(self, view: State) -> dict[str, Json]:
        now, outcome = view.now, self.outcome(view)
        return {
            "over": outcome is not None,
            "winners": list(outcome.winners) if outcome else [],
            "reason": view.reason or None,
            "scores": list(view.totals),
            "round_scores": list(now.scores),
            "to_act": [] if outcome else [str(now.mover)],
            "owner": holders(now),
            "pieces_left": [{shape.slug: n for shape, n in zip(view.pieces.shapes, left, strict=True)} for left in now.left],
            "leader": list(view.leader.spaces) if view.leader else [],
            "free_turn": bool(now.free),
            "figures": {filled.figure: {"owner": filled.owner, "finisher": filled.finisher} for filled in now.figures},
            "round": len(view.rounds) + (not view.reason),
            "rounds": [{**r._asdict(), "scores": list(r.scores), "winners": list(r.winners)} for r in view.rounds],
            "first": now.first,
            "passes": now.passes,
            "sliver_bonus": not now.sliver_laid,
        }

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        from tableronde.games.cirkis.refusals import why_not

        return why_not(state, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        from tableronde.games.cirkis.refusals import why_not_press

        return why_not_press(state, seat, words)

    def touch(self, action: Action) -> list[str]:
        """The shape of a piece, then where it goes."""
        return action.split("@")

    def _concluded(self, state: State) -> State:
        """R22: the finished round is written down; then comes the next one, or the end."""
        now = state.now
        after = replace(state, rounds=(*state.rounds, Result(now.first, now.scores, now.reason, best(now, now.scores))))
        if not self.options.long_match:
            return replace(after, reason=now.reason)
        if max(after.totals) >= HUNDRED:
            return replace(after, reason="hundred")
        return replace(after, now=opened(self.seats, (now.first + 1) % self.seats, self.pieces))


def opened(seats: int, first: Seat, pieces: PieceSet) -> Round:
    """A round before its first piece: an empty board, a full set for each player (R1)."""
    hand = tuple(shape.count for shape in pieces.shapes)
    return Round(first, first, (hand,) * seats, (1 << len(pieces.placements)) - 1, (0,) * seats, scores=(0,) * seats)


def scoring(options: Options) -> tuple[Figure, ...]:
    """The figures that score at a table (R13, R21)."""
    return (*board().figures, board().circle) if options.centre_circle else board().figures


def each(mask: int) -> list[int]:
    """The numbers whose bits are set, from the smallest."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def holders(now: Round) -> list[Seat | None]:
    """Whose piece lies on each space."""
    owners: list[Seat | None] = [None] * len(board().spaces)
    for seat, mask in enumerate(now.held):
        for space in each(mask):
            owners[space] = seat
    return owners


def holder(now: Round, space: int) -> Seat | None:
    """Whose piece lies on a space."""
    return next((seat for seat, mask in enumerate(now.held) if mask >> space & 1), None)


def in_hand(now: Round, pieces: PieceSet, seat: Seat) -> int:
    """The placements of the shapes a seat still has."""
    mask = 0
    for left, placements in zip(now.left[seat], pieces.of_shape, strict=True):
        if left:
            mask |= placements
    return mask


def reach(now: Round, pieces: PieceSet) -> int:
    """The placements in the right part of the board, whether or not they fit."""
    if not now.laid:
        return pieces.opening  # R4
    if now.free:
        return now.near  # R10
    return pieces.placements[now.laid[-1].placement].touching  # R5


def choices(now: Round, pieces: PieceSet) -> int:
    """All placements the mover may choose from; none means to pass (R12)."""
    return now.fitting & reach(now, pieces) & in_hand(now, pieces, now.mover)


def passed(now: Round) -> Round:
    """The round after a pass; the leader stays (R7), a free turn lapses (R11)."""
    passes = now.passes + 1
    reason = "blocked" if passes == len(now.held) else ""  # R19c
    return replace(now, mover=_next(now), passes=passes, free=(), gains=(), reason=reason)


def laid(now: Round, pieces: PieceSet, index: int, figures: tuple[Figure, ...]) -> Round:
    """The round after the mover laid a piece: score, then look for the end, then for a free turn."""
    seat, placement = now.mover, pieces.placements[index]
    held = _changed(now.held, seat, now.held[seat] | placement.cover)
    hand = _changed(now.left[seat], placement.shape, now.left[seat][placement.shape] - 1)
    filled = [judged(figure, held, seat) for figure in figures if completes(figure, placement, held)]
    gains = [gain for figure in filled for gain in paid(figure)]
    if not any(hand):
        gains.append(Gain(seat, LAST_PIECE, "last-piece"))  # R17
    scores = _credited(now.scores, gains)  # R18
    reason = "forty" if max(scores) >= FORTY else "" if any(hand) else "last-piece"  # R19
    free = () if reason else free_turn(now, pieces, placement, held)
    return Round(
        now.first,
        seat if free else _next(now),
        _changed(now.left, seat, hand),
        now.fitting & ~placement.clashes,
        held,
        now.near | placement.touching,
        (*now.laid, Laid(seat, index)),
        scores,
        (*now.figures, *filled),
        free,
        0,
        now.sliver_laid or pieces.shapes[placement.shape].is_sliver,
        tuple(gains),
        reason,
    )


def completes(figure: Figure, placement: Placement, held: tuple[int, ...]) -> bool:
    """R13: whether a piece just laid covered the last space of a figure."""
    return bool(figure.mask & placement.cover) and not figure.mask & ~sum(held)


def judged(figure: Figure, held: tuple[int, ...], finisher: Seat) -> Filled:
    """R14, R15: a completed figure belongs to whoever has strictly most of it."""
    return Filled(figure.name, dominant(segments(figure, held)), finisher)


def segments(figure: Figure, held: tuple[int, ...]) -> list[int]:
    """How many spaces of a figure each seat has."""
    return [(mask & figure.mask).bit_count() for mask in held]


def dominant(counts: list[int]) -> Seat | None:
    """Q12: the seat with strictly more than every other, if there is one."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def prize(figure: str) -> int:
    """R14, R21: what having most of a figure pays."""
    return MOST_OF_CENTRE if figure == "centre-circle" else MOST


def paid(filled: Filled) -> list[Gain]:
    """R14, R16, R21: what a completed figure pays."""
    gains = []
    if filled.owner is not None:
        gains.append(Gain(filled.owner, prize(filled.figure), filled.figure))
    if filled.finisher != filled.owner:
        gains.append(Gain(filled.finisher, LAST_SPACE, filled.figure))
    return gains


def free_turn(before: Round, pieces: PieceSet, placement: Placement, held: tuple[int, ...]) -> tuple[str, ...]:
    """R8: the reasons to play again after a piece was laid."""
    reasons = {
        "surrounded": not placement.around & ~sum(held),
        "centre-star": completes(board().star, placement, held),
        "first-sliver": pieces.shapes[placement.shape].is_sliver and not before.sliver_laid,
    }
    return tuple(reason for reason, holds in reasons.items() if holds)


def best(now: Round, scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """R20, R22: the highest score, then the most unplayed pieces in this round; those still level share."""
    ranks = [(score, now.unplayed(seat)) for seat, score in enumerate(scores)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _next(now: Round) -> Seat:
    return (now.mover + 1) % len(now.held)  # R2


def _changed(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    return (*items[:i], item, *items[i + 1 :])


def _credited(scores: tuple[int, ...], gains: list[Gain]) -> tuple[int, ...]:
    return tuple(score + sum(gain.points for gain in gains if gain.seat == seat) for seat, score in enumerate(scores))
