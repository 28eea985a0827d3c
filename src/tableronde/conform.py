"""Kept for imports: see `tableronde.conformance`."""

from tableronde.conformance import *  # noqa: F403
