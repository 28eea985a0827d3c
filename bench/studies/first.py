"""Study: the advantage of acting first, second and so on, in games of a game's strongest level against itself.

The level always uses the same number of simulations: unlike a thinking time, that gives the same games on any machine, however
busy. Only for levels that search over a kernel. It prints the first player's share of the wins with its 95 % interval, then the
shares in order of turn.

python bench/studies/first.py GAME [--games N] [--simulations N] [--seed SEED] [--players N] [--option NAME=VALUE ...]
       [--processes P] [--action WORD]
"""

import argparse
from dataclasses import replace
from functools import partial
from typing import Any

from tableronde.box import Box
from tableronde.game import CHANCE
from tableronde.options import options_of
from tableronde.play.arena import match, wilson
from tableronde.record import Record
from tableronde.shelf import find
from tableronde.table import Table


def steadied(box: Box, simulations: int) -> Box:
    """Return the box with only its strongest level, with a fixed number of simulations and no time limit."""
    name, maker = list(box.bots.items())[-1]
    assert isinstance(maker, partial), f"{name} does not search over a kernel"
    level = replace(maker.keywords["level"], simulations=simulations, seconds=1e9)
    return replace(box, bots={name: partial(maker.func, from_state=maker.keywords["from_state"], level=level)})


def by_turn(box: Box, games: list[Record], players: int) -> list[float]:
    """Return the shares of the wins by order of turn."""
    shares = [0.0] * players
    for record in games:
        outcome = Table.replay(box, record).outcome
        first = next(int(actor) for actor, _ in record.events if actor != CHANCE)
        assert outcome
        for seat in outcome.winners:
            shares[(seat - first) % players] += 1 / len(outcome.winners) / len(games)
    return shares


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--action", help="also count the games in which this word was played")
    parsed = parser.parse_args()
    box = steadied(find(parsed.game), parsed.simulations)
    known = {option.name: option for option in options_of(box.game_type.options_type)}
    options = {name: known[name].parse(text) for name, text in (option.split("=") for option in parsed.option)}
    games: list[Record] = []
    how: dict[str, Any] = {"options": options, "seed": parsed.seed, "processes": parsed.processes, "keep": games.append}
    tally = match(box, [*box.bots] * parsed.players, parsed.games, **how)
    low, high = wilson(tally.first, tally.games)
    print(
        f"{tally.games} games, {tally.plies / tally.games:.1f} plies: first {tally.first / tally.games:.1%} ({low:.1%} – {high:.1%})",
        end="",
    )
    played = sum(any(action == parsed.action for _, action in record.events) for record in games)
    print(f"; {parsed.action} in {played}" if parsed.action else "")
    print("in order of turn: " + ", ".join(f"{share:.1%}" for share in by_turn(box, games, parsed.players)))


if __name__ == "__main__":
    main()
