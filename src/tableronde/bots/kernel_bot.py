"""A bot that searches over a game's kernel, and the levels it plays at.

A weak level does not throw coins. It errs as people do: now and then it plays at first sight. It then looks at a few moves
only, does not see a part of them, its own and the others', and takes what looks best. The other times it thinks as
well as its level allows. The weaker the level, the more often it plays at first sight, and the less it thinks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import monotonic
from typing import Any, Final

from tableronde.bots.bot import Bot, BotMaker, divided
from tableronde.bots.tree import ROOT, Tree
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.kernel import share_of
from tableronde.kernels import FromState

UNLIMITED: Final = 1 << 60
PROBED: Final = 10_000  # simulations to look at all actions, also those a search would not try
SAMPLED: Final = 300  # simulations beyond the best move, to see what it leaves to each of the others
EQUAL: Final = 0.002  # of the win: moves that differ by no more are worth the same
REACH: Final = 0.03  # of the win: a move that seems worse than the best by more is no rival
RIVALS: Final = 8  # at most
ROUND: Final = 500  # simulations of each rival between two looks at the clock


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    simulations: int = UNLIMITED
    seconds: float = 0.9  # at most
    lapses: float = 0.0  # how often it plays at first sight
    glance: int = 10  # simulations at first sight
    overlooked: float = 0.5  # the part of the moves not seen at first sight
    patience: int = 2  # visits before a position is looked into
    widest: int = 1024  # the most moves it considers in one position
    thorough: bool = False  # whether it considers the rest when the best of them does not win
    wariness: float = 1.5  # with three seats or more: how widely it looks at what the others might do
    variety: float = 0.0  # the most of a share it gives away with a move of the opening, so as not to play the same game twice
    opening: int = 8  # plies in which its play varies
    capacity: int = 1_000_000  # positions it can remember, 72 bytes each


class KernelBot(Bot):
    """Searches for its thinking time, or for a fixed number of simulations: then the same seed gives the same choice.

    What it found out about the moves that were then played, it need not find out again: that part of its tree is kept.
    """

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, *, from_state: FromState, level: Level) -> None:
        super().__init__(box, game, seat, rng, level.seconds)
        self.from_state, self.level = from_state, level
        self.hears = level.opening if level.variety else 0  # enough to know the opening; what else happened only saves it work
        self._tree: Tree | None = None
        self._known: list[Event] = []  # what had happened when the tree was last used

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if len(legal) < 2:
            return legal[0] if legal else None
        varies, deadline = self.level.variety > 0 and len(heard) < self.level.opening, monotonic() + self.seconds
        tree = self._at_first_sight(view) if self.rng.random() < self.level.lapses else self._thought(view, heard)
        rivals = tree.rivals(REACH)[:RIVALS] if varies else [tree.best()]
        best = rivals[0] if len(rivals) == 1 else self.rng.choices(rivals, self._odds(view, rivals, deadline))[0]
        self.value = tree.value(best)
        return tree.kernel.action(best)

    def _odds(self, view: Any, rivals: Sequence[int], deadline: float) -> list[float]:
        """How likely each of some rivals is to be played: the likelier the less it gives away against the first of them.

        All are looked at anew, each as often as the others: a tree thinks better of what it has looked at more.
        """
        tree, visits = self._wide_tree(view), self.level.simulations // (2 * len(rivals))
        for some in (*range(ROUND, visits, ROUND), visits):
            for move in rivals:
                tree.probe(move, some)
            if monotonic() > deadline:
                break
        least = tree.value(rivals[0]) - self.level.variety
        return [max(0.0, tree.value(move) - least) for move in rivals]

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Thinks, then looks at all these actions for as long again; none of them is worth more than the one it would choose."""
        tree = self._wide_tree(view)
        tree.think(self.level.simulations, self.seconds)
        most, visits = tree.value(tree.best()), max(2, min(self.level.simulations, PROBED) // len(legal))
        moves = {action: tree.kernel.move(action) for action in legal}
        for move in moves.values():
            tree.probe(move, visits)
        return {action: min(most, tree.value(move)) for action, move in moves.items()}

    def outlook(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
        """Thinks; its own share is what the best move is worth, the others' what they have wherever that one leads."""
        tree = self._fresh_tree(view)
        tree.think(self.level.simulations, self.seconds)
        best = tree.best()
        return divided(self.seat, tree.value(best), self._left(tree, best))

    def _left(self, tree: Tree, best: int) -> list[float]:
        """What its best move, and any worth as much, leaves to each of several: who has lost may still choose who wins."""
        left = [0.0] * self.game.seats
        moves = [move for move in tree.moves() if tree.value(move) >= tree.value(best) - EQUAL] if self.game.seats > 2 else []
        for move in moves:
            for _ in range(max(1, SAMPLED // len(moves))):
                left = [sum + share for sum, share in zip(left, self._after(tree, move), strict=True)]
        return left

    def _after(self, tree: Tree, move: int) -> list[float]:
        """Everybody's share in one more simulation of a move, or for good where that is proven."""
        proof = tree.proof[tree.first[ROOT] + tree.moves().index(move)]
        if proof:
            return [share_of(proof, seat) for seat in range(self.game.seats)]
        tree.probe(move, tree.tries(move) + 1)
        return [tree.shares[seat] for seat in range(self.game.seats)]

    @property
    def positions(self) -> int:
        """How many positions the tree it keeps holds."""
        return self._tree.used if self._tree else 0

    def _wide_tree(self, view: Any) -> Tree:
        """A tree whose root has all its moves, however many they are."""
        tree = self._fresh_tree(view)
        tree.widest = self.level.capacity
        tree.think(1, self.seconds)
        tree.widest = self.level.widest
        return tree

    def _at_first_sight(self, view: Any) -> Tree:
        tree = self._fresh_tree(view)
        tree.overlooked = self.level.overlooked
        tree.think(self.level.glance, self.seconds)
        return tree

    def _thought(self, view: Any, heard: Sequence[Event]) -> Tree:
        tree = self._kept_tree(heard) or self._fresh_tree(view)
        tree.brief = True
        self._tree, self._known = tree, list(heard)
        tree.think(self.level.simulations, self.seconds)
        return tree

    def _kept_tree(self, heard: Sequence[Event]) -> Tree | None:
        """The tree of the last thought, below what was played since."""
        since = len(self._known)
        if self._tree is None or list(heard[:since]) != self._known:
            return None
        for event in heard[since:]:
            self._tree.advance(self._tree.kernel.move(event.action))
        return self._tree

    def _fresh_tree(self, view: Any) -> Tree:
        tree = Tree(self.from_state(view, self.game.options), self.rng.getrandbits(40), self.level.capacity)
        tree.patience, tree.widest, tree.thorough = self.level.patience, self.level.widest, self.level.thorough
        if self.game.seats > 2:
            tree.wariness = self.level.wariness
        return tree


def level_makers(from_state: FromState, levels: Mapping[str, Level]) -> dict[str, BotMaker]:
    """The bots of a game's levels, by name."""
    return {name: partial(KernelBot, from_state=from_state, level=level) for name, level in levels.items()}
