"""Run the test suites of PettingZoo, Gymnasium and OpenSpiel on every game, all modes and several numbers of players.

    python bench/peers.py [--cycles N] [--skip N] [GAME ...]

Our own tests run a part of this. Needs the extra `research`. It prints one line for each table, with the seconds it took; the exit
status is 1 if anything failed.
"""

import argparse
import contextlib
import io
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import process_time
from types import SimpleNamespace
from typing import Any

import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils import parallel_to_aec

from tableronde.game import Json
from tableronde.research import gymnasium, openspiel, pettingzoo
from tableronde.shelf import Shelf, find

CUT_SHORT = 4  # cycles in PettingZoo's test of games cut short
Check = Callable[[], Any]


def tables(name: str) -> Iterator[tuple[int, dict[str, Json]]]:
    """Yield every variant and every change of a single option, with the fewest, some and the most players."""
    from tableronde.options import options_of

    box = find(name)
    chosen: list[dict[str, Json]] = [{}, *(dict(variant.options) for variant in box.variants)]
    for option in options_of(box.game_type.options_type):
        match option.kind:
            case "bool":
                chosen.append({option.name: not option.default})
            case "word":
                chosen += [{option.name: word} for word in option.words]
            case "words":
                chosen.append({option.name: list(option.words)})
    players = box.game_type.players
    for options in [options for i, options in enumerate(chosen) if options not in chosen[:i]]:
        for seats in sorted({players[0], players[len(players) // 2], players[-1]}):
            with contextlib.suppress(ValueError):
                box.game(seats, options)
                yield seats, options


def checks(name: str, seats: int, options: dict[str, Json], cycles: int) -> dict[str, Check]:
    """Return all checks of a table."""
    env, parallel = partial(pettingzoo.env, name, seats, **options), partial(pettingzoo.parallel_env, name, seats, **options)
    short = partial(parallel, lenient=True)
    mod = SimpleNamespace(parallel_env=short, env=lambda max_cycles: parallel_to_aec(short(max_cycles=max_cycles)))
    found: dict[str, Check] = {
        "api": lambda: api_test(env(), num_cycles=cycles),
        "seed": lambda: seed_test(env, num_cycles=cycles // 4),
        "parallel": lambda: parallel_api_test(parallel(), num_cycles=cycles),
        "parallel seed": lambda: parallel_seed_test(parallel, num_cycles=cycles // 4),
        "render": lambda: render_test(env),
        "max cycles": lambda: max_cycles_test(mod),
        "gymnasium": lambda: check_env(gymnasium.env(name, "random", seats, **options), skip_render_check=True),
        "openspiel": lambda: pyspiel.random_sim_test(openspiel.load(name, seats, **options), num_sims=1, serialize=True, verbose=False),
    }
    if _ends_at_once(name, seats, options):
        del found["max cycles"]
    return found


def _ends_at_once(name: str, seats: int, options: dict[str, Json]) -> bool:
    """Return whether random games end before that test would cut them short: then it does not apply."""
    env = pettingzoo.parallel_env(name, seats, lenient=True, **options)
    env.reset(seed=1)
    for _ in range(CUT_SHORT):
        if env.agents:
            env.step({agent: int(env.action_space(agent).sample()) for agent in env.agents})
    return not env.agents


def run(check: Check) -> str:
    """Run a check; return what went wrong, or an empty text."""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
            warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
            check()
    except Exception:
        return traceback.format_exc()
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=40, help="cycles of each test (default: 40)")
    parser.add_argument("--skip", type=int, default=0, help="leave out this many of the first tables of each game (default: 0)")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games (default: the whole shelf)")
    chosen = parser.parse_args()
    failed = 0
    for name in chosen.games or Shelf.installed():
        for seats, options in islice(tables(name), chosen.skip, None):
            start = process_time()
            results = {what: run(check) for what, check in checks(name, seats, options, chosen.cycles).items()}
            wrong = {what: text for what, text in results.items() if text}
            failed += len(wrong)
            said = ", ".join(what for what in results if what not in wrong)
            print(
                f"{name} {seats} {options}: passed {said}; failed {', '.join(wrong) or 'none'} ({process_time() - start:.1f} s)", flush=True
            )
            for what, text in wrong.items():
                print(f"--- {what}\n{text}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
