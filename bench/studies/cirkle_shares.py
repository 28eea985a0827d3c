"""Study: how well the best bot of cirKle × DUO estimates its win probability: the share it predicted, and the share won in the end.

    python bench/studies/cirkle_shares.py [games]

Games between bots that forget nothing. Choices with about the same predicted share are grouped; the two columns should be close.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from tableronde.game import Json
from tableronde.games.cirkle_duo import BOX
from tableronde.play import arena
from tableronde.table import Table

BEST: Final = list(BOX.bots)[-1]
BOARDS: Final[dict[str, tuple[int, Json]]] = {
    "cards": (2, {}),
    "wild": (2, {"mode": "dice"}),
    "exact": (2, {"mode": "dice", "dice_wild": False}),
    "bridge": (4, {"mode": "bridge"}),
}
STEPS: Final = 5  # groups of predicted shares, equally wide


def thoughts(seats: int, options: Json, seed: int) -> Iterator[tuple[float, float]]:
    """Play one game, and yield for every choice its predicted share and the part of the win it brought."""
    rng = Random(f"shares {seed}")
    table = Table(BOX, seats, options, rng=rng)
    players = [BOX.bots[BEST](BOX, table.game, seat, rng) for seat in range(seats)]
    shares = []
    while table.legal():
        arena.step(table, players, rng)
        actor = table.events[-1].actor
        if isinstance(actor, int):
            shares.append((actor, players[actor].value or 0.0))
    assert table.outcome is not None
    winners = table.outcome.winners
    yield from ((share, (seat in winners) / len(winners)) for seat, share in shares)


def measure(name: str, games: int) -> None:
    """Print one table: the mean predicted share of each group, and the part of the win its choices brought."""
    groups = defaultdict(list)
    for seed in range(games):
        for share, won in thoughts(*BOARDS[name], seed):
            groups[min(STEPS - 1, int(share * STEPS))].append((share, won))
    print(f"\n{name}, {games} games\n| choices | predicted | won |\n| ---: | ---: | ---: |")
    for _, group in sorted(groups.items()):
        said, won = (sum(column) / len(group) for column in zip(*group, strict=True))
        print(f"| {len(group)} | {said:.1%} | {won:.1%} |")


def main(arguments: Sequence[str]) -> None:
    """Measure all variants of the game."""
    for name in BOARDS:
        measure(name, int(arguments[0]) if arguments else 200)


if __name__ == "__main__":
    main(sys.argv[1:])
