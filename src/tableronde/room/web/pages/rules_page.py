"""The rules as players read them: Markdown to HTML, with an anchor for every clause, a link to every ruling, and figures."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from tableronde.box import Box
from tableronde.learn.rulebook import (
    CLAUSE,
    EXPLAINED,
    FIGURE,
    FIGURES,
    ID,
    ITEM,
    LOOSE,
    UNBROKEN,
    Clause,
    blocks,
    cells,
    lines,
    opened,
    pieces,
)
from tableronde.learn.rulings import link_options, with_links
from tableronde.room.web.pages.illustrations import Illustrator
from tableronde.text import Language, Text

_BOLD: Final = re.compile(rf"\*\*(?:({ID})\b)?([^*]*)\*\*")
_RULING: Final = re.compile(rf"\b({ID})\b")
_NAMED: Final = re.compile(rf"\(({ID})\)")


_RULINGS: Final = Text("Nos lectures du livret", "How we read the booklet")
_ABOUT: Final = Text("À propos de cette salle", "About this room")

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
    return Rulebook(title, "\n".join(_convert_block(block, known, anchors, illustrate) for block in parts), tuple(clauses.values()))


_books: Final[dict[tuple[int, Language], tuple[Box, Rulebook]]] = {}  # made once; holding the box keeps its id from being reused


def rulebook(box: Box, language: Language) -> Rulebook:
    """Return the rules of a game; empty if its folder has none."""
    key = (id(box), language)
    if key not in _books:
        book = _illustrate(box, with_links(box, box.rulebook(language), language), language)
        _books[key] = box, replace(book, html=link_options(box, book.html))
    return _books[key][1]


def colophon(box: Box, language: Language) -> str:
    """Return the lines below the rules: the game's credits, if the box has any, and links to the rulings and to more about them."""
    said = box.credits.sentences[language] if box.credits else ""
    links = f'<a href="/rules/{box.slug}/rulings">{_RULINGS[language]}</a> · <a href="/about">{_ABOUT[language]}</a>'
    return f'<p class="credits">{LOOSE.sub(UNBROKEN, escape(said, quote=False))} {links}</p>'


def more(box: Box, name: str, language: Language) -> str:
    """Return another page of a game's folder, `name.fr.md`, as HTML; empty if there is none. Clauses in brackets link to the rules."""
    html = _illustrate(box, box.text(f"{name}.{language}.md"), language).html
    known = {clause.id for clause in _read(box.rulebook(language)).clauses}
    return _NAMED.sub(lambda found: f'(<a href="/rules/{box.slug}#{found[1]}">{found[1]}</a>)' if found[1] in known else found[0], html)


def _illustrate(box: Box, text: str, language: Language) -> Rulebook:
    """Convert a text with its figures, which share common shapes."""
    illustrator = Illustrator(box, language)
    book = _read(text, illustrator)
    return replace(book, html=LOOSE.sub(UNBROKEN, illustrator.stock.fill(book.html)))


def _convert_block(block: str, known: Known, anchors: set[str], illustrate: Illustrate) -> str:
    if not FIGURES.fullmatch(block):
        return _convert_text(block, known, anchors)
    shown = "".join(illustrate(name, caption) for caption, name in FIGURE.findall(block))
    return f'<div class="figures">{shown}</div>'


def _convert_text(block: str, known: Known, anchors: set[str]) -> str:
    if block.startswith("#"):
        marks = len(block) - len(block.lstrip("#"))
        return f"<h{marks}>{_convert_inline(block[marks:].strip(), known, anchors)}</h{marks}>"
    if block.startswith("|"):
        return _convert_table(block, known, anchors)
    if ITEM.match(block):
        tag = "ol" if block[0].isdigit() else "ul"
        items = "".join(f"<li{_make_anchor(item, anchors)}>{_convert_item(item, known, anchors)}</li>" for item in pieces(block))
        return f"<{tag}>{items}</{tag}>"
    return f"<p{_make_anchor(block, anchors)}>{_convert_inline(block, known, anchors)}</p>"


def _convert_item(item: str, known: Known, anchors: set[str]) -> str:
    first, *rest = [_convert_inline(line, known, anchors) for line in lines(item)]
    below = "".join(f"<li>{piece}</li>" for piece in rest)
    return f'{first}<ul class="pieces">{below}</ul>' if below else first


def _make_anchor(text: str, anchors: set[str]) -> str:
    """Return an id for a block that opens with a clause, once for each clause."""
    found = CLAUSE.match(text)
    if not found or found[1] in anchors:
        return ""
    anchors.add(found[1])
    return f' id="{found[1]}" class="clause"'


def _convert_table(block: str, known: Known, anchors: set[str]) -> str:
    rows = cells(block)
    head = "".join(f'<th scope="col">{_convert_inline(cell, known, anchors)}</th>' for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{_convert_inline(cell, known, anchors)}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _convert_inline(text: str, known: Known, anchors: set[str]) -> str:
    """Convert bold, italics and code, and link rulings to their explanation; one without a block is anchored where it is first named."""
    html = LOOSE.sub(UNBROKEN, escape(text, quote=False))
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    html = _BOLD.sub(lambda bold: _convert_bold(bold[1] or "", bold[2], known, anchors), html)
    html = EXPLAINED.sub(lambda found: found[0] if known.get(found[1]) else f'<em class="ruling" id="{found[1]}">{found[1]}</em>', html)
    html = re.sub(r"\*([^*]+)\*", lambda found: _convert_emphasis(found[1], known, anchors), html)
    return html.replace("\n", " ")


def _convert_bold(clause: str, text: str, known: Known, anchors: set[str]) -> str:
    return f"<strong>{_anchor_mention(clause, anchors) if clause and clause not in known else clause}{text}</strong>"


def _convert_emphasis(text: str, known: Known, anchors: set[str]) -> str:
    if not _RULING.search(text):
        return f"<em>{text}</em>"
    linked = _RULING.sub(lambda q: f'<a href="#{q[1]}">{q[1]}</a>' if q[1] in known else _anchor_mention(q[1], anchors), text)
    return f'<em class="ruling">{linked}</em>'


def _anchor_mention(clause: str, anchors: set[str]) -> str:
    """Anchor a clause without a block of its own at its first mention."""
    if clause in anchors:
        return clause
    anchors.add(clause)
    return f'<span id="{clause}">{clause}</span>'
