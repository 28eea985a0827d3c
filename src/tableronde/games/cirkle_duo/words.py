"""The names of things: pieces, families, and what wins a card."""

from collections.abc import Iterable
from typing import Final

from tableronde.games.cirkle_duo.pieces import TARGET, VALUES, Piece, is_wild
from tableronde.text import Text, join, same

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
    "P": Text("les violets", "the purples"),
    "B": Text("les bleus", "the blues"),
    "G": Text("les verts", "the greens"),
    "Y": Text("les jaunes", "the yellows"),
    "K": Text("les noirs", "the blacks"),
    "C": Text("les ronds", "the circles"),
    "S": Text("les carrés", "the squares"),
    "X": Text("les croix", "the crosses"),
    "T": Text("les triangles", "the triangles"),
    "O": Text("les cibles", "the targets"),
}
_FEMININE: Final = {"violet": "violette", "bleu": "bleue", "vert": "verte", "jaune": "jaune", "noir": "noire"}


def name(piece: Piece) -> Text:
    """A piece by its shape and colour: "croix bleue", "blue cross"."""
    colour, shape = COLOUR_NAMES[piece[0]], SHAPE_NAMES[piece[1]]
    return Text(f"{shape.fr} {_agreeing(colour.fr, piece[1])}", f"{colour.en} {shape.en}")


def names(pieces: Iterable[Piece]) -> Text:
    """Pieces, one after the other."""
    return join(map(name, pieces), same(", "))


def what_wins(card: Piece) -> Text:
    """R7, R8: the pegs a card asks for, so that nobody has to decode a target or a black."""
    if is_wild(card):
        asked = _asked(card)
        return Text(f"n'importe quel{'le' if card[1] == 'X' else ''} {asked.fr}", f"any {asked.en}")
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


def counted(count: int, fr: str, en: str) -> Text:
    """So many things, in the singular or the plural."""
    return Text(f"{count} {fr}{'s' if count > 1 else ''}", f"{count} {en}{'' if count == 1 else 's'}")


def worth(count: int) -> Text:
    """A number of points."""
    return counted(count, "point", "point")


def card_name(card: Piece) -> Text:
    """A card and its value."""
    return join((name(card), Text(f"({worth(VALUES[card]).fr})", f"({worth(VALUES[card]).en})")))


def _agreeing(colour: str, shape: str) -> str:
    return _FEMININE[colour] if shape in "XO" else colour
