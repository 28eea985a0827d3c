"""Measure how long games take to print and how large the files are: every part of every game, on A4, in French.

python bench/print.py [GAME …]
"""

import sys
from time import perf_counter, process_time

from tableronde.kit import Wish
from tableronde.printing.build import game_document
from tableronde.printing.print_arguments import PARTS
from tableronde.shelf import Shelf


def main(games: list[str]) -> None:
    shelf = Shelf.installed()
    print(f"{'game':14} {'part':8} {'ink':7} {'pages':>5} {'seconds':>8} {'CPU':>6} {'kB':>7}")
    for box in [shelf.find(game) for game in games] or shelf.boxes():
        for part in (*PARTS, "all"):
            if (part in ("summary", "rules") and not box.has_rulebook) or (part == "puzzles" and not box.has_puzzles):
                continue
            for ink in ("colour", "black") if part in ("kit", "all") else ("black",):
                start, busy = perf_counter(), process_time()
                document = game_document(box, Wish("a4", "fr", ink), part)
                made = document.pdf()
                spent, cpu = perf_counter() - start, process_time() - busy
                print(f"{box.slug:14} {part:8} {ink:7} {document.count():5} {spent:8.2f} {cpu:6.2f} {len(made) / 1000:7.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
