"""An agent that plays by numbers: its observation is a row of bytes, its action a number. Put your network in `scores`."""

from tableronde.bots import Bot
from tableronde.spaces import spaces_of


class Agent(Bot):
    def __init__(self, box, game, seat, rng):
        super().__init__(box, game, seat, rng)
        self.spaces = spaces_of(box, game)

    def choose(self, view, heard, legal):
        seen = self.spaces.observe(view, self.seat)
        numbered = self.spaces.numbered(view, self.seat, legal)
        scores = self.scores(seen, list(numbered))
        return numbered[max(numbered, key=scores.__getitem__)]

    def scores(self, seen, numbers):
        """Return the value of each number: here a hash, in your agent the output of a network."""
        return {number: hash((seen, number)) for number in numbers}
