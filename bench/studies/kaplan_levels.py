"""How long each level of Le Cadran de Kaplan lets people play, and how often a plain reader beats it.

python bench/studies/kaplan_levels.py [--games N] [--only LEVEL] [--language en]

Two sets of games for each level and number of seats. In the first all seats are of that level: how many games end before four letter
cards lie face up, and how many turns a game has. In the second one seat is a reference player: it bets as that level does, and announces
as soon as exactly one of the 5,000 commonest nouns fits all letters, blanks and clues of form it has seen. It does not understand clues of
meaning. A shared win counts as its part.
"""

import argparse
from collections.abc import Sequence
from random import Random
from statistics import fmean

from tableronde.game import Action, Event
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.bots import LEVELS, KaplanBot, Level
from tableronde.games.kaplan.rules import ANNOUNCE
from tableronde.games.kaplan.rules.imagining import form_of, readings_among
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.words.dictionary import common_words
from tableronde.play import arena
from tableronde.table import Table

SEATS = (2, 3, 5)
TURNED = 4  # letter cards that people should have seen face up
KNOWN = 5000  # nouns that the reference player knows
LEAST = 3  # letters and blanks seen before it looks for a word: before that many words always fit


class Reader(KaplanBot):
    """Bets as its level does, announces by elimination."""

    def choose(self, view: View, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        if ANNOUNCE in legal and sum(letter is not None for letter in view.letters) >= LEAST:
            known = common_words(view.language)[:KNOWN]
            fitting = {reading.word.text for reading in readings_among(known, view.letters, form_of(view))}
            if len(fitting) == 1:
                return ANNOUNCE.replace("*", fitting.pop())
        silent = [action for action in legal if action != ANNOUNCE]
        return super().choose(view, heard, silent) if silent else None


def played(level: Level, seats: int, game: int, language: str, reader: bool) -> Table:
    """One game, to its end; a reader sits in another seat in each game."""
    table = Table(BOX, seats, {"language": language}, rng=Random(f"levels {game}"))
    kinds = [Reader if reader and seat == game % seats else KaplanBot for seat in range(seats)]
    bots = [kind(BOX, table.game, seat, Random(f"{game} {seat}"), level) for seat, kind in enumerate(kinds)]
    arena.play(table, bots, Random(game))
    return table


def row(name: str, seats: int, games: int, language: str) -> str:
    """A level with a number of seats as a row of a table."""
    alone = [played(LEVELS[name], seats, game, language, False) for game in range(games)]
    early = sum(table.facts()["face_up"] < TURNED for table in alone)
    spoken = sum(bool(table.facts()["announced"]) for table in alone)
    right = sum(made["verdict"] == "exact" for table in alone for made in table.facts()["announced"])
    turns = fmean(table.state.turns + 1 for table in alone)
    against = [played(LEVELS[name], seats, game, language, True) for game in range(games)]
    shares = [(game % seats in won) / len(won) for game, table in enumerate(against) if (won := table.facts()["winners"])]
    return f"| {name} | {seats} | {early / games:.1%} | {turns:.1f} | {spoken / games:.0%} | {right / games:.2f} | {fmean(shares):.0%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", help="only this level")
    parser.add_argument("--language", default="fr", help="of the words")
    parsed = parser.parse_args()
    print("| level | seats | ended before four cards | turns | announced | right words a game | won by the reader |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in LEVELS:
        for seats in SEATS if parsed.only in (None, name) else ():
            print(row(name, seats, parsed.games, parsed.language), flush=True)


if __name__ == "__main__":
    main()
