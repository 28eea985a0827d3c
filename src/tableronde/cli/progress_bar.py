"""A progress bar for terminals."""

import sys

WIDTH = 30


def bar(done: int, total: int) -> None:
    """Draw the bar; nothing if the output is not a terminal."""
    if sys.stderr.isatty() and total:
        full = WIDTH * done // total
        print(f"\r[{'█' * full}{'·' * (WIDTH - full)}] {done}/{total}", end="\n" if done == total else "", file=sys.stderr, flush=True)
