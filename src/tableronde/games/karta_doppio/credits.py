"""The makers of the game."""

from typing import Final

from tableronde.credits import Credits

CREDITS: Final = Credits(
    authors=("Richard Stehr", "Philippe Brandstetter"),
    others=("Chieko Stehr",),
    publisher="Orang-outan Cie",
    year=2013,
    source="Escale à jeux",
)
