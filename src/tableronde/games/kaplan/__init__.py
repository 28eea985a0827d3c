"""Le Cadran de Kaplan in one folder."""

from tableronde.box import Box
from tableronde.games.kaplan import bots, coaching, cover, credits, scene, spaces, texts
from tableronde.games.kaplan.paper import kit
from tableronde.games.kaplan.rules import Kaplan
from tableronde.games.kaplan.scene import marks, pawns
from tableronde.games.kaplan.words import commands

BOX = Box.packed(
    Kaplan,
    *(texts, cover, credits, scene, coaching, bots, commands, kit, spaces),
    looks={**marks.LOOKS, **pawns.LOOKS},
    package=__name__,
    age=12,
    minutes=45,
)
