"""Rules pages as the rest of the house knows them: which clauses they hold, and which figures they show.

A clause has an id, capital letters and a number with perhaps a small letter after it ("R14", "Q3", "M2a"), written in bold
or in italics where the page states it. It is what a refusal cites, and the anchor that its link leads to.
"""

import re
from typing import Final

FIGURE: Final = re.compile(r"!\[([^\]]*)\]\(figure:([\w-]+)\)")  # ![caption](figure:name)
ID: Final = r"[A-Z]{1,3}\d+[a-z]?"
_MARKED: Final = re.compile(r"(\*{1,2})(?=\S)([^*]+)\1")
_ID: Final = re.compile(rf"\b{ID}\b")


def clauses(page: str) -> frozenset[str]:
    """The ids of all clauses that a page states or names: those that open a text in bold, and all in italics."""
    return stated(page).union(*(_ID.findall(text) for stars, text in _MARKED.findall(page) if stars == "*"))


def stated(page: str) -> frozenset[str]:
    """The ids of the clauses that a page states itself, in bold."""
    return frozenset(found[0] for stars, text in _MARKED.findall(page) if stars == "**" and (found := _ID.match(text)))


def cited(page: str) -> list[str]:
    """The names of the figures that a page shows, in its order."""
    return [name for _, name in FIGURE.findall(page)]
