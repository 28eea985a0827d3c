"""Four Circles in one folder."""

from tableronde.box import Box
from tableronde.games.four_circles import bots, coaching, kit, levels, scene, spaces, texts
from tableronde.games.four_circles.rules import FourCircles

BOX = Box.packed(FourCircles, texts, scene, coaching, bots, levels, kit, spaces, age=8, minutes=20)
