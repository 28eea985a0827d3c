"""Rules pages as the rest of the house knows them: where they lie, and which clauses they hold.

A clause has an id, capital letters and a number with perhaps a small letter after it ("R14", "Q3", "M2a"), written in bold
or in italics where the page states it. It is what a refusal cites, and the anchor that its link leads to.
"""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from tableronde.text import Language

ID: Final = r"[A-Z]{1,3}\d+[a-z]?"
_MARKED: Final = re.compile(r"(\*{1,2})(?=\S)([^*]+)\1")
_ID: Final = re.compile(rf"\b{ID}\b")


def clauses(page: str) -> frozenset[str]:
    """The ids of all clauses that a page states or names: those that open a text in bold, and all in italics."""
    marked = _MARKED.findall(page)
    opening = {found[0] for stars, text in marked if stars == "**" and (found := _ID.match(text))}
    return frozenset(opening.union(*(_ID.findall(text) for stars, text in marked if stars == "*")))


def page(package: str, language: Language) -> str:
    """A game's rules as players read them, in Markdown; empty if its folder has none, or if there is no such folder."""
    found = _path(package, language)
    return found.read_text(encoding="utf-8") if found is not None and found.is_file() else ""


def _path(package: str, language: Language) -> Traversable | None:
    try:
        return files(package).joinpath(f"rules.{language}.md") if package else None
    except ModuleNotFoundError:
        return None  # a mistyped name, which the conformance kit tells its author
