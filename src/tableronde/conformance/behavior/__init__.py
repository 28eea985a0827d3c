"""Checks of what the rules and the bots do."""
