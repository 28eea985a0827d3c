"""Components as vector pictures, a millimetre to the unit, with the lines to cut and to fold along over what is drawn on them."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, NamedTuple

from tableronde.kit import Component, Ink, Wish, bounds
from tableronde.paint.svg import Fonts, Painter, Spot
from tableronde.paint.svg import paint as paint_scene
from tableronde.printing.paper import Box
from tableronde.scene import Area, Point, Scene, Shape, number, polygon
from tableronde.theme import LIGHT, PRINT, Look, Looks, Theme, dressed

FONT: Final = "Libertinus Serif"  # Typst brings it along: the same letters on every machine
FONTS: Final = Fonts(FONT, FONT)
COLOUR: Final = Theme("colour", "#ffffff", {**LIGHT.looks, "ground": Look(fill="#ffffff"), "halo": PRINT.looks["halo"]})
THEMES: Final[dict[Ink, Theme]] = {"colour": COLOUR, "black": PRINT}
CUT: Final = 0.21  # the width of lines to cut along
FOLD: Final = 0.23  # and to fold along: dashed
GUIDE: Final = 0.1  # and of help lines, which are neither
BLEED: Final = 2.0  # around a component whose back is printed beside it
_FRAME: Final = re.compile('viewBox="([^"]*)"')
RIM: Final = 0.5  # around every picture, so that no line is cut off


class Drawn(NamedTuple):
    """A picture: its name among the files of a document, its bytes, and the box it takes around the component's origin."""

    name: str
    svg: bytes
    box: Box


@dataclass(frozen=True)
class Draughtsman:
    """Draws for one wish: in one language, with one ink."""

    wish: Wish
    looks: Looks

    @property
    def theme(self) -> Theme:
        """What theme words look like with this ink."""
        return THEMES[self.wish.ink]

    def front(self, component: Component) -> Drawn:
        """A component as it is cut out; one to fold with its back on its left."""
        if component.making == "fold":
            return self._folded(component)
        left, top, right, bottom = bounds(component.outline)
        return self._drawn(Box(left, top, right - left, bottom - top), self._art(component, component.front), _lines(component))

    def back(self, component: Component) -> Drawn:
        """What is printed on the back of a component's sheet: no lines, it is cut from the front."""
        left, top, right, bottom = bounds(component.outline)
        return self._drawn(Box(-right, top, right - left, bottom - top), self._art(component, component.back))

    def scene(self, scene: Scene, tall: bool = False, seat: int | None = None) -> Drawn:
        """A whole scene without its captions, laid out as in a window."""
        svg = paint_scene(Scene(scene.areas), self.looks, self.theme, self.wish.language, tall, seat, fonts=FONTS)
        _, _, width, height = _FRAME.search(svg)[1].split()  # type: ignore[index]
        return Drawn(*named(svg), Box(0.0, 0.0, float(width), float(height)))

    def shapes(self, box: Box, shapes: tuple[Shape, ...], unit: float) -> Drawn:
        """Loose shapes, in millimetres."""
        return self._drawn(box, self._painted(box, shapes, unit))

    def _folded(self, component: Component) -> Drawn:
        left, top, right, bottom = bounds(component.outline)
        half = right - left + 2 * BLEED
        box = Box(left - BLEED - half, top - BLEED, 2 * half, bottom - top + 2 * BLEED)
        fold = left - BLEED
        lines = _stroke(polygon(_corners(box)), GUIDE) + _lines(component) + _dashed(f"M{_xy(fold, box.y)}L{_xy(fold, box.y + box.height)}")
        back = f'<g transform="translate({number(2 * fold)} 0)">{self._art(component, component.back)}</g>'
        return self._drawn(box, back + self._art(component, component.front), lines)

    def _art(self, component: Component, shapes: tuple[Shape, ...]) -> str:
        left, top, right, bottom = bounds(component.outline)
        return self._painted(Box(left, top, right - left, bottom - top), shapes, component.unit)

    def _painted(self, box: Box, shapes: tuple[Shape, ...], unit: float) -> str:
        painter = Painter(dressed(self.theme, self.looks), self.wish.language, _mark(shapes), FONTS)
        return painter.area(Spot(Area("art", box, shapes), box.x, box.y, 1.0, unit)) if shapes else ""

    def _drawn(self, box: Box, *layers: str) -> Drawn:
        box = Box(box.x - RIM, box.y - RIM, box.width + 2 * RIM, box.height + 2 * RIM)
        frame = " ".join(map(number, box))
        size = f'width="{number(box.width)}mm" height="{number(box.height)}mm"'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" {size}>{"".join(layers)}</svg>'
        return Drawn(*named(svg), box)


def lines(box: Box, cuts: str, guides: str, names: Sequence[tuple[Point, str]]) -> Drawn:
    """Lines somewhere on a sheet, and names beside them."""
    words = "".join(_word(at, name) for at, name in names)
    return Draughtsman(Wish(), {})._drawn(box, _stroke(guides, GUIDE), _stroke(cuts, CUT), words)


def _word(at: Point, text: str) -> str:
    place = f'x="{number(at[0])}" y="{number(at[1])}" text-anchor="middle"'
    return f'<text {place} font-size="3" font-family="{FONT}" fill="#444444">{escape(text)}</text>'


def _lines(component: Component) -> str:
    return _stroke(component.outline, CUT) + _dashed(component.folds)


def _stroke(path: str, width: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="#000000" stroke-width="{width}"{more}/>' if path else ""


def _dashed(path: str) -> str:
    return _stroke(path, FOLD, ' stroke-dasharray="2 1.4"')


def _corners(box: Box) -> list[Point]:
    x, y, width, height = box
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _xy(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _mark(shapes: tuple[Shape, ...]) -> str:
    return hashlib.sha256(repr(shapes).encode()).hexdigest()[:8]


def named(svg: str) -> tuple[str, bytes]:
    """A name that tells a picture from all others, and its bytes."""
    data = svg.encode()
    return f"{hashlib.sha256(data).hexdigest()[:16]}.svg", data
