"""Your game: the last player who can still step has won."""

from tableronde.box import Box

from . import picture, texts
from .rules import YourGame, judge

BOX = Box.packed(YourGame, picture, texts, judge=judge, age=7, minutes=10)
