"""The rules of CirKis on flat integers.

All 530 placements of the pieces of the box are known before the game (`pieces`), with the placements that each of them touches
or overlaps. A move is the number of a placement; the next number is the pass. `blocked` counts, for each placement, the pieces on
the board that overlap it: the legal moves are the placements that touch the piece laid last, are not blocked, and whose piece the
mover has in hand. Taking a piece back undoes what laying it did, so that it costs no more than a move.
"""

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final

from tableronde.flat import i16, i64, u8, vec
from tableronde.games.cirkis.rules import (
    FORTY,
    HUNDRED,
    LAST_PIECE,
    LAST_SPACE,
    MOST,
    MOST_OF_CENTRE,
    PASS,
    Options,
    State,
    each,
    scoring,
)
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import PieceSet
from tableronde.kernel import Kernel

SEATS: Final[i64] = 4
FIGURES: Final[i64] = 17
STAR: Final[i64] = 0  # the centre star, first of the figures
LEAD: Final = 4.0  # the value in points of the lead in a nearly full figure
SINGLE: Final = 1.0  # the value in points of a one-space piece in hand
SPREAD: Final = 8.0  # a lead of that many points multiplies the odds by e


class Lists:
    """Many short lists of numbers, one after the other: list i is `items` from start[i] to start[i + 1]."""

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        self.start: vec[i64] = vec[i64]([0] * (len(lists) + 1))
        self.items: vec[i16] = vec[i16]([item for one in lists for item in one])
        for i in range(len(lists)):
            self.start[i + 1] = self.start[i] + len(lists[i])


class Tables:
    """Tables of a set of pieces, computed before any game."""

    def __init__(self, pieces: PieceSet, centre_circle: bool) -> None:
        places, figures = pieces.placements, scoring(Options(centre_circle=centre_circle))
        self.actions: list[str] = [place.action for place in places]
        self.placements: i64 = len(places)
        self.shapes: i64 = len(pieces.shapes)
        self.hand: vec[i64] = vec[i64]([shape.count for shape in pieces.shapes])
        self.is_sliver: vec[i64] = vec[i64]([int(shape.is_sliver) for shape in pieces.shapes])
        self.is_single: vec[i64] = vec[i64]([int(shape.cells in ("K", "D")) for shape in pieces.shapes])
        self.shape: vec[u8] = vec[u8]([place.shape for place in places])
        self.opening: vec[i16] = vec[i16](each(pieces.opening))
        self.cover: Lists = Lists([place.spaces for place in places])
        self.around: Lists = Lists([each(place.around) for place in places])
        self.touching: Lists = Lists([each(place.touching) for place in places])
        self.clashes: Lists = Lists([each(place.clashes) for place in places])
        self.figures: i64 = len(figures)
        self.size: vec[i64] = vec[i64]([len(figure.spaces) for figure in figures])
        self.most: vec[i64] = vec[i64]([MOST_OF_CENTRE if figure.name == "centre-circle" else MOST for figure in figures])
        # The figures of each placement, repeated for each space that it covers of them.
        self.parts: Lists = Lists(
            [[i for i, figure in enumerate(figures) for _ in range((figure.mask & place.cover).bit_count())] for place in places]
        )


@cache
def tables(pieces: PieceSet, centre_circle: bool) -> Tables:
    """The tables of a set, computed once."""
    return Tables(pieces, centre_circle)


class CirkisKernel(Kernel):
    """A position of CirKis."""

    def __init__(self, seats: i64, known: Tables, options: Options) -> None:
        super().__init__(seats, known.placements + 1)
        self.known: Tables = known
        self.long_match: bool = options.long_match
        self.hundred_at_once: bool = options.long_match and options.hundred_at_once
        self.plain_slivers: bool = options.plain_slivers
        self.centre_both: bool = options.centre_both
        self.skip: i64 = known.placements  # the pass
        self.blocked: vec[u8] = vec[u8]([0] * known.placements)
        self.taken: vec[u8] = vec[u8]([0] * len(board().spaces))
        self.left: vec[i64] = vec[i64]([0] * (seats * known.shapes))  # pieces of each seat, by shape
        self.unplayed: vec[i64] = vec[i64]([0] * SEATS)
        self.held: vec[i64] = vec[i64]([0] * (FIGURES * SEATS))  # spaces of each figure, by seat
        self.filled: vec[i64] = vec[i64]([0] * FIGURES)
        self.scores: vec[i64] = vec[i64]([0] * SEATS)  # in this round
        self.earlier: vec[i64] = vec[i64]([0] * SEATS)  # in the rounds before
        self.laid: vec[i64] = vec[i64]([0] * 512)  # placements in order
        self.owner: vec[i64] = vec[i64]([0] * 512)  # and their owners
        self.pieces: i64 = 0  # on the board
        self.first: i64 = 0
        self.passes: i64 = 0
        self.slivers: i64 = 0  # on the board
        self.free: bool = False
        self.round: i64 = 0
        self.kept: vec[i64] = vec[i64]([0] * 16)
        self.kept_laid: vec[i64] = vec[i64]([0] * 512)
        self.kept_owner: vec[i64] = vec[i64]([0] * 512)

    # Setting up

    def set_up(self, state: State) -> None:
        """Take over a position of the rules."""
        now = state.now
        self._open(now.first)
        for laid in now.laid:
            self._lay(laid.placement, laid.seat)
        for seat in range(self.seats):
            self.scores[seat] = now.scores[seat]
            self.earlier[seat] = state.totals[seat] - now.scores[seat]
        self.mover = now.mover
        self.passes = now.passes
        self.free = bool(now.free)
        self.round = len(state.rounds)
        self.over = bool(state.reason)
        self.winners = self._best() if self.over else 0

    def _open(self, first: i64) -> None:
        """R1, R22: an empty board, and a full set for each player."""
        while self.pieces:
            self._take_back()
        for seat in range(self.seats):
            self.unplayed[seat] = 0
            self.scores[seat] = 0
            for shape in range(self.known.shapes):
                self.left[seat * self.known.shapes + shape] = self.known.hand[shape]
                self.unplayed[seat] += self.known.hand[shape]
        self.first = first
        self.mover = first
        self.passes = 0
        self.free = False

    # Laying and taking back pieces

    def _lay(self, place: i64, seat: i64) -> None:
        known = self.known
        cover, clashes, parts = known.cover, known.clashes, known.parts
        for i in range(cover.start[place], cover.start[place + 1]):
            self.taken[i64(cover.items[i])] = 1
        for i in range(clashes.start[place], clashes.start[place + 1]):
            self.blocked[i64(clashes.items[i])] += 1
        for i in range(parts.start[place], parts.start[place + 1]):
            figure = i64(parts.items[i])
            self.filled[figure] += 1
            self.held[figure * SEATS + seat] += 1
        shape = i64(known.shape[place])
        self.left[seat * known.shapes + shape] -= 1
        self.unplayed[seat] -= 1
        self.slivers += known.is_sliver[shape]
        self.laid[self.pieces] = place
        self.owner[self.pieces] = seat
        self.pieces += 1

    def _take_back(self) -> None:
        """Undo the last `_lay`."""
        known = self.known
        cover, clashes, parts = known.cover, known.clashes, known.parts
        self.pieces -= 1
        place, seat = self.laid[self.pieces], self.owner[self.pieces]
        for i in range(cover.start[place], cover.start[place + 1]):
            self.taken[i64(cover.items[i])] = 0
        for i in range(clashes.start[place], clashes.start[place + 1]):
            self.blocked[i64(clashes.items[i])] -= 1
        for i in range(parts.start[place], parts.start[place + 1]):
            figure = i64(parts.items[i])
            self.filled[figure] -= 1
            self.held[figure * SEATS + seat] -= 1
        shape = i64(known.shape[place])
        self.left[seat * known.shapes + shape] += 1
        self.unplayed[seat] += 1
        self.slivers -= known.is_sliver[shape]

    # Legal moves

    def list_moves(self) -> i64:
        known = self.known
        self.count = 0
        if self.over:
            return 0
        if self.pieces == 0:
            self._list(known.opening, 0, len(known.opening))  # R4
        elif self.free:
            self._list_near()  # R10
        else:
            last = self.laid[self.pieces - 1]
            self._list(known.touching.items, known.touching.start[last], known.touching.start[last + 1])  # R5
        if self.count == 0:
            self.moves[0] = self.skip  # R12
            self.count = 1
        return self.count

    def _list(self, places: vec[i16], start: i64, end: i64) -> None:
        """Add those of these placements that fit and whose piece is in hand."""
        moves, blocked, left, shape = self.moves, self.blocked, self.left, self.known.shape
        count: i64 = 0
        hand = self.mover * self.known.shapes
        for i in range(start, end):
            place = i64(places[i])
            moves[count] = place
            count += i64(blocked[place] == 0) & i64(left[hand + i64(shape[place])] > 0)
        self.count = count

    def _list_near(self) -> None:
        """Add all placements that fit, touch any piece and whose piece is in hand."""
        hand = self.mover * self.known.shapes
        for place in range(self.skip):
            if not self.blocked[place] and self.left[hand + i64(self.known.shape[place])] and self._touches(place):
                self.moves[self.count] = place
                self.count += 1

    def _touches(self, place: i64) -> bool:
        """Whether some space around a placement is taken."""
        around = self.known.around
        return any(self.taken[i64(around.items[i])] for i in range(around.start[place], around.start[place + 1]))

    # Playing

    def play(self, move: i64) -> None:
        if move == self.skip:
            self.passes += 1
            self.free = False  # R11
            self._turn()
            if self.passes == self.seats:
                self._conclude()  # R19c
            return
        seat = self.mover
        first_sliver = self.known.is_sliver[i64(self.known.shape[move])] == 1 and self.slivers == 0
        excluded = self._excluded(move)
        self.passes = 0
        self._lay(move, seat)
        star = self._score(move, seat)
        if self._ends(seat):
            self._turn()
            self.free = False
            self._conclude()
            return
        self.free = star or first_sliver or (not excluded and self._surrounded(move))  # R8
        if not self.free:
            self._turn()

    def _turn(self) -> None:
        self.mover = self.mover + 1 if self.mover + 1 < self.seats else 0  # R2

    def _score(self, place: i64, seat: i64) -> bool:
        """R13 to R18; whether the centre star was completed."""
        known, parts = self.known, self.known.parts
        star = False
        before: i64 = -1
        for i in range(parts.start[place], parts.start[place + 1]):
            figure = i64(parts.items[i])
            if figure != before and self.filled[figure] == known.size[figure]:
                self._pay(figure, seat)
                star = star or figure == STAR
            before = figure
        if self.unplayed[seat] == 0:
            self.scores[seat] += LAST_PIECE  # R17
        return star

    def _pay(self, figure: i64, finisher: i64) -> None:
        """R14 to R16, R21."""
        owner = self._leader(figure)
        if owner >= 0:
            self.scores[owner] += self.known.most[figure]
        if owner != finisher or (self.centre_both and self.known.most[figure] == MOST_OF_CENTRE):  # Q16
            self.scores[finisher] += LAST_SPACE

    def _leader(self, figure: i64) -> i64:
        """The seat with strictly most of a figure; -1 if there is none."""
        leader: i64 = -1
        most: i64 = 0
        for seat in range(self.seats):
            has = self.held[figure * SEATS + seat]
            if has > most:
                most = has
                leader = seat
            elif has == most:
                leader = -1
        return leader

    def _ends(self, seat: i64) -> bool:
        """R19, and Q17 in a long match that stops at 100."""
        if self.hundred_at_once and any(self.earlier[other] + self.scores[other] >= HUNDRED for other in range(self.seats)):
            return True
        return self.unplayed[seat] == 0 or any(self.scores[other] >= FORTY for other in range(self.seats))

    def _surrounded(self, place: i64) -> bool:
        """R8a: whether all spaces around a placement are taken."""
        around = self.known.around
        return all(self.taken[i64(around.items[i])] for i in range(around.start[place], around.start[place + 1]))

    def _excluded(self, place: i64) -> bool:
        """Q19: whether a placement earns no free turn even if it is surrounded, being a later sliver."""
        return self.plain_slivers and self.slivers > 0 and self.known.is_sliver[i64(self.known.shape[place])] == 1

    def _conclude(self) -> None:
        """R20, R22: the end of a round, and perhaps of the game."""
        highest: i64 = 0
        for seat in range(self.seats):
            highest = max(highest, self.earlier[seat] + self.scores[seat])
        if not self.long_match or highest >= HUNDRED:
            self.over = True
            self.winners = self._best()
            return
        for seat in range(self.seats):
            self.earlier[seat] += self.scores[seat]
        self.round += 1
        self._open(self.first + 1 if self.first + 1 < self.seats else 0)

    def _best(self) -> i64:
        """R20: the highest score wins, then the most unplayed pieces; seats still level share the win."""
        winners: i64 = 0
        highest: i64 = -1
        for seat in range(self.seats):
            rank = (self.earlier[seat] + self.scores[seat]) * 256 + self.unplayed[seat]
            if rank > highest:
                highest = rank
                winners = 0
            if rank == highest:
                winners |= 1 << seat
        return winners

    # Taking moves back

    def save(self) -> None:
        kept = self.kept
        for i in range(self.pieces):
            self.kept_laid[i] = self.laid[i]
            self.kept_owner[i] = self.owner[i]
        for seat in range(self.seats):
            kept[seat] = self.scores[seat]
            kept[SEATS + seat] = self.earlier[seat]
        kept[8] = self.pieces
        kept[9] = self.mover
        kept[10] = self.first
        kept[11] = self.passes
        kept[12] = i64(self.free)
        kept[13] = self.round
        kept[14] = i64(self.over)
        kept[15] = self.winners

    def restore(self) -> None:
        kept = self.kept
        if self.round != kept[13]:
            self._open(kept[10])
        while self.pieces > kept[8]:
            self._take_back()
        while self.pieces < kept[8]:
            self._lay(self.kept_laid[self.pieces], self.kept_owner[self.pieces])
        for seat in range(self.seats):
            self.scores[seat] = kept[seat]
            self.earlier[seat] = kept[SEATS + seat]
        self.mover = kept[9]
        self.first = kept[10]
        self.passes = kept[11]
        self.free = kept[12] == 1
        self.round = kept[13]
        self.over = kept[14] == 1
        self.winners = kept[15]

    # Evaluation

    def share(self, seat: i64) -> float:
        """A seat's share of the win, from points, leads in open figures and one-space pieces in hand."""
        own = self._promise(seat)
        total = 1.0
        for other in range(self.seats):
            if other != seat:
                total += exp((self._promise(other) - own) / SPREAD)
        return 1.0 / total

    def _promise(self, seat: i64) -> float:
        points = float(self.earlier[seat] + self.scores[seat])
        for figure in range(self.known.figures):
            filled, size = self.filled[figure], self.known.size[figure]
            if 0 < filled < size and self._leader(figure) == seat:
                points += LEAD * float(filled) / float(size)
        for shape in range(self.known.shapes):
            if self.known.is_single[shape]:
                points += SINGLE * float(self.left[seat * self.known.shapes + shape])
        return points

    def weigh(self) -> None:
        """Weigh moves by points gained at once, free turns, and progress in figures that the mover rather than others can complete."""
        for i in range(self.count):
            self.weights[i] = exp(0.2 * self._gain(self.moves[i], self.mover))

    def _gain(self, place: i64, seat: i64) -> float:
        if place == self.skip:
            return 0.0
        known, parts = self.known, self.known.parts
        gain = 0.0
        i = parts.start[place]
        end = parts.start[place + 1]
        while i < end:
            figure = i64(parts.items[i])
            covers: i64 = 0
            while i < end and i64(parts.items[i]) == figure:
                covers += 1
                i += 1
            gain += self._figure_gain(figure, covers, seat)
        if known.is_single[i64(known.shape[place])]:
            gain -= SINGLE
        if self._surrounded(place) and not self._excluded(place):
            gain += 2.0
        return gain

    def _figure_gain(self, figure: i64, covers: i64, seat: i64) -> float:
        """The value of covering that many more spaces of a figure."""
        filled, size = self.filled[figure] + covers, self.known.size[figure]
        own = self.held[figure * SEATS + seat] + covers
        rival: i64 = 0
        for other in range(self.seats):
            if other != seat:
                rival = max(rival, self.held[figure * SEATS + other])
        if filled == size:
            return float(self.known.most[figure]) if own > rival else 5.0 if own == rival else -5.0
        lead = LEAD * float(filled) / float(size)
        gain = lead if own > rival else 0.0 if own == rival else -lead
        return gain - 3.0 if filled == size - 1 else gain  # others can complete it

    # Moves as text

    def action(self, move: i64) -> str:
        return PASS if move == self.skip else self.known.actions[move]

    def move(self, action: str) -> i64:
        return self.skip if action == PASS else self.known.actions.index(action)


def from_state(state: State, options: Options) -> CirkisKernel:
    """Create the kernel for a position of the rules."""
    kernel = CirkisKernel(len(state.now.held), tables(state.pieces, options.centre_circle), options)
    kernel.set_up(state)
    kernel.save()
    return kernel
