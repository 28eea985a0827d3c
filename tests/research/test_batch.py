"""Batches: every game matches the rules and the spaces, move by move, for any size and implementation."""

import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from support.compiled import plain
from tableronde.box import Box
from tableronde.game import Json
from tableronde.kernel import Luck
from tableronde.kernels.proof import tables
from tableronde.play.outcomes import returns
from tableronde.research.base_env import BaseEnv
from tableronde.research.batch import Batch, BatchStep, NotLegal, _seeds
from tableronde.shelf import Shelf, find
from tableronde.spaces import Spaces, spaces_of
from tableronde.table import Table

OUTSIDE = Path(__file__).parents[1] / "outside"
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
BOXES = list(Shelf.installed().boxes())
KERNELS = [box for box in BOXES if box.part("batch")]
OTHERS = [box for box in BOXES if not box.part("batch")]


def cases() -> Iterator[Any]:
    """Yield every game with a kernel for batches, with default options and some others."""
    for box in KERNELS:
        known = list(tables(box))
        for seats, options in [(min(box.game_type.players), {}), *Random(2).sample(known, min(4, len(known)))]:
            yield pytest.param(box, seats, options, id=f"{box.slug}-{seats}-{options}")


class Twin:
    """One game of a batch, played by the rules."""

    def __init__(self, box: Box, seats: int, options: Json, seed: int) -> None:
        self.box, self.seats, self.options, self.luck = box, seats, options, Luck(seed)
        self.spaces: Spaces[Any] = spaces_of(box, box.game(seats, options))
        self.deal()

    def deal(self) -> None:
        drawn: list[int] = []
        while ways := self.spaces.draws(drawn):
            drawn.append(self.luck.below(ways))
        self.table = Table(self.box, self.seats, self.options, self.spaces.dealt(drawn))

    def play(self, number: int) -> list[float]:
        """Play a number and return the rewards; a finished game is dealt again."""
        seat = self.seat
        self.table.play(seat, self.spaces.action(self.table.view(seat), seat, number))
        rewards, over = returns(self.table.outcome, self.seats), not self.table.legal()
        if over:
            self.deal()
        return rewards if over else [0.0] * self.seats

    @property
    def seat(self) -> int:
        [seat] = self.table.legal()
        assert isinstance(seat, int)
        return seat

    def compare(self, now: BatchStep, i: int) -> None:
        """Compare the batch's data of the game with the rules and the spaces."""
        seat = self.seat
        view, legal = self.table.view(seat), self.table.legal()[seat]
        assert now.seat[i] == seat
        assert set(np.flatnonzero(now.mask[i])) == set(self.spaces.numbered(view, seat, legal))
        assert now.observation[i].tobytes() == self.spaces.observe(view, seat)


@pytest.mark.parametrize(("box", "seats", "options"), list(cases()))
def test_kernels_play_what_the_rules_and_the_spaces_say(box: Box, seats: int, options: dict[str, Any]) -> None:
    """Side by side, beyond the end of a game, each with its own random deals."""
    games, ended, plies = 2, 0, 0
    batch = Batch(box, games, seats, seed=5, **options)
    twins = [Twin(box, seats, options, seed) for seed in _seeds(5, games)[0]]
    now = batch.reset()
    while ended < 1 or now.done.any():
        for i, twin in enumerate(twins):
            if plies < 4 or (plies + i) % 3 == 0 or now.done[i]:
                twin.compare(now, i)
        chosen, plies = now.drawn.copy(), plies + 1
        now = batch.step(chosen)
        for i, twin in enumerate(twins):
            fresh = twin.table
            assert now.reward[i].tolist() == pytest.approx(twin.play(int(chosen[i])))
            assert now.done[i] == (twin.table is not fresh)
        ended += int(now.done.sum())


def test_a_seat_that_was_chosen_begins_every_game_of_a_batch() -> None:
    """In CirKis: nothing is drawn, by the kernel no more than by the spaces."""
    box = find("cirkis")
    batch, twin = Batch(box, 3, 3, seed=4, begins="2"), Twin(box, 3, {"begins": "2"}, _seeds(4, 3)[0][0])
    now = batch.reset()
    assert now.seat.tolist() == [2, 2, 2]
    twin.compare(now, 0)


def test_a_swap_has_the_number_of_the_tile_with_the_pawn() -> None:
    """In Four Circles with swaps; one more byte says whether a swap is legal."""
    box = find("four-circles")
    batch, twin = Batch(box, 1, 2, seed=1, swap=True), Twin(box, 2, {"swap": True}, 1)
    now = batch.reset()
    for number, offered in ((7, 0), (7, 1), (3, 0), (4, 0)):
        twin.compare(now, 0)
        assert now.observation[0][-1] == offered
        twin.play(number)
        now = batch.step(np.array([number]))
    assert [action for _, action in twin.table.events] == ["2,1", "swap", "3,0", "4,0"]
    assert now.observation.shape[1] == 1 + spaces_of(box, box.game(2)).size


@pytest.mark.parametrize("box", OTHERS, ids=lambda box: box.slug)
def test_games_without_a_kernel_are_played_by_the_rules(box: Box) -> None:
    """The same seed gives the same game as in the environments: seat, observation and mask."""
    games, seats = 2, max(box.game_type.players)
    batch = Batch(box, games, seats, seed=3)
    seated = [BaseEnv(box, seats, {}) for _ in range(games)]
    for one, seed in zip(seated, _seeds(3, games)[0], strict=True):
        one.begin(seed)
    now, ended = batch.reset(), 0
    for _ in range(120):
        for i, one in enumerate(seated):
            ended += compare_with_table(now, i, one)
        now = batch.step(now.drawn)
    assert ended


def compare_with_table(now: BatchStep, i: int, seated: BaseEnv) -> bool:
    """Compare the batch with the table, then play on at the table; return whether a game had ended."""
    over = seated.over
    assert now.done[i] == over
    assert now.reward[i].tolist() == pytest.approx(seated.returns() if over else [0.0] * seated.players)
    if over:
        seated.begin(None)
    seat = seated.asked()
    choices = seated.numbered(seat)
    assert now.seat[i] == seat
    assert (now.mask[i] == seated.mask(list(choices))).all()
    assert (now.observation[i] == seated.bytes(seat)).all()
    seated.play(seat, choices[int(now.drawn[i])])
    return over


@pytest.mark.parametrize("box", KERNELS, ids=lambda box: box.slug)
def test_a_finished_game_starts_again_at_once(box: Box) -> None:
    """Rewards come with the end, add up to 0 and are 0 a step later; every game always has a legal number."""
    batch = Batch(box, 200, seed=1)
    now, ended = batch.reset(), 0
    for _ in range(45):
        now = batch.step(now.drawn)
        ended += int(now.done.sum())
        assert (now.reward[~now.done] == 0).all()
        assert (abs(now.reward).max(axis=1) <= 1).all()
        assert now.reward.sum(axis=1) == pytest.approx(0)
        assert now.mask.any(axis=1).all()
    assert ended


@pytest.mark.parametrize(("game", "processes"), [("karta-doppio", 1), ("karta-doppio", 2), ("kaplan", 1)])
def test_a_game_may_stay_as_it_is(game: str, processes: int) -> None:
    """Where it is left out, also when it has just ended."""
    with Batch(game, 4, seed=3, processes=processes) as batch:
        now, ended = batch.reset().copied(), 0
        for turn in range(40):
            waits = np.arange(4) % 2 == turn % 2
            after = batch.step(np.where(waits, -1, now.drawn), where=~waits).copied()
            for before, behind in ((now.observation, after.observation), (now.mask, after.mask), (now.seat, after.seat)):
                assert (before[waits] == behind[waits]).all()
            assert (after.drawn[waits] == now.drawn[waits]).all()
            assert not after.done[waits].any()
            assert not after.reward[waits].any()
            now, ended = after, ended + int(after.done.sum())
        assert ended


def test_numbers_that_are_not_legal_are_named_and_nothing_is_played() -> None:
    for slug in ("four-circles", "cirkle-duo"):
        batch = Batch(slug, 5, seed=1)
        now = batch.reset()
        seen, chosen = now.observation.copy(), now.drawn.copy()
        for wrong in (-1, int(np.flatnonzero(~now.mask[3])[0]), batch.spaces.actions):
            chosen[3] = wrong
            with pytest.raises(NotLegal, match=f"{wrong} is not legal in game 3"):
                batch.step(chosen)
            assert (now.observation == seen).all()
        with pytest.raises(ValueError, match="a number for each of 5 games"):
            batch.step([1, 2])


def played(batch: Batch, steps: int) -> list[bytes]:
    """Return all data of a batch over some steps of random play."""
    now, told = batch.reset(), []
    for _ in range(steps):
        told.append(b"".join(array.tobytes() for array in now))
        now = batch.step(now.drawn)
    return told


@pytest.mark.parametrize("slug", ["cirkis", "cirkle-duo"])
def test_a_seed_gives_the_same_games_in_one_process_or_two(slug: str) -> None:
    told = played(Batch(slug, 7, seed=1), 30)
    assert told == played(Batch(slug, 7, seed=1), 30)
    assert told != played(Batch(slug, 7, seed=2), 30)
    with Batch(slug, 7, seed=1, processes=2) as batch:
        assert told == played(batch, 30)
        with pytest.raises(NotLegal, match="-1 is not legal in game 6"):
            batch.step([*batch.reset().drawn[:6], -1])


@pytest.mark.parametrize("box", KERNELS, ids=lambda box: box.slug)
def test_compiled_and_plain_batches_say_the_same(box: Box) -> None:
    names = [
        "tableronde.kernels.byte_rows",
        "tableronde.kernel",
        f"{box.package}.kernel",
        f"{box.package}.batch",
        "tableronde.research.kernel_batch",
    ]
    for name in names:
        importlib.import_module(name)
    compiled = played(Batch(box, 3, seed=4), 40)
    with plain(*names, "tableronde.research.batch_players", "tableronde.research.batch_workers", "tableronde.research.batch") as modules:
        assert played(modules[-1].Batch(box, 3, seed=4), 40) == compiled


@pytest.mark.parametrize("where", ["tests/outside/ford", "tests/outside/mistigri", "docs/examples/cascade"])
def test_an_outside_game_can_be_batched(where: str) -> None:
    batch = Batch(str(OUTSIDE.parent.parent / where), 4, seed=1)
    now, ended = batch.reset(), 0
    for _ in range(200):
        now = batch.step(now.drawn)
        ended += int(now.done.sum())
    assert ended > 3


LESSONS = """
from learner import Learner, share_by_lot
learner = Learner("cirkis", 64, seed=2, rate=4e-3)
print(share_by_lot(learner.network, "cirkis", 300))
for _ in range(24):
    learner.lesson()
print(share_by_lot(learner.network, "cirkis", 300))
"""


def test_a_learner_gets_better() -> None:
    """The example learner, for some seconds: it wins more often against random players than before learning."""
    alone = {**os.environ, "PYTHONPATH": str(EXAMPLES), "OPENBLAS_NUM_THREADS": "1"}  # numpy's threads would only wait for each other
    told = subprocess.run([sys.executable, "-c", LESSONS], env=alone, capture_output=True, text=True, check=True).stdout
    before, after = map(float, told.split())
    assert after > before + 0.1
