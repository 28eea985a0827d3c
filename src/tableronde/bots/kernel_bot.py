"""A bot that searches over a game's kernel, and the levels it plays at.

A weak level does not play random moves. It makes mistakes as people do: now and then it plays at first sight. It then looks
at a few moves only, overlooks some of its own and of its opponents', and takes the one that looks best. The other times it
thinks as well as its level allows. The weaker the level, the more often it plays at first sight, and the less it thinks.
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
from tableronde.kernels.proof import FromState

UNLIMITED: Final = 1 << 60
PROBED: Final = 10_000  # simulations to estimate all actions, including those a search would not try
SAMPLED: Final = 300  # simulations of the best move, to see how the other seats share the rest
EQUAL: Final = 0.002  # of the win: moves whose values differ by no more count as equal
REACH: Final = 0.03  # of the win: a move that seems worse than the best by more is not compared with it
RIVALS: Final = 8  # the most moves compared
ROUND: Final = 500  # simulations of each rival between two checks of the clock
STEP: Final = 16  # simulations between two checks of the clock once time has run out
OVERTIME: Final = 5.0  # seconds after which rivals are no longer compared: only plain Python needs that long
GIVEN_UP: Final = 15.0  # seconds after which it has no opinion: soon after that a worker counts as lost


@dataclass(frozen=True, slots=True)
class Level:
    """The strength of a bot."""

    simulations: int = UNLIMITED
    seconds: float = 0.9  # at most
    lapses: float = 0.0  # how often it plays at first sight, from 0 to 1
    glance: int = 10  # simulations at first sight
    overlooked: float = 0.5  # the part of the moves it overlooks at first sight
    patience: int = 2  # visits before a position is expanded
    widest: int = 1024  # the most moves it considers in one position
    thorough: bool = False  # whether it considers the remaining moves when the best of them does not win
    wariness: float = 1.5  # with three seats or more: how widely it explores what the others might do
    variety: float = 0.0  # the most it gives away with a move of the opening, so as not to play the same game twice
    opening: int = 8  # plies in which its play varies
    capacity: int = 1_000_000  # positions it can remember, 72 bytes each


class KernelBot(Bot):
    """Searches for its thinking time, or for a fixed number of simulations: then the same seed gives the same choice.

    The part of the tree below the moves that are then played is kept for the next choice.
    """

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, *, from_state: FromState, level: Level) -> None:
        super().__init__(box, game, seat, rng, level.seconds)
        self.from_state, self.level = from_state, level
        self.hears = level.opening if level.variety else 0  # enough to recognise the opening; more would only save it work
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
        """Return the odds of playing each rival: the less a move gives away against the first of them, the higher.

        All are simulated again, equally often, because a tree overrates the moves it has visited most. Without time for that,
        the first is played.
        """
        tree, visits = self._wide_tree(view), self.level.simulations // (2 * len(rivals))
        for some in (*range(ROUND, visits, ROUND), visits):
            if not all(_probe_in_time(tree, move, some, deadline + OVERTIME) for move in rivals):
                return [1.0] + [0.0] * (len(rivals) - 1)
            if monotonic() > deadline:
                break
        least = tree.value(rivals[0]) - self.level.variety
        return [max(0.0, tree.value(move) - least) for move in rivals]

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Search, then estimate all these actions for as long again; none is valued above the one it would choose.

        Empty if that takes far too long.
        """
        tree, latest = self._wide_tree(view), monotonic() + self.seconds + GIVEN_UP
        tree.think(self.level.simulations, self.seconds)
        most, visits = tree.value(tree.best()), max(2, min(self.level.simulations, PROBED) // len(legal))
        moves = {action: tree.kernel.move(action) for action in legal}
        for move in moves.values():
            if not _probe_in_time(tree, move, visits, latest):
                return {}
        return {action: min(most, tree.value(move)) for action, move in moves.items()}

    def outlook(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Sequence[float]:
        """Search; its own share is the value of the best move, the others' what that move leaves them."""
        tree = self._fresh_tree(view)
        tree.think(self.level.simulations, self.seconds)
        best = tree.best()
        return divided(self.seat, tree.value(best), self._left(tree, best))

    def _left(self, tree: Tree, best: int) -> list[float]:
        """Return what each seat gets, averaged over the best move and its equals: a losing seat may still decide who wins."""
        left = [0.0] * self.game.seats
        moves = [move for move in tree.moves() if tree.value(move) >= tree.value(best) - EQUAL] if self.game.seats > 2 else []
        for move in moves:
            for _ in range(max(1, SAMPLED // len(moves))):
                left = [sum + share for sum, share in zip(left, self._after(tree, move), strict=True)]
        return left

    def _after(self, tree: Tree, move: int) -> list[float]:
        """Return every seat's share in one more simulation of a move, or the proven result."""
        proof = tree.proof[tree.first[ROOT] + tree.moves().index(move)]
        if proof:
            return [share_of(proof, seat) for seat in range(self.game.seats)]
        tree.probe(move, tree.tries(move) + 1)
        return [tree.shares[seat] for seat in range(self.game.seats)]

    @property
    def positions(self) -> int:
        """Return how many positions its tree holds."""
        return self._tree.used if self._tree else 0

    def _wide_tree(self, view: Any) -> Tree:
        """Build a tree whose root has all its moves, however many there are."""
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
        """Return what the tree of the last search holds below the moves played since, if anything."""
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
    """Return the bots of a game's levels, by name."""
    return {name: partial(KernelBot, from_state=from_state, level=level) for name, level in levels.items()}


def _probe_in_time(tree: Tree, move: int, visits: int, latest: float) -> bool:
    """Visit a move this often; return whether there was time for it."""
    for some in (*range(tree.tries(move) + STEP, visits, STEP), visits):
        tree.probe(move, some)
        if monotonic() > latest:
            return False
    return True
