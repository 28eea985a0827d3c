"""Figures in a page: a position as inline SVG, so that it takes the page's theme, with its caption below."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape

from tableronde.box import Box
from tableronde.learn.figures import BrokenFigure, Figure, described, figures
from tableronde.render.sprite_sheet import SpriteSheet
from tableronde.render.svg import paint
from tableronde.room.base.log_events import FIGURE_BROKEN, FIGURE_MISSING
from tableronde.scene import Scene
from tableronde.text import Language
from tableronde.theme import PAGE


@dataclass(frozen=True)
class Illustrator:
    """Draws a game's figures for pages in one language."""

    box: Box
    language: Language
    stock: SpriteSheet = field(default_factory=SpriteSheet)

    def __call__(self, name: str, caption: str) -> str:
        """Return a figure as HTML; if it is broken, only its caption is shown and the fault is logged."""
        try:
            return self._draw_figure(self._known[name], caption)
        except KeyError:
            FIGURE_MISSING.log(game=self.box.slug, figure=name)
        except BrokenFigure as broken:
            FIGURE_BROKEN.log(game=self.box.slug, fault=str(broken))
        return f"<figure><figcaption>{escape(caption)}</figcaption></figure>"

    @cached_property
    def _known(self) -> Mapping[str, Figure]:
        return figures(self.box)

    def _draw_figure(self, figure: Figure, caption: str) -> str:
        scene, refusal = figure.scene(self.box), figure.refusal(self.box)
        why = f'<p class="refused">{escape(refusal.text[self.language])}</p>' if refusal else ""
        return f"<figure>{self._draw_pictures(figure, scene, caption)}<figcaption>{escape(caption)}{why}</figcaption></figure>"

    def _draw_pictures(self, figure: Figure, scene: Scene, caption: str) -> str:
        """Draw the picture; if it has several areas, a second one for narrow windows, which style sheets show instead."""
        silent = Scene(scene.areas)
        name = described(scene)[self.language] or caption
        shapes = [False, True] if len([area for area in scene.areas if area.shapes]) > 1 else [False]
        drawn = [paint(silent, self.box.looks, PAGE, self.language, tall, figure.seat, name, stock=self.stock) for tall in shapes]
        return drawn[0] if len(drawn) == 1 else f'<div class="wide">{drawn[0]}</div><div class="tall">{drawn[1]}</div>'
