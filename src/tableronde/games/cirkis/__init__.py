"""CirKis in one folder."""

from tableronde.box import Box
from tableronde.games.cirkis import bots, coaching, kit, levels, looks, scene, spaces, texts
from tableronde.games.cirkis.rules import Cirkis

BOX = Box.packed(Cirkis, texts, scene, coaching, looks, bots, levels, kit, spaces, age=8, minutes=30)
