"""The makers of the game."""

from typing import Final

from tableronde.credits import Credits

CREDITS: Final = Credits(authors=("Pascal Rolly",), others=("D. Chobelet",), publisher="Le Plan K", year=2008, source="Escale à jeux")
