"""Render a scene as SVG: a pure function that returns the same bytes for the same scene, for notebooks and browsers."""

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from html import escape
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.render.layout import Layout, Measures, Part, lay_out, part_of
from tableronde.render.lettering import outline
from tableronde.render.sprite_sheet import SpriteSheet
from tableronde.scene import Area, Scene, Shape, number
from tableronde.text import Language, Text
from tableronde.theme import LIGHT, Look, Theme, dressed

SERIF: Final = "Alegreya, 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif"
SANS: Final = "'Alegreya Sans', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
MARGIN: Final = 24.0
MAIN: Final = 1000.0  # longer side of a single area, in the picture's units
WIDE: Final = 1600.0  # sides of a picture of several areas
HIGH: Final = 1000.0
LINE: Final = 34.0  # height of a line of captions
BASELINE: Final = 0.35  # from the middle of an outlined label to its baseline, in letter sizes
BOLDER: Final = 0.035  # the line around bold letters, in letter sizes

# The path of each pattern on a cell of ten units; "plain" is empty. "dots" is filled, the others are stroked.
MARKS: Final = {
    "stripes": "M0 10L10 0M-2 2L2 -2M8 12L12 8",
    "dots": "M5 3.6C7 3.6 7 6.4 5 6.4C3 6.4 3 3.6 5 3.6Z",
    "hatch": "M0 10L10 0M0 0L10 10",
    "rings": "M5 2C9 2 9 8 5 8C1 8 1 2 5 2Z",
    "chevrons": "M0 7L5 2L10 7",
    "grid": "M0 5L10 5M5 0L5 10",
    "waves": "M0 5C2.5 1 2.5 1 5 5C7.5 9 7.5 9 10 5",
}


class Drawing(NamedTuple):
    """Constants of drawing shapes; the client's shape.js gets them with the looks of a game."""

    cell: int = 10  # side of a pattern's cell
    grain: float = 0.22  # unit of that cell, in hundredths of the area's smaller side
    pen: float = 1.3  # width of a pattern's lines, in units of its cell
    tint: float = 0.3  # opacity of a pattern over a colour
    alone: float = 0.9  # opacity of a pattern over white, for print in black
    dash: int = 4  # length of a dash, in widths of the line
    gap: int = 3
    baseline: str = "0.35em"  # from the centre of a label to its baseline


DRAWING: Final = Drawing()


class Fonts(NamedTuple):
    """The fonts of labels; outlined ones need no font where the picture is seen, but cannot be read as text."""

    serif: str = SERIF
    sans: str = SANS
    outlined: bool = False


FONTS: Final = Fonts()
OUTLINES: Final = Fonts(outlined=True)  # for pictures that a page shows as images: they see none of its fonts


class Spot(NamedTuple):
    """The place and scale of an area in the picture."""

    area: Area
    x: float
    y: float
    scale: float
    fixed: float = 0.0  # a unit independent of the area's size, for components of one kit

    @property
    def unit(self) -> float:
        """The unit of widths and patterns: a hundredth of the area's smaller side."""
        return self.fixed or min(self.area.box[2:]) / 100


def paint(
    scene: Scene,
    looks: Mapping[str, Look] | None = None,
    theme: Theme = LIGHT,
    language: Language = "en",
    tall: bool = False,
    seat: Seat | None = None,
    name: str = "",
    fonts: Fonts = FONTS,
    stock: SpriteSheet | None = None,
) -> str:
    """Render the scene as an SVG document as a seat sees it: laid out as in a window, wide or `tall`, captions at the bottom.

    Screen readers announce the whole picture by `name`. With a `stock`, shapes are stored there and filled in later.
    """
    spots = _spots(scene.areas, tall, seat, language)
    left, top = min(spot.x for spot in spots) - MARGIN, min(spot.y for spot in spots) - MARGIN
    spots = [spot._replace(x=spot.x - left, y=spot.y - top) for spot in spots]
    width = max(spot.x + spot.area.box[2] * spot.scale for spot in spots) + MARGIN
    foot = max(spot.y + spot.area.box[3] * spot.scale for spot in spots) + MARGIN
    height = foot + LINE * len(scene.captions)
    mark = hashlib.sha256(f"{theme.name} {scene!r}".encode()).hexdigest()[:8]
    painter = Painter(dressed(theme, looks or {}), language, mark, fonts, stock)
    body = "".join(painter.area(spot) for spot in spots)
    captions = "".join(painter.caption(caption, foot + LINE * (i + 0.5)) for i, caption in enumerate(scene.captions))
    spoken = f' aria-label="{escape(name)}"' if name else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img"{spoken}'
        f' width="{number(width)}" height="{number(height)}">'
        f'<rect width="100%" height="100%" fill="{theme.ground}"/>{body}{captions}</svg>'
    )


def paint_area(area: Area, looks: Mapping[str, Look] | None = None, theme: Theme = LIGHT, language: Language = "en") -> str:
    """Render a single area as an SVG document."""
    return paint(Scene((area,)), looks, theme, language)


def paint_bare(
    area: Area, looks: Mapping[str, Look] | None = None, theme: Theme = LIGHT, language: Language = "en", fonts: Fonts = FONTS
) -> str:
    """Render a single area as an SVG document of exactly its size, without a ground."""
    painter = Painter(dressed(theme, looks or {}), language, "bare", fonts)
    scale = MAIN / max(area.box[2:])
    width, height = (number(side * scale) for side in area.box[2:])
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{painter.area(Spot(area, 0.0, 0.0, scale))}</svg>'


def _spots(areas: tuple[Area, ...], tall: bool, seat: Seat | None, language: Language) -> list[Spot]:
    """Place all areas that are not empty as in a window of the usual shape, without tabs."""
    shown = [(i, area) for i, area in enumerate(areas) if i == 0 or area.shapes]
    if len(shown) == 1:
        return [Spot(areas[0], MARGIN, MARGIN, MAIN / max(areas[0].box[2:]))]
    spots = _arranged(tuple(part_of(area, i, seat, language) for i, area in shown), tall).spots
    return [Spot(area, *spot) for (_, area), spot in zip(shown, spots, strict=True) if spot]


@lru_cache(maxsize=500)
def _arranged(parts: tuple[Part, ...], tall: bool) -> Layout:
    """Return a cached layout: most pictures of one game have parts of the same sizes."""
    width, height = (HIGH, WIDE) if tall else (WIDE, HIGH)
    return lay_out(parts, width, height, Measures(MARGIN, 0.0, 0.0), tabs=False)


class Painter:
    """Paints areas in one theme and one language. The mark makes pattern ids unique on a page with several pictures."""

    def __init__(self, theme: Theme, language: Language, mark: str, fonts: Fonts = FONTS, stock: SpriteSheet | None = None) -> None:
        self.look = cache(theme.look)
        self.grain = theme.grain
        self.inside = (
            theme.name == "page"
        )  # one of several pictures in a page: its shapes get no ids, and it has one name for screen readers
        self.language, self.mark, self.fonts, self.stock = language, mark, fonts, stock

    def area(self, spot: Spot) -> str:
        x, y, _, _ = spot.area.box
        patterns = sorted({self.look(shape.style).pattern or "plain" for shape in spot.area.shapes} - {"plain"})
        defs = "".join(f'<pattern id="{self._ref(spot, name)}" {self._pattern(spot, name)}' for name in patterns) if not self.stock else ""
        shapes = [self._shape(spot, shape) for shape in spot.area.shapes]
        drawn = self.stock.keep(shapes) if self.stock else "".join(shapes)
        place = f"translate({number(spot.x - x * spot.scale)} {number(spot.y - y * spot.scale)}) scale({spot.scale:.5g})"
        return f'<g transform="{place}">{self._title(spot.area.title)}{f"<defs>{defs}</defs>" if defs else ""}{drawn}</g>'

    def caption(self, caption: Text, y: float) -> str:
        if self.fonts.outlined:
            path = outline(caption[self.language], 24.0, "serif")
            return f'<path transform="translate({number(MARGIN)} {number(y)})" d="{path}" fill="{self.look("ink").ink}"/>'
        style = f'font-size="24" font-family="{self.fonts.serif}" fill="{self.look("ink").ink}"'
        return f'<text x="{number(MARGIN)}" y="{number(y)}" {style}>{escape(caption[self.language])}</text>'

    def _pattern(self, spot: Spot, name: str) -> str:
        """Return a pattern without its name."""
        fill = self.grain if name == "dots" else "none"
        return (
            f'width="{DRAWING.cell}" height="{DRAWING.cell}" patternUnits="userSpaceOnUse"'
            f' patternTransform="scale({spot.unit * DRAWING.grain:.5g})">'
            f'<path d="{MARKS[name]}" fill="{fill}" stroke="{self.grain}" stroke-width="{DRAWING.pen}"/></pattern>'
        )

    def _ref(self, spot: Spot, pattern: str) -> str:
        if self.stock:
            return self.stock.pattern(self._pattern(spot, pattern))
        return "p-" + "".join(c if c.isalnum() else "-" for c in f"{self.mark}-{spot.area.id}-{pattern}")

    def _shape(self, spot: Spot, shape: Shape) -> str:
        look = self.look(shape.style)
        turn = f" rotate({number(shape.turn)})" if shape.turn else ""
        moved = turn or shape.at != (0.0, 0.0)
        place = f' transform="translate({number(shape.at[0])} {number(shape.at[1])}){turn}"' if moved else ""
        drawn = [*self._paths(spot, shape, look), *self._label(shape, look)]
        if self.inside and len(drawn) == 1:
            return drawn[0].replace(" ", f"{place} ", 1)
        word = f' data-word="{escape(shape.word)}"' if shape.word and not self.inside else ""
        id = "" if self.inside else f' id="{escape(shape.id)}"'
        return f"<g{id}{place}{word}>{self._title(shape.title)}{''.join(drawn)}</g>"

    def _title(self, title: Text) -> str:
        return f"<title>{escape(title[self.language])}</title>" if title[self.language] and not self.inside else ""

    def _paths(self, spot: Spot, shape: Shape, look: Look) -> Iterator[str]:
        """Yield the fill, the pattern over it, and the outline over both, so that no pattern covers a line."""
        if not shape.path:
            return
        opacity = "" if look.opacity == 1.0 or look.fill == "none" else f' fill-opacity="{number(look.opacity or 0)}"'
        fill, stroke = f'fill="{look.fill}"{opacity}', "" if look.stroke == "none" else _stroke(look, spot.unit)
        if look.pattern == "plain" or look.fill == "none":
            yield f'<path d="{shape.path}" {fill}{stroke}/>'
            return
        pattern = f'fill="url(#{self._ref(spot, look.pattern or "")})" fill-opacity="{self._strength(look)}" pointer-events="none"'
        yield f'<path d="{shape.path}" {fill}/>'
        yield f'<path d="{shape.path}" {pattern}{stroke}/>'

    def _strength(self, look: Look) -> str:
        if self.inside:
            return f"calc(var(--tint) * {number(look.opacity or 0)})"
        return number((DRAWING.alone if look.fill == "#ffffff" else DRAWING.tint) * (look.opacity or 0))

    def _label(self, shape: Shape, look: Look) -> Iterator[str]:
        """Yield the label of a shape, if it has one."""
        if text := shape.label[self.language]:
            if self.fonts.outlined:
                yield _outlined(text, shape.size, look)
                return
            font = self.fonts.serif if look.font == "serif" else self.fonts.sans
            weight = ' font-weight="700"' if look.bold else ""
            yield (
                f'<text y="{DRAWING.baseline}" font-size="{number(shape.size)}" font-family="{font}"{weight} text-anchor="{look.anchor}"'
                f' fill="{look.ink or "currentColor"}">{escape(text)}</text>'
            )


def _outlined(text: str, size: float, look: Look) -> str:
    """Return a label as outlines; bold sans letters are widened by a line in their colour."""
    serif, ink = look.font == "serif", look.ink or "currentColor"
    path = outline(text, size, "serif" if serif else "sans", look.anchor or "middle")
    bold = f' stroke="{ink}" stroke-width="{number(BOLDER * size)}"' if look.bold and not serif else ""
    return f'<path transform="translate(0 {number(BASELINE * size)})" d="{path}" fill="{ink}"{bold}/>'


def _stroke(look: Look, unit: float) -> str:
    width = (look.width or 0) * unit
    dash = f' stroke-dasharray="{number(DRAWING.dash * width)} {number(DRAWING.gap * width)}"' if look.dash else ""
    return f' stroke="{look.stroke}" stroke-width="{width:.4g}" stroke-linejoin="round" stroke-linecap="round"{dash}'
