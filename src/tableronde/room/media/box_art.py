"""The boxes on the shelf: a lid with its ornament, its edges and its shadow. Pages write the title on the lid."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final
from zlib import crc32

from tableronde.box import Box
from tableronde.cover import HEIGHT, TITLE, WIDTH, Cover
from tableronde.play.arena import glimpse
from tableronde.render.svg import paint_bare
from tableronde.scene import PATH_NUMBER, Area, Shape, number, polygon, polyline, rectangle
from tableronde.text import NOTHING, Language
from tableronde.theme import THEMES, Look

PLAIN: Final = ("#5b3a29", "#27405c", "#2f5145", "#6a3044", "#4b4568", "#5d4a1f", "#335a66", "#4a4a42")  # boxes without a cover
DEPTH: Final = 10.0  # of the box, as seen from the right
RISE: Final = 6.0  # of its top, as seen from above
SHADOW: Final = 5.0  # on the shelf
SPARE: Final = 76.0  # the side of the square that shows a board


class BoxArt:
    """The pictures of the boxes; each is composed only once."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self.find_area = cache(lambda slug: _build(cover_of(boxes[slug]).art or _shrink(glimpse(boxes[slug]).areas[0])))

    def looks(self, slug: str) -> Mapping[str, Look]:
        """Return the style words of a box's picture."""
        cover = cover_of(self._boxes[slug])
        edge, light = _shade(cover.ground, 0.62), _shade(cover.ground, 1.3)
        own = {
            "lid": Look(fill=cover.ground, stroke=edge, width=0.5),
            "lid-side": Look(fill=edge, stroke=_shade(cover.ground, 0.45), width=0.4),
            "lid-top": Look(fill=light, stroke=edge, width=0.4),
            "lid-seam": Look(fill="none", stroke=_shade(cover.ground, 0.42), width=0.7),
            "lid-frame": Look(fill="none", stroke=cover.lettering, width=0.55),
            "lid-line": Look(fill="none", stroke=cover.lettering, width=0.25),
            "lid-sheen": Look(fill="none", stroke=light, width=1.2),
            "lid-shadow": Look(fill="#000000", opacity=0.18),
        }
        return {**self._boxes[slug].looks, **cover.looks, **own}

    def draw(self, slug: str, theme: str, language: Language) -> str:
        """Return a box's picture as SVG."""
        return paint_bare(self.find_area(slug), self.looks(slug), THEMES[theme], language)


def cover_of(box: Box) -> Cover:
    """Return a game's cover; if it has none, a lid in a colour of its own, on which its board is shown."""
    return box.cover or Cover(PLAIN[crc32(box.slug.encode()) % len(PLAIN)])


def _shrink(area: Area) -> tuple[Shape, ...]:
    """Return the shapes of a board in the square for the ornament, without labels, titles and words."""
    left, top, width, height = area.box
    scale = SPARE / max(width, height)
    across, down = left + width / 2, top + height / 2

    def place(shape: Shape) -> Shape:
        at = ((shape.at[0] - across) * scale, (shape.at[1] - down) * scale - (HEIGHT / 2 - TITLE) / 2)
        path = PATH_NUMBER.sub(lambda found: number(float(found[0]) * scale), shape.path)
        return replace(shape, path=path, at=at, label=NOTHING, title=NOTHING, word="", jot="")

    return tuple(place(shape) for shape in area.shapes if shape.path)


def _build(art: tuple[Shape, ...]) -> Area:
    """Put a box together: its shadow, its sides, the lid and the ornament on it."""
    x, y = WIDTH / 2, HEIGHT / 2
    shapes = (
        Shape("shadow", polygon([(-x + 2, y), (x + DEPTH + SHADOW, y - RISE / 2), (x + DEPTH, y + 2), (-x - 1, y + 2)]), "lid-shadow"),
        Shape("side", polygon([(x, -y), (x + DEPTH, -y - RISE), (x + DEPTH, y - RISE), (x, y)]), "lid-side"),
        Shape("top", polygon([(-x, -y), (-x + DEPTH, -y - RISE), (x + DEPTH, -y - RISE), (x, -y)]), "lid-top"),
        Shape("seam", polyline([(x + 0.6 * DEPTH, -y - 0.6 * RISE), (x + 0.6 * DEPTH, y - 0.6 * RISE)]), "lid-seam"),
        Shape("lid", rectangle(WIDTH, HEIGHT), "lid"),
        Shape("sheen", polyline([(-x + 0.6, y - 1), (-x + 0.6, -y + 0.6), (x - 1, -y + 0.6)]), "lid-sheen"),
        Shape("frame", rectangle(WIDTH - 7, HEIGHT - 7, 2), "lid-frame"),
        Shape("line", rectangle(WIDTH - 9.4, HEIGHT - 9.4, 1.2), "lid-line"),
    )
    box = (-x - 2, -y - RISE - 1, WIDTH + DEPTH + SHADOW + 3, HEIGHT + RISE + 3)
    return Area("box", box, (*shapes, *(replace(shape, id=f"art {shape.id}") for shape in art)))


def _shade(colour: str, factor: float) -> str:
    """Return a colour made darker, or lighter if the factor is above 1."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{min(255, round(channel * factor)):02x}" for channel in channels)
