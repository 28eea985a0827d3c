"""CirKis in one folder."""

from tableronde.box import Box
from tableronde.games.cirkis import bots, coaching, cover, credits, kit, scene, spaces, texts
from tableronde.games.cirkis.bots import judge
from tableronde.games.cirkis.rules import Cirkis
from tableronde.games.cirkis.scene import looks

BOX = Box.packed(Cirkis, texts, cover, credits, scene, coaching, looks, judge, bots, kit, spaces, order=2, age=8, minutes=30)
