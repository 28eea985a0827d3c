"""Many games side by side, each on its kernel, whose observations and masks are written to rows of bytes.

Compiled by mypyc where there is a compiler, like the kernels. It does not use numpy (`research.batch` does).
"""

from typing import Final

from tableronde.flat import i64, vec
from tableronde.kernel import Kernel, Luck, share_of
from tableronde.kernels.byte_rows import Page

WAITS: Final[i64] = -(1 << 62)  # in place of a number: the game stays as it is


class KernelBatch:
    """Games side by side. A finished one is dealt again at once, by its own random generator."""

    def __init__(self, kernels: list[Kernel], deals: list[int], lots: list[int], actions: int, size: int) -> None:
        """Create games with seeds for deals and for random legal numbers; `actions` and `size` are those of the game's spaces."""
        self.games: i64 = len(kernels)
        self.seats: i64 = kernels[0].seats
        self.actions: i64 = actions
        self.kernels: list[Kernel] = kernels
        self.deals: list[Luck] = [Luck(seed) for seed in deals]
        self.lots: list[Luck] = [Luck(seed) for seed in lots]
        self.masks: Page = Page(self.games, actions)  # 1 where a number is legal
        self.views: Page = Page(self.games, size)  # observations of the seats to act
        self.seat: vec[i64] = vec[i64]([0] * self.games)  # the seat to act
        self.done: vec[i64] = vec[i64]([0] * self.games)  # whether the last step ended a game
        self.rewards: vec[float] = vec[float]([0.0] * (self.games * self.seats))  # of the last step, by game and seat
        self.drawn: vec[i64] = vec[i64]([0] * self.games)  # a legal number for each, chosen at random

    def begin(self) -> None:
        """Start new games everywhere."""
        for i in range(self.games):
            self._settle(i)
            self.kernels[i].deal(self.deals[i])
            self._write(i)

    def step(self, numbers: object) -> int:
        """Play a number in each game, or WAITS. Returns -1, or the first game in which it is not legal; then nothing was played."""
        chosen = vec[i64](numbers)  # type: ignore[call-overload]
        wrong = self._first_wrong(chosen)
        if wrong < 0:
            for i in range(self.games):
                self._play(i, chosen[i])
        return wrong

    def _first_wrong(self, chosen: vec[i64]) -> int:
        for i in range(self.games):
            if chosen[i] != WAITS and not (0 <= chosen[i] < self.actions and self.masks.get(i, chosen[i])):
                return i
        return -1

    def _play(self, game: i64, number: i64) -> None:
        kernel = self.kernels[game]
        if self.done[game]:
            self._settle(game)
        if number == WAITS:
            return
        kernel.play(kernel.move_of(number))
        if kernel.over:
            self._reward(game, kernel.winners)
            kernel.deal(self.deals[game])
        self._write(game)

    def _write(self, game: i64) -> None:
        kernel = self.kernels[game]
        kernel.write_mask(self.masks, game)
        kernel.write_view(self.views, game)
        self.seat[game] = kernel.mover
        self.drawn[game] = kernel.draw(self.lots[game])

    def _reward(self, game: i64, winners: i64) -> None:
        """Write a game's rewards: 1 for a sole winner, less for shared wins; they add up to 0."""
        self.done[game] = 1
        many = float(self.seats)
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = (many * share_of(winners, seat) - 1.0) / (many - 1.0)

    def _settle(self, game: i64) -> None:
        self.done[game] = 0
        for seat in range(self.seats):
            self.rewards[game * self.seats + seat] = 0.0
