"""The picture on a game's box: its board some way into a game."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from tableronde.arena import stroll
from tableronde.box import Box
from tableronde.paint.svg import paint_area
from tableronde.scene import Area, Scene
from tableronde.table import Table
from tableronde.text import Language
from tableronde.theme import THEMES

EVENTS: Final = 26  # enough to have something on the board; of a short game half of it, so that things are large and the end is far
SEED: Final = 7


class Covers:
    """The pictures on the boxes; each game is played only once."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._scene = cache(lambda slug: _scene(boxes[slug]))

    def board(self, slug: str) -> Area:
        """What is seen in a box's picture."""
        return self._scene(slug).areas[0]

    def draw(self, slug: str, theme: str, language: Language) -> str:
        """A box's picture as SVG."""
        return paint_area(self.board(slug), self._boxes[slug].looks, THEMES[theme], language)


def _scene(box: Box) -> Scene:
    table, rng = Table(box, min(box.game_type.players), rng=Random(SEED)), Random(SEED)
    while table.plies < 2 * EVENTS and table.legal():
        stroll(table, rng)
    shown = table.at(min(EVENTS, table.plies // 2))
    return shown.scene().named(table.names)
