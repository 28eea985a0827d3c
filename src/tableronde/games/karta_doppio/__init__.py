"""Karta Doppio in one folder."""

from tableronde.box import Box
from tableronde.games.karta_doppio import bots, cover, credits, scene, spaces, texts
from tableronde.games.karta_doppio.bots import judge
from tableronde.games.karta_doppio.paper import kit
from tableronde.games.karta_doppio.rules import KartaDoppio
from tableronde.games.karta_doppio.scene import pieces

BOX = Box.packed(KartaDoppio, texts, cover, credits, scene, pieces, judge, bots, kit, spaces, order=3, age=8, minutes=15)
