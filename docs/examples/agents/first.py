"""An agent in ten lines for any game: it takes an action that wins at once, else a random one. It sees what its seat may see."""

from tableronde.bots import Bot


class Agent(Bot):
    def choose(self, view, heard, legal):
        worlds = [self.game.imagine(view, self.rng) for _ in range(4)]
        closed = [action for action in legal if not action.endswith("*")]
        wins = [action for action in closed if all(self.wins(world, action) for world in worlds)]
        return self.rng.choice(wins or closed) if closed else None

    def wins(self, state, action):
        outcome = self.game.outcome(self.game.apply(state, self.seat, action))
        return outcome is not None and outcome.winners == (self.seat,)
