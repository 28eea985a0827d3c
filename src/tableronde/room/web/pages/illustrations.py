"""Figures in a page: a position drawn in the page itself, so that it wears the page's theme, with its caption below."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Final

from tableronde.box import Box
from tableronde.learn.figures import BrokenFigure, Figure, described, figures
from tableronde.paint.stock import Stock
from tableronde.paint.svg import paint
from tableronde.scene import Scene
from tableronde.text import Language
from tableronde.theme import PAGE

log: Final = logging.getLogger("tableronde.room")


@dataclass(frozen=True)
class Illustrator:
    """Draws a game's figures for pages in one language."""

    box: Box
    language: Language
    stock: Stock = field(default_factory=Stock)

    def __call__(self, name: str, caption: str) -> str:
        """A figure as HTML; where it is broken only its caption is left, and the log says why."""
        try:
            return self._figure(self._known[name], caption)
        except KeyError:
            log.warning("%s: a page shows the figure %r, which is not there", self.box.slug, name)
        except BrokenFigure as broken:
            log.warning("%s: %s", self.box.slug, broken)
        return f"<figure><figcaption>{escape(caption)}</figcaption></figure>"

    @cached_property
    def _known(self) -> Mapping[str, Figure]:
        return figures(self.box)

    def _figure(self, figure: Figure, caption: str) -> str:
        scene, refusal = figure.scene(self.box), figure.refusal(self.box)
        why = f'<p class="refused">{escape(refusal.text[self.language])}</p>' if refusal else ""
        return f"<figure>{self._pictures(figure, scene, caption)}<figcaption>{escape(caption)}{why}</figcaption></figure>"

    def _pictures(self, figure: Figure, scene: Scene, caption: str) -> str:
        """The picture; where several areas share it a second one for narrow windows, which style sheets show instead."""
        silent = Scene(scene.areas)
        name = described(scene)[self.language] or caption
        shapes = [False, True] if len([area for area in scene.areas if area.shapes]) > 1 else [False]
        drawn = [paint(silent, self.box.looks, PAGE, self.language, tall, figure.seat, name, stock=self.stock) for tall in shapes]
        return drawn[0] if len(drawn) == 1 else f'<div class="wide">{drawn[0]}</div><div class="tall">{drawn[1]}</div>'
