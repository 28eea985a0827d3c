"""Shapes that several pictures of a page share: each is written once and referenced."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

SHORT: Final = 60  # characters up to which repeating a drawing is shorter than referencing it
_GAP: Final = re.compile("\0(\\d+)\0")


class SpriteSheet:
    """Collects the shapes of all pictures until the page is complete, when it is known which of them repeat."""

    def __init__(self) -> None:
        self.areas: list[Sequence[str]] = []
        self.patterns: dict[str, str] = {}  # names of patterns, by their drawing

    def keep(self, shapes: Sequence[str]) -> str:
        """Store the drawn shapes of an area, back to front, and return a placeholder for the page."""
        self.areas.append(shapes)
        return f"\0{len(self.areas) - 1}\0"

    def pattern(self, drawn: str) -> str:
        """Return the name of a pattern, which is passed without one: the same for equal patterns."""
        return self.patterns.setdefault(drawn, f"p{len(self.patterns)}")

    def fill(self, page: str) -> str:
        """Return the page with its placeholders filled, and at its end the shapes they reference."""
        before, after = _neighbours(self.areas)
        areas = [list(_runs(area, before, after)) for area in self.areas]
        counted = Counter(run for area in areas for run in area)
        names = {run: f"d{i}" for i, run in enumerate(run for run, times in counted.items() if times > 1 and len(run) > SHORT)}
        whole = _GAP.sub(lambda gap: "".join(_shown(run, names) for run in areas[int(gap[1])]), page)
        return whole + self._store(names)

    def _store(self, names: dict[str, str]) -> str:
        patterns = "".join(f'<pattern id="{name}" {drawn}' for drawn, name in self.patterns.items())
        drawings = "".join(f'<g id="{name}">{drawn}</g>' for drawn, name in names.items())
        kept = f"<defs>{patterns}{drawings}</defs>"
        return f'<svg class="stock" width="0" height="0" aria-hidden="true">{kept}</svg>' if patterns or drawings else ""


Neighbours = dict[str, set[str]]


def _neighbours(areas: Sequence[Sequence[str]]) -> tuple[Neighbours, Neighbours]:
    """Collect the drawings that occur right before and right after each drawing."""
    before, after = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for area in areas:
        for one, next in zip(("", *area), (*area, ""), strict=True):
            after[one].add(next)
            before[next].add(one)
    return before, after


def _runs(area: Sequence[str], before: Neighbours, after: Neighbours) -> Iterator[str]:
    """Split an area into runs: drawings that always follow each other are joined."""
    run = ""
    for last, drawn in zip(("", *area), area, strict=False):
        if run and not (after[last] == {drawn} and before[drawn] == {last}):
            yield run
            run = ""
        run += drawn
    if run:
        yield run


def _shown(run: str, names: dict[str, str]) -> str:
    return f'<use href="#{names[run]}"/>' if run in names else run
