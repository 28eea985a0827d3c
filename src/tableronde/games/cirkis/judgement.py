"""What a position of CirKis promises, and which moves look good, learned by playing against oneself (`train/cirkis`).

A seat's promise is a sum of numbers: for each open figure how full it is, by whom, and where it lies, seen from the piece laid last;
for the single spaces in hand that could fill it; for the pieces and points of the seat and of its strongest rival; for how many moves there
are. With two players also for each of these moves, and for the spaces around the last piece; with more for the points of all seats in their
order, and for each open figure what the seat and the strongest rival there lack of 40 points. There are sets of numbers for two,
three and four players, and for each seat counted from the mover; with two, the other seat is promised nothing. The shares
follow from the promises.

The numbers lie in `judgement.bin`: a line of JSON that says how they were made, then the numbers, packed. They know the set of the
box and single rounds: a corrected set and a long match are judged by hand.
"""

from functools import cache
from math import exp
from pathlib import Path
from typing import Final

from tableronde.bots.learned import unpacked
from tableronde.flat import i16, i64, u8, vec
from tableronde.games.cirkis import kernel, symmetry
from tableronde.games.cirkis.board import board
from tableronde.games.cirkis.kernel import FIGURES, SEATS, SPREAD, CirkisKernel, Lists, Tables, tables
from tableronde.games.cirkis.pieces import standard
from tableronde.games.cirkis.rules import Options, State, each

FIVES: Final[i64] = 16  # figures of five spaces; the centre circle has ten
FULL: Final[i64] = 31  # all five
ORBITS: Final[i64] = 61
PLACES: Final[i64] = 530
SHAPES: Final[i64] = 9
CODES: Final[i64] = 171  # how full a figure can be: which spaces, how many one's own, how many the strongest rival's
AROUNDS: Final[i64] = 134208
DART: Final[i64] = 1  # the shapes of one space
KITE: Final[i64] = 2
WHOLE: Final[i64] = 20  # pieces of a set

AT_SINGLES: Final[i64] = (ORBITS + 1) * FIVES * CODES
AT_HAND: Final[i64] = AT_SINGLES + 4 * 3 * CODES * 9
AT_UNPLAYED: Final[i64] = AT_HAND + SHAPES * 16
AT_SCORE: Final[i64] = AT_UNPLAYED + 21 * 21
AT_MOBILITY: Final[i64] = AT_SCORE + 9 * 9 * 2
AT_CENTRE: Final[i64] = AT_MOBILITY + 4 * 16 * 16
SET: Final[i64] = AT_CENTRE + 11 * 11 * 11
AT_CHOICE: Final[i64] = 8 * SET
AT_AROUND: Final[i64] = AT_CHOICE + ORBITS * PLACES * 3
AT_RACE: Final[i64] = AT_AROUND + AROUNDS
RACE_OF_THREE: Final[i64] = 2 * 9 * 9 * 9  # everybody's points
RACE_OF_FOUR: Final[i64] = 9 * RACE_OF_THREE
AT_NEED: Final[i64] = AT_RACE + 3 * RACE_OF_THREE + 4 * RACE_OF_FOUR
NEED: Final[i64] = 4 * 3 * 5 * 5 * 5 * 9  # how full a figure is, and what its strongest seats lack of 40 points
AT_PRIOR: Final[i64] = AT_NEED + 7 * NEED

# First guesses, for two, three and four players
AT_FIGURE: Final[i64] = (ORBITS + 1) * PLACES
AT_BESIDE: Final[i64] = AT_FIGURE + 5 * 3 * 216
AT_SHAPE: Final[i64] = AT_BESIDE + 4 * 216
AT_FREE: Final[i64] = AT_SHAPE + SHAPES * 4 * 8
AT_NEXT: Final[i64] = AT_FREE + 8
GUESSES: Final[i64] = AT_NEXT + 5 * 6 * 7 * 9
AT_OTHERS: Final[i64] = AT_PRIOR + 3 * GUESSES  # with three and four players: what champions do
NUMBERS: Final[i64] = AT_OTHERS + 2 * GUESSES
SCALE: Final = 1.0 / 512.0  # of a kept number
DATA: Final = Path(__file__).with_name("judgement.bin")


class Sight:
    """How the board looks from each placement: from the side that brings it to the one that stands for its orbit."""

    def __init__(self) -> None:
        pieces, figures, spaces = standard(), board().figures, symmetry.spaces()
        self.kind: vec[i64] = vec[i64]([(i + 4) // 5 for i in range(17)])  # of each figure
        self.single: vec[i64] = vec[i64]([DART, KITE, KITE, DART])  # the shape of one space that fills each kind
        self.space: vec[i64] = vec[i64]([space for figure in figures for space in figure.spaces])
        self.way: vec[i64] = vec[i64](list(symmetry.homeward(pieces)))
        self.place_to: vec[i16] = vec[i16]([place for way in symmetry.placements(pieces) for place in way])
        self.figure_to: vec[i64] = vec[i64]([_figure_of(way[figure.spaces[0]]) for way in spaces for figure in figures])
        self.mask_to: vec[u8] = vec[u8](
            [_mask([way[s] for s in _spaces(i, mask)]) for way in spaces for i in range(16) for mask in range(32)]
        )
        self.near: vec[u8] = vec[u8](
            [_mask([s for s in figure.spaces if place.around >> s & 1]) for place in pieces.placements for figure in figures]
        )
        self.codes: vec[i64] = vec[i64]([0] * 800)
        self.orbit: vec[i64] = vec[i64]([0] * PLACES)
        self.at_around: vec[i64] = vec[i64]([0] * PLACES)
        self._number_codes()
        self._number_orbits()
        self.around: Lists = Lists([self._around(place) for place in range(PLACES)])
        # The figures a placement covers a part of or touches; how many spaces it covers of each
        beside = [
            [i for i in range(16) if self.near[16 * p + i] or place.cover & figures[i].mask] for p, place in enumerate(pieces.placements)
        ]
        self.beside: Lists = Lists(beside)
        self.covers: Lists = Lists(
            [[(figures[i].mask & place.cover).bit_count() for i in row] for row, place in zip(beside, pieces.placements, strict=True)]
        )
        self.centred: vec[i64] = vec[i64]([(place.cover & board().circle.mask).bit_count() for place in pieces.placements])

    def _number_codes(self) -> None:
        count: i64 = 0
        for own in range(5):
            for rival in range(5):
                for mask in range(31):
                    rest = mask.bit_count() - own
                    if rival <= rest <= 3 * rival:
                        self.codes[160 * own + 32 * rival + mask] = count
                        count += 1

    def _number_orbits(self) -> None:
        orbits: i64 = 0
        patterns: i64 = 0
        for place in range(PLACES):
            first = self._home(place)
            if first == place:
                self.orbit[place] = orbits
                self.at_around[place] = AT_AROUND + patterns
                orbits += 1
                patterns += 1 << standard().placements[place].around.bit_count()
            self.orbit[place] = self.orbit[first]
            self.at_around[place] = self.at_around[first]

    def _home(self, place: i64) -> i64:
        return i64(self.place_to[self.way[place] * PLACES + place])

    def _around(self, place: int) -> list[int]:
        """The spaces around a placement in the order of those around the one that stands for it."""
        way = symmetry.spaces()[self.way[place]]
        order = each(standard().placements[self._home(place)].around)
        return sorted(each(standard().placements[place].around), key=lambda space: order.index(way[space]))


def _figure_of(space: int) -> int:
    return next((i for i, figure in enumerate(board().figures) if space in figure.spaces), -1)


def _spaces(figure: int, mask: int) -> list[int]:
    return [space for i, space in enumerate(board().figures[figure].spaces) if mask >> i & 1]


def _mask(spaces: list[int]) -> int:
    """Some spaces of one figure as a mask."""
    return sum(1 << board().figures[_figure_of(space)].spaces.index(space) for space in spaces)


class LearnedKernel(CirkisKernel):
    """A position of CirKis, judged by what was learned."""

    def __init__(self, seats: i64, known: Tables, centre: bool, sight: Sight, numbers: vec[i16]) -> None:
        super().__init__(seats, known, False)
        self.sight: Sight = sight
        self.numbers: vec[i16] = numbers
        self.centre: bool = centre
        self.judged: bool = False  # whether `shared` is true of this position
        self.shared: vec[float] = vec[float]([0.0] * SEATS)
        self.plain: vec[float] = vec[float]([0.0] * SEATS)  # the same by hand
        self.masks: vec[i64] = vec[i64]([0] * FIVES)  # the taken spaces of each figure
        self.rivals: vec[i64] = vec[i64]([0] * FIGURES)  # of each figure, the most spaces of another seat
        self.urgent: vec[i64] = vec[i64]([0] * FIGURES)  # what whoever has these lacks of 40 points, roughly; the least, if several have
        self.lack: vec[i64] = vec[i64]([0] * SEATS)  # what each seat lacks, roughly
        self.home: vec[i64] = vec[i64]([0] * FIVES)  # where the numbers of each figure lie, seen from the last piece
        self.touch: vec[i64] = vec[i64]([0] * FIVES)  # whether it lacks a space beside the last piece; 2 if one may lay anywhere
        self.common: i64 = 0  # what follows the beginning of a set for all seats alike
        self.extra: i64 = 0  # with two players: numbers of the moves, and of the spaces around

    def play(self, move: i64) -> None:
        self.judged = False
        super().play(move)

    def restore(self) -> None:
        self.judged = False
        super().restore()

    def set_up(self, state: State) -> None:
        self.judged = False
        super().set_up(state)

    # What the position promises

    def share(self, seat: i64) -> float:
        """As learned; of three and four players, those who do not think are taken to judge by hand."""
        if not self.judged:
            self._judge()
        return self.plain[seat] if self._stranger(seat) else self.shared[seat]

    def _stranger(self, seat: i64) -> bool:
        return self.seats > 2 and self.thinker >= 0 and seat != self.thinker

    def _judge(self) -> None:
        """Each seat's share, written to `shared`."""
        self._see()
        self._look_ahead()
        shared, seats, mover = self.shared, self.seats, self.mover
        if seats == 2:
            shared[mover] = 1.0 / (1.0 + exp(-SCALE * float(self._sum(mover, 0) + self.extra)))
            shared[1 - mover] = 1.0 - shared[mover]
        else:
            total = 0.0
            which: i64 = 1 if seats == 3 else 4
            seat: i64 = mover
            for _ in range(seats):
                shared[seat] = exp(SCALE * float(self._sum(seat, which)))
                total += shared[seat]
                which += 1
                seat = seat + 1 if seat + 1 < seats else 0
            for other in range(seats):
                shared[other] /= total
            if self.thinker >= 0:
                self._judge_by_hand()
        self.judged = True

    def _judge_by_hand(self) -> None:
        total = 0.0
        for seat in range(self.seats):
            self.plain[seat] = exp(self._promise(seat) / SPREAD)
            total += self.plain[seat]
        for seat in range(self.seats):
            self.plain[seat] /= total

    def _see(self) -> None:
        """Look at the figures from the piece laid last."""
        sight, taken, space = self.sight, self.taken, self.sight.space
        for seat in range(self.seats):
            self.lack[seat] = _lack(self.scores[seat])
        loose = self.free or self.pieces == 0
        last: i64 = 0 if loose else self.laid[self.pieces - 1]
        way: i64 = sight.way[last] * FIVES
        orbit: i64 = sight.orbit[last] * FIVES
        for f in range(FIVES):
            at: i64 = 5 * f
            mask: i64 = i64(taken[space[at]]) | i64(taken[space[at + 1]]) << 1 | i64(taken[space[at + 2]]) << 2
            mask |= i64(taken[space[at + 3]]) << 3 | i64(taken[space[at + 4]]) << 4
            self.masks[f] = mask
            if loose:
                self.home[f] = (ORBITS * FIVES + sight.kind[f]) * CODES
                self.touch[f] = 2
            else:
                self.home[f] = (orbit + sight.figure_to[way + f]) * CODES
                self.touch[f] = i64((i64(sight.near[last * FIVES + f]) & (FULL - mask)) != 0)

    def _look_ahead(self) -> None:
        """Count the moves of the mover and what the next seat could play in its place; with two players, hear what they are worth."""
        known, sight, blocked, numbers = self.known, self.sight, self.blocked, self.numbers
        mover: i64 = self.mover * SHAPES
        other: i64 = mover + SHAPES if self.mover + 1 < self.seats else 0
        mine: i64 = 0
        theirs: i64 = 0
        self.extra = 0
        if self.free or self.pieces == 0:
            for i in range(PLACES if self.free else i64(len(known.opening))):
                place: i64 = i if self.free else i64(known.opening[i])
                if not blocked[place] and (not self.free or self._touches(place)):
                    mine += i64(self.left[mover + i64(known.shape[place])] > 0)
                    theirs += i64(self.left[other + i64(known.shape[place])] > 0)
        else:
            last = self.laid[self.pieces - 1]
            items, left = known.touching.items, self.left
            table: i64 = AT_CHOICE + 3 * PLACES * sight.orbit[last]
            way: i64 = PLACES * sight.way[last]
            two = self.seats == 2
            for i in range(known.touching.start[last], known.touching.start[last + 1]):
                place = i64(items[i])
                if blocked[place]:
                    continue
                shape = i64(known.shape[place])
                me: i64 = i64(left[mover + shape] > 0)
                you: i64 = i64(left[other + shape] > 0)
                mine += me
                theirs += you
                if two and me | you:
                    self.extra += i64(numbers[table + 3 * i64(sight.place_to[way + place]) + 2 * (me & you) + (1 - me)])
            if two:
                self.extra += self._around(last)
        self.common = AT_MOBILITY + 256 * self.passes + 16 * _many(mine) + _many(theirs)

    def _around(self, last: i64) -> i64:
        around, taken = self.sight.around, self.taken
        start: i64 = around.start[last]
        code: i64 = 0
        for i in range(start, around.start[last + 1]):
            code |= i64(taken[i64(around.items[i])]) << (i - start)
        return i64(self.numbers[self.sight.at_around[last] + code])

    def _sum(self, seat: i64, which: i64) -> i64:
        """The numbers of a set for a seat, added up."""
        self._compare(seat)
        base = which * SET
        total: i64 = i64(self.numbers[base + self.common]) + self._figures(seat, which) + self._hands(seat, base)
        if which:
            total += self._race(seat, which)
        if self.centre:
            total += i64(
                self.numbers[base + AT_CENTRE + 121 * self.held[FIVES * SEATS + seat] + 11 * self.rivals[FIVES] + self.filled[FIVES]]
            )
        return total

    def _compare(self, seat: i64) -> None:
        """Of each figure, the spaces of the strongest rival, and how urgent it is."""
        held, rivals, urgent, filled = self.held, self.rivals, self.urgent, self.filled
        for f in range(self.known.figures):
            most: i64 = 0
            least: i64 = 0
            if filled[f] > held[f * SEATS + seat]:
                for other in range(self.seats):
                    has = held[f * SEATS + other]
                    if other == seat or has < most or has == 0:
                        continue
                    least = self.lack[other] if has > most else max(least, self.lack[other])
                    most = has
            rivals[f] = most
            urgent[f] = least

    def _race(self, seat: i64, which: i64) -> i64:
        """Everybody's points, from a seat on."""
        race: i64 = 0
        other: i64 = seat
        for _ in range(self.seats):
            race = 9 * race + min(self.scores[other], 40) // 5
            other = other + 1 if other + 1 < self.seats else 0
        base: i64 = (which - 1) * RACE_OF_THREE if self.seats == 3 else 3 * RACE_OF_THREE + (which - 4) * RACE_OF_FOUR
        return i64(self.numbers[AT_RACE + base + 2 * race + i64(self.free)])

    def _figures(self, seat: i64, which: i64) -> i64:
        sight, numbers, masks, held, rivals = self.sight, self.numbers, self.masks, self.held, self.rivals
        kinds, codes, homes, touches, mask_to = sight.kind, sight.codes, self.home, self.touch, sight.mask_to
        base = which * SET
        darts = 3 * self.left[seat * SHAPES + DART] + self._most_left(seat, DART)
        kites = 3 * self.left[seat * SHAPES + KITE] + self._most_left(seat, KITE)
        loose = self.free or self.pieces == 0
        way: i64 = 0 if loose else sight.way[self.laid[self.pieces - 1]] * FIVES * 32
        need: i64 = AT_NEED + (which - 1) * NEED + 3 * self.lack[seat]
        total: i64 = 0
        for f in range(FIVES):
            mask = masks[f]
            if mask == FULL:
                continue
            own = held[f * SEATS + seat]
            full: i64 = 160 * own + 32 * rivals[f]
            seen: i64 = mask if loose else i64(mask_to[way + 32 * f + mask])
            total += i64(numbers[base + homes[f] + codes[full + seen]])
            kind = kinds[f]
            near: i64 = 3 * kind + touches[f]
            singles = darts if sight.single[kind] == DART else kites
            total += i64(numbers[base + AT_SINGLES + (near * CODES + codes[full + mask]) * 9 + singles])
            if which:
                total += i64(numbers[need + (125 * near + 25 * own + 5 * rivals[f] + 4 - self.filled[f]) * 9 + self.urgent[f]])
        return total

    def _most_left(self, seat: i64, shape: i64) -> i64:
        """The most pieces of a shape that another seat has."""
        most: i64 = 0
        for other in range(self.seats):
            if other != seat and self.left[other * SHAPES + shape] > most:
                most = self.left[other * SHAPES + shape]
        return most

    def _hands(self, seat: i64, base: i64) -> i64:
        """Pieces and points."""
        numbers = self.numbers
        total: i64 = 0
        for shape in range(SHAPES):
            total += i64(numbers[base + AT_HAND + 16 * shape + 4 * self.left[seat * SHAPES + shape] + self._most_left(seat, shape)])
        fewest: i64 = WHOLE
        highest: i64 = 0
        for other in range(self.seats):
            if other != seat:
                fewest = min(fewest, self.unplayed[other])
                highest = max(highest, self.scores[other])
        total += i64(numbers[base + AT_UNPLAYED + 21 * self.unplayed[seat] + fewest])
        own: i64 = min(self.scores[seat], 40) // 5
        rival: i64 = min(highest, 40) // 5
        return total + i64(numbers[base + AT_SCORE + 2 * (9 * own + rival) + i64(self.free)])

    # Which moves look good

    def weigh(self) -> None:
        self._see()
        self._compare(self.mover)
        for i in range(self.count):
            self.weights[i] = 1.0 if self.moves[i] == self.skip else exp(max(-20.0, min(20.0, SCALE * float(self._guess(self.moves[i])))))

    def _guess(self, move: i64) -> i64:
        sight, numbers, known, mover = self.sight, self.numbers, self.known, self.mover
        base: i64 = AT_OTHERS + (self.seats - 3) * GUESSES if self._stranger(mover) else AT_PRIOR + (self.seats - 2) * GUESSES
        loose = self.free or self.pieces == 0
        last: i64 = move if loose else self.laid[self.pieces - 1]
        orbit: i64 = ORBITS if loose else sight.orbit[last]
        total: i64 = i64(numbers[base + orbit * PLACES + i64(sight.place_to[sight.way[last] * PLACES + move])])
        shape = i64(known.shape[move])
        star: i64 = 0
        for i in range(sight.beside.start[move], sight.beside.start[move + 1]):
            f = i64(sight.beside.items[i])
            covers = i64(sight.covers.items[i])
            lacks: i64 = 5 - self.filled[f] - covers
            if covers:
                total += i64(numbers[base + AT_FIGURE + (3 * sight.kind[f] + covers - 1) * 216 + self._full(f)])
                star |= i64(f == 0) & i64(lacks == 0)
            elif i64(sight.near[move * FIVES + f]) & (FULL - self.masks[f]):
                total += i64(numbers[base + AT_BESIDE + sight.kind[f] * 216 + self._full(f)])
            else:
                continue
            if lacks:
                total += i64(numbers[base + AT_NEXT + self._offer(f, covers, lacks, shape)])
        if self.centre and sight.centred[move]:
            total += i64(numbers[base + AT_FIGURE + (11 + sight.centred[move]) * 216 + self._full(FIVES)])
        late: i64 = min(self.pieces // (2 * self.seats), 7)
        total += i64(numbers[base + AT_SHAPE + (4 * shape + self.left[mover * SHAPES + shape]) * 8 + late])
        sliver: i64 = known.is_sliver[shape] & i64(self.slivers == 0)
        return total + i64(numbers[base + AT_FREE + 4 * i64(self._surrounded(move)) + 2 * sliver + star])

    def _full(self, figure: i64) -> i64:
        """How full a figure is, and by whom."""
        own: i64 = min(self.held[figure * SEATS + self.mover], 5)
        filled: i64 = self.filled[figure] if figure < FIVES else self.filled[figure] // 2
        return (6 * own + min(self.rivals[figure], 5)) * 6 + filled

    def _offer(self, figure: i64, covers: i64, lacks: i64, shape: i64) -> i64:
        """What the next seat finds: how many spaces lack, who leads, and the single spaces in hand."""
        single = self.sight.single[self.sight.kind[figure]]
        lead: i64 = self.held[figure * SEATS + self.mover] + covers - self.rivals[figure]
        lead = max(0, min(6, lead + 3))
        own: i64 = self.left[self.mover * SHAPES + single] - i64(shape == single)
        other: i64 = self.mover + 1 if self.mover + 1 < self.seats else 0
        return ((self.sight.kind[figure] * 6 + lacks) * 7 + lead) * 9 + 3 * own + self.left[other * SHAPES + single]


def _lack(score: i64) -> i64:
    """What a score lacks of 40, roughly: more than ten points, more than five, or five."""
    return 0 if score < 30 else 1 if score < 35 else 2


def _many(moves: i64) -> i64:
    """A number of moves, roughly."""
    return moves if moves < 12 else 12 if moves < 16 else 13 if moves < 24 else 14 if moves < 40 else 15


@cache
def sight() -> Sight:
    """How the board looks, worked out once."""
    return Sight()


_read: list["vec[i16]"] = []  # once in a process: they are megabytes


def from_state(state: State, options: Options) -> CirkisKernel:
    """The kernel at a position of the rules, with what was learned; where nothing was, judged by hand."""
    if options.long_match or state.pieces.shapes != standard().shapes:
        return kernel.from_state(state, options)
    if not _read:
        _read.append(unpacked(DATA.read_bytes(), NUMBERS))
    learned = LearnedKernel(len(state.now.held), tables(state.pieces, options.centre_circle), options.centre_circle, sight(), _read[0])
    learned.set_up(state)
    learned.save()
    return learned
