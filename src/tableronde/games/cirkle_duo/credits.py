"""The makers of the game."""

from typing import Final

from tableronde.credits import Credits

CREDITS: Final = Credits(others=("P. Laterrot", "C. Moura"))
