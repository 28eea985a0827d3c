"""Documents from games: which parts there are, and how each becomes pages."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Kit, Wish
from tableronde.printing import blocks as block
from tableronde.printing import code, opening, words
from tableronde.printing.arguments import PARTS
from tableronde.printing.book import Book
from tableronde.printing.drawing import Draughtsman
from tableronde.printing.pads import notation, pads
from tableronde.printing.paper import FOOT, PAPER
from tableronde.printing.plain import plain_kit
from tableronde.printing.press import Document
from tableronde.printing.puzzle_pages import puzzle_pages
from tableronde.printing.record_pages import record_blocks
from tableronde.printing.sheets import Sheet, sheets
from tableronde.table import Table
from tableronde.text import NOTHING, Text

MARGIN: Final = 18.0  # around text
SIZE: Final = 10.5  # of letters, in points
LAYOUTS: Final = ((1, 11.0), (1, 10.5), *((2, size / 2) for size in range(21, 10, -1)))  # columns and letters of a summary, till it fits
OPENINGS: Final = (
    *((SIZE, height) for height in (110.0, 95.0, 80.0, 70.0)),
    *((9.5, height) for height in (80.0, 70.0, 60.0)),
)  # letters and the height of the picture that opens a kit: the first with which it fits on a page, if any


def game_document(box: Box, wish: Wish, part: str = "all") -> Document:
    """A part of a game on paper, or all there is; LookupError with a sentence if it has no such part."""
    builder = Builder(box, wish)
    if part != "all" and not builder.has(part):
        raise LookupError(f"{box.slug} has no {part} to print")
    chosen = [each for each in PARTS if builder.has(each)] if part == "all" else [part]
    for each in chosen:
        builder.add(each)
    if "kit" in chosen:
        builder.open()
    return builder.document()


def record_document(table: Table, wish: Wish, every: int) -> Document:
    """A game that was played, with a picture every so many moves."""
    builder = Builder(table.box, wish)
    builder.text(list(record_blocks(builder.draft, table, builder.draughtsman, every)), f"/new/{table.box.slug}", words.PADS)
    return builder.document()


class Made(NamedTuple):
    """A page, or text that may flow over several, and how it is printed."""

    page: Json
    how: Text


class Setting(NamedTuple):
    """How text is set: the page, its margins and what is added below for a foot, the letters in points, the side of a code."""

    width: float
    height: float
    margin: float
    foot: float
    size: float
    code_size: float


class Builder:
    """Makes the parts of a game for one wish, one after the other."""

    def __init__(self, box: Box, wish: Wish) -> None:
        self.box, self.wish, self.paper = box, wish, PAPER[wish.paper]
        self.draughtsman = Draughtsman(wish, {**box.looks, **(self.kit.looks if box.kit else {})})
        self.draft = Document(wish, box.title[wish.language])
        self.made: list[Made] = []

    @cached_property
    def kit(self) -> Kit:
        """The game's own kit, or what its pictures show."""
        return self.box.kit(self.wish) if self.box.kit else plain_kit(self.box, self.wish)

    def has(self, part: str) -> bool:
        """Whether the game has that part."""
        return {"rules": self.box.has_rulebook, "summary": self.box.has_rulebook, "puzzles": self.box.has_puzzles}.get(part, True)

    def add(self, part: str) -> None:
        """Make a part."""
        adders: dict[str, Callable[[], None]] = {
            "kit": self._kit,
            "summary": self._summary,
            "rules": self._rules,
            "sheets": self._sheets,
            "puzzles": self._puzzles,
        }
        adders[part]()

    def text(self, blocks: Sequence[Json], path: str, how: Text, size: float = SIZE) -> None:
        """Text over as many pages as it needs, with a code that leads to a place in the room."""
        self.made.append(Made(self._text(blocks, path, size), how))

    def open(self) -> None:
        """Put the opening pages before all others, whose numbers they name, the picture as large as costs no page more."""
        drawn = opening.picture(self.kit, self.box, self.draughtsman)
        file, ratio = self.draft.keep(drawn.name, drawn.svg), drawn.box.width / drawn.box.height
        paper = sum(
            made.page["kind"] == "sheet" and not made.page["back"] for made in self.made if made.how in (words.ONE_SIDE, words.BOTH_SIDES)
        )

        def page(size: float, height: float, before: int = 1) -> Json:
            told = opening.Opening(self.box, self.kit, self.wish.language, file, ratio, paper, self._plan(before))
            return self._text(list(told.blocks(min(height, (self.paper.width - 2 * MARGIN) / ratio))), self._new, size)

        fitting = (page(*way) for way in OPENINGS if self._count(page(*way)) == 1)
        large = page(*OPENINGS[0])
        self.made.insert(0, Made(next(fitting, None) or page(*OPENINGS[0], self._count(large)), words.SUMMARY))

    def document(self) -> Document:
        """All that was made."""
        self.draft.pages = [made.page for made in self.made]
        return self.draft

    def _plan(self, before: int) -> list[opening.Plan]:
        """Which pages are printed how, after so many."""
        found: list[opening.Plan] = []
        for i, made in enumerate(self.made, before + 1):
            last = None if made.how == words.RIDDLES else i
            if found and found[-1].how == made.how:
                found[-1] = replace(found[-1], last=last)
            else:
                found.append(opening.Plan(i, last, made.how))
        return found

    def _count(self, page: Json) -> int:
        """How many pages a page of flowing text becomes."""
        used = json.dumps(page)
        return Document(self.wish, "", [page], {name: data for name, data in self.draft.files.items() if name in used}).count()

    def _kit(self) -> None:
        """Every sheet to cut out."""
        made = list(sheets(self.kit.components, self.paper, self.draughtsman))
        duplex = [sheet.back or (i + 1 < len(made) and made[i + 1].back) for i, sheet in enumerate(made)]
        for i, sheet in enumerate(made):
            how = words.BOTH_SIDES if duplex[i] else words.ONE_SIDE
            self.made.append(Made(self._sheet(sheet, i + 1, len(made)), how if sheet.on == NOTHING else sheet.on))

    def _summary(self) -> None:
        """One page, whatever it takes."""
        clauses = list(Book(self.box, self.draft, self.draughtsman).summary())
        pages = (self._text(self._in_short(clauses, columns), f"/rules/{self.box.slug}", size) for columns, size in LAYOUTS)
        found = next((page for page in pages if self._count(page) == 1), None)
        self.made.append(Made(found or self._text(self._in_short(clauses, *LAYOUTS[-1][:1]), self._new, LAYOUTS[-1][1]), words.SUMMARY))

    def _in_short(self, clauses: list[Json], columns: int) -> list[Json]:
        language = self.wish.language
        head = [block.title(words.filled(words.IN_SHORT, self.box.title)[language]), block.text(self._facts())]
        return [*head, *([block.columns(columns, clauses)] if columns > 1 else clauses), block.text(words.NUMBERS[language], small=True)]

    def _facts(self) -> list[Json]:
        """How it is won, for how many, from which age, how long."""
        players, language = self.box.game_type.players, self.wish.language
        seats = words.filled(words.SEATS, min(players), max(players)) if len(players) > 1 else words.filled(words.SOME_SEATS, min(players))
        facts = (seats, words.filled(words.FROM_AGE, self.box.age), words.filled(words.LASTS, self.box.minutes))
        said = ", ".join(fact[language] for fact in facts) + "."
        goal = self.box.goal[language]
        return [*([block.run(goal + " ", bold=True)] if goal else []), block.run(said[0].upper() + said[1:])]

    def _rules(self) -> None:
        """A booklet: its pages are set first, then laid two by two on sheets that are folded in the middle."""
        inner = Document(self.wish, self.box.title[self.wish.language])
        setting = Setting(self.paper.height / 2, self.paper.width, 13.0, 8.0, 9.0, 11.0)
        blocks, code = list(Book(self.box, inner, self.draughtsman).blocks()), self._code(f"/rules/{self.box.slug}", inner)
        inner.pages.append(flow(setting, blocks, code))
        file, count = self.draft.keep("rules.pdf", inner.pdf()), inner.count()
        self.made += (Made({"kind": "spread", "file": file, **spread}, words.BOOKLET) for spread in spreads(count))

    def _sheets(self) -> None:
        """The notation pad of any game, and the game's own pads."""
        self.text(list(notation(self.box, self.paper, self.wish.language)), self._new, words.PADS)
        made = list(pads(self.kit.pads, self.paper, self.draughtsman))
        self.made += (Made(self._sheet(sheet, i, len(made)), words.PADS) for i, sheet in enumerate(made, 1))

    def _puzzles(self) -> None:
        for page in puzzle_pages(self.draft, self.box, self.draughtsman):
            self.text(page, f"/puzzles/{self.box.slug}", words.RIDDLES, 10.0)

    def _text(self, blocks: Sequence[Json], path: str, size: float = SIZE) -> Json:
        footer = words.filled(words.MADE_BY, self.box.title)[self.wish.language]
        setting = Setting(self.paper.width, self.paper.height, MARGIN, FOOT - MARGIN, size, 15.0)
        return flow(setting, blocks, self._code(path, self.draft), footer)

    def _sheet(self, sheet: Sheet, i: int, count: int) -> Json:
        """One side of a sheet, as the template reads it."""
        language = self.wish.language
        title = words.filled(words.BACK, sheet.title) if sheet.back else sheet.title
        return {
            "kind": "sheet",
            "lying": sheet.lying,
            "back": sheet.back,
            "title": f"{self.box.title[language]} · {title[language]}",
            "number": words.filled(words.SHEET, i, count)[language],
            "items": list(self._items(sheet)),
            "notes": [note[language] for note in sheet.notes],
            "scale": "" if sheet.back else words.SCALE[language],
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
        """A code that leads to a place in the room, if there is a room to lead to."""
        if not self.wish.address:
            return None
        drawn = code.drawn(self.wish.address + path)
        return document.keep(drawn.name, drawn.svg)


def flow(setting: Setting, blocks: Sequence[Json], code: str | None, footer: str = "") -> Json:
    """Text that flows over pages, as the template reads it; without a footer the pages are numbered."""
    return {"kind": "flow", **setting._asdict(), "blocks": blocks, "code": code, "footer": footer, "numbered": not footer}


def spreads(count: int) -> Iterator[dict[str, Json]]:
    """Which pages of a booklet lie beside each other on each side of its sheets, the outermost first; 0 is a blank page."""
    whole = -(-count // 4) * 4
    for i in range(1, whole // 2, 2):
        outer, inner = (whole + 1 - i, i), (i + 1, whole - i)
        yield {"pages": [number if number <= count else 0 for number in outer], "back": False}
        yield {"pages": [number if number <= count else 0 for number in inner], "back": True}
