"""Printed puzzles: six a page, and their solutions at the end."""

from collections.abc import Iterator, Sequence
from typing import Final

from tableronde.box import Box
from tableronde.game import Json
from tableronde.printing import qr_code, strings
from tableronde.printing.components.component_drawing import ComponentPainter
from tableronde.printing.pages import blocks
from tableronde.printing.typst import Document
from tableronde.puzzles.puzzle import GRADES, Puzzle, puzzles, question, told
from tableronde.scene import Scene
from tableronde.text import Text

A_PAGE: Final = 6


def puzzle_pages(document: Document, box: Box, painter: ComponentPainter) -> Iterator[list[Json]]:
    """Yield the blocks of every page: the puzzles, then the solutions."""
    made = puzzles(box)
    for i in range(0, len(made), A_PAGE):
        page = [_puzzle(document, box, painter, each, k) for k, each in enumerate(made[i : i + A_PAGE], i + 1)]
        yield [blocks.heading(strings.PUZZLES[document.wish.language], 1), {"kind": "puzzles", "puzzles": page}]
    yield [blocks.heading(strings.SOLUTIONS[document.wish.language], 1), blocks.columns(2, _solutions(document, box, made))]


def _puzzle(document: Document, box: Box, painter: ComponentPainter, puzzle: Puzzle, number: int) -> Json:
    language, table = document.wish.language, puzzle.table(box)
    scene = table.draw(puzzle.seat).named(table.names)
    drawn = painter.scene(Scene(scene.areas), seat=puzzle.seat)
    before = [text.named(table.names)[language] for text in table.tale(puzzle.seat, table.plies - puzzle.film)] if puzzle.film else []
    found = qr_code.drawn(f"{document.wish.address}/puzzles/{box.slug}#{puzzle.id}") if document.wish.address else None
    return {
        "file": document.keep(drawn.name, drawn.svg),
        "ratio": drawn.box.width / drawn.box.height,
        "number": str(number),
        "grade": GRADES[puzzle.grade][language],
        "before": before,
        "question": question(box, puzzle)[language],
        "code": document.keep(found.name, found.svg) if found else None,
    }


def _solutions(document: Document, box: Box, made: Sequence[Puzzle]) -> list[Json]:
    language = document.wish.language

    def line(number: int, puzzle: Puzzle) -> Json:
        said: list[Text] = told(box, puzzle)
        return blocks.text([blocks.run(f"{number}. ", bold=True), blocks.run(" ".join(text[language] for text in said))])

    return [line(i, puzzle) for i, puzzle in enumerate(made, 1)]
