"""Measure steps a second on one core: our batches and environments, OpenSpiel, PettingZoo's own games and pgx, in one run.

python bench/research.py [--seconds S] [--rounds N] [--games N] [--peers PYTHON]

A step is a random action, including the next seat's observation and its mask of legal actions; a finished game starts again. Rates are
per second of CPU time of the whole process, all threads included, because the machine may be shared. Every measurement is a separate
process, and the rounds go through all of them in turn; the table shows the median. Peers can be installed in another Python:

python3 -m venv peers && peers/bin/pip install pgx 'pettingzoo[classic]' open_spiel && python bench/research.py --peers peers/bin/python
"""

import argparse
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

KERNELS = ("four-circles", "cirkis", "karta-doppio")
RULES = ("cirkle-duo", "kaplan")
OURS = [*(("batch", game) for game in KERNELS + RULES), *(("environment", game) for game in KERNELS + RULES)]
PEERS = [
    *(("openspiel", game) for game in ("connect_four", "othello", "hex")),
    *(("pettingzoo", game) for game in ("connect_four_v3", "tictactoe_v3")),
    *(("pgx", game) for game in ("connect_four", "othello", "hex")),
]
YARDSTICKS = [("openspiel", "connect_four"), ("pettingzoo", "connect_four_v3"), ("pgx", "connect_four")]  # the game that all three have
FEW = 64  # games side by side, if plain Python plays them


def batch(game: str, games: int) -> Iterator[int]:
    """Run our games side by side."""
    from tableronde.research.batch import Batch

    played = Batch(game, games if game in KERNELS else FEW, seed=1)
    now = played.reset()
    while True:
        now = played.step(now.drawn)
        yield played.games


def environment(game: str, games: int) -> Iterator[int]:
    """Run our games one by one, through PettingZoo's interface."""
    from tableronde.research.pettingzoo import raw_env

    return _agents(raw_env(game))


def pettingzoo(game: str, games: int) -> Iterator[int]:
    """Run PettingZoo's own games."""
    return _agents(importlib.import_module(f"pettingzoo.classic.{game}").raw_env())


def _agents(env: Any) -> Iterator[int]:
    import numpy as np

    rng, seed = np.random.default_rng(1), 0
    while True:
        env.reset(seed=seed)
        seed += 1
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            legal = env.observe(env.agent_selection)["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            yield 1


def openspiel(game: str, games: int) -> Iterator[int]:
    """Run OpenSpiel's games, which are C++, from Python."""
    import numpy as np
    import pyspiel

    rng, loaded = np.random.default_rng(1), pyspiel.load_game(game)
    while True:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            state.observation_tensor(), state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            yield 1


def pgx(game: str, games: int) -> Iterator[int]:
    """Run pgx's games side by side, compiled by jax for the CPU."""
    import jax
    from pgx import make
    from pgx.experimental import auto_reset

    env = make(game)
    begin, play = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator]
    def step(state: Any, key: Any) -> Any:
        chosen = jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)), axis=-1)
        return play(state, chosen, jax.random.split(key, games))

    key = jax.random.PRNGKey(1)
    state = begin(jax.random.split(key, games))
    while True:
        key, now = jax.random.split(key)
        state = step(state, now)
        state.observation.block_until_ready()
        yield games


KINDS: dict[str, Callable[[str, int], Iterator[int]]] = {each.__name__: each for each in (batch, environment, pettingzoo, openspiel, pgx)}


def measured(kind: str, game: str, games: int, seconds: float) -> float:
    """Return the steps a second of CPU time, after a warm-up."""
    steps = KINDS[kind](game, games)
    start = process_time()
    next(steps), next(steps)
    while process_time() - start < seconds / 4:
        next(steps)
    start, done = process_time(), 0
    while (spent := process_time() - start) < seconds:
        done += next(steps)
    return done / spent


def run_measurement(python: str, kind: str, game: str, arguments: argparse.Namespace) -> float | None:
    """Run a measurement in a separate process; None if its packages are not installed there."""
    command = [python, __file__, "--measure", kind, game, "--games", str(arguments.games), "--seconds", str(arguments.seconds)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        print(f"{kind} {game}: {answer.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    return float(answer.stdout.split()[-1])


def table(found: dict[tuple[str, str], list[float]]) -> Iterator[str]:
    """Format all measurements, and how many times as fast as the peers' Connect Four they are."""
    speeds = {what: median(speeds) for what, speeds in found.items()}
    sticks = [stick for stick in YARDSTICKS if stick in speeds]
    yield "| what | game | steps/s of one core |" + "".join(f" ÷ {kind} {game} |" for kind, game in sticks)
    yield "| --- | --- | ---: |" + " ---: |" * len(sticks)
    for (kind, game), speed in speeds.items():
        yield f"| {kind} | {game} | {speed:,.0f} |" + "".join(f" {speed / speeds[stick]:,.2f} |" for stick in sticks)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=1024, help="games side by side in compiled batches")
    parser.add_argument("--peers", default=sys.executable, help="a Python in which the peers are installed")
    parser.add_argument("--measure", nargs=2, metavar=("KIND", "GAME"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        kind, game = arguments.measure
        print(measured(kind, game, arguments.games, arguments.seconds))
        return
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(arguments.rounds):
        for what in OURS + PEERS:
            speed = run_measurement(sys.executable if what in OURS else arguments.peers, *what, arguments)
            if speed is not None:
                found.setdefault(what, []).append(speed)
    print("\n".join(table(found)))


if __name__ == "__main__":
    main()
