"""The clocks of a table."""

from tableronde.room.saved.settings import Clock
from tableronde.room.tables.clocks import Clocks


def test_a_move_clock_starts_afresh_with_each_move() -> None:
    clocks = Clocks(Clock("move", 10), 2)
    clocks.turn(frozenset({0}), 0.0, None)
    assert clocks.now(4.0) == [6.0, 10.0]
    assert clocks.zero_in(4.0) == (6.0, 0)
    clocks.turn(frozenset({1}), 4.0, 0)
    assert clocks.now(7.0) == [10.0, 7.0]
    clocks.turn(frozenset({1}), 7.0, 1)  # the same seat again, after an action of its own
    assert clocks.now(7.0) == [10.0, 10.0]
    clocks.turn(frozenset({0, 1}), 9.0, 0)  # somebody else acted: the time continues
    assert clocks.now(9.0) == [10.0, 8.0]


def test_a_game_clock_keeps_what_is_left() -> None:
    clocks = Clocks(Clock("game", 60), 2)
    clocks.turn(frozenset({0}), 0.0, None)
    clocks.turn(frozenset({1}), 20.0, 0)
    clocks.turn(frozenset({0}), 25.0, 1)
    assert clocks.now(26.0) == [39.0, 55.0]
    assert clocks.after(26.0) == [39.0, 55.0]
    assert clocks.now(999.0) == [0.0, 55.0]


def test_no_clock_never_runs_out() -> None:
    clocks = Clocks(None, 2)
    clocks.turn(frozenset({0}), 0.0, None)
    assert (clocks.zero_in(9.0), clocks.after(9.0), clocks.zero) == (None, None, "nothing")
