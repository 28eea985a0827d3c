"""Compare the strength of a game's levels: each plays the one below it, and the best one plays the bots for any game.

Games without levels of their own are played by the general ones: easy, medium and hard.

Each row shows the stronger bot's share of the wins with its 95 % interval, and the CPU time of the games.

python bench/levels.py GAME [--games N] [--seed SEED] [--only LEVEL] [--processes P]
    [--seconds S] [--against BOT ...] [--players N] [--option NAME=VALUE ...] [--json]
python bench/levels.py GAME --pair STRONGER WEAKER …      two levels, or with other numbers of simulations: master:9500 champion:10000,
                                                          or bots of your own: FILE.py:CLASS, 'cmd:./mybot --flag'
"""

import argparse
import json
import os
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from tableronde.bots import GENERAL_LEVELS, BotMaker
from tableronde.box import Box
from tableronde.play.arena import match
from tableronde.shelf import find


def with_levels(box: Box, names: list[str]) -> Box:
    """Return the box with these levels added: `master:9500` is the master with that many simulations."""
    return replace(
        box, bots={**box.bots, **{name: _thinking(box, *name.split(":")) for name in names if name.partition(":")[0] in box.bots}}
    )


def _thinking(box: Box, name: str, simulations: str) -> BotMaker:
    maker = box.bots[name]
    assert isinstance(maker, partial), f"{name} does not search over a kernel"
    return partial(maker, level=replace(maker.keywords["level"], simulations=int(simulations)))


def compared(box: Box, stronger: str, weaker: str, players: int, games: int, **how: Any) -> dict[str, Any]:
    """Measure the share of games one bot wins against several of another, in every seat in turn, with its confidence interval."""
    start = spent()
    tally = match(box, [stronger, *[weaker] * (players - 1)], games, **how)
    low, high = tally.interval(0)
    return {
        "game": box.slug,
        "stronger": stronger,
        "weaker": weaker,
        "games": tally.games,
        "share": round(tally.share(0), 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "first": round(tally.first / tally.games, 3),
        "plies": round(tally.plies / tally.games, 1),
        "cpu_s_per_ply": round((spent() - start) / tally.plies, 4),
    }


def spent() -> float:
    """Return the CPU time so far, in seconds, of this process and its children."""
    return sum(os.times()[:4])


def format_row(row: dict[str, Any]) -> str:
    """Format a comparison as a row of a table."""
    return (
        f"| {row['stronger']} – {row['weaker']} | {row['games']} | {row['share']:.1%} | {row['low']:.1%} – {row['high']:.1%} "
        f"| {row['first']:.1%} | {row['cpu_s_per_ply']:.3f} s |"
    )


def value(text: str) -> Any:
    """Parse an option's value as given on the command line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--against", nargs="*", default=[], metavar="BOT", help="bots that the best level also plays against")
    parser.add_argument("--seconds", type=float, help="thinking time; if it is long, levels run all their simulations")
    parser.add_argument("--players", type=int, default=2, help="number of seats: one for the stronger bot, all others for the weaker")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pair", nargs=2, metavar="LEVEL", help="compare only these two")
    parser.add_argument("--only", help="compare only this level with the one below")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parsed = parser.parse_args()
    box = find(parsed.game)
    options = {name: value(text) for name, text in (option.split("=") for option in parsed.option)}
    names = list(box.bots or GENERAL_LEVELS)
    pairs = [(high, low) for low, high in pairwise(names) if parsed.only in (None, high)]
    pairs += [(names[-1], other) for other in parsed.against]
    if parsed.pair:
        box, pairs = with_levels(box, parsed.pair), [tuple(parsed.pair)]
    for stronger, weaker in pairs:
        how = {"seed": parsed.seed, "options": options, "seconds": parsed.seconds, "processes": parsed.processes}
        row = compared(box, stronger, weaker, parsed.players, parsed.games, **how)
        print(json.dumps(row) if parsed.json else format_row(row), flush=True)


if __name__ == "__main__":
    main()
