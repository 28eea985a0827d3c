"""The 120 cards and the twelve sarcophagi, both faces of each. Lengths are millimetres."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Final

from tableronde.game import Json
from tableronde.games.kaplan.paper.symbols import symbol
from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.dial import PLACES, metals
from tableronde.games.kaplan.scene.marks import HALF, POSITIONS, TOKEN, coffin, eye_mark, k_mark
from tableronde.games.kaplan.texts import METAL_NAMES
from tableronde.games.kaplan.words.dictionary import Language
from tableronde.kit import Component, moved
from tableronde.scene import Point, Shape, circle, polygon, rectangle, words
from tableronde.text import Text, join, same

CARD: Final = (63.0, 79.0)
UPSIDE_DOWN: Final = (6, 9)  # numbers with a line below, to tell which is which
ROUND: Final = 3.0  # the radius of the corners
INNER: Final = 57.0  # the width of the print
BAND: Final = 4.2  # the width of the colour band beside a window
STRIP: Final = 4.6  # the height of the metal strip above the windows
WINDOW: Final = 22.2  # the height of a window
COLUMNS, ROWS = 8, 3  # of symbols in a window
SYMBOL: Final = 3.05  # the size of a symbol in a window, from its middle
LENS: Final = (-20.0, -29.0)  # the middle of the lens
LENS_SIZE: Final = 8.4
SKYLIGHT: Final = 18.2
LINE: Final = 18  # letters in a line of a clue; longer ones take two lines
COFFIN: Final = 0.4  # millimetres to a unit of the picture of a sarcophagus
SOCKET: Final = COFFIN * (TOKEN - 4)
LETTERS: Final = {"red": Text("R", "R"), "green": Text("V", "G"), "blue": Text("B", "B"), "yellow": Text("J", "Y")}
CARD_NAME: Final = Text("Carte de jeu", "Game card")
LID_NAME: Final = Text("Sarcophage", "Sarcophagus")
SAID: Final = {  # the printed form of each kind of clue
    "initial": Text("{0}…", "{0}…"),
    "length": Text("{0} lettres", "{0} letters"),
    "gender": same("{0}"),
    "analogy": same("≈ {0}"),
    "synonym": same("= {0}"),
    "expression": Text("« {0} »", "“{0}”"),
}


def cards(language: Language) -> Iterator[Component]:
    """The deck of a language."""
    for card in deck.load(language)["cards"]:
        yield Component(CARD_NAME, rectangle(*CARD, ROUND), 1, tuple(_drawing(card)), tuple(_reading(card, language)), "duplex")


def _drawing(card: Mapping[str, Json]) -> Iterator[Shape]:
    """The drawing face: the metal, and three windows of 24 symbols."""
    yield from _metal(card["metal"], (0.0, -CARD[1] / 2 + 2.0 + STRIP / 2), INNER)
    for i, window in enumerate(card["windows"]):
        y = -CARD[1] / 2 + 7.4 + (WINDOW + 1.2) * i + WINDOW / 2
        yield from _frame(f"window {i}", window["colour"], (0.0, y), WINDOW)
        for j, (name, content) in enumerate(window["marks"].items()):
            yield from symbol(f"{i} {name}", name, _slot(j, y), SYMBOL, content)


def _slot(j: int, y: float) -> Point:
    """The places of the symbols in a window, row by row."""
    wide, high = (INNER - BAND) / COLUMNS, WINDOW / ROWS
    return -INNER / 2 + BAND + (j % COLUMNS + 0.5) * wide, y + (j // COLUMNS - 1) * high


def _metal(metal: str, at: Point, width: float) -> Iterator[Shape]:
    """A strip of metal with its name."""
    yield Shape("metal", rectangle(width, STRIP, 1.0), metal, at)
    yield Shape("metal plate", rectangle(18.0, STRIP - 1.0, 1.0), "plate", at)
    yield Shape("metal name", style="content title", at=at, label=METAL_NAMES[metal], size=3.2)


def _frame(id: str, colour: str, at: Point, height: float) -> Iterator[Shape]:
    """A window or a skylight: its background, and a band with its colour, a pattern and a letter."""
    x, y = at
    yield Shape(id, rectangle(INNER, height, 1.0), f"pane {colour}-pane", at)
    yield Shape(f"{id} colour", rectangle(BAND, height), colour, (x - (INNER - BAND) / 2, y))
    yield Shape(f"{id} plate", circle(1.9), "plate", (x - (INNER - BAND) / 2, y))
    yield Shape(f"{id} letter", style="content bold", at=(x - (INNER - BAND) / 2, y), label=LETTERS[colour], size=3.2)


def _reading(card: Mapping[str, Json], language: Language) -> Iterator[Shape]:
    """The reading face: the lens, the metal, and three skylights with clues."""
    yield Shape("lens", circle(LENS_SIZE), "lens", LENS)
    if card["lens"]:
        yield words(card["lens"], LENS, 12.0, "content title bold", "letter")
    yield from _metal(card["metal"], (9.0, LENS[1]), 36.0)
    for i, window in enumerate(card["windows"]):
        y = -CARD[1] / 2 + 20.0 + (SKYLIGHT + 1.2) * i + SKYLIGHT / 2
        yield from _frame(f"skylight {i}", window["colour"], (0.0, y), SKYLIGHT)
        yield from _clues(f"clue {i}", card["skylights"][window["colour"]], y, language)


def _clues(id: str, clues: Mapping[str, Json], middle: float, language: Language) -> Iterator[Shape]:
    """The clues of a skylight, each beside its symbol, in two columns."""
    rows = 4 if len(clues) <= 8 else 5
    step, wide = SKYLIGHT / rows, (INNER - BAND) / 2
    for i, (name, clue) in enumerate(clues.items()):
        x, y = -INNER / 2 + BAND + wide * (i // rows), middle + (i % rows - (rows - 1) / 2) * step
        yield from symbol(f"{id} {name}", name, (x + 2.6, y), 0.42 * step)
        yield from _said(f"{id} {name}", said(clue, language), (x + 5.0, y), step)


def said(clue: Mapping[str, str], language: Language) -> str:
    """A clue as printed; a sign tells its kind."""
    return SAID[clue["kind"]][language].replace("{0}", clue["text"])


def _said(id: str, clue: str, at: Point, step: float) -> Iterator[Shape]:
    """A clue on one line or two."""
    lines = wrap(clue, LINE, break_long_words=False)
    size = min(2.6, 0.62 * step) if len(lines) == 1 else min(2.1, 0.46 * step)
    for i, line in enumerate(lines):
        yield words(line, (at[0], at[1] + (i - (len(lines) - 1) / 2) * size), size, "content start", f"{id} said {i}")


def sarcophagi() -> Iterator[Component]:
    """Twelve sarcophagi: the K side, and the Eye side on the back."""
    for place in PLACES:
        sides = [tuple(_lid(place, side)) for side in POSITIONS]
        yield Component(LID_NAME, rectangle(*CARD, ROUND), 1, sides[0], sides[1], "duplex")


def _lid(place: int, side: str) -> Iterator[Shape]:
    """One side of a sarcophagus: its metal or metals, number, mark and betting positions."""
    both = metals(place)
    if len(both) == 1:
        yield Shape("lid", coffin(COFFIN), f"{both[0]} lid")
    else:
        yield from (Shape(f"half {metal}", _half(way), f"{metal} lid") for way, metal in zip((-1, 1), both, strict=True))
    for i, (x, y) in enumerate(POSITIONS[side]):
        yield Shape(f"position {i}", circle(SOCKET), "spot", (x * COFFIN, y * COFFIN))
    mark, at = (k_mark(), (0.0, 23.3)) if side == "K" else (eye_mark(), (0.0, -16.5))
    yield Shape("plate", rectangle(11.0, 9.8, 3.0) if side == "K" else rectangle(38.0, 13.0, 4.0), "plate", at)
    yield Shape("mark", moved(mark, (0.0, 0.0), COFFIN), "sign-line", at)
    yield Shape("number plate", circle(4.6), "plate", (0.0, -29.5))
    yield words(str(place), (0.0, -29.5), 6.4, "content title bold", "number")
    if place in UPSIDE_DOWN:
        yield Shape("foot", rectangle(3.6, 0.5), "solid", (0.0, -26.2))
    name = join((METAL_NAMES[metal] for metal in both), same(" · "))
    yield Shape("name plate", rectangle(25.0, 4.4, 1.0), "plate", (0.0, 31.0))
    yield Shape("name", style="content title", at=(0.0, 31.0), label=name, size=3.6)


def _half(way: int) -> str:
    """The left or the right half of a sarcophagus."""
    return polygon((way * x * COFFIN, y * COFFIN) for x, y in HALF)
