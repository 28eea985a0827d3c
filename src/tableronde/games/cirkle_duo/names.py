"""Names of pieces and families, of what wins a card, and numbers with their nouns."""

from collections.abc import Iterable, Sequence
from typing import Final

from tableronde.games.cirkle_duo.rules.pieces import TARGET, VALUES, Piece, is_wild
from tableronde.text import Noun, Text, join, same

COLOUR_NAMES: Final = {
    "P": Text("violet", "purple"),
    "B": Text("bleu", "blue"),
    "G": Text("vert", "green"),
    "Y": Text("jaune", "yellow"),
    "K": Text("noir", "black"),
}
SHAPE_NAMES: Final = {
    "C": Text("rond", "circle"),
    "S": Text("carré", "square"),
    "X": Text("croix", "cross"),
    "T": Text("triangle", "triangle"),
    "O": Text("cible", "target"),
}
INITIALS: Final = {"P": Text("Vi", "Pu"), "B": Text("Bl", "Bl"), "G": Text("Ve", "Gr"), "Y": Text("Ja", "Ye"), "K": Text("No", "Bk")}
FAMILY_NAMES: Final = {
    "P": Text("famille violette", "purple family"),
    "B": Text("famille bleue", "blue family"),
    "G": Text("famille verte", "green family"),
    "Y": Text("famille jaune", "yellow family"),
    "K": Text("famille noire", "black family"),
    "C": Text("famille des ronds", "family of circles"),
    "S": Text("famille des carrés", "family of squares"),
    "X": Text("famille des croix", "family of crosses"),
    "T": Text("famille des triangles", "family of triangles"),
    "O": Text("famille des cibles", "family of targets"),
}
POINTS: Final = Noun("point", "point")
TURNS: Final = Noun("tour", "turn")
PLOTS: Final = Noun("plot", "peg")
_FEMININE: Final = {"violet": "violette", "bleu": "bleue", "vert": "verte", "jaune": "jaune", "noir": "noire"}


def noun(piece: Piece) -> Noun:
    """The name of a piece with its article: "la croix bleue", "a blue cross"."""
    colour, shape, feminine = COLOUR_NAMES[piece[0]], SHAPE_NAMES[piece[1]], piece[1] in "XO"
    return Noun(f"{shape.fr} {_FEMININE[colour.fr] if feminine else colour.fr}", f"{colour.en} {shape.en}", feminine)


def name(piece: Piece) -> Text:
    """The name of a piece without an article: "croix bleue", "blue cross"."""
    return Text(noun(piece).fr, noun(piece).en)


def names(pieces: Iterable[Piece]) -> Text:
    """The names of pieces as a list."""
    return join(map(name, pieces), same(", "))


def capital(text: Text) -> Text:
    """A text with a capital, to begin a sentence."""
    return Text(text.fr[:1].upper() + text.fr[1:], text.en[:1].upper() + text.en[1:])


def listed(texts: Sequence[Text]) -> Text:
    """Texts joined as in a sentence: "Ada, Blaise et Chloé"."""
    *first, last = texts
    return join((join(first, same(", ")), last), Text(" et ", " and ")) if first else last


def what_wins(card: Piece) -> Text:
    """R7, R8: the pegs a card asks for, so that nobody has to decode a target or a black."""
    if is_wild(card):
        asked = _asked(card)
        return Text(f"n’importe quel{'le' if card[1] == 'X' else ''} {asked.fr}", f"any {asked.en}")
    colour, shape = COLOUR_NAMES[card[0]], SHAPE_NAMES[card[1]]
    return Text(f"{colour.fr} ou {shape.fr}", f"{colour.en} or {shape.en}")


def what_a_face_wins(face: Piece, wild: bool) -> Text:
    """R32, R33: the pegs a face of a die asks for, in a few letters."""
    if not is_wild(face):
        return name(face)
    asked = _asked(face)
    return Text(f"{'toute' if face[1] == 'X' else 'tout'} {asked.fr}", f"any {asked.en}") if wild else Text("rien", "nothing")


def _asked(piece: Piece) -> Text:
    """The colour a target asks for, or the shape a black asks for."""
    return COLOUR_NAMES[piece[0]] if piece[1] == TARGET else SHAPE_NAMES[piece[1]]


def card_name(card: Piece) -> Text:
    """A card and its value: "croix bleue (5 points)"."""
    return join((name(card), _value(card)))


def the_card(card: Piece) -> Text:
    """A card and its value in a sentence: "la croix bleue (5 points)"."""
    return join((noun(card).the, _value(card)))


def _value(card: Piece) -> Text:
    value = POINTS.count(VALUES[card])
    return Text(f"({value.fr})", f"({value.en})")
