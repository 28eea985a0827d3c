"""The themes for the browser: the same words that paint and print, as CSS variables and as JSON."""

from dataclasses import asdict
from functools import cache
from typing import Any

from tableronde.box import Box
from tableronde.paint.svg import DRAWING, MARKS
from tableronde.theme import CHANGING, PRINT, SEAT_COLOURS, THEMES, Look, Theme, dressed


@cache
def style_sheet() -> str:
    """The basic colours of each theme as CSS variables; the light theme's also for a page that names none."""
    blocks = [f":root{{{_variables(THEMES['light'])}}}"]
    blocks += [f':root[data-theme="{name}"]{{{_variables(theme)}}}' for name, theme in THEMES.items()]
    blocks.append(f"@media print{{:root[data-theme]{{{_variables(PRINT)};--print-fill:#ffffff;--print-ink:#000000}}}}")
    return "\n".join(blocks) + "\n"


def looks(box: Box) -> dict[str, Any]:
    """Every theme dressed with a game's own words; of each look only what it says."""
    themes = {name: dressed(theme, box.looks) for name, theme in THEMES.items()}
    return {
        "plain": _look(THEMES["light"].look("")),
        "marks": MARKS,
        "drawing": DRAWING._asdict(),
        "themes": {
            name: {"ground": theme.ground, "looks": {word: _look(look) for word, look in theme.looks.items()}}
            for name, theme in themes.items()
        },
    }


def _variables(theme: Theme) -> str:
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


def _look(look: Look) -> dict[str, Any]:
    return {key: value for key, value in asdict(look).items() if value is not None}
