"""Documents from games: which parts there are, and how each becomes pages."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Kit, Wish
from tableronde.printing import blocks as block
from tableronde.printing import code, opening, words
from tableronde.printing.arguments import PARTS
from tableronde.printing.book import Book
from tableronde.printing.drawing import Draughtsman
from tableronde.printing.pads import notation, pads
from tableronde.printing.paper import FOOT, PAPER, Paper
from tableronde.printing.plain import plain_kit
from tableronde.printing.press import Document
from tableronde.printing.puzzle_pages import puzzle_pages
from tableronde.printing.record_pages import record_blocks
from tableronde.printing.sheets import Sheet, sheets
from tableronde.table import Table

MARGIN: Final = 18.0  # around text
BOOK_MARGIN: Final = 13.0  # in a booklet
SIZES: Final = tuple(size / 2 for size in range(20, 10, -1))  # of the letters of a summary, in points: the first with which it fits


def game_document(box: Box, wish: Wish, part: str = "all") -> Document:
    """A part of a game on paper, or all there is; LookupError with a sentence if it has no such part."""
    builder = Builder(box, Document(wish, box.title[wish.language]))
    for each in PARTS if part == "all" else (part,):
        if builder.has(each):
            builder.add(each)
        elif part != "all":
            raise LookupError(f"{box.slug} has no {part} to print")
    return builder.document


def record_document(table: Table, wish: Wish, every: int) -> Document:
    """A game that was played, with a picture every so many moves."""
    document = Document(wish, table.box.title[wish.language])
    builder = Builder(table.box, document)
    builder.flow(list(record_blocks(document, table, builder.draughtsman, every)), f"/new/{table.box.slug}")
    return document


class Builder:
    """Adds the parts of a game to a document."""

    def __init__(self, box: Box, document: Document) -> None:
        self.box, self.document, self.wish = box, document, document.wish
        self.paper: Paper = PAPER[document.wish.paper]
        self.kit: Kit = box.kit(self.wish) if box.kit else plain_kit(box, self.wish)
        self.draughtsman = Draughtsman(self.wish, {**box.looks, **self.kit.looks})
        self.pictures = Draughtsman(self.wish, box.looks)  # of positions, as in the room

    def has(self, part: str) -> bool:
        """Whether the game has that part."""
        return {"rules": self.box.has_rulebook, "summary": self.box.has_rulebook, "puzzles": self.box.has_puzzles}.get(part, True)

    def add(self, part: str) -> None:
        """Add the pages of a part."""
        adders: dict[str, Callable[[], None]] = {
            "kit": self._kit,
            "summary": self._summary,
            "rules": self._rules,
            "sheets": self._sheets,
            "puzzles": self._puzzles,
        }
        adders[part]()

    def flow(self, blocks: Sequence[Json], path: str, size: float = 10.5) -> None:
        """Text over as many pages as it needs, with a code that leads to a place in the room."""
        self.document.pages.append(self._flow(blocks, path, size))

    def _flow(self, blocks: Sequence[Json], path: str, size: float) -> Json:
        return {
            "kind": "flow",
            "width": self.paper.width,
            "height": self.paper.height,
            "margin": MARGIN,
            "foot": FOOT - MARGIN,
            "size": size,
            "blocks": blocks,
            "footer": words.filled(words.MADE_BY, self.box.title)[self.wish.language],
            "code": self._code(path),
        }

    def _kit(self) -> None:
        """Opening pages and sheets."""
        made = list(sheets(self.kit.components, self.paper, self.draughtsman))
        drawn = opening.picture(self.kit, self.box, self.pictures)
        file = self.document.keep(drawn.name, drawn.svg)
        self.flow(list(opening.opening(self.box, self.kit, made, file, opening.ratio(drawn), self.wish.language)), self._new)
        self.document.pages += (self._sheet(sheet, i, len(made)) for i, sheet in enumerate(made, 1))

    def _summary(self) -> None:
        """One page, whatever it takes."""
        language, book = self.wish.language, self._book(self.document)
        head = [block.title(words.filled(words.IN_SHORT, self.box.title)[language]), block.text(self._facts())]
        foot = block.text(words.NUMBERS[language], small=True)
        body = [*head, block.columns(2, list(book.summary())), foot]
        for size in SIZES:
            page = self._flow(body, f"/rules/{self.box.slug}", size)
            if Document(self.wish, "", [page], self.document.files).count() == 1:
                break
        self.document.pages.append(page)

    def _facts(self) -> list[Json]:
        """How it is won, for how many, from which age, how long."""
        players, language = self.box.game_type.players, self.wish.language
        seats = words.filled(words.SEATS, min(players), max(players)) if len(players) > 1 else words.filled(words.SOME_SEATS, min(players))
        facts = (seats, words.filled(words.FROM_AGE, self.box.age), words.filled(words.LASTS, self.box.minutes))
        return [block.run(self.box.goal[language] + " ", bold=True), block.run(", ".join(fact[language] for fact in facts) + ".")]

    def _rules(self) -> None:
        """A booklet: its pages are set first, then laid two by two on sheets that are folded in the middle."""
        inner = Document(self.wish, self.box.title[self.wish.language])
        inner.pages.append(
            {
                "kind": "flow",
                "width": self.paper.height / 2,
                "height": self.paper.width,
                "margin": BOOK_MARGIN,
                "foot": 6.0,
                "size": 9.0,
                "blocks": list(self._book(inner).blocks()),
                "footer": "",
                "numbered": True,
                "justify": True,
                "code": None,
            }
        )
        file, count = self.document.keep("rules.pdf", inner.pdf()), inner.count()
        self.document.pages += ({"kind": "spread", "file": file, **spread} for spread in spreads(count))

    def _sheets(self) -> None:
        """The notation pad of any game, and the game's own pads."""
        self.flow(list(notation(self.box, self.paper, self.wish.language)), self._new)
        made = list(pads(self.kit.pads, self.paper, self.draughtsman))
        self.document.pages += (self._sheet(sheet, i, len(made)) for i, sheet in enumerate(made, 1))

    def _puzzles(self) -> None:
        for page in puzzle_pages(self.document, self.box, self.pictures):
            self.flow(page, f"/puzzles/{self.box.slug}", 10.0)

    def _book(self, document: Document) -> Book:
        return Book(self.box, document, self.pictures)

    def _sheet(self, sheet: Sheet, i: int, count: int) -> Json:
        """One side of a sheet, as the template reads it."""
        language = self.wish.language
        title = words.filled(words.BACK, sheet.title) if sheet.back else sheet.title
        return {
            "kind": "sheet",
            "lying": sheet.lying,
            "title": f"{self.box.title[language]} · {title[language]}",
            "number": words.filled(words.SHEET, i, count)[language],
            "items": list(self._items(sheet)),
            "notes": [note[language] for note in sheet.notes],
            "scale": "" if sheet.back else words.SCALE[language],
            "code": None if sheet.back else self._code(self._new),
        }

    def _items(self, sheet: Sheet) -> Iterator[Json]:
        for placed in sheet.placed:
            item = {"file": self.document.keep(placed.drawn.name, placed.drawn.svg), **placed.box._asdict()}
            yield item if placed.window is None else {**item, "window": list(placed.window)}

    @property
    def _new(self) -> str:
        return f"/new/{self.box.slug}"

    def _code(self, path: str) -> str | None:
        if not self.wish.address:
            return None
        drawn = code.drawn(self.wish.address + path)
        return self.document.keep(drawn.name, drawn.svg)


def spreads(count: int) -> Iterator[dict[str, Json]]:
    """Which pages of a booklet lie beside each other on each side of its sheets, the outermost first; 0 is a blank page."""
    whole = -(-count // 4) * 4
    for i in range(1, whole // 2, 2):
        outer, inner = (whole + 1 - i, i), (i + 1, whole - i)
        yield {"pages": [number if number <= count else 0 for number in outer], "back": False}
        yield {"pages": [number if number <= count else 0 for number in inner], "back": True}
