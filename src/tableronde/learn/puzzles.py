"""Kept for imports: see `tableronde.puzzles`."""

from tableronde.puzzles.puzzle import *  # noqa: F403
