"""Your game: a race of snails. Land beside another snail, and it goes back to the start."""

from tableronde.box import Box

from . import picture, texts
from .rules import YourGame, judge

BOX = Box.packed(YourGame, picture, texts, judge=judge, age=6, minutes=10)
