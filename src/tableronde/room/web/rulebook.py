"""The rules as players read them: Markdown to HTML, with an anchor for every clause and a link to every ruling."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Final

from tableronde.box import Box
from tableronde.rulebook import ID
from tableronde.text import Language

_CLAUSE: Final = re.compile(rf"\*\*({ID})\b[^*]*\*\*")
_BOLD: Final = re.compile(rf"\*\*(?:({ID})\b)?([^*]*)\*\*")
_ITEM: Final = re.compile(r"(?:[-*]|\d+\.) +")
_EXPLAINED: Final = re.compile(rf"(?<!\*)\*({ID})\*(?!\*)")
_RULING: Final = re.compile(rf"\b({ID})\b")
_LOOSE: Final = re.compile(r" (?=[:;!?»%])|(?<=«) ")  # where no line may break in French


Known = Mapping[str, bool]  # clauses that can be linked to, and whether a block opens with them


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as it stands in the rules, for searching."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules in one language."""

    title: str
    html: str
    clauses: tuple[Clause, ...]


@cache
def _read(text: str) -> Rulebook:
    blocks = list(_blocks(text))
    title = next((block[2:] for block in blocks if block.startswith("# ")), "")
    clauses = {clause.id: clause for block in blocks for piece in _pieces(block) for clause in _clauses(piece)}
    opened = {found[1] for block in blocks for piece in _pieces(block) if (found := _CLAUSE.match(piece))}
    known, anchors = {id: id in opened for id in clauses}, set[str]()
    return Rulebook(title, "\n".join(_html(block, known, anchors) for block in blocks), tuple(clauses.values()))


def rulebook(box: Box, language: Language) -> Rulebook:
    """The rules of a game; empty if its folder has none."""
    return _read(box.rulebook(language))


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs, lists, tables and headings, which empty lines part; a heading also ends with its line."""
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        while lines and lines[0].startswith("#"):
            yield lines.pop(0)
        if lines:
            yield "\n".join(lines)


def _pieces(block: str) -> list[str]:
    """The items of a list, or the block itself."""
    if not _ITEM.match(block):
        return [block]
    items: list[str] = []
    for line in block.split("\n"):
        start = _ITEM.match(line)
        if start:
            items.append(line[start.end() :])
        else:
            items[-1] += " " + line.strip()
    return items


def _clauses(piece: str) -> Iterator[Clause]:
    """The clause a piece opens with, and the rulings explained in it one after the other: "*Q1* … *Q2* …"."""
    found = _CLAUSE.match(piece)
    if found:
        yield Clause(found[1], _plain(piece))
    _, *explained = _EXPLAINED.split(piece)
    for id, text in zip(explained[::2], explained[1::2], strict=True):
        yield Clause(id, _plain(f"{id}{text}"))


def _html(block: str, known: Known, anchors: set[str]) -> str:
    if block.startswith("#"):
        marks = len(block) - len(block.lstrip("#"))
        return f"<h{marks}>{_inline(block[marks:].strip(), known, anchors)}</h{marks}>"
    if block.startswith("|"):
        return _table(block, known, anchors)
    if _ITEM.match(block):
        tag = "ol" if block[0].isdigit() else "ul"
        items = "".join(f"<li{_anchor(item, anchors)}>{_inline(item, known, anchors)}</li>" for item in _pieces(block))
        return f"<{tag}>{items}</{tag}>"
    return f"<p{_anchor(block, anchors)}>{_inline(block, known, anchors)}</p>"


def _anchor(text: str, anchors: set[str]) -> str:
    """An id for a block that opens with a clause, once for each clause."""
    found = _CLAUSE.match(text)
    if not found or found[1] in anchors:
        return ""
    anchors.add(found[1])
    return f' id="{found[1]}" class="clause"'


def _table(block: str, known: Known, anchors: set[str]) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.split("\n")]
    head = "".join(f'<th scope="col">{_inline(cell, known, anchors)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell, known, anchors)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _inline(text: str, known: Known, anchors: set[str]) -> str:
    """Bold, italics, code, and rulings as links to where they are explained; what opens no block is found where it is first named."""
    html = _LOOSE.sub("\u00a0", escape(text, quote=False))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = _BOLD.sub(lambda bold: _bold(bold[1] or "", bold[2], known, anchors), html)
    html = _EXPLAINED.sub(lambda found: found[0] if known.get(found[1]) else f'<em class="ruling" id="{found[1]}">{found[1]}</em>', html)
    html = re.sub(r"\*([^*]+)\*", lambda found: _emphasis(found[1], known, anchors), html)
    return html.replace("\n", " ")


def _bold(clause: str, text: str, known: Known, anchors: set[str]) -> str:
    return f"<strong>{_found(clause, anchors) if clause and clause not in known else clause}{text}</strong>"


def _emphasis(text: str, known: Known, anchors: set[str]) -> str:
    if not _RULING.search(text):
        return f"<em>{text}</em>"
    linked = _RULING.sub(lambda q: f'<a href="#{q[1]}">{q[1]}</a>' if q[1] in known else _found(q[1], anchors), text)
    return f'<em class="ruling">{linked}</em>'


def _found(clause: str, anchors: set[str]) -> str:
    """A clause that is only named: the first place is where it is found."""
    if clause in anchors:
        return clause
    anchors.add(clause)
    return f'<span id="{clause}">{clause}</span>'


def _plain(text: str) -> str:
    return re.sub(r"[*`]", "", text).replace("\n", " ").strip()
