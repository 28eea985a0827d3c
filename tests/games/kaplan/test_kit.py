"""Le Cadran de Kaplan on paper, read back from the PDF: the trick is done with the printed cards, for all 384 words."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise, zip_longest
from math import dist
from typing import Any, NamedTuple

import pytest

from support.paper import Box, Page, Path, Word, read
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.paper.board import numbered
from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.dial import FORMS, KINDS, PLACES, metals
from tableronde.games.kaplan.scene.pawns import SHAPES
from tableronde.games.kaplan.words.deck_check import verify
from tableronde.kit import Ink, PaperName, Wish
from tableronde.kit.solids import DODECAHEDRON, opposite
from tableronde.printing.build import game_document
from tableronde.printing.paper_sizes import EDGE
from tableronde.text import Language

NEAR = 0.02
CARD = (63.0, 79.0)
BAND = 4.2  # what a window has on its left: its colour
COLOURS: dict[Language, dict[str, str]] = {
    "fr": {"R": "red", "V": "green", "B": "blue", "J": "yellow"},
    "en": {"R": "red", "G": "green", "B": "blue", "Y": "yellow"},
}
METALS = {"or": "gold", "argent": "silver", "cuivre": "copper", "gold": "gold", "silver": "silver", "copper": "copper"}
SIGNS = (
    ("initial", re.compile(r"([A-Z])…")),
    ("length", re.compile(r"(\d+)(?:lettres|letters)")),
    ("analogy", re.compile(r"≈(.+)")),
    ("synonym", re.compile(r"=(.+)")),
    ("expression", re.compile(r"[«“](.+)[»”]")),
    ("gender", re.compile(r"([MFNV]\.(?:Sing|Plur))")),
)
EDITIONS: list[tuple[Language, PaperName, Ink]] = [("fr", "a4", "black"), ("en", "letter", "colour")]
editions = pytest.mark.parametrize(("language", "paper", "ink"), EDITIONS)


@cache
def whole(language: Language, paper: PaperName, ink: Ink) -> list[Page]:
    return read(game_document(BOX, Wish(paper, language, ink), "kit").pdf())


def kit(language: Language, paper: PaperName, ink: Ink) -> list[Page]:
    """The sheets, without the pages that open the kit."""
    return [page for page in whole(language, paper, ink) if re.search("feuille\\d+sur|sheet\\d+of", page.text)]


def french() -> list[Page]:
    return kit(*EDITIONS[0])


def sized(paths: Sequence[Path], width: float, height: float) -> list[Path]:
    sizes = [(path, *path.box.size) for path in paths]
    return [path for path, wide, high in sizes if abs(wide - width) < NEAR and abs(high - height) < NEAR]


def has(box: Box, spot: tuple[float, float]) -> bool:
    return box.left <= spot[0] <= box.right and box.top <= spot[1] <= box.bottom


def letters(words: Sequence[Word]) -> str:
    """What some letters say, line by line."""
    lines = groupby(sorted(words, key=lambda word: round(word.box.bottom, 1)), key=lambda word: round(word.box.bottom, 1))
    return (
        "".join(word.text for _, line in lines for word in sorted(line, key=lambda word: word.box.left))
        .replace("\u00a0", "")
        .replace(" ", "")
    )


# -- symbols -----------------------------------------------------------------------------------------------------------


def signature(corners: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The form of an outline, whatever its place and size."""
    xs, ys = zip(*corners, strict=True)
    middle, high = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), max(ys) - min(ys)
    return tuple(((x - middle[0]) / high, (y - middle[1]) / high) for x, y in corners)


def alike(one: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    return len(one) == len(other) and all(dist(a, b) < NEAR for a, b in zip(one, other, strict=True))


def corners(path: str) -> list[tuple[float, float]]:
    steps = re.findall(r"[MLC]([^MLCZ]*)", path)
    ends = [[float(number) for number in step.split()][-2:] for step in steps]
    return [(x, y) for x, y in ends]


OUTLINES = {name: signature(corners(path)) for name, (path, _) in SHAPES.items()}


class Symbol(NamedTuple):
    """A printed symbol and where it is."""

    name: str
    box: Box


def symbols(paths: Sequence[Path]) -> Iterator[Symbol]:
    """Outlines, each with what follows it: stripes are lines, dots are many; what is filled is as dark as its outline."""
    for path, after in zip_longest(paths, paths[1:]):
        if path.stroked and path.filled and len(path.parts) == 1:
            form = signature(path.parts[0])
            yield from (Symbol(f"{_family(path, after)} {name}", path.box) for name, outline in OUTLINES.items() if alike(form, outline))


def _family(path: Path, after: Path | None) -> str:
    if max(path.colours[1]) < 0.3:
        return "filled"
    if after and after.stroked and not after.filled and all(len(part) == 2 for part in after.parts):
        return "striped"
    return "dotted" if after and not after.stroked and len(after.parts) > 2 else "clear"


def test_the_eight_forms_can_be_told_apart() -> None:
    forms = [*OUTLINES.values()]
    assert [sum(alike(form, other) for other in forms) for form in forms] == [1] * 8


# -- cards -------------------------------------------------------------------------------------------------------------


class Side(NamedTuple):
    """What is printed within a box."""

    box: Box
    paths: list[Path]
    words: list[Word]

    def within(self, box: Box) -> "Side":
        return Side(box, [path for path in self.paths if has(box, path.box.middle)], [w for w in self.words if has(box, w.box.middle)])

    def panes(self, height: float) -> "list[Side]":
        """Windows or skylights, from above."""
        return [self.within(path.box) for path in sorted(sized(self.paths, 57.0, height), key=lambda path: path.box.top)]

    def colour(self, language: Language) -> str:
        """The colour of a window, by the letter in its band."""
        return COLOURS[language][letters([word for word in self.words if word.box.middle[0] < self.box.left + BAND])]

    @property
    def inner(self) -> "Side":
        """A window without its band and its frame."""
        inside = self.within(Box(self.box.left + BAND, self.box.top, self.box.right, self.box.bottom))
        return inside._replace(paths=[path for path in inside.paths if path.box.size[0] < 10])


def _sheet(page: Page) -> Box:
    return Box(0.0, 0.0, page.width, page.height)


def sides(pages: Sequence[Page], title: str) -> Iterator[tuple[Side, Side]]:
    """All cards on the sheets of some title: the front, and what lies behind it once the sheet is turned over its long edge."""
    for front, back in pairwise(pages):
        if title in front.text and front.cuts and not back.cuts:
            for cut in sized(front.cuts, *CARD):
                left, top, right, bottom = cut.box
                behind = Box(front.width - right, top, front.width - left, bottom)
                one, other = Side(_sheet(front), front.paths, front.words), Side(_sheet(back), back.paths, back.words)
                yield one.within(cut.box), other.within(behind)


@cache
def cards(language: Language, paper: PaperName, ink: Ink) -> list[dict[str, Any]]:
    """The deck as it is printed, in the form of the deck that is shipped."""
    title = "Cartedejeu" if language == "fr" else "Gamecard"
    printed = [both for both in sides(kit(language, paper, ink), title) if both[0].panes(22.2)]
    return [_card(number, front, back, language) for number, (front, back) in enumerate(printed, 1)]


def _card(number: int, front: Side, back: Side, language: Language) -> dict[str, Any]:
    windows = [{"colour": pane.colour(language), "marks": _marks(pane.inner)} for pane in front.panes(22.2)]
    [lens] = sized(back.paths, 16.8, 16.8)
    skylights = {pane.colour(language): dict(_clues(pane.inner)) for pane in back.panes(18.2)}
    names = {METALS[letters(side.within(_head(side)).words)] for side in (front, back)}
    assert len(names) == 1
    return {"id": number, "metal": names.pop(), "lens": letters(back.within(lens.box).words), "windows": windows, "skylights": skylights}


def _head(side: Side) -> Box:
    """Where the metal is named: in the strip."""
    return next(path.box for path in side.paths if abs(path.box.size[1] - 4.6) < NEAR)


def _marks(pane: Side) -> dict[str, str]:
    """The symbols of a window, cell by cell, and what is in them."""
    wide, high = (pane.box.right - pane.box.left) / 8, (pane.box.bottom - pane.box.top) / 3

    def cell(box: Box) -> tuple[int, int]:
        x, y = box.middle
        return int((y - pane.box.top) / high), int((x - pane.box.left) / wide)

    inside = {cell(symbol.box): symbol.name for symbol in symbols(pane.paths)}
    return {name: letters([word for word in pane.words if cell(word.box) == place]) for place, name in inside.items()}


def _clues(pane: Side) -> Iterator[tuple[str, dict[str, str]]]:
    """The symbols of a skylight, and what is written beside them, in two columns."""
    half = (pane.box.left + pane.box.right) / 2
    for left, right in ((pane.box.left, half), (half, pane.box.right)):
        column = pane.within(Box(left, pane.box.top, right, pane.box.bottom))
        found = list(symbols(column.paths))
        said: dict[str, list[Word]] = {symbol.name: [] for symbol in found}
        for word in column.words:
            said[min(found, key=lambda symbol: abs(symbol.box.middle[1] - word.box.middle[1])).name].append(word)
        yield from ((name, _clue(letters(words))) for name, words in said.items())


def _clue(said: str) -> dict[str, str]:
    """A clue, its kind told by its sign."""
    [clue] = [{"kind": kind, "text": match[1]} for kind, sign in SIGNS if (match := sign.fullmatch(said))]
    return clue


def joined(card: dict[str, Any]) -> dict[str, Any]:
    """A card of the deck that is shipped, without spaces in its clues: between letters there are none on paper."""
    skylights = {
        colour: {symbol: {**clue, "text": "".join(clue["text"].split())} for symbol, clue in clues.items()}
        for colour, clues in card["skylights"].items()
    }
    return {**card, "skylights": skylights}


@editions
def test_the_printed_deck_is_that_of_the_table_and_finds_all_words(language: Language, paper: PaperName, ink: Ink) -> None:
    """120 cards, every symbol, number, letter and clue, on both faces; in black nothing is told by colour."""
    printed = cards(language, paper, ink)
    assert len(printed) == 120
    for one, other in zip(printed, deck.load(language)["cards"], strict=True):
        assert one == joined(other)
    _the_trick_finds_all_384_words(printed, language)


def _the_trick_finds_all_384_words(printed: list[dict[str, Any]], language: Language) -> None:
    """With the printed cards and nothing else: keep those with the window, then those with the symbol, lay them out and read."""
    found = []
    for game in deck.load(language)["games"]:
        thirty = [card for card in printed if card["windows"][game["window"] - 1]["colour"] == game["colour"]]
        assert len(thirty) == 30
        held = [(card["windows"][game["window"] - 1]["marks"].get(game["symbol"], ""), card) for card in thirty]
        crown = {int(content): card["lens"] for content, card in held if content.isdecimal()}
        clues = [(card["metal"], card["skylights"][game["colour"]][game["symbol"]]) for content, card in held if content == "K"]
        assert sorted(crown) == list(PLACES)
        assert Counter(metal for metal, _ in clues) == {"gold": 2, "silver": 2, "copper": 2}
        told = {clue["kind"]: clue["text"] for _, clue in clues}
        word = _read([crown[place] for place in PLACES], told["initial"], game["word"])
        assert sorted(told) == sorted(KINDS)
        assert (word[0], str(len(word))) == (told[FORMS[0]], told[FORMS[1]])
        found.append(word)
    assert found == [game["word"] for game in deck.load(language)["games"]]
    assert len(set(found)) == 384


def _read(ring: list[str], initial: str, word: str) -> str:
    """The letters of the crown from behind the blanks; a word of twelve has none, and begins somewhere with its first letter."""
    starts = [i for i in range(12) if ring[i] and not ring[i - 1]] or [i for i in range(12) if ring[i] == initial]
    read = ["".join(ring[start:] + ring[:start]) for start in starts]
    return next(each for each in read if len(read) == 1 or each == word)


def test_a_fault_on_a_card_would_be_seen() -> None:
    """The verifier of the deck, on what was read from paper."""
    printed = {**deck.load("fr"), "cards": cards(*EDITIONS[0])}
    assert verify(printed) == []
    first = printed["cards"][0]
    changed = {**first, "lens": "Z" if first["lens"] != "Z" else "A"}
    assert verify({**printed, "cards": [changed, *printed["cards"][1:]]})


# -- the rest of the box -------------------------------------------------------------------------------------------------


@editions
def test_everything_is_as_many_and_as_large_as_in_the_box(language: Language, paper: PaperName, ink: Ink) -> None:
    sizes = Counter(tuple(round(side, 1) for side in path.box.size) for page in kit(language, paper, ink) for path in page.cuts)
    dial = [size for size in sizes if size == (433.0, 433.0)]
    assert dial
    net = (77.5, 116.0)
    assert sizes[63.0, 79.0] == 120 + 12
    assert sizes[19.0, 19.0] == 8 * 9
    assert (sizes[30.0, 30.0], sizes[24.0, 24.0]) == (12, 32)
    assert sizes[net] == 3
    assert sizes[186.0, 118.0] == 8


@editions
def test_there_is_a_white_edge_and_the_colour_one_asked_for(language: Language, paper: PaperName, ink: Ink) -> None:
    pages = kit(language, paper, ink)
    for page in pages:
        left, top, right, bottom = page.ink
        assert min(left, top, page.width - right, page.height - bottom) >= EDGE
    colours = {colour for page in pages for path in page.paths for colour in path.colours if colour}
    assert (max(max(colour) - min(colour) for colour in colours) < 1e-6) == (ink == "black")


def test_twelve_sarcophagi_have_three_positions_and_two_behind() -> None:
    """R12, R13, Q1: numbers and metals on both sides."""
    lids = [both for both in sides(french(), "Sarcophage") if not both[0].panes(22.2)]
    assert len(lids) == 12
    for place, (front, back) in zip(PLACES, lids, strict=True):
        assert [len(sized(side.paths, 20.0, 20.0)) for side in (front, back)] == [3, 2]
        for side in (front, back):
            said = "".join(word.text.strip() for word in side.words)
            assert said.startswith(str(place))
            assert {METALS[name] for name in said.removeprefix(str(place)).split("·")} == {*metals(place)}


def test_the_pawns_are_those_of_the_draw() -> None:
    [page] = [page for page in french() if "Pion-couleur" in page.text]
    colours, drawn = set(), []
    sheet = Side(_sheet(page), page.paths, page.words)
    for cut in sized(page.cuts, 30.0, 30.0):
        panes = sorted(sized(sheet.within(cut.box).paths, 16.0, 6.2), key=lambda path: path.box.top)
        said = [letters(sheet.within(pane.box).words) for pane in {round(pane.box.top, 2): pane for pane in panes}.values()]
        [window] = [i for i, letter in enumerate(said, 1) if letter]
        colours.add((window, COLOURS["fr"][said[window - 1]]))
    for cut in sized(page.cuts, 24.0, 24.0):
        inside = [path for path in sheet.within(cut.box).paths if path.box.size[1] < 16]
        drawn += [symbol.name for symbol in symbols(inside)]
    assert colours == {(pawn["window"], pawn["colour"]) for pawn in deck.load("fr")["colour_pawns"]}
    assert sorted(drawn) == sorted(deck.load("fr")["symbol_pawns"]) == sorted(deck.load("en")["symbol_pawns"])


def test_eight_families_of_nine_tokens() -> None:
    """R4: each value once in each family; a fold between the two faces."""
    pages = [page for page in french() if "·Jeton" in page.text]
    found: list[tuple[Any, str]] = []
    for page in pages:
        sheet = Side(_sheet(page), page.paths, page.words)
        for cut in page.cuts:
            x, y = cut.box.middle
            back = sheet.within(Box(x - 23.0 - 9.5, y - 9.5, x - 23.0 + 9.5, y + 9.5))
            [sign] = [path for path in back.paths if path.stroked and path.box.size[0] < 16]
            found.append((_rounded(sign), letters(sheet.within(cut.box).words)))
    assert len(found) == 72
    families = {sign for sign, _ in found}
    assert len(families) == 8
    assert all(sorted(value for sign, value in found if sign == family) == list("123456789") for family in families)


def _rounded(path: Path) -> tuple[tuple[float, float], ...]:
    return tuple((round(x, 2) + 0.0, round(y, 2) + 0.0) for x, y in signature(path.parts[0]))


def test_the_dice_have_twelve_faces_of_which_two_opposite_ones_make_thirteen() -> None:
    [page] = [page for page in french() if "Déàdouzefaces" in page.text]
    sheet = Side(_sheet(page), page.paths, page.words)
    for cut in page.cuts:
        numbers = Counter(re.findall(r"\d+", " ".join(_numbers(sheet.within(cut.box).words))))
        assert numbers == Counter(map(str, PLACES))
    numbers_of = numbered()
    assert all(numbers_of[face] + numbers_of[opposite(DODECAHEDRON, face)] == 13 for face in range(12))


def _numbers(words: Sequence[Word]) -> Iterator[str]:
    """Digits that stand beside each other are one number."""
    line: list[Word] = []
    for word in sorted(words, key=lambda word: (round(word.box.bottom, 1), word.box.left)):
        if line and (abs(word.box.bottom - line[-1].box.bottom) > 0.1 or word.box.left - line[-1].box.right > 0.5):
            yield letters(line)
            line = []
        line.append(word)
    yield letters(line)


def test_the_dial_has_twelve_places_and_three_spots_as_large_as_a_card() -> None:
    """Each place is printed whole once, or in parts on sheets that join."""
    pages = [page for page in french() if re.search("·Cadran[A-C][12]", page.text)]
    assert len(pages) == 6
    said = "".join(page.text for page in pages)
    assert all(f"{place}·" in said for place in PLACES)
    frames = {tuple(round(v, 1) for v in path.box.size) for page in pages for path in page.paths if len(path.parts[0]) == 9}
    assert (64.0, 80.0) in frames


def test_a_notebook_has_twelve_places_and_six_clues() -> None:
    pages = read(game_document(BOX, Wish("a4", "fr", "black"), "sheets").pdf())
    [page] = [page for page in pages if "Carnetde" in page.text]
    assert len(sized(page.cuts, 186.0, 118.0)) == 2
    for kind in ("premièrelettre", "nombredelettres", "genreetnombre", "analogie", "synonyme", "expressionimagée"):
        assert page.text.count(kind) == 2


def test_the_opening_says_what_the_box_had_and_which_words_these_are() -> None:
    said = ["".join(page.text for page in whole(*edition)[:2]) for edition in EDITIONS]
    assert all(text in said[0] for text in ("120cartesdejeu", "72jetons-pari", "3désàdouzefaces", "3sacs"))
    assert all(text in said[1] for text in ("120two-sidedgamecards", "384Englishwords"))
