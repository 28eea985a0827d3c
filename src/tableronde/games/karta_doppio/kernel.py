"""The rules of Karta Doppio on flat integers.

The table is a square of 128 by 128 cells, or twice as wide and high with many cards; the first card lies in its middle, and no
game reaches the rim. `layers` and `point` hold the number of cards on a cell and the point that shows there (1 red, 2 blue).
A place is the cell of a card's lower left square.
The places where a card of either size touches the table stand in a list that grows with every card; those on a locked
square are passed over when moves are listed. A card is taken back by undoing what laying it did.

A move is a pose (eight to a card) and a place, in one number. The tokens are updated point by point: a point that appears
joins the runs on both its sides, one that disappears splits them.

A move is evaluated by the lead right after it, a position by the best lead that the seat to move can reach: nearly every card can
break or make a line, so that a lead which the next card undoes is worth nothing.
"""

from functools import cache
from math import exp
from typing import Final

from tableronde.flat import i64, u8, vec
from tableronde.games.karta_doppio.rules import Options, State, results
from tableronde.games.karta_doppio.rules.cards import FACES, PATTERNS, RED, TURNS, Pose
from tableronde.games.karta_doppio.rules.grid import name, read
from tableronde.kernel import Kernel

FEW: Final[i64] = 20  # most cards for a small table: each lies at most three squares farther out than the one before
SIZES: Final[i64] = 2  # portrait and landscape
SQUARES: Final[i64] = 6
POINTS: Final[i64] = 3  # of a card
FOUR: Final[i64] = 4
POSES: Final[i64] = 8  # of a card
PATTERN_COUNT: Final[i64] = 30
MOST_PLACES: Final[i64] = 2048
TOKEN: Final = 100.0  # the value of a token, in visible points
LEAST: Final = -1e9


class Poses:
    """Every pose of a card: its size, the cells of its squares relative to the lower left one, and its three points."""

    def __init__(self, row: i64) -> None:
        """Compute the poses for a table with rows of that length."""
        self.size: vec[i64] = vec[i64]([0] * (PATTERN_COUNT * POSES))
        self.square: vec[i64] = vec[i64]([x + y * row for x, y in _SQUARES])  # the squares of a card of either size
        self.spot: vec[i64] = vec[i64]([0] * (PATTERN_COUNT * POSES * POINTS))
        self.colour: vec[u8] = vec[u8]([0] * (PATTERN_COUNT * POSES * POINTS))
        self.steps: vec[i64] = vec[i64]([0, 1, -1, row, -row, row + 1, row - 1, 1 - row, -row - 1])
        self.lines: vec[i64] = vec[i64]([1, row, row + 1, row - 1])
        for card in range(len(PATTERNS)):
            for face in range(len(FACES)):
                for turn in TURNS:
                    self._learn(card * POSES + face * 4 + turn, Pose(card, FACES[face], turn), row)

    def _learn(self, index: i64, pose: Pose, row: i64) -> None:
        self.size[index] = pose.turn % 2
        points = [(i + j * row, 1 if mark == RED else 2) for (i, j), mark in pose.marks if mark]
        for k in range(len(points)):
            self.spot[index * POINTS + k], self.colour[index * POINTS + k] = points[k]


@cache
def poses(row: int) -> Poses:
    """The poses for rows of that length, computed once."""
    return Poses(row)


class KartaKernel(Kernel):
    """A position of Karta Doppio."""

    def __init__(self, cards: i64, double: bool, corners: bool) -> None:
        super().__init__(2, 65536)
        self.row: i64 = 128 if cards <= FEW else 256
        self.cells: i64 = self.row * self.row
        self.middle: i64 = self.row >> 1
        self.origin: i64 = self.middle + self.middle * self.row  # R5
        self.double: bool = double
        self.layers: vec[u8] = vec[u8]([0] * self.cells)
        self.point: vec[u8] = vec[u8]([0] * self.cells)
        self.near: vec[u8] = vec[u8]([0] * self.cells)  # the number of covered squares that touch each cell, itself included
        self.reach: vec[u8] = vec[u8]([0] * (SIZES * self.cells))  # the number of near cells that a card would cover, by size and place
        self.lock: vec[u8] = vec[u8]([0] * (SIZES * self.cells))  # the number of locked cells that it would cover
        self.open: vec[i64] = vec[i64]([0] * (SIZES * MOST_PLACES))  # the places within reach, by size
        self.opened: vec[i64] = vec[i64]([0] * SIZES)  # how many there are, by size
        self.allowed: vec[i64] = vec[i64]([0] * MOST_PLACES)
        known = poses(self.row)
        self.size: vec[i64] = known.size
        self.square: vec[i64] = known.square
        self.spot: vec[i64] = known.spot
        self.colour: vec[u8] = known.colour
        self.steps: vec[i64] = known.steps
        self.lines: vec[i64] = known.lines
        self.contacts: i64 = 9 if corners else 5  # steps that make contact
        # The game.
        self.dealt: vec[i64] = vec[i64]([0] * 64)  # red's cards, then blue's
        self.half: i64 = 0  # cards of each player
        self.gone: vec[i64] = vec[i64]([0] * PATTERN_COUNT)
        self.laid: vec[i64] = vec[i64]([0] * 64)
        self.below: vec[u8] = vec[u8]([0] * (64 * POINTS))  # the point hidden by each point
        self.tops: vec[i64] = vec[i64]([0] * (64 * SIZES))  # the number of places within reach before each card
        self.cards: i64 = 0  # cards on the table
        self.game: i64 = 1
        self.tokens: vec[i64] = vec[i64]([0] * 3)  # by colour
        self.points: vec[i64] = vec[i64]([0] * 3)
        self.won: vec[i64] = vec[i64]([0] * 2)  # tokens of the game before, by seat
        self.shown: vec[i64] = vec[i64]([0] * 2)
        self.foreseen: bool = False  # whether `outlook` is up to date
        self.outlook: float = 0.0  # the best lead the mover can make
        self.kept: vec[i64] = vec[i64]([0] * 64)
        self.kept_cards: i64 = 0
        self.kept_game: i64 = 1
        self.kept_won: vec[i64] = vec[i64]([0] * 4)

    # Setting up

    def set_up(self, state: State) -> None:
        """Take over a position of the rules."""
        self.half = len(state.dealt[0])
        for k in range(self.half):
            self.dealt[k], self.dealt[self.half + k] = state.dealt[0][k], state.dealt[1][k]
        done = results(state)
        before = done[0] if state.game == 2 else None
        for seat in range(2):
            self.won[seat] = before.tokens[seat] if before else 0
            self.shown[seat] = before.points[seat] if before else 0
        self._clear()
        self.game = state.game
        for card in state.laid:
            self._lay(self.move(str(card)))
        self._look_for_the_end()

    def _clear(self) -> None:
        while self.cards:
            self._take_back()
        self.over = False
        self.winners = 0
        self.mover = (self.game + 1) % 2

    # Laying and taking back cards

    def _lay(self, move: i64) -> None:
        pose, place = move >> 16, move & 65535
        for size in range(SIZES):
            self.tops[self.cards * SIZES + size] = self.opened[size]
        first = self.size[pose] * SQUARES
        for k in range(first, first + SQUARES):
            self._cover(place + self.square[k])
        for k in range(POINTS):
            cell = place + self.spot[pose * POINTS + k]
            self.below[self.cards * POINTS + k] = self.point[cell]
            self._show(cell, self.colour[pose * POINTS + k])
        self.gone[pose >> 3] = 1
        self.laid[self.cards] = move
        self.cards += 1
        self.mover = (self.cards + self.game + 1) % 2
        self.foreseen = False

    def _take_back(self) -> None:
        """Undo the last `_lay`."""
        self.cards -= 1
        pose, place = self.laid[self.cards] >> 16, self.laid[self.cards] & 65535
        self.gone[pose >> 3] = 0
        for k in range(POINTS):
            self._show(place + self.spot[pose * POINTS + k], self.below[self.cards * POINTS + k])
        first = self.size[pose] * SQUARES
        for k in range(first, first + SQUARES):
            self._uncover(place + self.square[k])
        for size in range(SIZES):
            self.opened[size] = self.tops[self.cards * SIZES + size]
        self.foreseen = False

    def _cover(self, cell: i64) -> None:
        """Add a layer to a square."""
        self.layers[cell] += 1
        if self.layers[cell] == 2:
            self._add_around(self.lock, cell, 1)  # R11
            return
        for k in range(self.contacts):
            there = cell + self.steps[k]
            self.near[there] += 1
            if self.near[there] == 1:
                self._open_around(there)

    def _uncover(self, cell: i64) -> None:
        self.layers[cell] -= 1
        if self.layers[cell] == 1:
            self._add_around(self.lock, cell, -1)
            return
        for k in range(self.contacts):
            there = cell + self.steps[k]
            self.near[there] -= 1
            if self.near[there] == 0:
                self._add_around(self.reach, there, -1)

    def _add_around(self, counts: vec[u8], cell: i64, change: i64) -> None:
        """Count a cell for all places at which a card would cover it."""
        for k in range(SIZES * SQUARES):
            place = self.cells * i64(k >= SQUARES) + cell - self.square[k]
            counts[place] = u8(i64(counts[place]) + change)

    def _open_around(self, cell: i64) -> None:
        """Record that a cell has come within reach, and with it all places at which a card would cover it."""
        self._add_around(self.reach, cell, 1)
        for k in range(SIZES * SQUARES):
            place = cell - self.square[k]
            size = i64(k >= SQUARES)
            if self.reach[size * self.cells + place] == 1:
                self.open[size * MOST_PLACES + self.opened[size]] = place
                self.opened[size] += 1

    def _show(self, cell: i64, colour: u8) -> None:
        """R12, R15 to R17: change the point that a square shows, and the tokens with it."""
        old = self.point[cell]
        if old == colour:
            return
        if old:
            self.points[i64(old)] -= 1
            self.tokens[i64(old)] -= self._worth(cell, old)
        if colour:
            self.points[i64(colour)] += 1
            self.tokens[i64(colour)] += self._worth(cell, colour)
        self.point[cell] = colour

    def _worth(self, cell: i64, colour: u8) -> i64:
        """The tokens that depend on a point on a cell: those of the joined runs, less those of their parts."""
        total: i64 = 0
        for d in range(FOUR):
            one, other = self._run(cell, self.lines[d], colour), self._run(cell, -self.lines[d], colour)
            if one + other >= 3:
                total += (one + other + 1 >> 2) - (one >> 2) - (other >> 2)
        return total

    def _run(self, cell: i64, step: i64, colour: u8) -> i64:
        """The number of points of a colour that follow a cell in a direction."""
        point = self.point
        length: i64 = 0
        cell += step
        while point[cell] == colour:
            length += 1
            cell += step
        return length

    # Legal moves

    def list_moves(self) -> i64:
        self.count = 0
        if self.over:
            return 0
        if self.cards == 0:
            self._list_first()
            return self.count
        last_over = self.cards + 1 == 2 * self.half and (self._allow(0, True) > 0 or self._allow(1, True) > 0)  # R9
        for size in range(SIZES):
            self._list_size(size, self._allow(size, last_over))
        if self.cards == 1:
            self._strike_second()
        return self.count

    def _list_first(self) -> None:
        """R5: list the moves of the first card."""
        start = self._hand()
        for k in range(start, start + self.half):
            for pose in range(self.dealt[k] * POSES, (self.dealt[k] + 1) * POSES):
                self.moves[self.count] = pose << 16 | self.origin
                self.count += 1

    def _hand(self) -> i64:
        """The index of the mover's first card among those dealt (R1)."""
        return self.half if self.cards % 2 else 0

    def _allow(self, size: i64, over: bool) -> i64:
        """R8 to R10: write the places for a card of a size to `allowed` and return their number."""
        count: i64 = 0
        start = size * MOST_PLACES
        for i in range(start, start + self.opened[size]):
            place = self.open[i]
            self.allowed[count] = place
            count += i64(self.lock[size * self.cells + place] == 0) & i64(not over or self._overlaps(size, place))
        return count

    def _overlaps(self, size: i64, place: i64) -> bool:
        return any(self.layers[place + self.square[k]] for k in range(size * SQUARES, size * SQUARES + SQUARES))

    def _list_size(self, size: i64, places: i64) -> None:
        """List all poses of that size in hand at all allowed places."""
        moves, allowed = self.moves, self.allowed
        count = self.count
        start = self._hand()
        for k in range(start, start + self.half):
            card = self.dealt[k]
            if self.gone[card]:
                continue
            for pose in range(card * POSES + size, card * POSES + POSES, 2):
                for i in range(places):
                    moves[count] = pose << 16 | allowed[i]
                    count += 1
        self.count = count

    def _strike_second(self) -> None:
        """R6, R7: remove the moves that are forbidden to the second card."""
        count: i64 = 0
        for i in range(self.count):
            move = self.moves[i]
            self.moves[count] = move
            count += i64(not self._takes_or_hides(move >> 16, move & 65535))
        self.count = count

    def _takes_or_hides(self, pose: i64, place: i64) -> bool:
        if place == self.origin and self.size[pose] == self.size[self.laid[0] >> 16]:
            return True
        first = pose * POINTS
        return any(self.colour[k] == 2 and self.point[place + self.spot[k]] == 1 for k in range(first, first + POINTS))

    # Playing

    def play(self, move: i64) -> None:
        self._lay(move)
        self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        """R19 to R26: end the game, and perhaps the match."""
        if self.cards < 2 * self.half:
            return
        if self.game == 1 and self.double:
            for seat in range(SIZES):
                self.won[seat] = self.tokens[1 + seat]
                self.shown[seat] = self.points[1 + seat]
            self.game = 2
            self._clear()
            return
        lead = 1000 * self._token_lead(0) + self._point_lead(0)  # R20, R21
        self.over = True
        self.winners = 1 if lead > 0 else 2 if lead < 0 else 3

    def _colour_of(self, seat: i64) -> i64:
        """R23: begin the second game of a double match."""
        return 1 + (seat + self.game + 1) % 2

    def _token_lead(self, seat: i64) -> i64:
        colour = self._colour_of(seat)
        return self.won[seat] - self.won[1 - seat] + self.tokens[colour] - self.tokens[3 - colour]

    def _point_lead(self, seat: i64) -> i64:
        colour = self._colour_of(seat)
        return self.shown[seat] - self.shown[1 - seat] + self.points[colour] - self.points[3 - colour]

    # Taking moves back

    def save(self) -> None:
        for i in range(self.cards):
            self.kept[i] = self.laid[i]
        self.kept_cards = self.cards
        self.kept_game = self.game
        for seat in range(SIZES):
            self.kept_won[seat] = self.won[seat]
            self.kept_won[2 + seat] = self.shown[seat]

    def restore(self) -> None:
        if self.game != self.kept_game:
            self._clear()
            self.game = self.kept_game
        for seat in range(SIZES):
            self.won[seat] = self.kept_won[seat]
            self.shown[seat] = self.kept_won[2 + seat]
        while self.cards > self.kept_cards:
            self._take_back()
        while self.cards < self.kept_cards:
            self._lay(self.kept[self.cards])
        self.mover = (self.cards + self.game + 1) % 2
        self.over = False
        self.winners = 0
        if self.cards == 2 * self.half:
            self._look_for_the_end()

    # Evaluation

    def share(self, seat: i64) -> float:
        lead = self._lead(seat)
        if self.foreseen:
            lead = self.outlook if seat == self.mover else -self.outlook
        left = float(2 * self.half - self.cards)
        return 1.0 / (1.0 + exp(-lead / TOKEN / (0.5 + 0.15 * left)))

    def _lead(self, seat: i64) -> float:
        """The lead of a seat, in points."""
        return TOKEN * float(self._token_lead(seat)) + float(self._point_lead(seat))

    def weigh(self) -> None:
        best = LEAST
        for i in range(self.count):
            lead = self._lead_after(self.moves[i])
            self.weights[i] = lead
            best = max(best, lead)
        for i in range(self.count):
            self.weights[i] = exp((self.weights[i] - best) / TOKEN)
        self.outlook = best
        self.foreseen = True

    def _lead_after(self, move: i64) -> float:
        """The mover's lead after a card: its points are shown, and then everything is restored."""
        pose, place = (move >> 16) * POINTS, move & 65535
        point, tokens, points = self.point, self.tokens, self.points
        one, two, three = place + self.spot[pose], place + self.spot[pose + 1], place + self.spot[pose + 2]
        was_one, was_two, was_three = point[one], point[two], point[three]
        red_tokens, blue_tokens, red_points, blue_points = tokens[1], tokens[2], points[1], points[2]
        self._show(one, self.colour[pose])
        self._show(two, self.colour[pose + 1])
        self._show(three, self.colour[pose + 2])
        lead = self._lead(self.mover)
        point[one], point[two], point[three] = was_one, was_two, was_three
        tokens[1], tokens[2], points[1], points[2] = red_tokens, blue_tokens, red_points, blue_points
        return lead

    def wins_at_once(self) -> i64:
        if self.cards + 1 < 2 * self.half or (self.double and self.game == 1):
            return 0
        for i in range(self.count):
            if self._lead_after(self.moves[i]) > 0.0:  # R20, R21: no lead in points outweighs a token
                return 1
        return 0

    # Moves as text

    def action(self, move: i64) -> str:
        pose, place = move >> 16, move & 65535
        cell = place % self.row - self.middle, place // self.row - self.middle
        return f"{Pose(pose >> 3, FACES[pose >> 2 & 1], pose & 3)}@{name(cell)}"

    def move(self, action: str) -> i64:
        card = read(action)
        assert card is not None
        pose = card.pose.card * POSES + FACES.index(card.pose.face) * 4 + card.pose.turn
        return pose << 16 | (card.place[0] + self.middle) + (card.place[1] + self.middle) * self.row


def from_state(state: State, options: Options) -> KartaKernel:
    """Create the kernel for a position of the rules."""
    kernel = KartaKernel(state.cards, options.match == "double", options.corner_contact)
    kernel.set_up(state)
    kernel.save()
    return kernel


_SQUARES: Final = [(x, y) for width, height in ((2, 3), (3, 2)) for x in range(width) for y in range(height)]
