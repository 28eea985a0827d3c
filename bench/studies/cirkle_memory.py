"""Study: how often a bot of cirKle × DUO beats bots that forget more, or less, than it does.

    python bench/studies/cirkle_memory.py [games] [table ...]

Prints the measured shares beside those of the dossier (section 10), table by table, and how far apart they are in standard
errors of the difference. Tables: cards, exact, wild, bridge.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from tableronde.game import Json
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.bots import MemoryBot
from tableronde.play import arena
from tableronde.table import Table

LEVELS: Final = (0.0, 0.05, 0.1, 0.2, 0.4, 1.0)


@dataclass(frozen=True)
class Board:
    """A table of the dossier: the game, its shares in percent, and the number of games behind each cell there."""

    options: Json
    seats: int
    games: int
    shares: tuple[tuple[int, ...], ...]


BOARDS: Final = {
    "cards": Board(
        {"mode": "cards"},
        2,
        240,
        (
            (50, 62, 74, 85, 96, 100),
            (40, 50, 56, 77, 89, 99),
            (26, 45, 50, 64, 87, 98),
            (16, 21, 34, 50, 73, 95),
            (4, 9, 16, 27, 50, 84),
            (0, 1, 2, 5, 16, 50),
        ),
    ),
    "exact": Board(
        {"mode": "dice", "dice_wild": False},
        2,
        240,
        (
            (50, 68, 86, 96, 99, 100),
            (31, 50, 68, 88, 97, 99),
            (15, 35, 50, 77, 94, 100),
            (3, 11, 29, 50, 82, 99),
            (1, 2, 5, 17, 50, 93),
            (0, 0, 0, 2, 7, 50),
        ),
    ),
    "wild": Board(
        {"mode": "dice"},
        2,
        1500,
        (
            (50, 66, 74, 84, 93, 100),
            (34, 50, 63, 75, 87, 99),
            (26, 37, 50, 65, 81, 97),
            (16, 25, 35, 50, 69, 92),
            (7, 13, 19, 31, 50, 82),
            (0, 1, 3, 8, 18, 50),
        ),
    ),
    "bridge": Board(
        {"mode": "bridge"},
        4,
        240,
        (
            (25, 43, 60, 92, 100, 100),
            (13, 25, 42, 76, 98, 99),
            (11, 18, 25, 56, 92, 97),
            (2, 3, 7, 25, 69, 92),
            (0, 1, 1, 7, 25, 54),
            (0, 0, 1, 2, 11, 25),
        ),
    ),
}


def share(board: Board, one: float, others: float, games: int, seed: str = "") -> float:
    """Return the share of games won by a bot that forgets `one` against others that forget `others`, sure slaps only."""
    return sum(_game(board, one, others, i, seed) for i in range(games)) / games


def _game(board: Board, one: float, others: float, i: int, seed: str) -> float:
    rng, mine = Random(f"{seed} {one} {others} {i}"), i % board.seats
    table = Table(BOX, board.seats, board.options, rng=rng)
    forgetting = [one if seat == mine else others for seat in range(board.seats)]
    players = [MemoryBot(BOX, table.game, seat, rng, forgetting=forgets, daring=False) for seat, forgets in enumerate(forgetting)]
    winners = arena.play(table, players, rng).winners
    return (mine in winners) / len(winners)


def _cell(board: Board, row: int, column: int, games: int) -> tuple[float, float]:
    """Return a measured share, and its distance from the dossier's in standard errors of the difference."""
    measured, theirs = share(board, LEVELS[row], LEVELS[column], games), board.shares[row][column] / 100
    spread = sqrt(_variance(theirs) * (1 / games + 1 / board.games))
    return measured, (measured - theirs) / spread


def _variance(share: float) -> float:
    return max(share * (1 - share), 0.01)


def measure(name: str, games: int) -> None:
    """Print one table: the measured share, the dossier's, and the distance."""
    board, distances = BOARDS[name], []
    print(f"\n{name}, {board.seats} players: measured / dossier (standard errors apart), {games} games a cell")
    print("forgets" + "".join(f"{level:>18g}" for level in LEVELS))
    for row, level in enumerate(LEVELS):
        line = f"{level:>7g}"
        for column in range(len(LEVELS)):
            measured, distance = _cell(board, row, column, games)
            distances.append(distance)
            line += f"{100 * measured:.0f} / {board.shares[row][column]} ({distance:+.1f})".rjust(18)
        print(line, flush=True)
    print(f"root mean square distance {sqrt(sum(d * d for d in distances) / len(distances)):.2f}, farthest {max(distances, key=abs):+.1f}")


def main(arguments: Sequence[str]) -> None:
    """Measure the tables named, or all of them."""
    games = int(arguments[0]) if arguments else 200
    for name in arguments[1:] or BOARDS:
        measure(name, games)


if __name__ == "__main__":
    main(sys.argv[1:])
