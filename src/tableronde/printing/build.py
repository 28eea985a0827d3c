"""Build the documents of games: the parts to print, and the pages of each."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, Literal, NamedTuple

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Kit, Wish
from tableronde.printing import qr_code, strings
from tableronde.printing.components.component_drawing import ComponentPainter
from tableronde.printing.components.default_kit import plain_kit
from tableronde.printing.components.sheets import Sheet, sheets
from tableronde.printing.pages import blocks as block
from tableronde.printing.pages import front_pages
from tableronde.printing.pages.booklet import Booklet
from tableronde.printing.pages.pads import notation, pads
from tableronde.printing.pages.puzzle_pages import puzzle_pages
from tableronde.printing.pages.record_pages import record_blocks
from tableronde.printing.paper_sizes import FOOT, PAPER
from tableronde.printing.print_arguments import list_parts
from tableronde.printing.typst import Document
from tableronde.table import Table
from tableronde.text import NOTHING, Text

MARGIN: Final = 18.0  # around text
SIZE: Final = 10.5  # of letters, in points
LAYOUTS: Final = ((1, 11.0), (1, 10.5), *((2, size / 2) for size in range(21, 10, -1)))  # columns and font size of a summary, until it fits
OPENINGS: Final = (
    *((SIZE, height) for height in (110.0, 95.0, 80.0, 70.0)),
    *((9.5, height) for height in (80.0, 70.0, 60.0)),
)  # font size and height of the picture on a kit's first page: the first that fits, if any


def game_document(box: Box, wish: Wish, part: str = "all") -> Document:
    """Build a document of one part of a game, or of all parts; LookupError with a sentence if it has no such part."""
    builder, parts = Builder(box, wish), list_parts(box)
    if part != "all" and part not in parts:
        raise LookupError(f"{box.slug} has no {part} to print")
    chosen = parts if part == "all" else [part]
    for each in chosen:
        builder.add(each)
    if "kit" in chosen:
        builder.open()
    return builder.document()


def record_document(table: Table, wish: Wish, every: int) -> Document:
    """Build a document of a recorded game, with a picture every `every` moves."""
    builder = Builder(table.box, wish)
    builder.text(list(record_blocks(builder.draft, table, builder.painter, every)), f"/new/{table.box.slug}", strings.PADS)
    return builder.document()


class Made(NamedTuple):
    """A page, or text that may flow over several, and how to print it."""

    page: Json
    how: Text


class Setting(NamedTuple):
    """Settings for text: page, margins, space for a footer, font size in points, size of the QR code."""

    width: float
    height: float
    margin: float
    foot: float
    size: float
    code_size: float


class Builder:
    """Builds the parts of a game for one print wish, in order."""

    def __init__(self, box: Box, wish: Wish) -> None:
        self.box, self.wish, self.paper = box, wish, PAPER[wish.paper]
        self.painter = ComponentPainter(wish, {**box.looks, **(self.kit.looks if box.kit else {})})
        self.draft = Document(wish, box.title[wish.language])
        self.made: list[Made] = []

    @cached_property
    def kit(self) -> Kit:
        """The game's own kit, or one made from its pictures."""
        return self.box.kit(self.wish) if self.box.kit else plain_kit(self.box, self.wish)

    def add(self, part: str) -> None:
        """Add a part."""
        adders: dict[str, Callable[[], None]] = {
            "kit": self._kit,
            "summary": self._summary,
            "rules": self._rules,
            "sheets": self._sheets,
            "puzzles": self._puzzles,
        }
        adders[part]()

    def text(self, blocks: Sequence[Json], path: str, how: Text, size: float = SIZE) -> None:
        """Add text on as many pages as it needs, with a QR code that leads to a page of the room."""
        self.made.append(Made(self._text(blocks, path, size), how))

    def open(self) -> None:
        """Put the front pages, which cite page numbers, before all others; the picture is as large as fits without an extra page."""
        drawn = front_pages.picture(self.kit, self.box, self.painter)
        file, ratio = self.draft.keep(drawn.name, drawn.svg), drawn.box.width / drawn.box.height
        paper = sum(
            made.page["kind"] == "sheet" and not made.page["back"]
            for made in self.made
            if made.how in (strings.ONE_SIDE, strings.BOTH_SIDES)
        )

        def page(size: float, height: float, before: int = 1) -> Json:
            told = front_pages.FrontPages(self.box, self.kit, self.wish.language, file, ratio, paper, self._plan(before))
            return self._text(list(told.blocks(min(height, (self.paper.width - 2 * MARGIN) / ratio))), self._new, size)

        fitting = (page(*way) for way in OPENINGS if self._count(page(*way)) == 1)
        large = page(*OPENINGS[0])
        self.made.insert(0, Made(next(fitting, None) or page(*OPENINGS[0], self._count(large)), strings.SUMMARY))

    def document(self) -> Document:
        """Return the whole document."""
        self.draft.pages = [made.page for made in self.made]
        return self.draft

    def _plan(self, before: int) -> list[front_pages.Plan]:
        """List how the pages are to be printed, when `before` pages precede them."""
        found: list[front_pages.Plan] = []
        for i, made in enumerate(self.made, before + 1):
            last = None if made.how == strings.RIDDLES else i
            if found and found[-1].how == made.how:
                found[-1] = replace(found[-1], last=last)
            else:
                found.append(front_pages.Plan(i, last, made.how))
        return found

    def _count(self, page: Json) -> int:
        """Return the number of pages that flowing text becomes."""
        used = json.dumps(page)
        return Document(self.wish, "", [page], {name: data for name, data in self.draft.files.items() if name in used}).count()

    def _kit(self) -> None:
        """Add every sheet to cut out."""
        made = list(sheets(self.kit.components, self.paper, self.painter))
        duplex = [sheet.back or (i + 1 < len(made) and made[i + 1].back) for i, sheet in enumerate(made)]
        for i, sheet in enumerate(made):
            how = strings.BOTH_SIDES if duplex[i] else strings.ONE_SIDE
            self.made.append(Made(self._sheet(sheet, i + 1, len(made)), how if sheet.on == NOTHING else sheet.on))

    def _summary(self) -> None:
        """Add the summary, in the largest letters that fit on one page."""
        clauses = list(Booklet(self.box, self.draft, self.painter).summary())
        pages = (self._text(self._in_short(clauses, columns), f"/rules/{self.box.slug}", size) for columns, size in LAYOUTS)
        found = next((page for page in pages if self._count(page) == 1), None)
        self.made.append(Made(found or self._text(self._in_short(clauses, *LAYOUTS[-1][:1]), self._new, LAYOUTS[-1][1]), strings.SUMMARY))

    def _in_short(self, clauses: list[Json], columns: int) -> list[Json]:
        language = self.wish.language
        head = [block.title(strings.filled(strings.IN_SHORT, self.box.title)[language]), block.text(self._facts())]
        return [*head, *([block.columns(columns, clauses)] if columns > 1 else clauses), block.text(strings.NUMBERS[language], small=True)]

    def _facts(self) -> list[Json]:
        """Return the goal of the game, its number of players, age and duration."""
        players, language = self.box.game_type.players, self.wish.language
        seats = (
            strings.filled(strings.SEATS, min(players), max(players))
            if len(players) > 1
            else strings.filled(strings.SOME_SEATS, min(players))
        )
        facts = (seats, self._fact("age", strings.FROM_AGE), self._fact("minutes", strings.LASTS))
        said = ", ".join(fact[language] for fact in facts) + "."
        goal = self.box.goal[language]
        return [*([block.run(goal + " ", bold=True)] if goal else []), block.run(said[0].upper() + said[1:])]

    def _fact(self, name: Literal["age", "minutes"], words: Text) -> Text:
        """Return the age or the duration, marked if it is our estimate."""
        fact = strings.filled(words, getattr(self.box, name))
        return strings.filled(strings.ESTIMATE, fact) if name in self.box.estimated else fact

    def _rules(self) -> None:
        """Add the rules as a booklet: pages are set first, then placed two by two on sheets to fold in the middle."""
        inner = Document(self.wish, self.box.title[self.wish.language])
        setting = Setting(self.paper.height / 2, self.paper.width, 13.0, 8.0, 9.0, 11.0)
        blocks, code = list(Booklet(self.box, inner, self.painter).blocks()), self._code(f"/rules/{self.box.slug}", inner)
        inner.pages.append(flow(setting, blocks, code))
        file, count = self.draft.keep("rules.pdf", inner.pdf()), inner.count()
        self.made += (Made({"kind": "spread", "file": file, **spread}, strings.BOOKLET) for spread in spreads(count))

    def _sheets(self) -> None:
        """Add the notation pad, and the game's own pads."""
        self.text(list(notation(self.box, self.paper, self.wish.language)), self._new, strings.PADS)
        made = list(pads(self.kit.pads, self.paper, self.painter))
        self.made += (Made(self._sheet(sheet, i, len(made)), strings.PADS) for i, sheet in enumerate(made, 1))

    def _puzzles(self) -> None:
        for page in puzzle_pages(self.draft, self.box, self.painter):
            self.text(page, f"/puzzles/{self.box.slug}", strings.RIDDLES, 10.0)

    def _text(self, blocks: Sequence[Json], path: str, size: float = SIZE) -> Json:
        footer = strings.filled(strings.MADE_BY, self.box.title)[self.wish.language]
        setting = Setting(self.paper.width, self.paper.height, MARGIN, FOOT - MARGIN, size, 15.0)
        return flow(setting, blocks, self._code(path, self.draft), footer)

    def _sheet(self, sheet: Sheet, i: int, count: int) -> Json:
        """Return one side of a sheet as the template reads it."""
        language = self.wish.language
        title = strings.filled(strings.BACK, sheet.title) if sheet.back else sheet.title
        return {
            "kind": "sheet",
            "landscape": sheet.landscape,
            "back": sheet.back,
            "title": f"{self.box.title[language]} · {title[language]}",
            "number": strings.filled(strings.SHEET, i, count)[language],
            "items": list(self._items(sheet)),
            "notes": [note[language] for note in sheet.notes],
            "scale": "" if sheet.back else strings.SCALE[language],
            "code": None if sheet.back else self._code(self._new, self.draft),
        }

    def _items(self, sheet: Sheet) -> Iterator[Json]:
        for placed in sheet.placed:
            item = {"file": self.draft.keep(placed.drawn.name, placed.drawn.svg), **placed.box._asdict()}
            yield item if placed.window is None else {**item, "window": list(placed.window)}

    @property
    def _new(self) -> str:
        return f"/new/{self.box.slug}"

    def _code(self, path: str, document: Document) -> str | None:
        """Return the file of a QR code that leads to a page of the room, if an address was given."""
        if not self.wish.address:
            return None
        drawn = qr_code.drawn(self.wish.address + path)
        return document.keep(drawn.name, drawn.svg)


def flow(setting: Setting, blocks: Sequence[Json], code: str | None, footer: str = "") -> Json:
    """Return text that flows over pages, as the template reads it; without a footer the pages are numbered."""
    return {"kind": "flow", **setting._asdict(), "blocks": blocks, "code": code, "footer": footer, "numbered": not footer}


def spreads(count: int) -> Iterator[dict[str, Json]]:
    """Yield the pages of a booklet side by side on each side of its sheets, the outermost first; 0 is a blank page."""
    whole = -(-count // 4) * 4
    for i in range(1, whole // 2, 2):
        outer, inner = (whole + 1 - i, i), (i + 1, whole - i)
        yield {"pages": [number if number <= count else 0 for number in outer], "back": False}
        yield {"pages": [number if number <= count else 0 for number in inner], "back": True}
