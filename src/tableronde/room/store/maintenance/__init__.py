"""Maintenance of a store of either kind: reading, checking and copying it."""
