"""An agent that searches a game's kernel for a second, over hundreds of thousands of moves, and estimates its result."""

from tableronde.bots import Bot
from tableronde.bots.tree import Tree
from tableronde.kernels import from_state


class Agent(Bot):
    hears = 0  # all it needs is in the view

    def choose(self, view, heard, legal):
        tree = Tree(from_state(self.box)(view, self.game.options), self.rng.getrandbits(40), 1_000_000)
        tree.patience = 2  # visits before a position is expanded
        tree.think(1 << 40, self.seconds)
        best = tree.best()
        self.value = tree.value(best)
        return tree.kernel.action(best)
