"""Bots without compiled kernels: slower, but they answer in time."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tableronde.bots import kernel_bot
from tableronde.bots.kernel_bot import KernelBot
from tableronde.shelf import find
from tableronde.table import Table

RIVALS = [3, 1, 2]


class Clock:
    """A clock that advances only during simulations."""

    def __init__(self, a_simulation: float) -> None:
        self.now, self.a_simulation, self.tried = 0.0, a_simulation, dict.fromkeys(RIVALS, 0)

    def probe(self, move: int, visits: int) -> None:
        """Simulate a move until it has this many visits."""
        self.now += self.a_simulation * max(0, visits - self.tried[move])
        self.tried[move] = max(visits, self.tried[move])

    def think(self, simulations: int, seconds: float) -> None:
        """Use up all the time."""
        self.now += seconds

    def best(self) -> int:
        """Return the move to play."""
        return RIVALS[0]

    @property
    def kernel(self) -> Any:
        """Return an object that converts moves to actions."""
        return SimpleNamespace(move=dict(zip("abc", RIVALS, strict=True)).__getitem__)

    def tries(self, move: int) -> int:
        """Return the visits of a move."""
        return self.tried[move]

    def value(self, move: int) -> float:
        """Return the value of a move."""
        return 0.5


@pytest.mark.parametrize(
    ("a_simulation", "odds", "tried"), [(0.0001, [0.01, 0.01, 0.01], [1000, 1000, 1000]), (0.05, [1.0, 0.0, 0.0], [112, 0, 0])]
)
def test_a_slow_bot_stops_comparing_in_time(
    monkeypatch: pytest.MonkeyPatch, a_simulation: float, odds: list[float], tried: list[int]
) -> None:
    """In plain Python the champion of Karta Doppio once took a minute for its first choice instead of three seconds."""
    table = Table(find("karta-doppio"), 2, rng=Random(1))
    maker: Any = table.box.bots["champion"]
    bot: KernelBot = maker(table.box, table.game, 0, Random(1))
    bot.level = SimpleNamespace(simulations=6000, variety=0.01)  # type: ignore[assignment]
    clock = Clock(a_simulation)
    monkeypatch.setattr(bot, "_wide_tree", lambda view: clock)
    monkeypatch.setattr(kernel_bot, "monotonic", lambda: clock.now)
    assert bot._odds(None, RIVALS, 0.5) == pytest.approx(odds)
    assert [clock.tried[move] for move in RIVALS] == tried
    assert clock.now < 0.5 + kernel_bot.OVERTIME + kernel_bot.STEP * a_simulation


@pytest.mark.parametrize(("a_simulation", "opinion"), [(0.0001, {"a": 0.5, "b": 0.5, "c": 0.5}), (0.05, {})])
def test_a_slow_bot_has_no_opinion(monkeypatch: pytest.MonkeyPatch, a_simulation: float, opinion: dict[str, float]) -> None:
    """In plain Python the master of Karta Doppio once took over a minute; without its opinion, the general search is asked."""
    table = Table(find("karta-doppio"), 2, rng=Random(1))
    maker: Any = table.box.bots["master"]
    bot: KernelBot = maker(table.box, table.game, 0, Random(1))
    clock = Clock(a_simulation)
    monkeypatch.setattr(bot, "_wide_tree", lambda view: clock)
    monkeypatch.setattr(kernel_bot, "monotonic", lambda: clock.now)
    assert bot.weigh(None, (), tuple("abc")) == opinion
    assert clock.now < bot.seconds + kernel_bot.GIVEN_UP + 1
