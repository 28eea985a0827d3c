"""Judge an announced word: it may be the hidden word, another number form, a misspelling, or another word (R34, Q20, Q21, Q31)."""

import unicodedata
from collections.abc import Collection
from typing import Final

LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
SHARES: Final = {"exact": 1.0, "spelling": 0.5, "number": 0.5, "wrong": -1.0}  # R34: of the stake
LONGEST: Final = 30  # Q29


def normalise(text: str) -> str:
    """Q20: the text with ligatures separated, in capitals, without accents, A to Z only."""
    plain = unicodedata.normalize("NFD", text.translate(LIGATURES).upper())
    return "".join(letter for letter in plain if "A" <= letter <= "Z")


def is_word(text: str) -> bool:
    """Whether a text is non-empty, in capitals A to Z."""
    return text != "" and normalise(text) == text


def verdict(guess: str, word: str, forms: Collection[str], neighbours: Collection[str], strict: bool = True) -> str:
    """R34: the verdict on a normalised guess: to the letter, or with tolerant spelling."""
    if guess == word:
        return "exact"
    if guess in forms:  # Q31
        return "number" if strict else "exact"
    if strict:
        return "wrong"
    if guess in neighbours:  # Q21: another word, not a mistake
        return "wrong"
    return "spelling" if min(distance(guess, form) for form in (word, *forms)) <= allowance(word) else "wrong"


def allowance(word: str) -> int:
    """Q20: the number of slips that tolerant spelling allows."""
    return 1 if len(word) <= 7 else 2


def distance(one: str, other: str) -> int:
    """Q20: the number of insertions, deletions, substitutions and swaps of neighbours between the two."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        above, row = row, [i + 1]
        for j, opposite in enumerate(other):
            steps = min(above[j] + (letter != opposite), above[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and one[i - 1] == opposite:
                steps = min(steps, before[j - 1] + 1)
            row.append(steps)
        before = above
    return row[-1]
