"""Draw components as SVG, a millimetre to the unit, with the lines to cut and to fold on top."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from tableronde.kit import Component, Ink, Wish, bounds
from tableronde.printing.paper_sizes import Rectangle
from tableronde.render.svg import Fonts, Painter, Spot
from tableronde.render.svg import paint as paint_scene
from tableronde.scene import Area, Point, Scene, Shape, number, polygon
from tableronde.theme import LIGHT, PRINT, Look, Looks, Theme, dressed

FONT: Final = "Libertinus Serif"  # included in Typst: the same letters on every machine
FONTS: Final = Fonts(FONT, FONT)
COLOUR: Final = Theme("colour", "#ffffff", {**LIGHT.looks, "ground": Look(fill="#ffffff"), "halo": PRINT.looks["halo"]})
THEMES: Final[dict[Ink, Theme]] = {"colour": COLOUR, "black": PRINT}
CUT: Final = 0.21  # width of lines to cut
FOLD: Final = 0.23  # width of lines to fold, which are dashed
GUIDE: Final = 0.1  # width of guide lines
BLEED: Final = 2.0  # margin of colour around a component whose back is printed beside it
_FRAME: Final = re.compile('viewBox="([^"]*)"')
RIM: Final = 0.5  # margin around every picture, so that no line is clipped


class DrawnComponent(NamedTuple):
    """A picture: its file name in the document, its bytes, and its box around the component's origin."""

    name: str
    svg: bytes
    box: Rectangle


@dataclass(frozen=True)
class ComponentPainter:
    """Draws components in one language with one ink."""

    wish: Wish
    looks: Looks

    @property
    def theme(self) -> Theme:
        """Return the theme for this ink."""
        return THEMES[self.wish.ink]

    def front(self, component: Component) -> DrawnComponent:
        """Draw a component as it is cut out; one to fold has its back on the left."""
        if component.making == "fold":
            return self._folded(component)
        left, top, right, bottom = bounds(component.outline)
        return self._drawn(Rectangle(left, top, right - left, bottom - top), self._art(component, component.front), _lines(component))

    def back(self, component: Component) -> DrawnComponent:
        """Draw the back of a component's sheet, without lines: it is cut from the front."""
        left, top, right, bottom = bounds(component.outline)
        return self._drawn(Rectangle(-right, top, right - left, bottom - top), self._art(component, component.back))

    def scene(self, scene: Scene, tall: bool = False, seat: int | None = None) -> DrawnComponent:
        """Draw a whole scene without its captions, laid out as in a window."""
        svg = paint_scene(Scene(scene.areas), self.looks, self.theme, self.wish.language, tall, seat, fonts=FONTS)
        _, _, width, height = _FRAME.search(svg)[1].split()  # type: ignore[index]
        return DrawnComponent(*named(svg), Rectangle(0.0, 0.0, float(width), float(height)))

    def shapes(self, box: Rectangle, shapes: tuple[Shape, ...], unit: float) -> DrawnComponent:
        """Draw single shapes, in millimetres."""
        return self._drawn(box, self._painted(box, shapes, unit))

    def _folded(self, component: Component) -> DrawnComponent:
        left, top, right, bottom = bounds(component.outline)
        half = right - left + 2 * BLEED
        box = Rectangle(left - BLEED - half, top - BLEED, 2 * half, bottom - top + 2 * BLEED)
        fold = left - BLEED
        lines = _stroke(polygon(_corners(box)), GUIDE) + _lines(component) + _dashed(f"M{_xy(fold, box.y)}L{_xy(fold, box.y + box.height)}")
        back = f'<g transform="translate({number(2 * fold)} 0)">{self._art(component, component.back)}</g>'
        return self._drawn(box, back + self._art(component, component.front), lines)

    def _art(self, component: Component, shapes: tuple[Shape, ...]) -> str:
        left, top, right, bottom = bounds(component.outline)
        return self._painted(Rectangle(left, top, right - left, bottom - top), shapes, component.unit)

    def _painted(self, box: Rectangle, shapes: tuple[Shape, ...], unit: float) -> str:
        painter = Painter(dressed(self.theme, self.looks), self.wish.language, _mark(shapes), FONTS)
        return painter.area(Spot(Area("art", box, shapes), box.x, box.y, 1.0, unit)) if shapes else ""

    def _drawn(self, box: Rectangle, *layers: str) -> DrawnComponent:
        box = Rectangle(box.x - RIM, box.y - RIM, box.width + 2 * RIM, box.height + 2 * RIM)
        frame = " ".join(map(number, box))
        size = f'width="{number(box.width)}mm" height="{number(box.height)}mm"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" {size}>{"".join(layers)}</svg>'
        return DrawnComponent(*named(svg), box)


def lines(box: Rectangle, cuts: str, guides: str, names: Sequence[tuple[Point, str]]) -> DrawnComponent:
    """Draw lines on a sheet, and names beside them."""
    words = "".join(_word(at, name) for at, name in names)
    return ComponentPainter(Wish(), {})._drawn(box, _stroke(guides, GUIDE), _stroke(cuts, CUT), words)


def _word(at: Point, text: str) -> str:
    place = f'x="{number(at[0])}" y="{number(at[1])}" text-anchor="middle"'
    return f'<text {place} font-size="3" font-family="{FONT}" fill="#444444">{escape(text)}</text>'


def _lines(component: Component) -> str:
    return _stroke(component.outline, CUT) + _dashed(component.folds)


def _stroke(path: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="#000000" stroke-width="{width}"{more}/>' if path else ""


def _dashed(path: str) -> str:
    return _stroke(path, FOLD, ' stroke-dasharray="2 1.4"')


def _corners(box: Rectangle) -> list[Point]:
    x, y, width, height = box
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _mark(shapes: tuple[Shape, ...]) -> str:
    return hashlib.sha256(repr(shapes).encode()).hexdigest()[:8]


def named(svg: str) -> tuple[str, bytes]:
    """Return a unique file name for a picture, and its bytes."""
    data = svg.encode()
    return f"{hashlib.sha256(data).hexdigest()[:16]}.svg", data
