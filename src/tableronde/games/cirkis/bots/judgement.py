"""A learned evaluation of CirKis, trained by self-play (`train/cirkis`).

The value of a seat is a sum of learned numbers for

- each open figure: its contents, its place relative to the last piece, and the one-space pieces in hand that could complete it;
- the pieces and points of the seat and of its strongest rival;
- the number of legal moves;
- with two players, each of these moves, and the spaces around the last piece;
- with three and four players, the points of all seats in order, how far the seat and the strongest rival in each open figure are from
  40 points, and what the mover can complete and gain at once.

There is a set of numbers for each number of players and each seat, counted from the mover; with two players, only for the mover. The shares
of the win are a softmax of the values.

The file `judgement.bin` holds a line of JSON that says how the numbers were made, then the packed numbers. They apply to the pieces
of the box and to single rounds: other sets of pieces and long matches are evaluated by hand-written rules.
"""

from math import exp
from pathlib import Path
from typing import Final

from tableronde.bots.weights import unpacked
from tableronde.flat import i16, i64, vec
from tableronde.games.cirkis import kernel
from tableronde.games.cirkis.bots.guesses import SCALE, GuessingKernel
from tableronde.games.cirkis.bots.sight import (
    AT_AROUND,
    AT_CENTRE,
    AT_CHOICE,
    AT_GAIN,
    AT_HAND,
    AT_MOBILITY,
    AT_NEED,
    AT_RACE,
    AT_SCORE,
    AT_SINGLES,
    AT_UNPLAYED,
    CODES,
    DART,
    FIVES,
    FULL,
    GAIN,
    KITE,
    NEED,
    NUMBERS,
    ORBITS,
    PLACES,
    RACE_OF_FOUR,
    RACE_OF_THREE,
    SET,
    SHAPES,
    Sight,
    sight,
)
from tableronde.games.cirkis.kernel import LEAD, SEATS, SINGLE, SPREAD, CirkisKernel, Tables, tables
from tableronde.games.cirkis.rules import Options, State
from tableronde.games.cirkis.rules.pieces import standard

WHOLE: Final[i64] = 20  # pieces of a set
PLENTY: Final[i64] = 40  # moves; counting stops there
DATA: Final = Path(__file__).with_name("judgement.bin")


class LearnedKernel(GuessingKernel):
    """A position of CirKis with the learned evaluation."""

    def __init__(self, seats: i64, known: Tables, options: Options, sight: Sight, numbers: vec[i16]) -> None:
        super().__init__(seats, known, options, sight, numbers)
        self.judged: bool = False  # whether `shared` is up to date
        self.shared: vec[float] = vec[float]([0.0] * SEATS)
        self.plain: vec[float] = vec[float]([0.0] * SEATS)  # the same by hand-written rules
        self.lack: vec[i64] = vec[i64]([0] * SEATS)  # how far each seat is from 40 points, as `_lack` has it
        self.home: vec[i64] = vec[i64]([0] * FIVES)  # offset of the numbers of each figure, relative to the last piece
        self.touch: vec[i64] = vec[i64](
            [0] * FIVES
        )  # whether it has an empty space beside the last piece; 2 if the next piece may go anywhere
        self.common: i64 = 0  # offset in a set, the same for all seats, for the number of moves
        # With three and four players, by seat
        self.sums: vec[i64] = vec[i64]([0] * SEATS)  # the sum of its numbers
        self.which: vec[i64] = vec[i64]([0] * SEATS)  # the index of its set of numbers
        self.base: vec[i64] = vec[i64]([0] * SEATS)  # the offset of that set
        self.needs: vec[i64] = vec[i64]([0] * SEATS)  # that of its numbers for the distance from 40 points
        self.darts: vec[i64] = vec[i64]([0] * SEATS)  # its one-space pieces of each kind, and the most of another seat
        self.kites: vec[i64] = vec[i64]([0] * SEATS)
        self.ready: i64 = 0  # figures that the mover could complete at once, as bits
        self.gain: i64 = 0  # the most points it could get that way
        self.extra: i64 = 0  # with two players: the sum for the moves and the spaces around

    def play(self, move: i64) -> None:
        self.judged = False
        super().play(move)

    def restore(self) -> None:
        self.judged = False
        super().restore()

    def set_up(self, state: State) -> None:
        self.judged = False
        super().set_up(state)

    # Evaluation

    def share(self, seat: i64) -> float:
        """Learned; with three and four players, opponents of the thinking seat are assumed to follow the hand-written rules."""
        if not self.judged:
            self._judge()
        return self.plain[seat] if self._stranger(seat) else self.shared[seat]

    def _judge(self) -> None:
        """Write each seat's share to `shared`."""
        self._see()
        self._look_ahead()
        shared, seats, mover = self.shared, self.seats, self.mover
        if seats == 2:
            shared[mover] = 1.0 / (1.0 + exp(-SCALE * float(self._sum(mover) + self.extra)))
            shared[1 - mover] = 1.0 - shared[mover]
        else:
            self._add_up()
            total = 0.0
            for i in range(seats):
                seat: i64 = mover + i if mover + i < seats else mover + i - seats
                shared[seat] = exp(SCALE * float(self.sums[seat]))
                total += shared[seat]
            for other in range(seats):
                shared[other] /= total
            if self.thinker >= 0:
                self._judge_by_hand()
        self.judged = True

    def _judge_by_hand(self) -> None:
        """Write the result of `CirkisKernel.share` for all seats to `plain`."""
        known, plain = self.known, self.plain
        for seat in range(self.seats):
            plain[seat] = float(self.scores[seat])
        for figure in range(known.figures):
            filled, size = self.filled[figure], known.size[figure]
            leader: i64 = self._leader(figure) if 0 < filled < size else -1
            if leader >= 0:
                plain[leader] += LEAD * float(filled) / float(size)
        total = 0.0
        for seat in range(self.seats):
            singles: i64 = self.left[seat * SHAPES + DART] + self.left[seat * SHAPES + KITE]
            plain[seat] = exp((plain[seat] + SINGLE * float(singles)) / SPREAD)
            total += plain[seat]
        for seat in range(self.seats):
            plain[seat] /= total

    def _see(self) -> None:
        """Update masks and offsets of the figures, relative to the piece laid last."""
        self._look()
        sight, masks, home, touch = self.sight, self.masks, self.home, self.touch
        for seat in range(self.seats):
            self.lack[seat] = _lack(self.scores[seat])
        loose = self.free or self.pieces == 0
        last: i64 = 0 if loose else self.laid[self.pieces - 1]
        way: i64 = sight.way[last] * FIVES
        orbit: i64 = sight.orbit[last] * FIVES
        for f in range(FIVES):
            if loose:
                home[f] = (ORBITS * FIVES + sight.kind[f]) * CODES
                touch[f] = 2
            else:
                home[f] = (orbit + sight.figure_to[way + f]) * CODES
                touch[f] = i64((i64(sight.near[last * FIVES + f]) & (FULL - masks[f])) != 0)

    def _look_ahead(self) -> None:
        """Count the moves of the mover and those the next seat would have in its place; with two players, add their numbers."""
        known, sight, blocked, numbers = self.known, self.sight, self.blocked, self.numbers
        mover: i64 = self.mover * SHAPES
        other: i64 = mover + SHAPES if self.mover + 1 < self.seats else 0
        mine: i64 = 0
        theirs: i64 = 0
        self.extra = 0
        self.ready = 0
        self.gain = 0
        near: i64 = 0 if self.seats == 2 else self._nearly_full()
        if self.free or self.pieces == 0:
            for i in range(PLACES if self.free else i64(len(known.opening))):
                place: i64 = i if self.free else i64(known.opening[i])
                enough = mine >= PLENTY and theirs >= PLENTY and not sight.parts[place] & near
                if not blocked[place] and not enough and (not self.free or self._touches(place)):
                    mine += i64(self.left[mover + i64(known.shape[place])] > 0)
                    theirs += i64(self.left[other + i64(known.shape[place])] > 0)
                    if sight.parts[place] & near and self.left[mover + i64(known.shape[place])]:
                        self._finish(place)
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
                if me and sight.parts[place] & near:
                    self._finish(place)
                if two and me | you:
                    self.extra += i64(numbers[table + 3 * i64(sight.place_to[way + place]) + 2 * (me & you) + (1 - me)])
            if two:
                self.extra += self._around(last)
        self.common = AT_MOBILITY + 256 * self.passes + 16 * _many(mine) + _many(theirs)

    def _nearly_full(self) -> i64:
        """The figures that one piece might complete, as bits."""
        near: i64 = 0
        for f in range(FIVES):
            near |= i64(1 < self.filled[f] < 5) << f
        return near

    def _finish(self, place: i64) -> None:
        """Record which figures a placement completes and what the mover gains by it."""
        parts, filled = self.known.parts, self.filled
        gain: i64 = 0
        i = parts.start[place]
        end = parts.start[place + 1]
        while i < end:
            f = i64(parts.items[i])
            covers: i64 = 0
            while i < end and i64(parts.items[i]) == f:
                covers += 1
                i += 1
            if f < FIVES and filled[f] + covers == 5:
                self.ready |= 1 << f
                gain += 10 if self.held[f * SEATS + self.mover] + covers > self._strongest(f) else 5
        self.gain = max(self.gain, gain)

    def _strongest(self, figure: i64) -> i64:
        """The spaces of the mover's strongest rival in a figure."""
        most: i64 = 0
        for other in range(self.seats):
            if other != self.mover:
                most = max(most, self.held[figure * SEATS + other])
        return most

    def _around(self, last: i64) -> i64:
        around, taken = self.sight.around, self.taken
        start: i64 = around.start[last]
        code: i64 = 0
        for i in range(start, around.start[last + 1]):
            code |= i64(taken[i64(around.items[i])]) << (i - start)
        return i64(self.numbers[AT_AROUND + self.sight.at_around[last] + code])

    # With two players

    def _sum(self, seat: i64) -> i64:
        """The sum of the mover's numbers."""
        self._compare(seat)
        total: i64 = i64(self.numbers[self.common]) + self._figures(seat) + self._hands(seat)
        if self.centre:
            total += i64(self.numbers[AT_CENTRE + 121 * self.held[FIVES * SEATS + seat] + 11 * self.rivals[FIVES] + self.filled[FIVES]])
        return total

    def _figures(self, seat: i64) -> i64:
        sight, numbers, masks, held, rivals = self.sight, self.numbers, self.masks, self.held, self.rivals
        kinds, codes, homes, touches, mask_to = sight.kind, sight.codes, self.home, self.touch, sight.mask_to
        darts = 3 * self.left[seat * SHAPES + DART] + self._most_left(seat, DART)
        kites = 3 * self.left[seat * SHAPES + KITE] + self._most_left(seat, KITE)
        loose = self.free or self.pieces == 0
        way: i64 = 0 if loose else sight.way[self.laid[self.pieces - 1]] * FIVES * 32
        total: i64 = 0
        for f in range(FIVES):
            mask = masks[f]
            if mask == FULL:
                continue
            full: i64 = 160 * held[f * SEATS + seat] + 32 * rivals[f]
            seen: i64 = mask if loose else i64(mask_to[way + 32 * f + mask])
            total += i64(numbers[homes[f] + codes[full + seen]])
            near: i64 = 3 * kinds[f] + touches[f]
            singles = darts if sight.single[kinds[f]] == DART else kites
            total += i64(numbers[AT_SINGLES + (near * CODES + codes[full + mask]) * 9 + singles])
        return total

    def _most_left(self, seat: i64, shape: i64) -> i64:
        """The most pieces of a shape that another seat has."""
        most: i64 = 0
        for other in range(self.seats):
            if other != seat and self.left[other * SHAPES + shape] > most:
                most = self.left[other * SHAPES + shape]
        return most

    def _hands(self, seat: i64) -> i64:
        """The sum for pieces and points."""
        numbers = self.numbers
        other = 1 - seat
        total: i64 = i64(numbers[AT_UNPLAYED + 21 * self.unplayed[seat] + self.unplayed[other]])
        for shape in range(SHAPES):
            total += i64(numbers[AT_HAND + 16 * shape + 4 * self.left[seat * SHAPES + shape] + self.left[other * SHAPES + shape]])
        points: i64 = 9 * _fives(self.scores[seat]) + _fives(self.scores[other])
        return total + i64(numbers[AT_SCORE + 2 * points + i64(self.free)])

    # With three and four players: all seats at once

    def _add_up(self) -> None:
        """Write the sum of each seat's numbers to `sums`."""
        mover, seats, sums, base = self.mover, self.seats, self.sums, self.base
        for seat in range(seats):
            after: i64 = seat - mover if seat >= mover else seat - mover + seats
            which: i64 = after + (1 if seats == 3 else 4)
            self.which[seat] = which
            base[seat] = which * SET
            sums[seat] = i64(self.numbers[base[seat] + self.common])
            self.needs[seat] = AT_NEED + (which - 1) * NEED + 3 * self.lack[seat]
        self._add_hands()
        self._add_figures()
        if self.centre:
            self._add_centre()
        for seat in range(seats):
            sums[seat] += self._points(seat)

    def _add_hands(self) -> None:
        """Add the numbers of the pieces in hand, against the most of another seat; record the one-space pieces."""
        numbers, left, sums, base = self.numbers, self.left, self.sums, self.base
        for shape in range(SHAPES):
            most: i64 = 0
            second: i64 = 0
            for seat in range(self.seats):
                has = left[seat * SHAPES + shape]
                if has > most:
                    second = most
                    most = has
                elif has > second:
                    second = has
            for seat in range(self.seats):
                has = left[seat * SHAPES + shape]
                rival: i64 = second if has == most else most
                sums[seat] += i64(numbers[base[seat] + AT_HAND + 16 * shape + 4 * has + rival])
                if shape == DART:
                    self.darts[seat] = 3 * has + rival
                elif shape == KITE:
                    self.kites[seat] = 3 * has + rival

    def _add_figures(self) -> None:
        """Add the numbers of each figure: contents, place, one-space pieces that could complete it, points its strongest seats lack."""
        sight, numbers, held, lack = self.sight, self.numbers, self.held, self.lack
        sums, base, needs, touch, codes = self.sums, self.base, self.needs, self.touch, sight.codes
        loose = self.free or self.pieces == 0
        way: i64 = 0 if loose else sight.way[self.laid[self.pieces - 1]] * FIVES * 32
        for f in range(FIVES):
            mask = self.masks[f]
            if mask == FULL:
                continue
            kind, filled, home = sight.kind[f], self.filled[f], self.home[f]
            seen: i64 = mask if loose else i64(sight.mask_to[way + 32 * f + mask])
            near: i64 = AT_SINGLES + (3 * kind + touch[f]) * CODES * 9
            need: i64 = (125 * (4 * kind + (3 if self.ready >> f & 1 else touch[f])) + 4 - filled) * 9
            singles = self.darts if sight.single[kind] == DART else self.kites
            for seat in range(self.seats):
                own = held[f * SEATS + seat]
                rival: i64 = 0
                lacks: i64 = 0
                if filled > own:
                    for other in range(self.seats):
                        has = held[f * SEATS + other]
                        if other != seat and has >= rival and has:
                            lacks = lack[other] if has > rival else max(lacks, lack[other])
                            rival = has
                full: i64 = 160 * own + 32 * rival
                at = base[seat]
                sums[seat] += (
                    i64(numbers[at + home + codes[full + seen]])
                    + i64(numbers[at + near + codes[full + mask] * 9 + singles[seat]])
                    + i64(numbers[needs[seat] + need + (25 * own + 5 * rival) * 9 + lacks])
                )

    def _add_centre(self) -> None:
        for seat in range(self.seats):
            self._compare(seat)
            at: i64 = self.base[seat] + AT_CENTRE + 121 * self.held[FIVES * SEATS + seat]
            self.sums[seat] += i64(self.numbers[at + 11 * self.rivals[FIVES] + self.filled[FIVES]])

    def _points(self, seat: i64) -> i64:
        """The sum for the points and pieces of all seats and for what the mover can gain."""
        numbers, scores, base = self.numbers, self.scores, self.base[seat]
        fewest: i64 = WHOLE
        highest: i64 = 0
        rest: i64 = 0  # the highest score apart from those of the mover and the seat
        race: i64 = 0
        other: i64 = seat
        for i in range(self.seats):
            race = 9 * race + _fives(scores[other])
            if i:
                fewest = min(fewest, self.unplayed[other])
                highest = max(highest, scores[other])
                if other != self.mover:
                    rest = max(rest, scores[other])
            other = other + 1 if other + 1 < self.seats else 0
        which, own, free = self.which[seat], _fives(scores[seat]), i64(self.free)
        at: i64 = (which - 1) * RACE_OF_THREE if self.seats == 3 else 3 * RACE_OF_THREE + (which - 4) * RACE_OF_FOUR
        first: i64 = _fives(highest if seat == self.mover else scores[self.mover])
        gain: i64 = ((min(self.gain // 5, 4) * 9 + own) * 9 + first) * 3 + _lack(rest)
        return (
            i64(numbers[base + AT_UNPLAYED + 21 * self.unplayed[seat] + fewest])
            + i64(numbers[base + AT_SCORE + 2 * (9 * own + _fives(highest)) + free])
            + i64(numbers[AT_RACE + at + 2 * race + free])
            + i64(numbers[AT_GAIN + (which - 1) * GAIN + gain])
        )


def _lack(score: i64) -> i64:
    """The distance of a score from 40 in three classes: more than ten points, more than five, five."""
    return 0 if score < 30 else 1 if score < 35 else 2


def _fives(score: i64) -> i64:
    """A score in steps of five, up to 40."""
    return min(score, 40) // 5


def _many(moves: i64) -> i64:
    """The class of a number of moves."""
    return moves if moves < 12 else 12 if moves < 16 else 13 if moves < 24 else 14 if moves < PLENTY else 15


_read: list["vec[i16]"] = []  # read once a process: several megabytes


def from_state(state: State, options: Options) -> CirkisKernel:
    """Create the kernel for a position of the rules: learned, or with hand-written rules where the numbers do not apply."""
    if options.long_match or state.pieces.shapes != standard().shapes:
        return kernel.from_state(state, options)
    if not _read:
        _read.append(unpacked(DATA.read_bytes(), NUMBERS))
    learned = LearnedKernel(len(state.now.held), tables(state.pieces, options.centre_circle), options, sight(), _read[0])
    learned.set_up(state)
    learned.save()
    return learned
