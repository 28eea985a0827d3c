"""Bots with an imperfect memory: a single parameter sets how fast they forget.

A view holds everything that was ever seen. These bots use only part of it: the chance that they still know what they saw shrinks
every turn, for their own forbidden pegs too. They follow rules of thumb, some of them sometimes in haste, and draw no conclusions;
only the best bot, which forgets nothing, evaluates the outcome of each action (weighing.py).
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from tableronde.bots.bot import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.cirkle_duo.bots.weighing import Memory, asked_for, remembered, weigh, wins
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, SLAP, CirkleDuo, View, waiting
from tableronde.games.cirkle_duo.rules.pieces import PEGS, PLACES, VALUES, Piece, points
from tableronde.text import Text


class MemoryBot(Bot):
    """A bot that lifts a remembered exact peg, else a remembered match, else an unknown hat."""

    hears = 0  # the view holds all it needs

    def __init__(
        self,
        box: Box,
        game: AnyGame,
        seat: Seat,
        rng: Random,
        seconds: float = 1.0,
        *,
        forgetting: float = 0.0,
        haste: float = 0.0,
        daring: bool = True,
        thoughtful: bool = False,
        reflex: float = 1.0,
    ) -> None:
        """Set the bot's temper.

        `forgetting`: the chance to lose a place after every turn. `haste`: the chance to take the first peg that comes to mind and
        is asked for, though it may know a better one, or hold the card that forbids it. `daring`: slaps when that pays on average,
        not only when sure. `thoughtful`: chooses the action of the highest value to a perfect memory. `reflex`: minimum seconds
        before it slaps.
        """
        super().__init__(box, game, seat, rng, seconds)
        self.forgetting, self.haste, self.reflex = forgetting, haste, reflex
        self.daring, self.thoughtful = daring, thoughtful
        self.mind = rng.getrandbits(64)  # what it forgets and when: nothing else is kept between two calls

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action:
        self.pause = self.reflex * self.rng.uniform(1.0, 1.3) if SLAP in legal else 0.0
        if self.thoughtful:
            return self._weightiest(self.weigh(view, heard, legal))
        memory = self.memory(view)
        if SLAP in legal:
            return SLAP if self._slaps(view, memory) else DECLINE
        return f"lift {self._hat(view, memory, [LIFTS[action] for action in legal])}"

    def weigh(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Mapping[Action, float]:
        """The values of actions to a perfect memory, even if the bot itself has forgotten something."""
        assert isinstance(self.game, CirkleDuo)
        return weigh(self.game, view, self.seat, legal)

    def memory(self, view: View) -> Memory:
        """The places it remembers."""
        return {place: peg for place, peg in remembered(view).items() if self._recalls(view, place)}

    def _recalls(self, view: View, place: int) -> bool:
        """Whether it still knows a place. The turn in which it forgets a lift depends only on that lift and the bot's seed."""
        turn = view.seen.lifted[place]
        luck = Random(f"{self.mind} {turn} {place}").random()
        return luck < (1 - self.forgetting) ** (view.seen.turn - turn)

    def _weightiest(self, worths: Mapping[Action, float]) -> Action:
        self.value = max(worths.values())
        return self.rng.choice([action for action, worth in worths.items() if worth == self.value])

    def _hat(self, view: View, memory: Memory, places: Sequence[int]) -> int:
        """The hat to lift: a good peg if it knows one, else an unknown hat."""
        known, unknown = [place for place in places if place in memory], [place for place in places if place not in memory]
        harmless = [place for place in known if memory[place] not in view.seen.hands[self.seat]]
        return self.rng.choice(self._good(view, memory, known) or unknown or harmless or known)

    def _good(self, view: View, memory: Memory, known: Sequence[int]) -> list[int]:
        """The known places with the best pegs to lift; in haste, all that match."""
        if view.seen.taker is None and self.rng.random() < self.haste:  # a bot that has slapped knows its hat
            return [place for place in known if asked_for(view.layers, view.seen, memory[place])]
        worth = {place: self._worth(view, memory[place]) for place in known}
        return [place for place in known if worth[place] == max(worth.values()) > 0]

    def _worth(self, view: View, peg: Piece) -> int:
        """The bot's rating of lifting a peg now."""
        if not wins(view.layers, view.seen, self.seat, peg):
            return 0
        if view.seen.card is None:
            return VALUES[peg]
        return 2 if peg == view.seen.card else 1

    def _slaps(self, view: View, memory: Memory) -> bool:
        """Whether to take over: if it is sure, or, if it is daring, when the card outweighs the hand."""
        assert view.seen.card is not None
        chance, hand = self._chance(view, memory), points(view.seen.hands[self.seat])
        return chance == 1 or (self.daring and chance * VALUES[view.seen.card] > (1 - chance) * hand)

    def _chance(self, view: View, memory: Memory) -> float:
        """The probability that a take-over succeeds."""
        assert view.seen.lift is not None
        barred = {*waiting(view.layers, view.seen), view.seen.lift.place}
        places = [place for place in range(PLACES) if place not in barred]
        if any(self._worth(view, memory[place]) for place in places if place in memory):
            return 1.0
        if all(place in memory for place in places):
            return 0.0
        unseen = [peg for peg in PEGS if peg not in memory.values()]
        return sum(self._worth(view, peg) > 0 for peg in unseen) / len(unseen)


BOTS: Final[Mapping[str, BotMaker]] = {
    "child": partial(MemoryBot, forgetting=0.8, haste=0.75, daring=False, reflex=3.5),
    "gentle": partial(MemoryBot, forgetting=0.4, haste=0.75, daring=False, reflex=3.0),
    "even": partial(MemoryBot, forgetting=0.2, haste=0.5, daring=False, reflex=2.0),
    "sharp": partial(MemoryBot, forgetting=0.1, reflex=1.5),
    "elephant": partial(MemoryBot, forgetting=0.0, thoughtful=True, reflex=1.0),
}
LEVEL_TEXTS: Final = {
    "child": (Text("enfant", "child"), Text("découvre le jeu", "new to the game")),
    "gentle": (Text("distrait", "absent-minded"), Text("oublie vite", "forgets quickly")),
    "even": (Text("attentif", "attentive"), Text("retient l’essentiel", "remembers what matters")),
    "sharp": (Text("redoutable", "formidable"), Text("oublie rarement", "seldom forgets")),
    "elephant": (Text("éléphant", "elephant"), Text("n’oublie rien", "forgets nothing")),
}
