"""Tests of games: positions to ask about clauses, and the conformance kit as single tests (`pytest --tableronde GAME`)."""

from tableronde.testing.positions import Position, figure, position

__all__ = ["Position", "figure", "position"]
