"""cirKle KIDS × DUO 228 in one folder."""

from tableronde.box import Box
from tableronde.games.cirkle_duo import bots, coaching, figures, kit, scene, spaces, texts
from tableronde.games.cirkle_duo.rules import CirkleDuo

BOX = Box.packed(CirkleDuo, texts, scene, coaching, figures, bots, kit, spaces, age=8, minutes=30, fading=("revealed",))
