"""Parse rules pages: the clauses they state, and the figures they show.

A clause has an id of capital letters and a number, perhaps with a lowercase letter after it ("R14", "Q3", "M2a"), written in
bold or in italics where the page states it. Refusals cite the id, and it is the anchor that links lead to.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FIGURE: Final = re.compile(r"!\[([^\]]*)\]\(figure:([\w-]+)\)")  # ![caption](figure:name)
OPTION_LINK: Final = re.compile(r"\[([^\]]+)\]\(option:([^)\s]+)\)")  # [words](option:name=value)
ID: Final = r"[A-Z]{1,3}\d+[a-z]?"
FIGURES: Final = re.compile(rf"\s*(?:{FIGURE.pattern}\s*)+")
CLAUSE: Final = re.compile(rf"\*\*({ID})\b[^*]*\*\*")
EXPLAINED: Final = re.compile(rf"(?<!\*)\*({ID})\*(?!\*)")
ITEM: Final = re.compile(r"(?:[-*]|\d+\.) +")
_PIECE: Final = re.compile(r"\s+(?:[-*] +|(?=\([a-z]\) ))")  # a line of an item that is a separate piece: "  (a) …", "  - …"
UNBROKEN: Final = "\u00a0"
LOOSE: Final = re.compile(r" (?=[:;!?»%])|(?<=«) ")  # spaces where French does not break lines
_MARKED: Final = re.compile(r"(\*{1,2})(?=\S)([^*]+)\1")
_ID: Final = re.compile(rf"\b{ID}\b")


def clauses(page: str) -> frozenset[str]:
    """Collect the ids of all clauses that a page states or names: those in bold at the start of a text, and all in italics."""
    return stated(page).union(*(_ID.findall(text) for stars, text in _MARKED.findall(page) if stars == "*"))


def stated(page: str) -> frozenset[str]:
    """Collect the ids of the clauses that a page states itself, in bold."""
    return frozenset(found[0] for stars, text in _MARKED.findall(page) if stars == "**" and (found := _ID.match(text)))


def cited(page: str) -> list[str]:
    """List the names of the figures that a page shows, in its order."""
    return [name for _, name in FIGURE.findall(page)]


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules, for the search."""

    id: str
    text: str


def blocks(text: str) -> Iterator[str]:
    """Split a text into paragraphs, lists, tables and headings at empty lines; a heading also ends with its line."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        while lines and lines[0].startswith("#"):
            yield lines.pop(0)
        if lines:
            yield "\n".join(lines)


def pieces(block: str) -> list[str]:
    """Return the items of a list, or the block itself."""
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
    """Split an item into its own text and its pieces: "(a) …", "(b) …"."""
    lines = [""]
    for line in item.split("\n"):
        start = _PIECE.match(line)
        if start:
            lines.append(line[start.end() :])
        else:
            lines[-1] += " " + line.strip()
    return [line.strip() for line in lines]


def opened(piece: str) -> Iterator[Clause]:
    """Yield the clause a piece begins with, and the rulings explained in it one after the other: "*Q1* … *Q2* …"."""
    found = CLAUSE.match(piece)
    if found:
        yield Clause(found[1], plain(piece))
    _, *explained = EXPLAINED.split(piece)
    for id, text in zip(explained[::2], explained[1::2], strict=True):
        yield Clause(id, plain(f"{id}{text}"))


def cells(block: str) -> list[list[str]]:
    """Return the rows of a table without the line below its header."""
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.split("\n")]


def plain(text: str) -> str:
    """Remove emphasis, backquotes and addresses, and put the text on one line."""
    return " ".join(re.sub(r"[*`]", "", unlinked(text)).split())


def unlinked(text: str) -> str:
    """Replace links to options by their words."""
    return OPTION_LINK.sub(r"\1", text)
