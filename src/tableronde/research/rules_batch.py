"""Games of a batch played by the rules, for games without a kernel for batches."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tableronde.game import CHANCE, Action, AnyGame, Seat, is_open
from tableronde.play.arena import LONGEST
from tableronde.play.outcomes import returns
from tableronde.research.batch_step import BatchStep, NotLegal, Numbers
from tableronde.research.kernel_batch import WAITS
from tableronde.spaces import Spaces

REMEMBERED = 1024  # size of the cache of numbered legal actions


class Choices(NamedTuple):
    """A seat's choices: actions by number, and the numbers of the words that fill in an open one; both as a mask."""

    actions: dict[int, Action]
    numbers: tuple[int, ...]
    words: range
    mask: NDArray[np.bool_]

    def __contains__(self, number: object) -> bool:
        return number in self.actions or number in self.words

    def drawn(self, lots: Random) -> int:
        """Choose one of them at random."""
        i = int(lots.random() * (len(self.numbers) + len(self.words)))
        return self.numbers[i] if i < len(self.numbers) else self.words[i - len(self.numbers)]


class RulesGame:
    """One game after another, by the rules. If several seats may act, a random one of them is asked."""

    def __init__(self, game: AnyGame, deals: Random, lots: Random) -> None:
        self.game, self.deals, self.lots = game, deals, lots
        self.asks_all = game.waits_for_all  # then legal need not be compared with to_act
        self.asked: Seat | None = None
        self.legal: tuple[Action, ...] = ()

    def begin(self) -> None:
        """Start a new game; one that ends before any seat is asked is dealt again."""
        self.asked = None
        while self.asked is None:
            self.state: Any = self.game.start(self.game.deal(self.deals))
            self.plies = 0
            self._ask()

    def play(self, action: Action) -> None:
        """Play an action of the seat that was asked, then chance."""
        assert self.asked is not None
        self._happen(self.asked, action)
        self._ask()

    def _ask(self) -> None:
        """Let chance act, then determine the seat to ask and its choices; none if the game is over or cut short as endless."""
        game = self.game
        legal = game.legal(self.state)
        while CHANCE in legal:
            weights = game.weights(self.state)
            self._happen(CHANCE, self.deals.choices(list(weights), list(weights.values()))[0])
            legal = game.legal(self.state)
        seats = [actor for actor in (legal if self.asks_all else game.to_act(self.state)) if isinstance(actor, int)]
        self.asked = None
        if seats and self.plies < LONGEST:
            self.asked = seats[0] if len(seats) == 1 else self.deals.choice(seats)
            self.legal = tuple(legal[self.asked])

    def _happen(self, actor: Any, action: Action) -> None:
        self.state = self.game.apply(self.state, actor, action)
        self.plies += 1


class RulesBatch:
    """Games side by side, in plain Python."""

    def __init__(self, game: AnyGame, spaces: Spaces[Any], deals: Sequence[int], lots: Sequence[int]) -> None:
        self.game, self.spaces = game, spaces
        self.games = [RulesGame(game, Random(deal), Random(lot)) for deal, lot in zip(deals, lots, strict=True)]
        self.now = BatchStep.blank(len(self.games), game.seats, spaces.actions, spaces.size)
        self.choices: list[Choices] = []
        self._remembered = lru_cache(REMEMBERED)(self._numbered) if spaces.steady else None

    def begin(self) -> BatchStep:
        self.now.done[:] = False
        self.now.reward[:] = 0
        self.choices = []
        for i, played in enumerate(self.games):
            played.begin()
            self.choices.append(self._write(i))
        return self.now

    def step(self, numbers: Numbers) -> BatchStep:
        chosen = numbers.tolist()
        for i, number in enumerate(chosen):
            if number != WAITS and number not in self.choices[i]:
                raise NotLegal(i, number)
        self.now.reward[self.now.done] = 0
        self.now.done[:] = False
        for i, number in enumerate(chosen):
            if number != WAITS:
                self._play(i, number)
        return self.now

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _play(self, i: int, number: int) -> None:
        played = self.games[i]
        action = self.choices[i].actions.get(number)
        played.play(self._worded(played, number) if action is None else action)
        if played.asked is None:
            self.now.done[i] = True
            self.now.reward[i] = returns(self.game.outcome(played.state), self.game.seats)
            played.begin()
        self.choices[i] = self._write(i)

    def _write(self, i: int) -> Choices:
        """Write the seat to act, its observation and its mask."""
        played, now = self.games[i], self.now
        seat = played.asked
        assert seat is not None
        view = self.game.view(played.state, seat)
        choices = self._remembered(None, seat, played.legal) if self._remembered else self._numbered(view, seat, played.legal)
        now.observation[i] = np.frombuffer(self.spaces.observe(view, seat), np.uint8)
        now.mask[i] = choices.mask
        now.seat[i] = seat
        now.drawn[i] = choices.drawn(played.lots)
        return choices

    def _numbered(self, view: Any, seat: Seat, legal: tuple[Action, ...]) -> Choices:
        actions = self.spaces.numbered(view, seat, [action for action in legal if not is_open(action)])
        words, mask = self.spaces.opened(legal), np.zeros(self.spaces.actions, np.bool_)
        mask[list(actions)] = True
        mask[words.start : words.stop] = True
        return Choices(actions, tuple(actions), words, mask)

    def _worded(self, played: RulesGame, number: int) -> Action:
        """Return the action of a number that fills in an open one, as the game completes it."""
        assert played.asked is not None
        action = self.spaces.action(self.game.view(played.state, played.asked), played.asked, number)
        opened = next(one for one in played.legal if is_open(one) and action.startswith(one[:-1]))
        return self.game.complete(opened, action[len(opened) - 1 :])
