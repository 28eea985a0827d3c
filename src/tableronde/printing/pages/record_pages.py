"""Printed records: a picture every few moves, the moves in words between them, the result."""

from collections.abc import Iterator

from tableronde.game import Json
from tableronde.printing import strings
from tableronde.printing.components.component_drawing import ComponentPainter
from tableronde.printing.pages import blocks
from tableronde.printing.typst import Document
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Text, join


def record_blocks(document: Document, table: Table, painter: ComponentPainter, every: int) -> Iterator[Json]:
    """Yield all blocks, from the first picture to the result."""
    language = document.wish.language
    yield blocks.title(table.box.title[language])
    yield blocks.text([blocks.run(result(table)[language], bold=True)])
    tale = [line.named(table.names)[language] for line in table.tale()]
    shown: list[Json] = [_position(document, table.at(0), painter, strings.BEGINNING[language])]
    for start in range(0, len(tale), every):
        last = min(start + every, len(tale))
        shown += [blocks.text([blocks.run(f"{i + 1}. ", bold=True), blocks.run(tale[i])]) for i in range(start, last)]
        shown.append(_position(document, table.at(last), painter, strings.filled(strings.AFTER, last)[language]))
    yield blocks.columns(2, shown)


def result(table: Table) -> Text:
    """Return the result, or a text that the game goes on."""
    outcome = table.outcome
    if outcome is None:
        return strings.filled(strings.GOES_ON, table.plies)
    who = join((table.names[seat] for seat in outcome.winners), Text(", ", ", "))
    won = strings.SHARED if len(outcome.winners) > 1 else strings.WON
    why = table.box.reasons.get(outcome.reason)
    ended = strings.filled(won, who) + (Text(f" : {why.fr}.", f": {why.en}.") if why else Text(".", "."))
    if not outcome.scores:
        return ended
    points = join(
        (Text(f"{name.fr} {score:g}", f"{name.en} {score:g}") for name, score in zip(table.names, outcome.scores, strict=True)),
        Text(", ", ", "),
    )
    return ended + Text(f" {points.fr}.", f" {points.en}.")


def _position(document: Document, table: Table, painter: ComponentPainter, caption: str) -> Json:
    drawn = painter.scene(Scene(table.scene().named(table.names).areas), tall=True)
    figure = {"file": document.keep(drawn.name, drawn.svg), "caption": caption, "why": "", "share": 1.0}
    return {"kind": "figures", "across": 1, "figures": [figure]}
