"""How far something has come, for people at a terminal."""

import sys

WIDTH = 30


def bar(done: int, of: int) -> None:
    """A bar on the terminal; nothing where the output is kept."""
    if sys.stderr.isatty() and of:
        full = WIDTH * done // of
        print(f"\r[{'█' * full}{'·' * (WIDTH - full)}] {done}/{of}", end="\n" if done == of else "", file=sys.stderr, flush=True)
