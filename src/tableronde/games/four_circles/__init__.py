"""Four Circles in one folder."""

from tableronde.box import Box
from tableronde.games.four_circles import bots, coaching, cover, credits, kit, scene, spaces, texts
from tableronde.games.four_circles.bots import judge
from tableronde.games.four_circles.rules import FourCircles

BOX = Box.packed(FourCircles, texts, cover, credits, scene, coaching, judge, bots, kit, spaces, order=1, age=8, minutes=20)
