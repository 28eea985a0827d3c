"""CirKis in one folder."""

from tableronde.box import Box
from tableronde.games.cirkis import bots, levels, looks, scene, texts
from tableronde.games.cirkis.rules import Cirkis

BOX = Box.packed(Cirkis, texts, scene, looks, bots, levels, age=8, minutes=30)
