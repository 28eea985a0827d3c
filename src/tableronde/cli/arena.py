"""tableronde arena: matches between bots."""

import json
from argparse import ArgumentParser
from contextlib import nullcontext
from functools import partial
from math import comb
from pathlib import Path
from typing import Final

from tableronde.cli.arguments import A_GAME, options, options_arguments, shelf
from tableronde.cli.bounded_numbers import seats, seconds, seed, whole
from tableronde.cli.progress_bar import bar
from tableronde.play import arena

FAULTS_SHOWN: Final = 5  # of a bot, the most frequent first


def parser() -> ArgumentParser:
    """Create the parser of its arguments."""
    parser = ArgumentParser("tableronde arena")
    parser.add_argument("game", help=A_GAME)
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="a level or your own (FILE.py:CLASS or 'cmd:PROGRAM …') for each seat; with --players, all combinations of these",
    )
    parser.add_argument("--players", type=seats, help="seats at a table (default: one for each bot)")
    parser.add_argument("--games", type=whole(1, 10**6), default=20, help="games of each match, seats rotating after each (default: 20)")
    parser.add_argument("--processes", type=whole(1, 256), default=1, help="games played at the same time (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument("--records", type=Path, metavar="FILE", help="write all games to this file, one record a line")
    parser.add_argument("--seconds", type=seconds, help="thinking time of a bot for each choice")
    parser.add_argument("--seed", type=seed, default=0, help="the same seed gives the same games (default: 0)")
    options_arguments(parser)
    return parser


def main(arguments: list[str]) -> int:
    """Play the matches and print the share of wins of each bot."""
    chosen = parser().parse_args(arguments)
    box, names = shelf(chosen).find(chosen.game), chosen.bots
    size = chosen.players or len(names)
    rest = {"options": options(box, chosen), "seed": chosen.seed, "seconds": chosen.seconds, "processes": chosen.processes}
    if comb(len(names), size) > 1:
        arena.rating_model()  # fails before the games rather than after them
    progress = partial(bar, total=chosen.games * comb(len(names), size))
    with chosen.records.open("w", encoding="utf-8") if chosen.records else nullcontext() as file:
        keep = (lambda record: print(json.dumps(record.json()), file=file)) if file else None
        tallies = arena.round_robin(box, names, size, chosen.games, progress=progress, keep=keep, **rest)
    ratings = arena.ratings(tallies) if len(tallies) > 1 else {}
    if chosen.json:
        print(json.dumps({"matches": [tally.json() for tally in tallies], "ratings": ratings}))
        return 0
    for tally in tallies:
        _show(tally)
    for name, (mu, sigma) in sorted(ratings.items(), key=lambda item: -item[1][0]):
        print(f"  {name:12} rated {mu:5.1f} ± {2 * sigma:.1f}")
    return 0


def _show(tally: arena.Tally) -> None:
    print(f"{tally.games} games, {tally.plies / max(1, tally.games):.1f} events each")
    for i, name in enumerate(tally.names):
        low, high = tally.interval(i)
        print(f"  {name:12} {100 * tally.share(i):5.1f} % of the wins  (95 %: {100 * low:.1f} to {100 * high:.1f})")
        for fault, times in tally.faults[i].most_common(FAULTS_SHOWN):
            print(f"    forfeited {times} turn{'s' * (times > 1)}: {fault}")
    by_seat = ", ".join(f"{seat}: {100 * won / max(1, tally.games):.1f} %" for seat, won in enumerate(tally.by_seat))
    print(f"  by seat: {by_seat}; seat that acted first: {100 * tally.first / max(1, tally.games):.1f} %")
    print("  ended by: " + ", ".join(f"{reason} {times}" for reason, times in tally.reasons.most_common()))
