"""Text as outlines of the room's own letters, for pictures that are seen where its fonts are not: link previews and results."""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

from tableronde.scene import number

Face = Literal["serif", "sans"]
UNKNOWN: Final = "•"  # stands for a letter that the fonts do not have
_STEP: Final = re.compile(r"([MLQHVZ])([^MLQHVZ]*)")
_NUMBER: Final = re.compile(r"-?\d+")


class Glyph(NamedTuple):
    """A letter on an em of 1: its width, and the steps of its outline."""

    width: float
    steps: tuple[tuple[str, tuple[float, ...]], ...]


def measure(text: str, size: float, face: Face = "sans") -> float:
    """Return the width of a line of text."""
    return size * sum(_find(letter, face).width for letter in text)


def shorten(text: str, width: float, size: float, face: Face = "sans") -> str:
    """Return the text, cut with an ellipsis if it is wider than that."""
    if measure(text, size, face) <= width:
        return text
    kept = next(n for n in range(len(text), -1, -1) if measure(text[:n].rstrip() + "…", size, face) <= width or not n)
    return text[:kept].rstrip() + "…"


def wrap(text: str, width: float, size: float, face: Face = "sans") -> list[str]:
    """Return the text in lines of at most that width; a word alone may be wider."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if not lines[-1] or measure(longer, size, face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(1024)
def outline(text: str, size: float, face: Face = "sans", anchor: str = "start") -> str:
    """Return a line of text as a path around its origin: the start, middle or end of its baseline."""
    x = {"start": 0.0, "middle": -0.5, "end": -1.0}[anchor] * measure(text, size, face)
    parts: list[str] = []
    for letter in text:
        glyph = _find(letter, face)
        parts += _draw(glyph, x, size)
        x += glyph.width * size
    return "".join(parts)


def _draw(glyph: Glyph, x: float, size: float) -> Iterator[str]:
    """Yield the steps of a letter as a path of M, L, C and Z."""
    place: tuple[float, float] = (0.0, 0.0)
    for step, at in glyph.steps:
        if step == "Z":
            yield "Z"
            continue
        points = [(at[i], at[i + 1]) for i in range(0, len(at), 2)]
        if step == "Q":
            step, points = "C", [*_raise(place, points[0], points[1]), points[1]]
        place = points[-1]
        yield step + " ".join(f"{number(x + u * size)} {number(v * size)}" for u, v in points)


def _raise(start: tuple[float, float], bend: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the two handles of the cubic curve that is this quadratic one."""
    return [(u + (bend[0] - u) * 2 / 3, v + (bend[1] - v) * 2 / 3) for u, v in (start, end)]


def _find(letter: str, face: Face) -> Glyph:
    """Return a letter; without its accent if only that is known, else a mark."""
    glyphs = _glyphs(face)
    bare = unicodedata.normalize("NFKD", letter)[0]
    return glyphs.get(letter) or glyphs.get(bare) or glyphs[UNKNOWN]


@cache
def _glyphs(face: Face) -> dict[str, Glyph]:
    stored = json.loads(files("tableronde.render").joinpath("letters.json").read_text(encoding="utf-8"))[face]
    units = float(stored["units"])
    return {letter: Glyph(width / units, tuple(_read_steps(path, units))) for letter, (width, path) in stored["letters"].items()}


def _read_steps(path: str, units: float) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield the steps of a stored path, with the lines across and down written in full."""
    x = y = 0.0
    for step, numbers in _STEP.findall(path):
        values = [int(value) / units for value in _NUMBER.findall(numbers)]
        for i, at in enumerate(_complete(step, values, x, y)):
            x, y = at[-2:] if at else (x, y)
            yield ("L" if step in "HV" or (step == "M" and i) else step), at  # after a move, further points are lines


def _complete(step: str, values: Sequence[float], x: float, y: float) -> list[tuple[float, ...]]:
    if step == "H":
        return [(values[-1], y)]
    if step == "V":
        return [(x, values[-1])]
    size = {"M": 2, "L": 2, "Q": 4, "Z": 0}[step]
    return [tuple(values[i : i + size]) for i in range(0, len(values), size)] if size else [()]
