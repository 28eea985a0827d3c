"""Study: how many games of a game's strongest level against itself begin differently, and what it gives away for that variety.

The games have the same deal, or with `--dealt` different ones; as in a room, a new bot makes each choice. Beginnings that differ up
to symmetry are counted if the game's spaces define symmetries. With `--cost N` the level plays N games against itself without variety,
both seats in turn. The number of simulations is fixed, with no time limit: the level's own, or the one given. Only for
levels that search over a kernel.

python bench/studies/variety.py GAME [--games N] [--plies N] [--cost N] [--simulations N] [--variety SHARE] [--dealt] [--seed SEED]
    [--processes P]
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

from tableronde.bots import BotMaker
from tableronde.box import Box
from tableronde.play.arena import match
from tableronde.shelf import find
from tableronde.spaces import spaces_of
from tableronde.table import Table


def master(box: Box, simulations: int | None, variety: float | None) -> BotMaker:
    """Return the strongest level with these simulations and this variety, and no time limit."""
    *_, maker = box.bots.values()
    assert isinstance(maker, partial), "the strongest level does not search over a kernel"
    level = maker.keywords["level"]
    level = replace(level, seconds=1e9, simulations=simulations or level.simulations)
    return partial(maker.func, from_state=maker.keywords["from_state"], level=level if variety is None else replace(level, variety=variety))


def beginning(box: Box, maker: BotMaker, plies: int, dealt: bool, seed: str) -> tuple[int, ...]:
    """Play the first plies of a game; return them as numbers of the game's spaces."""
    table, line = Table(box, 2, rng=Random(seed if dealt else 1)), list[int]()
    while not table.outcome and table.plies < plies:
        [seat] = table.to_act()
        assert isinstance(seat, int)
        bot, view = maker(box, table.game, seat, Random(f"{seed} {table.plies}")), table.view(seat)
        action = bot.choose(view, table.heard(seat), table.legal()[seat])
        assert action is not None
        line.append(spaces_of(box, table.game).number(view, seat, action))
        table.play(seat, action)
    return tuple(line)


def turned(line: Sequence[int], turns: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the lowest image of a line under the symmetries: the same for all equivalent lines."""
    return min(tuple(turn[number] for number in line) for turn in turns)


def cost(box: Box, maker: BotMaker, without: BotMaker, games: int, seed: int, processes: int) -> str:
    """Measure the share of games won with variety against the same level without."""
    tally = match(replace(box, bots={"with": maker, "without": without}), ["with", "without"], games, seed=seed, processes=processes)
    low, high = tally.interval(0)
    first = tally.first / tally.games
    return f"against the same without variety: {tally.share(0):.1%} of {tally.games} games ({low:.1%} – {high:.1%}); first {first:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--cost", type=int, default=0, metavar="GAMES")
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--variety", type=float)
    parser.add_argument("--dealt", action="store_true", help="give each game a different deal")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--processes", type=int, default=1)
    parsed = parser.parse_args()
    box = find(parsed.game)
    maker = master(box, parsed.simulations, parsed.variety)
    if parsed.games:
        seeds = [f"{parsed.seed} {i}" for i in range(parsed.games)]
        with ProcessPoolExecutor(parsed.processes) as pool:
            lines = list(pool.map(partial(beginning, box, maker, parsed.plies, parsed.dealt), seeds))
        turns = [symmetry.actions for symmetry in spaces_of(box, box.game(2)).symmetries()]
        alike = {turned(line, turns) for line in lines}
        print(f"{len(lines)} games, {len(set(lines))} different beginnings, {len(alike)} up to {len(turns)} symmetries", flush=True)
    if parsed.cost:
        print(cost(box, maker, master(box, parsed.simulations, 0.0), parsed.cost, parsed.seed, parsed.processes))


if __name__ == "__main__":
    main()
