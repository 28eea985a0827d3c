"""The rules as players read them: Markdown to HTML, with an anchor for every clause, a link to every ruling, and figures."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from tableronde.box import Box
from tableronde.room.web.illustration import Illustrator
from tableronde.rulebook import CLAUSE, EXPLAINED, FIGURE, FIGURES, ID, ITEM, LOOSE, UNBROKEN, Clause, blocks, cells, lines, opened, pieces
from tableronde.text import Language

_BOLD: Final = re.compile(rf"\*\*(?:({ID})\b)?([^*]*)\*\*")
_RULING: Final = re.compile(rf"\b({ID})\b")
_NAMED: Final = re.compile(rf"\(({ID})\)")


Known = Mapping[str, bool]  # clauses that can be linked to, and whether a block opens with them
Illustrate = Callable[[str, str], str]  # a figure's name and its caption to HTML


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules in one language."""

    title: str
    html: str
    clauses: tuple[Clause, ...]


def _read(text: str, illustrate: Illustrate = lambda name, caption: "") -> Rulebook:
    parts = list(blocks(text))
    title = next((block[2:] for block in parts if block.startswith("# ")), "")
    clauses = {clause.id: clause for block in parts for piece in pieces(block) for clause in opened(piece)}
    first = {found[1] for block in parts for piece in pieces(block) if (found := CLAUSE.match(piece))}
    known, anchors = {id: id in first for id in clauses}, set[str]()
    return Rulebook(title, "\n".join(_block(block, known, anchors, illustrate) for block in parts), tuple(clauses.values()))


_books: Final[dict[tuple[int, Language], tuple[Box, Rulebook]]] = {}  # each is made once; the box is kept, so that its id stays its own


def rulebook(box: Box, language: Language) -> Rulebook:
    """The rules of a game; empty if its folder has none."""
    key = (id(box), language)
    if key not in _books:
        _books[key] = box, _illustrated(box, box.rulebook(language), language)
    return _books[key][1]


def more(box: Box, name: str, language: Language) -> str:
    """Another page of a game's folder, `name.fr.md`, in HTML; empty if there is none. Clauses in brackets lead to the rules."""
    html = _illustrated(box, box.text(f"{name}.{language}.md"), language).html
    known = {clause.id for clause in _read(box.rulebook(language)).clauses}
    return _NAMED.sub(lambda found: f'(<a href="/rules/{box.slug}#{found[1]}">{found[1]}</a>)' if found[1] in known else found[0], html)


def _illustrated(box: Box, text: str, language: Language) -> Rulebook:
    """A text with its figures, which draw what they have in common once."""
    illustrator = Illustrator(box, language)
    book = _read(text, illustrator)
    return replace(book, html=LOOSE.sub(UNBROKEN, illustrator.stock.fill(book.html)))


def _block(block: str, known: Known, anchors: set[str], illustrate: Illustrate) -> str:
    if not FIGURES.fullmatch(block):
        return _html(block, known, anchors)
    shown = "".join(illustrate(name, caption) for caption, name in FIGURE.findall(block))
    return f'<div class="figures">{shown}</div>'


def _html(block: str, known: Known, anchors: set[str]) -> str:
    if block.startswith("#"):
        marks = len(block) - len(block.lstrip("#"))
        return f"<h{marks}>{_inline(block[marks:].strip(), known, anchors)}</h{marks}>"
    if block.startswith("|"):
        return _table(block, known, anchors)
    if ITEM.match(block):
        tag = "ol" if block[0].isdigit() else "ul"
        items = "".join(f"<li{_anchor(item, anchors)}>{_item(item, known, anchors)}</li>" for item in pieces(block))
        return f"<{tag}>{items}</{tag}>"
    return f"<p{_anchor(block, anchors)}>{_inline(block, known, anchors)}</p>"


def _item(item: str, known: Known, anchors: set[str]) -> str:
    first, *rest = [_inline(line, known, anchors) for line in lines(item)]
    below = "".join(f"<li>{piece}</li>" for piece in rest)
    return f'{first}<ul class="pieces">{below}</ul>' if below else first


def _anchor(text: str, anchors: set[str]) -> str:
    """An id for a block that opens with a clause, once for each clause."""
    found = CLAUSE.match(text)
    if not found or found[1] in anchors:
        return ""
    anchors.add(found[1])
    return f' id="{found[1]}" class="clause"'


def _table(block: str, known: Known, anchors: set[str]) -> str:
    rows = cells(block)
    head = "".join(f'<th scope="col">{_inline(cell, known, anchors)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_inline(cell, known, anchors)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _inline(text: str, known: Known, anchors: set[str]) -> str:
    """Bold, italics, code, and rulings as links to where they are explained; what opens no block is found where it is first named."""
    html = LOOSE.sub(UNBROKEN, escape(text, quote=False))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = _BOLD.sub(lambda bold: _bold(bold[1] or "", bold[2], known, anchors), html)
    html = EXPLAINED.sub(lambda found: found[0] if known.get(found[1]) else f'<em class="ruling" id="{found[1]}">{found[1]}</em>', html)
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
