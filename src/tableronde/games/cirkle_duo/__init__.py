"""cirKle KIDS × DUO 228 in one folder."""

from tableronde.box import Box
from tableronde.games.cirkle_duo import bots, coaching, cover, credits, endings, scene, spaces, texts
from tableronde.games.cirkle_duo.paper import kit
from tableronde.games.cirkle_duo.rules import CirkleDuo
from tableronde.games.cirkle_duo.scene import drawings

BOX = Box.packed(
    CirkleDuo,
    texts,
    cover,
    credits,
    scene,
    coaching,
    drawings,
    bots,
    kit,
    spaces,
    age=8,
    minutes=30,
    fading=("revealed",),
    decided=endings.decided,
    futile=endings.futile,
)
