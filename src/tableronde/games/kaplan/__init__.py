"""Le Cadran de Kaplan in one folder."""

from tableronde.box import Box
from tableronde.games.kaplan import bots, coaching, commands, marks, pawns, scene, spaces, texts
from tableronde.games.kaplan.paper import kit
from tableronde.games.kaplan.rules import Kaplan

BOX = Box.packed(Kaplan, texts, scene, coaching, bots, commands, kit, spaces, looks={**marks.LOOKS, **pawns.LOOKS}, age=12, minutes=45)
