"""Study: how often each level of Le Cadran de Kaplan announces the right word, in games of two against itself, and how long it thinks.

python bench/studies/kaplan_words.py [--games N] [--only LEVEL] [--language en]
"""

import argparse
from collections.abc import Sequence
from random import Random
from time import process_time

from tableronde.game import Action, Event
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.bots import LEVELS, KaplanBot, Level
from tableronde.games.kaplan.rules.view import View
from tableronde.play import arena
from tableronde.table import Table


class Timed(KaplanBot):
    """A bot that measures how long each choice takes."""

    spent: list[float]

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        start = process_time()
        action = super().choose(view, heard, legal)
        self.spent.append(process_time() - start)
        return action


def verdicts(level: Level, game: int, spent: list[float], language: str) -> list[str]:
    """Play a game and return the verdicts on its announcements; the time of its choices is added to `spent`."""
    table = Table(BOX, 2, {"language": language}, rng=Random(f"right {game}"))
    bots = [Timed(BOX, table.game, seat, Random(f"{game} {seat}"), level) for seat in range(2)]
    for bot in bots:
        bot.spent = spent
    arena.play(table, bots, Random(game))
    return [made["verdict"] for made in table.facts()["announced"]]


def format_row(name: str, games: int, language: str) -> str:
    """Format a level as a row of a table."""
    spent: list[float] = []
    judged = [verdict for game in range(games) for verdict in verdicts(LEVELS[name], game, spent, language)]
    right = len(judged) - judged.count("wrong")
    return f"| {name} | {games} | {len(judged)} | {right / games:.0%} | {1000 * sum(spent) / len(spent):.1f} ms | {max(spent):.2f} s |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--only", help="measure only this level")
    parser.add_argument("--language", default="fr", help="the language of the words")
    parsed = parser.parse_args()
    for name in LEVELS:
        if parsed.only in (None, name):
            print(format_row(name, parsed.games, parsed.language), flush=True)


if __name__ == "__main__":
    main()
