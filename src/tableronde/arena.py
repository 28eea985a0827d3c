"""Kept for imports: see `tableronde.play.arena`."""

from tableronde.play.arena import *  # noqa: F403
