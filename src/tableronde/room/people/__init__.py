"""Guests and the keys that sign their cookies."""
