"""What many pictures of one page have in common: it is drawn once, and shown wherever it belongs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

SHORT: Final = 60  # characters of a drawing that takes less to repeat than to refer to
_GAP: Final = re.compile("\0(\\d+)\0")


class Stock:
    """Keeps the shapes of all pictures until the page is whole; only then it is known which of them come again."""

    def __init__(self) -> None:
        self.areas: list[Sequence[str]] = []
        self.patterns: dict[str, str] = {}  # each with its name

    def keep(self, shapes: Sequence[str]) -> str:
        """Take the shapes of an area, drawn one over the other; a gap in the page stands for them."""
        self.areas.append(shapes)
        return f"\0{len(self.areas) - 1}\0"

    def pattern(self, drawn: str) -> str:
        """The name of a pattern, which is given without one: the same for the same pattern."""
        return self.patterns.setdefault(drawn, f"p{len(self.patterns)}")

    def fill(self, page: str) -> str:
        """The page with its gaps filled, and at its end all that they refer to."""
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
    """What comes anywhere right before each drawing, and right after it."""
    before, after = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for area in areas:
        for one, next in zip(("", *area), (*area, ""), strict=True):
            after[one].add(next)
            before[next].add(one)
    return before, after


def _runs(area: Sequence[str], before: Neighbours, after: Neighbours) -> Iterator[str]:
    """An area in pieces: drawings that are always one behind the other are one."""
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
