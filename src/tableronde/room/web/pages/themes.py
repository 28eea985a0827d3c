"""The themes for the browser, from the same words as pictures and prints: CSS variables and JSON."""

from dataclasses import asdict
from functools import cache
from typing import Any, Final

from tableronde.box import Box
from tableronde.cover import Celebration
from tableronde.render.layout import NUMBERS
from tableronde.render.svg import DRAWING, MARKS
from tableronde.scene import Shape, circle
from tableronde.theme import CHANGING, PRINT, SEAT_COLOURS, THEMES, Look, Theme, dressed

PLAIN: Final = Celebration(tuple(Shape(f"disc {i}", circle(3.5), f"seat{i}") for i in range(len(SEAT_COLOURS))))


@cache
def style_sheet() -> str:
    """Return the basic colours of each theme as CSS variables; those of the light theme also for pages without a theme."""
    blocks = [f":root{{{_write_variables(THEMES['light'])}}}"]
    blocks += [f':root[data-theme="{name}"]{{{_write_variables(theme)}}}' for name, theme in THEMES.items()]
    blocks.append(f"@media print{{:root[data-theme]{{{_write_variables(PRINT)};--print-fill:#ffffff;--print-ink:#000000}}}}")
    return "\n".join(blocks) + "\n"


def looks(box: Box) -> dict[str, Any]:
    """Return every theme with a game's own words, only the given values of each look; and the numbers of drawing and layout."""
    cover = box.cover.looks if box.cover else {}
    themes = {name: dressed(theme, {**cover, **box.looks}) for name, theme in THEMES.items()}
    celebration = box.celebration or PLAIN
    return {
        "plain": _describe_look(THEMES["light"].look("")),
        "marks": MARKS,
        "drawing": DRAWING._asdict(),
        "layout": NUMBERS,
        "celebration": {"motion": celebration.motion, "shapes": [shape.json("en") for shape in celebration.shapes]},
        "themes": {
            name: {"ground": theme.ground, "looks": {word: _describe_look(look) for word, look in theme.looks.items()}}
            for name, theme in themes.items()
        },
    }


def _write_variables(theme: Theme) -> str:
    looks = theme.looks
    values = {
        "ground": theme.ground,
        "surface": looks["surface"].fill,
        "line": looks["surface"].stroke,
        "ink": looks["ink"].ink,
        "faint": looks["faint"].ink,
        "brass": looks["brass"].ink,
        "on-brass": looks["full"].ink,
        **{f"seat{i}": looks[f"seat{i}"].fill for i in range(len(SEAT_COLOURS))},
        **{f"on-seat{i}": looks[f"seat{i}"].ink for i in range(len(SEAT_COLOURS))},
        "grain": theme.grain,
        "tint": DRAWING.alone if theme is PRINT else DRAWING.tint,
        **{f"{word}-{key}": getattr(looks[word], key) for word, key in CHANGING},
    }
    return ";".join(f"--{name}:{value}" for name, value in values.items())


def _describe_look(look: Look) -> dict[str, Any]:
    return {key: value for key, value in asdict(look).items() if value is not None}
