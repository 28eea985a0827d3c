"""The picture on a game's box: its board some way into a game."""

from collections.abc import Mapping
from functools import cache

from tableronde.arena import glimpse
from tableronde.box import Box
from tableronde.paint.svg import paint_area
from tableronde.scene import Area
from tableronde.text import Language
from tableronde.theme import THEMES


class Covers:
    """The pictures on the boxes; each game is played only once."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._scene = cache(lambda slug: glimpse(boxes[slug]))

    def board(self, slug: str) -> Area:
        """What is seen in a box's picture."""
        return self._scene(slug).areas[0]

    def draw(self, slug: str, theme: str, language: Language) -> str:
        """A box's picture as SVG."""
        return paint_area(self.board(slug), self._boxes[slug].looks, THEMES[theme], language)
