"""Action and observation spaces of Karta Doppio. The table has no edge: places are relative to the first card that they overlap
or touch.

An action is a card of the hand as it was dealt, its face (own colour first), its turn, and a place: the earliest card within
reach, and the offset from that card. Colours are "mine" and "theirs".
"""

from collections.abc import Sequence
from typing import Final

from tableronde.game import Action, Seat, Setup
from tableronde.games.karta_doppio.rules import KartaDoppio, State, colour_of, result, results
from tableronde.games.karta_doppio.rules.cards import COLOURS, FACES, TURNS, Cell, Colour, Pose, other
from tableronde.games.karta_doppio.rules.grid import Grid, Laid, grid_of, name, read
from tableronde.games.karta_doppio.rules.placing import ORIGIN
from tableronde.spaces import Spaces, row

AGAINST: Final = 36  # places of a card against another one, at most: six by six where one stands and the other lies
POSES: Final = len(FACES) * len(TURNS)
SQUARES: Final = 6


class KartaDoppioSpaces(Spaces[State]):
    """34,560 actions and observations of 554 bytes with sixteen cards; 125,280 and 1,030 with thirty."""

    edition = 1

    def __init__(self, game: KartaDoppio) -> None:
        super().__init__(game)
        self.cards = self.chances = len(game.deck)
        self.half = self.cards // 2
        self.places = AGAINST * (self.cards - 1)
        self.actions = self.half * POSES * self.places
        self.corners = game.options.corner_contact
        self.parts = {
            "table": (
                self.cards,
                3 + 3 * SQUARES,
            ),  # each card laid: column, row, whether it lies sideways; its squares: mine, theirs, layers
            "hands": (2, self.half, 1 + 2 * SQUARES),  # each card dealt: whether still held, and its squares, own face up: mine, theirs
            "tokens": (2,),
            "points": (2,),
            "before": (2,),  # tokens of the game before
            "game": (1,),
            "red": (1,),  # whether this seat is
            "turn": (1,),
        }

    def number(self, view: State, seat: Seat, action: Action) -> int:
        laid = read(action)
        assert laid is not None
        colour = colour_of(seat, view.game)
        slot = view.dealt[COLOURS.index(colour)].index(laid.pose.card)
        face = int(laid.pose.face != colour[0])
        return ((slot * len(FACES) + face) * len(TURNS) + laid.pose.turn) * self.places + self._place(view, laid)

    def action(self, view: State, seat: Seat, number: int) -> Action:
        if not 0 <= number < self.actions:
            raise LookupError(f"{number} stands for no action")
        held, place = divmod(number, self.places)
        slot, turned = divmod(held, POSES)
        face, turn = divmod(turned, len(TURNS))
        colour = colour_of(seat, view.game)
        pose = Pose(view.dealt[COLOURS.index(colour)][slot], (other(colour) if face else colour)[0], turn)
        return f"{pose}@{name(self._cell(view, pose, place))}"

    def observe(self, view: State, seat: Seat) -> bytes:
        colour, now = colour_of(seat, view.game), result(view.laid, view.game)
        before = results(view)[0].tokens if view.game > 1 else (0, 0)
        mine, theirs = seat, 1 - seat
        return row(
            self._table(view, colour),
            *(self._hand(view, whose, colour) for whose in (colour, other(colour))),
            (now.tokens[mine], now.tokens[theirs], now.points[mine], now.points[theirs], before[mine], before[theirs]),
            (view.game, int(colour == COLOURS[0]), int(view.mover == seat and not view.over)),
        )

    def draws(self, drawn: Sequence[int]) -> int:
        """The number of equally likely cards for Red's hand; 0 when it is complete. The other cards are Blue's."""
        return self.cards - len(drawn) if len(drawn) < self.half else 0

    def dealt(self, drawn: Sequence[int]) -> Setup:
        left = list(self.game.deck)  # type: ignore[attr-defined]
        hand = [left.pop(i) for i in drawn]
        return {"hands": [sorted(hand), left]}

    def _place(self, view: State, laid: Laid) -> int:
        """A place as the earliest card within reach and the offset from that card."""
        if not view.laid:
            return 0
        for k, card in enumerate(view.laid):
            if within_reach(card, laid, self.corners):
                (width, height), (x, y) = laid.pose.size, card.place
                rows = height + card.pose.size[1] + 1
                return k * AGAINST + (laid.place[0] - x + width) * rows + laid.place[1] - y + height
        raise LookupError(f"{laid} touches no card")

    def _cell(self, view: State, pose: Pose, place: int) -> Cell:
        if not view.laid:
            return ORIGIN
        k, against = divmod(place, AGAINST)
        if k >= len(view.laid):
            raise LookupError(f"there is no card {k} on the table yet")
        card, (width, height) = view.laid[k], pose.size
        i, j = divmod(against, height + card.pose.size[1] + 1)
        return card.place[0] + i - width, card.place[1] + j - height

    def _table(self, view: State, colour: Colour) -> list[int]:
        grid = grid_of(view.laid)
        left, low = (min((cell[axis] for cell in grid), default=0) for axis in range(2))
        cards = [_laid_card(card, grid, colour, (left, low)) for card in view.laid]
        rest = (self.cards - len(cards)) * (3 + 3 * SQUARES)
        return [number for card in cards for number in card] + [0] * rest

    def _hand(self, view: State, whose: Colour, colour: Colour) -> list[int]:
        held = view.hand(whose)
        return [number for card in view.dealt[COLOURS.index(whose)] for number in (int(card in held), *_marks(card, whose, colour))]


def _marks(card: int, whose: Colour, colour: Colour) -> list[int]:
    """The squares of a card with its owner's face up: mine, theirs."""
    return [int(mark == shown) for _, mark in Pose(card, whose[0], 0).marks for shown in (colour, other(colour))]


def within_reach(card: Laid, new: Laid, corners: bool) -> bool:
    """R8: whether a new card overlaps or touches one on the table; corners of squares count if the table says so."""
    (wide, high), (width, height) = card.pose.size, new.pose.size
    x, y = new.place[0] - card.place[0], new.place[1] - card.place[1]
    return -width <= x <= wide and -height <= y <= high and (corners or x not in (-width, wide) or y not in (-height, high))


def _laid_card(card: Laid, grid: Grid, colour: Colour, corner: Cell) -> list[int]:
    """A card on the table and what shows on its squares."""
    squares = [grid[cell] for cell, _ in sorted(card.marks, key=lambda mark: mark[0])]
    shown = [number for square in squares for number in (int(square.shown == colour), int(square.shown == other(colour)), square.layers)]
    return [card.place[0] - corner[0], card.place[1] - corner[1], card.pose.turn % 2, *shown]


SPACES = KartaDoppioSpaces
