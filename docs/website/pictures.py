"""Theme words, patterns and shapes as pictures, drawn by the package's own renderer."""

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Final

from tableronde import scene
from tableronde.learn.figures import figures
from tableronde.render.svg import paint, paint_area
from tableronde.scene import Area, Shape
from tableronde.shelf import find
from tableronde.text import same
from tableronde.theme import PATTERNS, THEMES, Look

PLACE: Final = re.compile(r"^<!-- pictures: (\w+) -->$", re.MULTILINE)  # in theme-words.md, where the pictures go
LETTERS: Final = ("ink", "title", "bold", "start", "end", "faint")
LINES: Final = ("line", "thin", "thick", "dashed", "brass", "press", "picked", "last", "win")
BASES: Final = {
    **{"glass": "blue", "ghost": "red", "bare": "ivory", "plain": "red"},
    **dict.fromkeys(("thin", "thick", "dashed", "hollow"), "line"),
}
SHAPES: Final[dict[str, Callable[[], str]]] = {
    "circle(8)": lambda: scene.circle(8),
    "rectangle(16, 12)": lambda: scene.rectangle(16, 12),
    "rectangle(16, 12, 3)": lambda: scene.rectangle(16, 12, 3),
    "regular(6, 8)": lambda: scene.regular(6, 8),
    "regular(5, 8, 36)": lambda: scene.regular(5, 8, 36),
    "star(5, 8, 4)": lambda: scene.star(5, 8, 4),
    "cross(8, 5)": lambda: scene.cross(8, 5),
    "polygon([(-8, 6), (8, 6), (0, -8)])": lambda: scene.polygon([(-8, 6), (8, 6), (0, -8)]),
    "polyline([(-8, 6), (0, -6), (8, 6)])": lambda: scene.polyline([(-8, 6), (0, -6), (8, 6)]),
    'words("Ab", (0, 0), 10)': lambda: "",
}


def style_words() -> list[str]:
    """Return every word of the themes, in their order."""
    return list(dict.fromkeys(word for theme in THEMES.values() for word in theme.looks))


def tile(word: str) -> tuple[Shape, ...]:
    """Return the shapes that show a word: a disc in its style, on what makes it visible."""
    if word in LETTERS:
        return (Shape("label", at=(0, 0), label=same("Ab"), size=9, style=f"ink {word}"),)
    surface = "surface" if word in LINES else ""
    disc = Shape("disc", scene.circle(8), " ".join((surface, BASES.get(word, ""), word)))
    if word in ("glass", "ghost"):
        return (Shape("under", scene.rectangle(7, 18), "solid"), disc)
    if word in ("ground", "surface", "halo", "hollow"):
        return (Shape("under", scene.rectangle(18, 18), "felt"), disc)
    return (disc,)


def _drawn(theme: str) -> dict[str, dict[str, str]]:
    """Return the pictures of each gallery by title."""
    looks = {pattern: {"patterned": Look(pattern=pattern)} for pattern in PATTERNS}
    disc = (Shape("disc", scene.circle(8), "blue patterned"),)
    return {
        "words": {word: _paint(tile(word), theme) for word in style_words()},
        "patterns": {pattern: _paint(disc, theme, looks[pattern]) for pattern in PATTERNS},
        "shapes": {call: _paint(_shape(path()), theme) for call, path in SHAPES.items()},
    }


def _shape(path: str) -> tuple[Shape, ...]:
    return (Shape("shape", path, "seat3"),) if path else (scene.words("Ab", (0, 0), 10),)


def _paint(shapes: tuple[Shape, ...], theme: str, looks: dict[str, Look] | None = None) -> str:
    return paint_area(Area("tile", (-10, -10, 20, 20), shapes), looks or {}, THEMES[theme])


def figure(game: Path, name: str) -> str:
    """Draw a figure of a game's rules pages."""
    box = find(str(game))
    return paint(figures(box)[name].scene(box), box.looks, THEMES["light"])


def filled(text: str) -> str:
    """Return the page on theme words with its pictures, drawn in the page so that they have its fonts."""
    both = {side: _drawn(side) for side in ("light", "dark")}
    return PLACE.sub(lambda found: "\n".join(_gallery({side: drawn[found[1]] for side, drawn in both.items()})), text)


def _gallery(drawn: dict[str, dict[str, str]]) -> Iterator[str]:
    yield '<div class="looks">'
    for side, pictures in drawn.items():
        for title, svg in pictures.items():
            yield f'<figure class="only-{side}">{svg}<figcaption><code>{escape(title)}</code></figcaption></figure>'
    yield "</div>"
