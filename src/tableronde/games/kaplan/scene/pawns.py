"""The two pawns of the draw, as text and in the picture. They are shown only at the end, because they reveal the word."""

from collections.abc import Iterator
from typing import Final

from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.state import Secret
from tableronde.games.kaplan.words.dictionary import Language
from tableronde.scene import Point, Shape, circle, cross, rectangle, regular, star
from tableronde.text import Text
from tableronde.theme import Look

LOOKS: Final = {
    "clear": Look(fill="none", stroke="#8a6a1f", width=0.7),
    "filled": Look(fill="#c9a24a", stroke="#8a6a1f", width=0.5),
    "striped": Look(fill="#c9a24a", stroke="#8a6a1f", width=0.5, pattern="stripes"),
    "dotted": Look(fill="#c9a24a", stroke="#8a6a1f", width=0.5, pattern="dots"),
}
COLOURS: Final = {"red": "rouge", "green": "vert", "blue": "bleu", "yellow": "jaune"}
SHAPES: Final = {  # drawn for a size of 10 units, with names
    "circle": (circle(8.5), "cercle"),
    "square": (rectangle(14.6, 14.6), "carré"),
    "triangle": (regular(3, 10), "triangle"),
    "hexagon": (regular(6, 9.2), "hexagone"),
    "star": (star(5, 10.4, 4.6), "étoile"),
    "cross": (cross(8.8, 5.8), "croix"),
    "crescent": ("M3.1 -8.8C-6.2 -6.9 -6.2 6.9 3.1 8.8C-11.5 10 -11.5 -10 3.1 -8.8Z", "croissant"),
    "diamond": (regular(4, 10), "losange"),
}
FAMILIES: Final = {"clear": "transparent", "filled": "plein", "striped": "rayé", "dotted": "pointillé"}
FEMININE: Final = ("star", "cross")


def pawns_text(secret: Secret, language: Language) -> Text:
    """The two pawns that draw a word, if it is in the deck."""
    pawns = deck.pawns_of(secret.word, secret.start, language)
    if not pawns:
        return Text("un mot qui n’est pas dans la boîte", "a word that is not in the box")
    window, colour, symbol = pawns["colour_pawn"]["window"], pawns["colour_pawn"]["colour"], pawns["symbol_pawn"]
    return Text(
        f"le tirage : fenêtre {window} en {COLOURS[colour]} ; {_symbol_in_french(symbol)}",
        f"the draw: window {window} in {colour}; {symbol}",
    )


def draw_pawns(secret: Secret, language: Language, at: Point) -> Iterator[Shape]:
    """The colour pawn with its three windows, and the symbol pawn beside it."""
    pawns = deck.pawns_of(secret.word, secret.start, language)
    if not pawns:
        return
    x, y = at
    yield Shape("drawn colour", rectangle(42, 24, 5), "ivory", (x, y))
    for window in (1, 2, 3):
        style = pawns["colour_pawn"]["colour"] if window == pawns["colour_pawn"]["window"] else "faint hollow thin"
        yield Shape(f"drawn window {window}", rectangle(10, 16, 2), style, (x - 26 + 13.0 * window, y))
    family, shape = pawns["symbol_pawn"].split(" ")
    yield Shape("drawn symbol pawn", circle(13), "ivory", (x + 38, y))
    yield Shape("drawn symbol", SHAPES[shape][0], family, (x + 38, y))


def _symbol_in_french(symbol: str) -> str:
    family, shape = symbol.split(" ")
    return f"{SHAPES[shape][1]} {FAMILIES[family]}{'e' if shape in FEMININE else ''}"
