"""Measure the properties of the games that researchers compare: one line for each game.

    python bench/properties.py [--games N] [--level L] [--json] [GAME ...]

Branching and length are those of N random games (without open actions); the tree size is Knuth's estimate from the
same games; the first player's share is that of N games between random players, and of N between bots of a level. Positions are an
upper bound, counted by a separate formula for each game, or by the tree size if that is smaller.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from math import comb, factorial, fsum, log10
from random import Random
from typing import Any, Final

from tableronde.bots import RandomBot
from tableronde.bots.simple import settled
from tableronde.box import Box
from tableronde.game import CHANCE, Json
from tableronde.games.cirkis.rules import each
from tableronde.games.cirkis.rules.pieces import standard
from tableronde.games.cirkle_duo.rules.pieces import CARDS, PEGS
from tableronde.games.four_circles.rules.board import PAWNS, TILES
from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.dial import CARDS as CLUES
from tableronde.games.kaplan.rules.dial import PLACES, POSITIONS, stock
from tableronde.play import arena
from tableronde.shelf import Shelf, find
from tableronde.table import Table

POLYOMINOES: Final = 22_964_779_660  # of twenty squares, in fixed orientation (OEIS A001168)
TABLES: Final[tuple[tuple[str, int, dict[str, Json]], ...]] = (
    ("four-circles", 2, {}),
    ("cirkis", 2, {}),
    ("karta-doppio", 2, {}),
    ("cirkle-duo", 2, {}),
    ("cirkle-duo", 4, {"mode": "bridge"}),
    ("cirkle-duo", 2, {"mode": "dice"}),
    ("kaplan", 3, {}),
)


@dataclass
class Measured:
    """The measurements of random games."""

    branching: Counter[int] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    trees: list[float] = field(
        default_factory=list
    )  # log10 of the number of lines of play, by Knuth: the product of all choices on the way
    traits: set[str] = field(default_factory=set)

    def watch(self, table: Table, rng: Random) -> None:
        """Play one random game."""
        tree = 0.0
        players = [RandomBot(table.box, table.game, seat, rng) for seat in range(table.game.seats)]
        while legal := table.legal():
            waited = table.to_act()
            self._note(table, waited)
            choices = sum(len(settled(legal[actor])) for actor in waited)
            if CHANCE not in waited:
                self.branching[choices] += 1
            tree += log10(max(1, choices))
            arena.step(table, players, rng)
        self.lengths.append(table.plies)
        self.trees.append(tree)

    def _note(self, table: Table, waited: tuple[Any, ...]) -> None:
        if CHANCE in waited:
            self.traits.add("dice in play")
        if len(waited) > 1:
            self.traits.add("sealed choices" if table.game.sealed(table.state) else "races")
        if table.legal().keys() - set(waited):
            self.traits.add("speaking out of turn")

    @property
    def tree(self) -> float:
        """Return log10 of the mean of the estimates."""
        most = max(self.trees)
        return most + log10(fsum(10 ** (tree - most) for tree in self.trees) / len(self.trees))


def positions_of_four_circles(seats: int) -> float:
    """Count every board of twenty tiles, the pawns on it, their faces and the seat to move; positions while placing are few."""
    return log10(POLYOMINOES * comb(TILES, PAWNS) * comb(TILES - PAWNS, PAWNS) * 2 ** (2 * PAWNS) * 2)


def positions_of_cirkis(seats: int, samples: int = 400) -> float:
    """Count packings of the board by pieces of any owner: choices over orders, averaged over random packings."""
    pieces, rng, total = standard(), Random(1), 0.0
    for _ in range(samples):
        fitting, log, laid = (1 << len(pieces.placements)) - 1, 0.0, 0
        while fitting and laid < seats * pieces.size:
            choices = each(fitting)
            laid += 1
            log += log10(seats * len(choices)) - log10(laid)
            total += 10**log
            fitting &= ~pieces.placements[rng.choice(choices)].clashes
    return log10(total / samples)


def positions_of_cirkle(seats: int, mode: str) -> float:
    """Count pegs under hats, which of them were seen, and cards: won by a player, or somewhere in the deck."""
    hats = log10(factorial(len(PEGS))) + len(PEGS) * log10(2)
    if mode == "dice":
        return log10(sum(comb(16, won) * seats**won * factorial(16) // factorial(won) for won in range(17))) + 16 * log10(2)
    cards = len(CARDS)
    return hats + log10(sum(comb(cards, won) * seats**won * factorial(cards - won) for won in range(cards + 1)))


def positions_of_kaplan(seats: int) -> float:
    """Count the word; on each place its face, tokens and who saw the letter; other tokens in hand or waiting; clues and their readers."""
    values = len(set(stock(seats)))
    faces = sum((seats * values) ** tokens for face in POSITIONS for tokens in range(POSITIONS[face])) + 2
    tokens = seats * len(stock(seats))
    return (
        log10(len(deck.load()["games"]))
        + len(PLACES) * (log10(faces) + seats * log10(2))
        + tokens * log10(2)
        + len(CLUES) * (seats + 1) * log10(2)
    )


def positions(slug: str, seats: int, options: Mapping[str, Json], tree: float) -> float:
    """Return log10 of an upper bound on a game's positions. In Karta Doppio every line of play leads to a different position."""
    ways: dict[str, Callable[[], float]] = {
        "four-circles": lambda: positions_of_four_circles(seats),
        "cirkis": lambda: positions_of_cirkis(seats),
        "karta-doppio": lambda: tree + log10(comb(16, 8)),
        "cirkle-duo": lambda: positions_of_cirkle(seats, str(options.get("mode", "cards"))),
        "kaplan": lambda: positions_of_kaplan(seats),
    }
    counted = ways[slug]()
    return counted if slug == "karta-doppio" else min(counted, tree)


@dataclass
class Line:
    """The properties of a game."""

    game: str
    players: int
    seats: str
    options: Mapping[str, Json]
    information: str
    chance: str
    simultaneous: str
    branching: float
    widest: int
    length: float
    tree: float  # log10
    positions: float  # log10
    first_random: float
    first_random_interval: tuple[float, float]
    first_level: float | None = None
    first_level_interval: tuple[float, float] | None = None


def measure(box: Box, seats: int, options: dict[str, Json], games: int, level: str) -> Line:
    """Play and count."""
    seen = Measured()
    for seed in range(games):
        seen.watch(Table(box, seats, options, rng=Random(seed)), Random(seed))
    game = box.game(seats, options)
    dealt = any(game.deal(Random(seed)) != game.deal(Random(0)) for seed in range(1, 9))
    traits = seen.traits - {"dice in play"}
    tallies = [arena.match(box, [name] * seats, games, options=options) for name in ("random", level) if name]
    firsts = [(tally.first / tally.games, arena.wilson(tally.first, tally.games)) for tally in tallies]
    return Line(
        box.slug,
        seats,
        f"{min(box.game_type.players)}–{max(box.game_type.players)}",
        options,
        "private" if box.game_type.private else "hidden from all alike" if game.hides else "perfect",
        ", ".join((["deal"] if dealt else []) + (["dice"] if "dice in play" in seen.traits else [])) or "none",
        ", ".join(sorted(traits)) or "no",
        sum(width * times for width, times in seen.branching.items()) / seen.branching.total(),
        max(seen.branching),
        sum(seen.lengths) / len(seen.lengths),
        seen.tree,
        positions(box.slug, seats, options, seen.tree),
        *firsts[0],
        *(firsts[1] if len(firsts) > 1 else (None, None)),
    )


def format_row(line: Line) -> str:
    """Format a line of the table."""
    low, high = line.first_random_interval
    first = f"{100 * line.first_random:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    if line.first_level is not None and line.first_level_interval:
        low, high = line.first_level_interval
        first += f" | {100 * line.first_level:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    mode = "".join(f", {value}" for value in line.options.values())
    return (
        f"| {find(line.game).title.en}{mode} | {line.seats} ({line.players}) | {line.information} | {line.chance} | {line.simultaneous} | "
        f"{line.branching:.0f} (≤ {line.widest:,}) | {line.length:.0f} | 10^{line.tree:.0f} | 10^{line.positions:.0f} | {first} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10, help="games of each kind (default: 10)")
    parser.add_argument(
        "--level", type=int, default=0, metavar="L", help="level of the bots, the game's weakest is 1 (default: no games between bots)"
    )
    parser.add_argument("only", nargs="*", metavar="GAME", help="only these games (default: all)")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    assert {slug for slug, _, _ in TABLES} >= set(Shelf.installed())
    for slug, seats, options in TABLES:
        if chosen.only and slug not in chosen.only:
            continue
        level = list(find(slug).bots)[chosen.level - 1] if chosen.level else ""
        line = measure(find(slug), seats, options, chosen.games, level)
        print(json.dumps(asdict(line)) if chosen.json else format_row(line), flush=True)


if __name__ == "__main__":
    main()
