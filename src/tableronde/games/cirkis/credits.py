"""The makers of the game."""

from typing import Final

from tableronde.credits import Credits

CREDITS: Final = Credits(authors=("Philip E. Orbanes",), publisher="Winning Moves", year=2009, source="Escale à jeux")
