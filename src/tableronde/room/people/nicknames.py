"""The names that guests give themselves, and other short texts of theirs: visible, bounded, and told apart."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tableronde.room.base.refusals import Refused

LONGEST_NAME: Final = 24
MAX_MARKS: Final = 2  # combining marks on one letter; some scripts need two
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10)))
)
RESERVED: Final = ("Table Ronde", "The room", "La salle", "Ancien joueur", "A former player")  # the room itself speaks under these
# Letters that look like a Latin one, after folding: Cyrillic, Greek, digits and signs.
_LIKE: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтгпαβεικνορτυχγωӏ01|!i",
    "aeopcyxljshdqwbkmhtrnabelkvoptuxywlollll",
)


def clean_text(text: str) -> str:
    """Return a text on one line without characters that cannot be seen, and with few combining marks on each letter."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        is_mark = unicodedata.category(character) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if character.isspace():
            kept.append(" ")
        elif character.isprintable() and character not in INVISIBLE and marks <= MAX_MARKS and not (is_mark and kept[-1:] in ([], [" "])):
            kept.append(character)
    return " ".join("".join(kept).split())


def clean_nickname(text: str) -> str:
    """Return a name that can be shown: as `clean_text`, without braces (they stand for seats), of limited length."""
    plain = unicodedata.normalize("NFKC", clean_text(text))  # a sign that stands for a sentence counts with its letters
    return clean_text("".join(c for c in plain if c not in "{}<>")[:LONGEST_NAME])


def choose_nickname(text: str) -> str:
    """Return the name somebody chooses, none for an empty text; raise Refused if it cannot be seen, or is the room's own."""
    name = clean_nickname(text)
    if text.strip() and not any(unicodedata.category(character)[0] in "LNS" for character in name):
        raise Refused("Ce nom ne se voit pas : choisissez-en un autre.", "That name cannot be seen: choose another one.")
    if name and fold_name(name) in _fold_reserved():
        raise Refused("Ce nom est celui de la salle : choisissez-en un autre.", "That name is the room’s: choose another one.")
    return name


def tell_apart(name: str, others: Iterable[str]) -> str:
    """Return a name that looks different from those of others at the table: with a number, if it has to."""
    taken = {fold_name(other) for other in others if other}
    if not name or fold_name(name) not in taken:
        return name
    numbered = (f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}" for number in range(2, len(taken) + 3))
    return next(each for each in numbered if fold_name(each) not in taken)


def fold_name(name: str) -> str:
    """Return what is left of a name if letters that look alike are the same."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return "".join(c for c in bare.translate(_LIKE) if c.isalnum())


@lru_cache(1)
def _fold_reserved() -> frozenset[str]:
    return frozenset(map(fold_name, RESERVED))
