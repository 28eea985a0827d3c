"""The constants of the dial: twelve places, six clue cards, three metals, nine token values."""

from typing import Final

PLACES: Final = range(1, 13)  # clockwise
LENGTHS: Final = range(6, 13)  # R1, of the word
METALS: Final[tuple[tuple[str, ...], ...]] = (  # Q1, in the order of the places
    ("gold", "copper"), ("copper",), ("copper",), ("copper",),
    ("copper", "silver"), ("silver",), ("silver",), ("silver",),
    ("silver", "gold"), ("gold",), ("gold",), ("gold",),
)  # fmt: skip
CARDS: Final = ("c1", "c2", "g1", "g2", "s1", "s2")  # Q3: two clue cards of each metal
FORMS: Final = ("initial", "length", "gender")  # R2: clues of form
MEANINGS: Final = ("analogy", "synonym", "expression")  # R2: clues of meaning
KINDS: Final = FORMS + MEANINGS
POSITIONS: Final = {"K": 3, "eye": 2}  # betting positions on the two sides of a sarcophagus (R12, R13)
VALUES: Final = range(1, 10)
LETTERS_TO_END: Final = 8  # R33
BLANK: Final = "-"
TINTS: Final = "abc"


def metals(place: int) -> tuple[str, ...]:
    """The metal or metals of a sarcophagus."""
    return METALS[place - 1]


def metal(card: str) -> str:
    """The metal of a clue card."""
    return {"c": "copper", "g": "gold", "s": "silver"}[card[0]]


def tint(value: int) -> str:
    """Q25: the tint on the back of a token, if tints are played."""
    return TINTS[(value - 1) % 3]


def stock(seats: int) -> tuple[int, ...]:
    """R4, R37: the values of all tokens of one player."""
    return tuple(value for value in VALUES for _ in range(2 if seats == 2 else 1))


def lies_hidden(side: str, position: int, bluff: bool) -> bool:
    """R12, R13: whether a token on that position (0, 1, 2) of a side lies face down. A full side is resolved at once."""
    return position == 0 or (bluff and side == "K" and position == 1)
