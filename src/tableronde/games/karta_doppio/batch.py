"""The kernel of Karta Doppio for batches of games: moves by number and positions as bytes, as in `spaces`.

A place keeps its number during a game, since it is given relative to the first card within reach. Legal places are the same for
all cards and faces of a hand, except for the second card (R6, R7): so the mask of one card, upright and sideways, is computed once
and copied.
"""

from functools import cache
from typing import Final

from tableronde.flat import i16, i64, vec
from tableronde.games.karta_doppio.kernel import MOST_PLACES, POINTS, POSES, SIZES, SQUARES, KartaKernel
from tableronde.games.karta_doppio.rules import Options, State
from tableronde.games.karta_doppio.rules.cards import COLOURS, PATTERNS, RED, Pose
from tableronde.kernel import Kernel, Luck
from tableronde.kernels.byte_rows import Page

AGAINST: Final[i64] = 36  # numbers of a place against one card
OF_CARD: Final[i64] = 3 + 3 * 6  # bytes of a card on the table
OF_HAND: Final[i64] = 1 + 2 * 6  # bytes of a card in a hand
TWICE: Final[i64] = 2  # turns in which a card has that size
FACES: Final[i64] = 2


class Marks:
    """The points of every card with its owner's face up: which of its six squares, and whose colour."""

    def __init__(self) -> None:
        self.square: vec[i64] = vec[i64]([0] * (len(PATTERNS) * FACES * POINTS))  # by card, red's face first
        self.colour: vec[i64] = vec[i64]([0] * (len(PATTERNS) * FACES * POINTS))
        for card in range(len(PATTERNS)):
            for side in range(FACES):
                self._learn((card * FACES + side) * POINTS, Pose(card, COLOURS[side][0], 0))

    def _learn(self, start: i64, pose: Pose) -> None:
        points = [(i, 1 if mark == RED else 2) for i, (_, mark) in enumerate(pose.marks) if mark]
        for k in range(len(points)):
            self.square[start + k], self.colour[start + k] = points[k]


@cache
def marks() -> Marks:
    """The points of all cards, computed once."""
    return Marks()


class KartaRow(KartaKernel):
    """A position whose places are numbered as they come within reach."""

    def __init__(self, cards: i64, double: bool, corners: bool) -> None:
        super().__init__(cards, double, corners)
        self.corners: bool = corners
        self.shift: i64 = 7 if self.row == 128 else 8  # bits of a coordinate
        self.places: i64 = AGAINST * (cards - 1)
        self.marks: Marks = marks()
        self.against: vec[i16] = vec[i16]([0] * (SIZES * MOST_PLACES))  # the number of each place within reach
        self.numbered: vec[i64] = vec[i64]([0] * SIZES)  # how many have a number
        self.fitting: vec[i64] = vec[i64]([0] * (SIZES * MOST_PLACES))  # those of them where a card may be laid now, by size
        self.fits: vec[i64] = vec[i64]([0] * SIZES)  # how many
        self.pattern: Page = Page(1, SIZES * self.places)  # the mask of a card, upright and sideways

    def lean_on(self, first: Kernel) -> None:
        super().lean_on(first)
        assert isinstance(first, KartaRow)
        self.allowed, self.fitting, self.pattern = first.allowed, first.fitting, first.pattern

    def deal(self, luck: Luck) -> None:
        """Draw Red's hand card by card; the other cards are Blue's."""
        left = sorted([self.dealt[i] for i in range(2 * self.half)])
        hands = sorted([left.pop(luck.below(2 * self.half - i)) for i in range(self.half)]) + left
        for i in range(2 * self.half):
            self.dealt[i] = hands[i]
        for seat in range(2):
            self.won[seat] = 0
            self.shown[seat] = 0
        self.game = 1
        self._clear()

    # Numbers

    def number_of(self, move: i64) -> i64:
        pose, place = move >> 16, move & 65535
        slot: i64 = 0
        while self.dealt[self._hand() + slot] != pose >> 3:
            slot += 1
        side = slot * FACES + i64((pose >> 2 & 1) != self._own_face())
        return (side * 4 + (pose & 3)) * self.places + self._number_of_place(pose & 1, place)

    def _number_of_place(self, size: i64, place: i64) -> i64:
        """The number of a place, relative to the earliest card within reach."""
        if self.cards == 0:
            return 0
        k: i64 = 0
        while not self._within_reach(k, size, place):
            k += 1
        return self._against(k, size, place)

    def move_of(self, number: i64) -> i64:
        side, place = number // self.places, number % self.places
        turn = side & 3
        pose = self._pose(self._hand(), side)
        if self.cards == 0:
            return pose << 16 | self.origin
        card, at = self.laid[place // AGAINST], place % AGAINST
        width, height = 2 + (turn & 1), 3 - (turn & 1)
        rows = height + 3 - self.size[card >> 16] + 1
        return pose << 16 | (card & 65535) + at // rows - width + (at % rows - height) * self.row

    def _own_face(self) -> i64:
        """The kernel's number for the face of the mover's colour."""
        return 1 - (self.cards & 1)

    def _against(self, k: i64, size: i64, place: i64) -> i64:
        """The number of a place against a card on the table."""
        card = self.laid[k]
        x, y = self._x(place) - self._x(card & 65535), self._y(place) - self._y(card & 65535)
        height = 3 - size
        return k * AGAINST + (x + 2 + size) * (height + 3 - self.size[card >> 16] + 1) + y + height

    def _within_reach(self, k: i64, size: i64, place: i64) -> bool:
        """R8: whether a place overlaps or touches a card on the table."""
        card = self.laid[k]
        lies = self.size[card >> 16]
        x, y = self._x(place) - self._x(card & 65535), self._y(place) - self._y(card & 65535)
        aside, above = x == -2 - size or x == 2 + lies, y == size - 3 or y == 3 - lies
        return -2 - size <= x <= 2 + lies and size - 3 <= y <= 3 - lies and (self.corners or not (aside and above))

    def _x(self, place: i64) -> i64:
        return place & (self.row - 1)

    def _y(self, place: i64) -> i64:
        return place >> self.shift

    # Masks

    def write_mask(self, masks: Page, row: i64) -> None:
        self._number_places()
        self._find_fitting()
        if self.cards == 1:
            self._write_second(masks, row)
        else:
            self._make_pattern()
            self._copy_pattern(masks.words, row * masks.width)

    def _write_second(self, masks: Page, row: i64) -> None:
        """R6, R7: write the mask of the second card pose by pose. The numbers stay in `moves`, for `draw`."""
        hand, fitting, count = self._hand(), self.fitting, i64(0)
        masks.wipe(row)
        for side in range(self.half * POSES):
            size = side & 1
            pose = self._pose(hand, side)
            for i in range(size * MOST_PLACES, size * MOST_PLACES + self.fits[size]):
                number = side * self.places + i64(self.against[fitting[i]])
                self.moves[count] = number
                if not self._takes_or_hides(pose, self.open[fitting[i]]):
                    masks.put(row, number, 1)
                    count += 1
        self.count = count

    def _pose(self, hand: i64, side: i64) -> i64:
        """Card, face and turn as the kernel numbers them."""
        return self.dealt[hand + (side >> 3)] * POSES + ((side >> 2 & 1) ^ self._own_face()) * 4 + (side & 3)

    def _number_places(self) -> None:
        """Number the places that have come within reach since the last call, relative to the card that brought them."""
        for size in range(SIZES):
            i = self.numbered[size]
            if i > self.opened[size]:
                i = self.opened[size]
            for k in range(self.cards):
                end = self.opened[size]
                if k + 1 < self.cards:
                    end = self.tops[(k + 1) * SIZES + size]
                while i < end:
                    self.against[size * MOST_PLACES + i] = i16(self._against(k, size, self.open[size * MOST_PLACES + i]))
                    i += 1
            self.numbered[size] = i

    def _find_fitting(self) -> None:
        """R5, R8 to R10: list the legal places of a card of either size."""
        if self.cards == 0:
            for size in range(SIZES):
                self.fits[size] = 1
                self.fitting[size * MOST_PLACES] = size * MOST_PLACES
                self.against[size * MOST_PLACES] = 0
            return
        last = self.cards + 1 == 2 * self.half
        self._fit(last)
        if last and self.fits[0] + self.fits[1] == 0:  # R9
            self._fit(False)

    def _fit(self, over: bool) -> None:
        lock, places, fitting = self.lock, self.open, self.fitting
        for size in range(SIZES):
            start = size * MOST_PLACES
            count = start
            for i in range(start, start + self.opened[size]):
                fitting[count] = i
                count += i64(lock[size * self.cells + places[i]] == 0) & i64(not over or self._overlaps(size, places[i]))
            self.fits[size] = count - start

    def _make_pattern(self) -> None:
        pattern, fitting = self.pattern, self.fitting
        pattern.wipe(0)
        for size in range(SIZES):
            for i in range(size * MOST_PLACES, size * MOST_PLACES + self.fits[size]):
                pattern.put(0, size * self.places + i64(self.against[fitting[i]]), 1)

    def _copy_pattern(self, words: vec[i64], at: i64) -> None:
        """Copy the mask for each card in the hand and for both faces and half-turns; cards laid have none."""
        pattern, many, hand = self.pattern.words, self.pattern.width, self._hand()
        for slot in range(self.half):
            if self.gone[self.dealt[hand + slot]]:
                for i in range(at, at + FACES * TWICE * many):
                    words[i] = 0
                at += FACES * TWICE * many
                continue
            for _ in range(FACES * TWICE):
                for i in range(many):
                    words[at] = pattern[i]
                    at += 1

    def draw(self, luck: Luck) -> i64:
        if self.cards == 1:
            return self.moves[luck.below(self.count)]
        place = luck.below(self.fits[0] + self.fits[1])
        size = i64(place >= self.fits[0])
        if size:
            place += MOST_PLACES - self.fits[0]
        turned = luck.below(FACES * TWICE)  # face and half turn
        slot, hand, left = i64(0), self._hand(), luck.below(self.half - (self.cards >> 1))
        while left or self.gone[self.dealt[hand + slot]]:
            left -= 1 - self.gone[self.dealt[hand + slot]]
            slot += 1
        return (slot * POSES + turned * TWICE + size) * self.places + i64(self.against[self.fitting[place]])

    # Views

    def write_view(self, views: Page, row: i64) -> None:
        views.wipe(row)
        mine = self._colour_of(self.mover)
        left, low = self._corner()
        for k in range(self.cards):
            self._write_card(views, row, k, mine, left, low)
        at = 2 * self.half * OF_CARD
        for side in range(2):
            self._write_hand(views, row, at + side * self.half * OF_HAND, mine if side == 0 else 3 - mine, mine)
        self._write_rest(views, row, at + 2 * self.half * OF_HAND, mine)

    def _corner(self) -> tuple[i64, i64]:
        """The first column and the lowest row of the table that a card covers."""
        if self.cards == 0:
            return 0, 0
        left, low = self.row, self.row
        for k in range(self.cards):
            x, y = self._x(self.laid[k] & 65535), self._y(self.laid[k] & 65535)
            if x < left:
                left = x
            if y < low:
                low = y
        return left, low

    def _write_card(self, views: Page, row: i64, k: i64, mine: i64, left: i64, low: i64) -> None:
        place, size, at = self.laid[k] & 65535, self.size[self.laid[k] >> 16], k * OF_CARD
        views.put(row, at, self._x(place) - left)
        views.put(row, at + 1, self._y(place) - low)
        views.put(row, at + 2, size)
        for i in range(SQUARES):
            cell = place + self.square[size * SQUARES + i]
            at = k * OF_CARD + 3 + 3 * i
            shown = i64(self.point[cell])
            if shown:
                views.put(row, at + i64(shown != mine), 1)
            views.put(row, at + 2, i64(self.layers[cell]))

    def _write_hand(self, views: Page, row: i64, at: i64, whose: i64, mine: i64) -> None:
        known = self.marks
        for slot in range(self.half):
            card = self.dealt[(whose - 1) * self.half + slot]
            views.put(row, at, 1 - self.gone[card])
            start = (card * FACES + whose - 1) * POINTS
            for k in range(start, start + POINTS):
                views.put(row, at + 1 + 2 * known.square[k] + i64(known.colour[k] != mine), 1)
            at += OF_HAND

    def _write_rest(self, views: Page, row: i64, at: i64, mine: i64) -> None:
        """Write the tokens and points of this game and of the one before."""
        views.put(row, at, self.tokens[mine])
        views.put(row, at + 1, self.tokens[3 - mine])
        views.put(row, at + 2, self.points[mine])
        views.put(row, at + 3, self.points[3 - mine])
        views.put(row, at + 4, self.won[self.mover])
        views.put(row, at + 5, self.won[1 - self.mover])
        views.put(row, at + 6, self.game)
        views.put(row, at + 7, i64(mine == 1))
        views.put(row, at + 8, i64(not self.over))


def from_state(state: State, options: Options) -> KartaRow:
    """Create the kernel for a position of the rules."""
    kernel = KartaRow(state.cards, options.match == "double", options.corner_contact)
    kernel.set_up(state)
    kernel.save()
    return kernel
