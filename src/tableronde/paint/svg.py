"""Scene to SVG: one pure function to a string, the same bytes for the same scene. Shown by notebooks and browsers alike."""

import hashlib
from collections.abc import Mapping
from html import escape
from typing import Final, NamedTuple

from tableronde.scene import Area, Scene, Shape, number
from tableronde.text import Language
from tableronde.theme import LIGHT, Look, Theme, dressed

SERIF: Final = "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif"
SANS: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
MARGIN: Final = 24.0
MAIN: Final = 1000.0  # the longer side of the main area, in the picture's units
LINE: Final = 34.0  # a line of captions

# What each pattern draws on a cell of ten units; "plain" draws nothing.
_MARKS: Final = {
    "stripes": "M0 10L10 0M-2 2L2 -2M8 12L12 8",
    "dots": "M5 3.6C7 3.6 7 6.4 5 6.4C3 6.4 3 3.6 5 3.6Z",
    "hatch": "M0 10L10 0M0 0L10 10",
    "rings": "M5 2C9 2 9 8 5 8C1 8 1 2 5 2Z",
    "chevrons": "M0 7L5 2L10 7",
    "grid": "M0 5L10 5M5 0L5 10",
    "waves": "M0 5C2.5 1 2.5 1 5 5C7.5 9 7.5 9 10 5",
}


class Spot(NamedTuple):
    """Where an area comes to lie in the picture, and how much it is enlarged."""

    mark: str  # tells this picture's patterns from those of another on the same page
    area: Area
    x: float
    y: float
    scale: float


def paint(
    scene: Scene, looks: Mapping[str, Look] | None = None, theme: Theme = LIGHT, language: Language = "en", tall: bool = False
) -> str:
    """The scene as an SVG document: the main area, the others beside it (below it if `tall`), captions at the foot."""
    worn = dressed(theme, looks or {})
    spots = _lay_out(_mark(scene, theme), scene.areas, tall)
    width = max(spot.x + spot.area.box[2] * spot.scale for spot in spots) + MARGIN
    foot = max(spot.y + spot.area.box[3] * spot.scale for spot in spots) + MARGIN
    height = foot + LINE * len(scene.captions)
    body = "".join(_area(spot, worn, language) for spot in spots)
    captions = "".join(
        f'<text x="{number(MARGIN)}" y="{number(foot + LINE * i + LINE / 2)}" font-size="24" font-family="{SERIF}"'
        f' fill="{worn.look("ink").ink}">{escape(caption[language])}</text>'
        for i, caption in enumerate(scene.captions)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="img"'
        f' width="{number(width)}" height="{number(height)}">'
        f'<rect width="100%" height="100%" fill="{worn.ground}"/>{body}{captions}</svg>'
    )


def paint_area(area: Area, looks: Mapping[str, Look] | None = None, theme: Theme = LIGHT, language: Language = "en") -> str:
    """One area alone as an SVG document."""
    return paint(Scene((area,)), looks, theme, language)


def _mark(scene: Scene, theme: Theme) -> str:
    return hashlib.sha256(f"{theme.name} {scene!r}".encode()).hexdigest()[:8]


def _lay_out(mark: str, areas: tuple[Area, ...], tall: bool) -> list[Spot]:
    """The main area at the top left; the others stacked beside it, or below it, as wide or high as it is in all."""
    main, others = areas[0], areas[1:]
    scale = MAIN / max(main.box[2], main.box[3])
    spots = [Spot(mark, main, MARGIN, MARGIN, scale)]
    width, height = main.box[2] * scale, main.box[3] * scale
    if tall:
        y = MARGIN * 2 + height
        for area in others:
            spots.append(Spot(mark, area, MARGIN, y, width / area.box[2]))
            y += MARGIN + area.box[3] * width / area.box[2]
    elif others:
        column = (height - MARGIN * (len(others) - 1)) / sum(area.box[3] / area.box[2] for area in others)
        column, y = min(column, width * 0.6), MARGIN
        for area in others:
            spots.append(Spot(mark, area, MARGIN * 2 + width, y, column / area.box[2]))
            y += MARGIN + area.box[3] * column / area.box[2]
    return spots


def _area(spot: Spot, theme: Theme, language: Language) -> str:
    x, y, width, height = spot.area.box
    unit = min(width, height) / 100
    patterns = sorted({theme.look(shape.style).pattern or "plain" for shape in spot.area.shapes} - {"plain"})
    inks = {"#000000" if theme.name == "print" else theme.looks["ground"].fill or "#000000"}
    defs = "".join(_pattern(spot, name, ink, unit) for name in patterns for ink in sorted(inks))
    shapes = "".join(_shape(spot, shape, theme, language, unit) for shape in spot.area.shapes)
    place = f"translate({number(spot.x - x * spot.scale)} {number(spot.y - y * spot.scale)}) scale({spot.scale:.5g})"
    title = f"<title>{escape(spot.area.title[language])}</title>" if spot.area.title[language] else ""
    return f'<g transform="{place}">{title}{f"<defs>{defs}</defs>" if defs else ""}{shapes}</g>'


def _pattern(spot: Spot, name: str, ink: str, unit: float) -> str:
    size = unit * 2.2
    return (
        f'<pattern id="{_ref(spot, name)}" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="scale({size / 10:.5g})">'
        f'<path d="{_MARKS[name]}" fill="{ink if name == "dots" else "none"}" stroke="{ink}" stroke-width="1.3"/></pattern>'
    )


def _ref(spot: Spot, pattern: str) -> str:
    return "p-" + "".join(c if c.isalnum() else "-" for c in f"{spot.mark}-{spot.area.id}-{pattern}")


def _shape(spot: Spot, shape: Shape, theme: Theme, language: Language, unit: float) -> str:
    look = theme.look(shape.style)
    title = f"<title>{escape(shape.title[language])}</title>" if shape.title[language] else ""
    turn = f" rotate({number(shape.turn)})" if shape.turn else ""
    place = f' transform="translate({number(shape.at[0])} {number(shape.at[1])}){turn}"' if shape.at != (0.0, 0.0) or turn else ""
    word = f' data-word="{escape(shape.word)}"' if shape.word else ""
    paths = _paths(spot, shape, look, unit) if shape.path else ""
    return f'<g id="{escape(shape.id)}"{place}{word}>{title}{paths}{_label(shape, look, language)}</g>'


def _paths(spot: Spot, shape: Shape, look: Look, unit: float) -> str:
    opacity = "" if look.opacity == 1.0 or look.fill == "none" else f' fill-opacity="{number(look.opacity or 0)}"'
    stroke = "" if look.stroke == "none" else _stroke(look, unit)
    base = f'<path d="{shape.path}" fill="{look.fill}"{opacity}{stroke}/>'
    if look.pattern == "plain" or look.fill == "none":
        return base
    strength = 0.9 if look.fill == "#ffffff" else 0.3  # in print the pattern is all there is
    over = f'<path d="{shape.path}" fill="url(#{_ref(spot, look.pattern or "")})" fill-opacity="{strength}" pointer-events="none"/>'
    return base + over


def _stroke(look: Look, unit: float) -> str:
    width = (look.width or 0) * unit
    dash = f' stroke-dasharray="{number(4 * width)} {number(3 * width)}"' if look.dash else ""
    return f' stroke="{look.stroke}" stroke-width="{width:.4g}" stroke-linejoin="round" stroke-linecap="round"{dash}'


def _label(shape: Shape, look: Look, language: Language) -> str:
    text = shape.label[language]
    if not text:
        return ""
    font, weight = SERIF if look.font == "serif" else SANS, ' font-weight="700"' if look.bold else ""
    return (
        f'<text y="0.35em" font-size="{number(shape.size)}" font-family="{font}"{weight} text-anchor="{look.anchor}"'
        f' fill="{look.ink or "currentColor"}">{escape(text)}</text>'
    )
