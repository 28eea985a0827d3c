"""Two bots that play any game: one at random, one that looks a single action ahead."""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

from tableronde.bots.bot import Bot
from tableronde.game import Action, Event, is_open

SAMPLES = 4  # imagined states a greedy bot looks at, where something is hidden


def settled(legal: Sequence[Action]) -> list[Action]:
    """The legal actions that need no word of the player's own."""
    return [action for action in legal if not is_open(action)]


class RandomBot(Bot):
    """Any legal action, all alike."""

    hears = 0  # all it needs is in the view

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        actions = settled(legal)
        return self.rng.choice(actions) if actions else None


class GreedyBot(Bot):
    """The action after which the game's own judgement likes its seat best; ties at random."""

    hears = 0  # all it needs is in the view

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        values = self.weigh(view, heard, legal)
        if not values:
            return None
        self.value = max(values.values())
        return self.rng.choice([action for action, value in values.items() if value == self.value])

    def weigh(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """Its share after as many actions as the time allows, in any order, so that none is left out for its name."""
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
    """Each seat's share of the win: certain when the game is over, else the game's judgement of a seat's view."""
    outcome = game.outcome(state)
    if outcome is None:
        return box.judge(game, game.view(state, seat))  # type: ignore[no-any-return]
    return [1 / len(outcome.winners) if player in outcome.winners else 0.0 for player in range(game.seats)]
