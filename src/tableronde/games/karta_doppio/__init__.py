"""Karta Doppio in one folder."""

from tableronde.box import Box
from tableronde.games.karta_doppio import bots, kit, levels, pieces, scene, texts
from tableronde.games.karta_doppio.rules import KartaDoppio

BOX = Box.packed(KartaDoppio, texts, scene, pieces, bots, levels, kit, age=8, minutes=15)
