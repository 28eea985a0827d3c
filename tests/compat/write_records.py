"""Write games of all five games as this release plays them, for `records`: `python -m compat.write_records FILE`, in `tests`.

A file that is there is never written again: later releases are measured by it.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tableronde import __version__, bots
from tableronde.box import Box
from tableronde.game import CHANCE, Json, is_open
from tableronde.options import write
from tableronde.play import arena
from tableronde.record import compact
from tableronde.room.store.maintenance.refolding import describe_steps
from tableronde.shelf import Shelf
from tableronde.table import Table

MOST = 200  # events of one game
SECONDS = 0.02  # for a bot to think


def settings(box: Box) -> Iterator[tuple[int, Json]]:
    """Numbers of seats and options: the default ones and every variant, no two alike."""
    seen, counts = set[str](), list(box.game_type.players)
    for options in ({}, *(dict(variant.options) for variant in box.variants)):
        for seats in sorted({counts[0], counts[-1], *(counts[len(counts) // 2 :][:1] if not options else ())}):
            try:
                key = f"{seats} {compact(write(box.game(seats, options).options))}"
            except ValueError:
                continue
            if key not in seen:
                seen.add(key)
                yield seats, options


def played(box: Box, seats: int, options: Json) -> Table:
    """A game between the game's weakest bots."""
    rng = Random(f"{box.slug} {seats} {compact(options)}")
    table = Table(box, seats, options, rng=rng)
    level = next(iter(box.bots), "greedy")
    players = [bots.levels(box)[level](box, table.game, seat, Random(seat)) for seat in range(seats)]
    for bot in players:
        bot.seconds = SECONDS
    while table.legal() and table.plies < MOST:
        if CHANCE in table.legal():
            table.play(*arena.roll(table, rng))
            continue
        actor = rng.choice([each for each in table.to_act() if each != CHANCE])
        legal = table.legal()[actor]
        action = players[actor].choose(table.view(actor), tuple(table.heard(actor)), legal)
        table.play(actor, action or rng.choice([each for each in legal if not is_open(each)]))
    return table


def main(target: Path) -> None:
    """Write the file."""
    with target.open("x", encoding="utf-8") as file:
        for box in Shelf.installed().boxes():
            for seats, options in settings(box):
                table = played(box, seats, options)
                line = {"release": __version__, "record": table.record().json(), "steps": describe_steps(table)}
                file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
