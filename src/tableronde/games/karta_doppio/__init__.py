"""Karta Doppio in one folder."""

from tableronde.box import Box
from tableronde.games.karta_doppio import bots, kit, levels, pieces, scene, spaces, texts
from tableronde.games.karta_doppio.rules import KartaDoppio

BOX = Box.packed(KartaDoppio, texts, scene, pieces, bots, levels, kit, spaces, age=8, minutes=15)
