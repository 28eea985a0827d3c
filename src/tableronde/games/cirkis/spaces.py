"""Action and observation spaces of CirKis. An action is the number of a placement in the kernel, or the next number for a pass.

The board looks the same turned by a fifth and mirrored: ten symmetries, each a way to renumber the placements and the spaces.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from tableronde.game import Action, Seat, Setup
from tableronde.games.cirkis.rules import BY_LOT, PASS, Cirkis, State, holder
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import PieceSet, name
from tableronde.spaces import Spaces, Symmetry, from_seat, one_of, row

FIFTHS: Final = range(0, 10, 2)  # turns, in steps of 36 degrees


class CirkisSpaces(Spaces[State]):
    """531 actions with the pieces of the box; an observation has a byte for each seat and space, then the hands and scores."""

    edition = 1

    def __init__(self, game: Cirkis) -> None:
        super().__init__(game)
        self.pieces = game.pieces
        self.begins = game.options.begins
        self.actions = len(self.pieces.placements) + 1
        self.chances = game.seats
        seats, spaces = game.seats, len(board().spaces)
        self.parts = {
            "held": (seats, spaces),
            "leader": (spaces,),  # the piece laid last
            "left": (seats, len(self.pieces.shapes)),
            "scores": (seats,),
            "totals": (seats,),  # of all rounds
            "turn": (seats,),
            "free": (1,),
            "slivers": (1,),  # whether one was laid
            "passes": (1,),
        }

    def number(self, view: State, seat: Seat, action: Action) -> int:
        return self.actions - 1 if action == PASS else self.pieces.index[action]

    def action(self, view: State, seat: Seat, number: int) -> Action:
        if not 0 <= number < self.actions:
            raise LookupError(f"{number} stands for no action")
        return PASS if number == self.actions - 1 else self.pieces.placements[number].action

    def observe(self, view: State, seat: Seat) -> bytes:
        now, order = view.now, from_seat(seat, self.game.seats)
        spaces = range(len(board().spaces))
        owners = [holder(now, space) for space in spaces]
        return row(
            *([int(owner == player) for owner in owners] for player in order),
            one_of(len(spaces), *(view.leader.spaces if view.leader else ())),
            *(now.left[player] for player in order),
            [now.scores[player] for player in order],
            [view.totals[player] for player in order],
            [int(now.mover == player and not view.reason) for player in order],
            (int(bool(now.free)), int(now.sliver_laid), now.passes),
        )

    def symmetries(self) -> Sequence[Symmetry]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> list[Symmetry]:
        turned = [(spaces, _placements(self.pieces, spaces)) for spaces in _turned_boards()]
        return [Symmetry((*placements, self.actions - 1), self._bytes(spaces)) for spaces, placements in turned if placements]

    def _bytes(self, spaces: Sequence[int]) -> tuple[int, ...]:
        """The source of every byte when space i goes to spaces[i]; bytes that belong to no space stay."""
        origin = sorted(range(len(spaces)), key=spaces.__getitem__)
        planes = self.game.seats + 1
        moved = [plane * len(spaces) + space for plane in range(planes) for space in origin]
        return (*moved, *range(len(moved), self.size))

    def draws(self, drawn: Sequence[int]) -> int:
        """Q6: the number of equally likely first players, if the first player is drawn at random; else 0."""
        return 0 if drawn or self.begins != BY_LOT else self.game.seats

    def dealt(self, drawn: Sequence[int]) -> Setup:
        return {"first": drawn[0] if self.begins == BY_LOT else int(self.begins)}


def _turned_boards() -> list[list[int]]:
    """The image of every space under each of the ten symmetries: the identity, the rotations, then the reflections."""
    known = {frozenset(space.corners): space.id for space in board().spaces}
    mirrored = [[tuple(corner.mirrored() for corner in space.corners) for space in board().spaces]]
    return [
        [known[frozenset(corner.turned(steps) for corner in corners)] for corners in side]
        for side in ([space.corners for space in board().spaces], *mirrored)
        for steps in FIFTHS
    ]


def _placements(pieces: PieceSet, spaces: Sequence[int]) -> list[int]:
    """The image of every placement; empty if a shape that must not be turned over has none."""
    names = [name(pieces.shapes[old.shape].slug, sorted(spaces[space] for space in old.spaces)) for old in pieces.placements]
    return [pieces.index[action] for action in names] if all(action in pieces.index for action in names) else []


SPACES = CirkisSpaces
