"""Rules pages as the rest of the house knows them: which clauses they hold, and which figures they show.

A clause has an id, capital letters and a number with perhaps a small letter after it ("R14", "Q3", "M2a"), written in bold
or in italics where the page states it. It is what a refusal cites, and the anchor that its link leads to.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FIGURE: Final = re.compile(r"!\[([^\]]*)\]\(figure:([\w-]+)\)")  # ![caption](figure:name)
ID: Final = r"[A-Z]{1,3}\d+[a-z]?"
FIGURES: Final = re.compile(rf"\s*(?:{FIGURE.pattern}\s*)+")
CLAUSE: Final = re.compile(rf"\*\*({ID})\b[^*]*\*\*")
EXPLAINED: Final = re.compile(rf"(?<!\*)\*({ID})\*(?!\*)")
ITEM: Final = re.compile(r"(?:[-*]|\d+\.) +")
_PIECE: Final = re.compile(r"\s+(?:[-*] +|(?=\([a-z]\) ))")  # a line of an item that is a piece of its own: "  (a) …", "  - …"
UNBROKEN: Final = "\u00a0"
LOOSE: Final = re.compile(r" (?=[:;!?»%])|(?<=«) ")  # where no line may break in French
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


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as it stands in the rules, for searching."""

    id: str
    text: str


def blocks(text: str) -> Iterator[str]:
    """Paragraphs, lists, tables and headings, which empty lines part; a heading also ends with its line."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        while lines and lines[0].startswith("#"):
            yield lines.pop(0)
        if lines:
            yield "\n".join(lines)


def pieces(block: str) -> list[str]:
    """The items of a list, or the block itself."""
    if not ITEM.match(block):
        return [block]
    items: list[str] = []
    for line in block.split("\n"):
        start = ITEM.match(line)
        if start:
            items.append(line[start.end() :])
        else:
            items[-1] += "\n" + line
    return items


def lines(item: str) -> list[str]:
    """An item's own text, and then its pieces: "(a) …", "(b) …"."""
    lines = [""]
    for line in item.split("\n"):
        start = _PIECE.match(line)
        if start:
            lines.append(line[start.end() :])
        else:
            lines[-1] += " " + line.strip()
    return [line.strip() for line in lines]


def opened(piece: str) -> Iterator[Clause]:
    """The clause a piece opens with, and the rulings explained in it one after the other: "*Q1* … *Q2* …"."""
    found = CLAUSE.match(piece)
    if found:
        yield Clause(found[1], plain(piece))
    _, *explained = EXPLAINED.split(piece)
    for id, text in zip(explained[::2], explained[1::2], strict=True):
        yield Clause(id, plain(f"{id}{text}"))


def cells(block: str) -> list[list[str]]:
    """The rows of a table; the second one is only the line below its head."""
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.split("\n")]


def plain(text: str) -> str:
    """Without stars and quotes, on one line."""
    return " ".join(re.sub(r"[*`]", "", text).split())
