"""The pieces: sixteen pegs, twenty-four cards, four dice. A piece is two letters, its colour and its shape."""

from typing import Final

Piece = str
BLACK: Final = "K"
TARGET: Final = "O"
COLOURS: Final = "PBGYK"
SHAPES: Final = "CSXTO"
EMPTY: Final = "-"  # the content of a place whose peg was won
PLACES: Final = 16  # Q3: a square of four by four, row by row

PEGS: Final = tuple(colour + shape for colour in "PBGY" for shape in "CSXT")
CARDS: Final = (*PEGS, *(colour + TARGET for colour in "PBGY"), *(BLACK + shape for shape in "CSXT"))  # Q2
DICE: Final = tuple((*(colour + shape for shape in SHAPES), BLACK + black) for colour, black in zip("PBGY", "CSXT", strict=True))  # Q4
FAMILIES: Final = {letter: frozenset(card for card in CARDS if letter in card) for letter in COLOURS + SHAPES}  # R26
_BY_SHAPE: Final = {"C": 9, "S": 7, "X": 5, "T": 3, TARGET: 20}
VALUES: Final = {card: 13 if card[0] == BLACK else _BY_SHAPE[card[1]] for card in CARDS}


def hat_word(place: int) -> str:
    """The number of a hat that players read and press, counted from 1. Actions and facts count places from 0."""
    return str(place + 1)


def points(pieces: tuple[Piece, ...] | frozenset[Piece]) -> int:
    """The sum of the values of pieces."""
    return sum(map(VALUES.__getitem__, pieces))


def fits(peg: Piece, card: Piece) -> bool:
    """R7: whether a peg has the colour or shape of a card. No peg has the shape of a target or the colour of a black, so R8 holds too."""
    return peg[0] == card[0] or peg[1:] == card[1]


def is_wild(face: Piece) -> bool:
    """Whether a face of a die is a target or a black, which no single peg matches exactly."""
    return face[0] == BLACK or face[1] == TARGET


def answers(peg: Piece, face: Piece, wild: bool) -> bool:
    """R32, R33: whether a peg is what a face of a die asks for."""
    return peg == face or (wild and is_wild(face) and fits(peg, face))
