"""CirKis: two to four players lay their pieces of glass on a decagon, each touching the piece laid before.

Clauses R1 to R22 and rulings Q1 to Q19 are those of the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Literal, NamedTuple, TypeVar

from tableronde.game import Action, Actor, Game, Json, Legal, Outcome, Refusal, Seat, Setup
from tableronde.games.cirkis.rules.board import Figure, board
from tableronde.games.cirkis.rules.pieces import PieceSet, Placement, standard
from tableronde.options import Unfit, option
from tableronde.text import Text

T = TypeVar("T")
PASS: Final = "pass"
MOST: Final = 10  # R14, for most spaces of a figure
MOST_OF_CENTRE: Final = 15  # R21
LAST_SPACE: Final = 5  # R16
LAST_PIECE: Final = 10  # R17
FORTY: Final = 40  # R19
HUNDRED: Final = 100  # R22
SEAT_NAMES: Final = (Text("Violet", "Purple"), Text("Rouge", "Red"), Text("Vert", "Green"), Text("Jaune", "Yellow"))
BY_LOT: Final = "lot"


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    centre_circle: bool = option(
        False, Text("Le cercle central rapporte aussi, 15 points (R21).", "The centre circle scores too, 15 points (R21).")
    )
    long_match: bool = option(False, Text("Plusieurs manches, jusqu’à 100 points (R22).", "Several rounds, up to 100 points (R22)."))
    begins: Literal["lot", "0", "1", "2", "3"] = option(
        BY_LOT,
        Text("Qui commence ? Le livret dit : le plus jeune (Q6).", "Who begins? The booklet says: the youngest (Q6)."),
        names={BY_LOT: Text("tiré au sort", "chosen at random")} | {str(seat): name for seat, name in enumerate(SEAT_NAMES)},
        late=True,
    )
    plain_slivers: bool = option(
        False,
        Text(
            "À la lettre : après le premier éclat, un éclat ne fait plus rejouer, même entouré (Q19).",
            "To the letter: after the first, a sliver never earns a free turn, even when surrounded (Q19).",
        ),
        late=True,
    )
    centre_both: bool = option(
        False,
        Text(
            "À la lettre : au cercle central, on peut marquer à la fois 15 et 5 points (Q16).",
            "To the letter: one player may score both 15 and 5 points for the centre circle (Q16).",
        ),
        late=True,
    )
    hundred_at_once: bool = option(
        False,
        Text(
            "La longue partie s’arrête dès qu’un total atteint 100 points, sans finir la manche (Q17).",
            "A long match stops as soon as a total reaches 100 points, in the middle of a round (Q17).",
        ),
        late=True,
    )


class Laid(NamedTuple):
    """A piece on the board, and whose it is."""

    seat: Seat
    placement: int  # index in the set


class Filled(NamedTuple):
    """A completed figure: the seat with most of it (none if shared) and the seat that covered its last space."""

    figure: str
    owner: Seat | None
    finisher: Seat


class Gain(NamedTuple):
    """Points that a seat scored, and their reason: a figure's name or "last-piece"."""

    seat: Seat
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Round:
    """A round: a whole game by R1 to R21. Sets of spaces and of placements are bit sets."""

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
        """The number of pieces that a seat has left."""
        return sum(self.left[seat])


class Result(NamedTuple):
    """A finished round."""

    first: Seat
    scores: tuple[int, ...]
    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game: the current round, those before it, and what never changes at a table."""

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
        if options.begins != BY_LOT and int(options.begins) >= seats:
            raise Unfit(
                f"À {seats} joueurs, « {SEAT_NAMES[int(options.begins)].fr} » ne peut pas commencer : personne n’a cette couleur.",
                f"With {seats} players, {SEAT_NAMES[int(options.begins)].en} cannot begin: nobody has that colour.",
            )
        self.pieces = pieces or standard()

    def deal(self, rng: Random) -> Setup:
        """Q6: the seat that was chosen begins, or one drawn at random."""
        return {"first": rng.randrange(self.seats) if self.options.begins == BY_LOT else int(self.options.begins)}

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
        after = passed(state.now) if action == PASS else laid(state, self.pieces.index[action])
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
        from tableronde.games.cirkis.rules.refusals import why_not

        return why_not(state, actor, action)

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        from tableronde.games.cirkis.rules.refusals import why_not_press

        return why_not_press(state, seat, words)

    def touch(self, action: Action) -> list[str]:
        """The shape of a piece, then where it goes."""
        return action.split("@")

    def _concluded(self, state: State) -> State:
        """R22: record the finished round; then begin the next one or end the game."""
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
    """The positions of the bits that are set, in increasing order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def holders(now: Round) -> list[Seat | None]:
    """The owner of the piece on each space."""
    owners: list[Seat | None] = [None] * len(board().spaces)
    for seat, mask in enumerate(now.held):
        for space in each(mask):
            owners[space] = seat
    return owners


def holder(now: Round, space: int) -> Seat | None:
    """The owner of the piece on a space."""
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


def laid(state: State, index: int) -> Round:
    """The round after the mover laid a piece: score, then check for the end, then for a free turn."""
    now, pieces, options = state.now, state.pieces, state.options
    seat, placement = now.mover, pieces.placements[index]
    held = _changed(now.held, seat, now.held[seat] | placement.cover)
    hand = _changed(now.left[seat], placement.shape, now.left[seat][placement.shape] - 1)
    filled = [judged(figure, held, seat) for figure in scoring(options) if completes(figure, placement, held)]
    gains = [gain for figure in filled for gain in paid(figure, options)]
    if not any(hand):
        gains.append(Gain(seat, LAST_PIECE, "last-piece"))  # R17
    scores = _credited(now.scores, gains)  # R18
    hundred = options.long_match and options.hundred_at_once and max(_credited(state.totals, gains)) >= HUNDRED  # Q17
    reason = "hundred" if hundred else "forty" if max(scores) >= FORTY else "" if any(hand) else "last-piece"  # R19
    free = () if reason else free_turn(state, placement, held)
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
    """R14, R15: the seat with strictly the most spaces of a completed figure, and the seat that completed it."""
    return Filled(figure.name, dominant(segments(figure, held)), finisher)


def segments(figure: Figure, held: tuple[int, ...]) -> list[int]:
    """The number of spaces of a figure for each seat."""
    return [(mask & figure.mask).bit_count() for mask in held]


def dominant(counts: list[int]) -> Seat | None:
    """Q12: the seat with strictly more than every other, if there is one."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def prize(figure: str) -> int:
    """R14, R21: the points for having most of a figure."""
    return MOST_OF_CENTRE if figure == "centre-circle" else MOST


def paid(filled: Filled, options: Options) -> list[Gain]:
    """R14, R16, R21: the points for a completed figure."""
    gains = []
    both = options.centre_both and filled.figure == "centre-circle"  # Q16
    if filled.owner is not None:
        gains.append(Gain(filled.owner, prize(filled.figure), filled.figure))
    if filled.finisher != filled.owner or both:
        gains.append(Gain(filled.finisher, LAST_SPACE, filled.figure))
    return gains


def free_turn(before: State, placement: Placement, held: tuple[int, ...]) -> tuple[str, ...]:
    """R8: the reasons to play again after a piece was laid."""
    is_sliver, sliver_laid = before.pieces.shapes[placement.shape].is_sliver, before.now.sliver_laid
    excluded = before.options.plain_slivers and is_sliver and sliver_laid  # Q19
    reasons = {
        "surrounded": not placement.around & ~sum(held) and not excluded,
        "centre-star": completes(board().star, placement, held),
        "first-sliver": is_sliver and not sliver_laid,
    }
    return tuple(reason for reason, holds in reasons.items() if holds)


def best(now: Round, scores: tuple[int, ...]) -> tuple[Seat, ...]:
    """R20, R22: the seats with the highest score, then with the most unplayed pieces in this round; level seats share."""
    ranks = [(score, now.unplayed(seat)) for seat, score in enumerate(scores)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _next(now: Round) -> Seat:
    return (now.mover + 1) % len(now.held)  # R2


def _changed(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    return (*items[:i], item, *items[i + 1 :])


def _credited(scores: tuple[int, ...], gains: list[Gain]) -> tuple[int, ...]:
    return tuple(score + sum(gain.points for gain in gains if gain.seat == seat) for seat, score in enumerate(scores))
