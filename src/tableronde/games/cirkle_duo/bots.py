"""Bots with a memory like ours: one number says how fast they forget.

A view holds everything that was ever seen. These bots look at it through a sieve: what was seen some turns ago is still
there with a chance that shrinks every turn, their own forbidden pegs included. They draw no conclusions.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from tableronde.bots.bot import Bot, BotMaker
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Seat
from tableronde.games.cirkle_duo.pieces import PEGS, PLACES, VALUES, Piece, answers, fits, points
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, SLAP, View, waiting

Memory = Mapping[int, Piece]  # the places remembered, and what was seen there


class MemoryBot(Bot):
    """Lifts a remembered exact peg, else a remembered match, else a hat it knows nothing about."""

    def __init__(
        self,
        box: Box,
        game: AnyGame,
        seat: Seat,
        rng: Random,
        seconds: float = 1.0,
        *,
        forgetting: float = 0.0,
        daring: bool = True,
        reflex: float = 1.0,
    ) -> None:
        """A bot with a temper.

        `forgetting`: the chance to lose a place after every turn. `daring`: slaps when it pays on average, not only when
        sure. `reflex`: seconds it needs to slap, at least.
        """
        super().__init__(box, game, seat, rng, seconds)
        self.forgetting, self.daring, self.reflex = forgetting, daring, reflex
        self.mind = rng.getrandbits(64)  # what it forgets and when: nothing else is kept between two calls

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action:
        self.pause = self.reflex * self.rng.uniform(1.0, 1.3) if SLAP in legal else 0.0
        memory = self.memory(view)
        if SLAP in legal:
            return SLAP if self._slaps(view, memory) else DECLINE
        return f"lift {self._hat(view, memory, [LIFTS[action] for action in legal])}"

    def memory(self, view: View) -> Memory:
        """What it has not forgotten of all it saw."""
        return {place: peg for place, peg in enumerate(view.known) if peg is not None and self._recalls(view, place)}

    def _recalls(self, view: View, place: int) -> bool:
        """Whether it still knows a place. A lift is forgotten at one moment, decided by its turn and place and the bot's mind."""
        turn = view.seen.lifted[place]
        luck = Random(f"{self.mind} {turn} {place}").random()
        return luck < (1 - self.forgetting) ** (view.seen.turn - turn)

    def _hat(self, view: View, memory: Memory, places: Sequence[int]) -> int:
        worth = {place: self._worth(view, memory[place]) for place in places if place in memory}
        best = max(worth.values(), default=0)
        if best > 0:
            return self.rng.choice([place for place, value in worth.items() if value == best])
        unknown = [place for place in places if place not in memory]
        harmless = [place for place in worth if memory[place] not in view.seen.hands[self.seat]]
        return self.rng.choice(unknown or harmless or list(places))

    def _worth(self, view: View, peg: Piece) -> int:
        """How much it likes to lift a peg now."""
        seen = view.seen
        if seen.card is None:
            return VALUES[peg] if any(answers(peg, face, view.layers.dice_wild) for face in seen.dice) else 0
        if peg in seen.hands[self.seat] or not fits(peg, seen.card):
            return 0
        return 2 if peg == seen.card else 1

    def _slaps(self, view: View, memory: Memory) -> bool:
        """Whether to take over: if it is sure, or, if it dares, when the card outweighs the hand."""
        assert view.seen.card is not None
        chance, hand = self._chance(view, memory), points(view.seen.hands[self.seat])
        return chance == 1 or (self.daring and chance * VALUES[view.seen.card] > (1 - chance) * hand)

    def _chance(self, view: View, memory: Memory) -> float:
        """How likely a take-over would succeed."""
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
    "gentle": partial(MemoryBot, forgetting=0.4, daring=False, reflex=3.0),
    "even": partial(MemoryBot, forgetting=0.2, daring=False, reflex=2.0),
    "sharp": partial(MemoryBot, forgetting=0.1, reflex=1.5),
    "elephant": partial(MemoryBot, forgetting=0.0, reflex=1.0),
}
