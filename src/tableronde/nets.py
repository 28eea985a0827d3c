"""Kept for imports: see `tableronde.kit.solids`."""

from tableronde.kit.solids import *  # noqa: F403
