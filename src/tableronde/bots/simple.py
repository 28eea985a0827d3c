"""Two bots that play any game: one at random, one that looks a single action ahead."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from tableronde.bots.bot import Bot
from tableronde.game import Action, Event, is_open

SAMPLES = 4  # imagined states a greedy bot considers in games with secrets


def settled(legal: Sequence[Action]) -> list[Action]:
    """Return the legal actions that are not open: those that need no word of the player's own."""
    return [action for action in legal if not is_open(action)]


class RandomBot(Bot):
    """Chooses any legal action, all equally likely."""

    hears = 0  # all it needs is in the view

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        return self.rng.choice(actions) if actions else None


class GreedyBot(Bot):
    """Chooses the action after which the game's judge gives its seat the largest share; ties at random."""

    hears = 0  # all it needs is in the view

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        values = self.weigh(view, heard, legal)
        if not values:
            return None
        self.value = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value == self.value])

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Rate as many actions as the time allows, in random order, so that none is left out because of its name."""
        deadline, actions, values = monotonic() + self.seconds, settled(legal), {}
        worlds = self._worlds(view) if actions else []
        for action in self.rng.sample(actions, len(actions)):
            values[action] = sum(self._worth(world, action) for world in worlds) / len(worlds)
            if monotonic() > deadline:
                break
        return values

    def _worlds(self, view: Any) -> list[Any]:
        if not self.game.hides:
            return [view]
        return [self.game.imagine(view, self.rng) for _ in range(SAMPLES)]

    def _worth(self, state: Any, action: Action) -> float:
        after = self.game.apply(state, self.seat, action)
        return shares(self.box, self.game, after, self.seat)[self.seat]


def shares(box: Any, game: Any, state: Any, seat: int) -> Sequence[float]:
    """Return each seat's share of the win: the result if the game is over, else the judge's estimate from a seat's view."""
    outcome = game.outcome(state)
    if outcome is None:
        return box.judge(game, game.view(state, seat))  # type: ignore[no-any-return]
    return [1 / len(outcome.winners) if player in outcome.winners else 0.0 for player in range(game.seats)]
