"""Decisions of people at a table, beside its game: each function reads a snapshot and returns a change, or refuses."""
