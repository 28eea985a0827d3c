"""Your game: every round, the second highest card wins."""

from tableronde.box import Box

from . import picture, texts
from .rules import YourGame

BOX = Box.packed(YourGame, picture, texts, age=8, minutes=10)
