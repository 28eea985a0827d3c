"""The printed rules: a game's rules page as blocks, with its figures, and a summary on one page."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tableronde.box import Box
from tableronde.game import Json
from tableronde.learn import rulebook
from tableronde.learn.figures import Figure, figures
from tableronde.learn.rulebook import CLAUSE, FIGURE, FIGURES, ITEM, LOOSE, UNBROKEN
from tableronde.printing.components.component_drawing import ComponentPainter
from tableronde.printing.pages import blocks
from tableronde.printing.typst import Document
from tableronde.scene import Scene

_MARKED: Final = re.compile(r"(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)")
_SENTENCE: Final = re.compile(r"(.+?[.!?…])(?=\s|$)")
HIGHEST: Final = 0.62  # of a figure, in parts of the page's width
WIDE: Final = 1.7  # a figure with this ratio or more is set alone


@dataclass(frozen=True)
class Booklet:
    """A game's rules in one language, whose pictures are added to a document."""

    box: Box
    document: Document
    painter: ComponentPainter

    def blocks(self) -> Iterator[Json]:
        """Yield the whole rules page."""
        for block in rulebook.blocks(rulebook.unlinked(self.box.rulebook(self.document.wish.language))):
            yield self._figures(block) if FIGURES.fullmatch(block) else _block(block)

    def summary(self) -> Iterator[Json]:
        """Yield the first sentence of every clause, under its heading."""
        title = ""
        for block in rulebook.blocks(rulebook.unlinked(self.box.rulebook(self.document.wish.language))):
            if block.startswith("#"):
                title = block.lstrip("# ")
            found = [piece for piece in rulebook.pieces(block) if CLAUSE.match(piece)]
            if found and title:
                yield blocks.heading(runs(title), 3)
                title = ""
            yield from (blocks.text(_short(piece)) for piece in found)

    @cached_property
    def _known(self) -> dict[str, Figure]:
        return dict(figures(self.box))

    def _figures(self, block: str) -> Json:
        drawn = [(caption, *self._drawn(name)) for caption, name in FIGURE.findall(block)]
        across = 2 if len(drawn) > 1 and all(ratio < WIDE for _, _, ratio, _ in drawn) else 1
        return {
            "kind": "figures",
            "across": across,
            "figures": [
                {"file": file, "caption": runs(caption), "why": why, "share": min(1.0, (1 if across > 1 else HIGHEST) * ratio)}
                for caption, file, ratio, why in drawn
            ],
        }

    def _drawn(self, name: str) -> tuple[str, float, str]:
        """Return a figure's file, its ratio of width to height, and the text of its refusal."""
        figure = self._known[name]
        scene, refusal = figure.scene(self.box), figure.refusal(self.box)
        drawn = self.painter.scene(Scene(scene.areas), seat=figure.seat)
        why = refusal.text[self.document.wish.language] if refusal else ""
        return self.document.keep(drawn.name, drawn.svg), drawn.box.width / drawn.box.height, why


def runs(text: str) -> list[Json]:
    """Split a text of a rules page into pieces: plain, bold, italic, code."""
    loose = LOOSE.sub(UNBROKEN, " ".join(text.split()))
    return [_run(part) for part in _MARKED.split(loose) if part]


def _run(part: str) -> Json:
    if part.startswith("**"):
        return blocks.run(part[2:-2], bold=True)
    if part.startswith("*") and len(part) > 1:
        return blocks.run(part[1:-1], italic=True)
    return blocks.run(part.strip("`"), code=part.startswith("`"))


def _block(block: str) -> Json:
    if block.startswith("# "):
        return blocks.title(block[2:].strip())
    if block.startswith("#"):
        marks = len(block) - len(block.lstrip("#"))
        return blocks.heading(runs(block[marks:]), marks - 1)
    if block.startswith("|"):
        head, _, *rows = rulebook.cells(block)
        return blocks.table([[runs(cell) for cell in row] for row in (head, *rows)])
    if ITEM.match(block):
        items = [rulebook.lines(item) for item in rulebook.pieces(block)]
        listed = [{"runs": runs(first), "pieces": [runs(piece) for piece in rest]} for first, *rest in items]
        return {"kind": "list", "items": listed, "ordered": block[0].isdigit()}
    return blocks.text(runs(block))


def _short(piece: str) -> list[Json]:
    """Return a clause's number and its first sentence; if that only introduces a list, the list as well."""
    first, *rest = rulebook.lines(piece)
    id, text = CLAUSE.match(first)[1], first[CLAUSE.match(first).end() :].strip()  # type: ignore[index,union-attr]
    sentence = _SENTENCE.match(text)
    return [blocks.run(f"{id} ", bold=True), *runs(sentence[1] if sentence else " ".join([text, *rest]))]
