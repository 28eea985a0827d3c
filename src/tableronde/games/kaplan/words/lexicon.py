"""The lexicon: the words a deck may hide, their hints of meaning and the expressions behind them, read from lexicon.txt.

The file says itself how it is written; proof.py reads it as a proofreader would.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.words.dictionary import HERE, Language


class Entry(NamedTuple):
    """A word with its gender and number, its three hints of meaning (R2), and in full the saying that the last of them hints at.

    An English word has no gender: its mark says whether it is a noun only or a verb too.
    """

    word: str
    mark: str
    analogy: str
    synonym: str
    expression: str
    saying: str

    @property
    def text(self) -> str:
        """The word as the lenses spell it."""
        return normalise(self.word)

    @property
    def hints(self) -> tuple[str, str, str]:
        """What the cards say about the meaning of the word."""
        return self.analogy, self.synonym, self.expression

    def clues(self) -> dict[str, str]:
        """All six clues by kind."""
        return {
            "initial": self.text[0],
            "length": str(len(self.text)),
            "gender": self.mark,
            "analogy": self.analogy,
            "synonym": self.synonym,
            "expression": self.expression,
        }


def read_lexicon(text: str) -> tuple[Entry, ...]:
    """The entries of a lexicon; ValueError with a sentence for a line that is none."""
    return tuple(_read_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))


def file_of(language: Language = "fr") -> Path:
    """Where the lexicon of a language is."""
    return HERE / language / "lexicon.txt"


@cache
def lexicon(language: Language = "fr") -> tuple[Entry, ...]:
    """The lexicon of a language."""
    return read_lexicon(file_of(language).read_text(encoding="utf-8"))


@cache
def by_text(language: Language = "fr") -> Mapping[str, Entry]:
    """The entries of a language by their words as the lenses spell them.

    A set-up says no more than its rules need (its form is fixed), so a hidden word's accents and its saying are looked up
    here; a word out of another deck is not found.
    """
    return {entry.text: entry for entry in lexicon(language)}


def _read_line(number: int, line: str) -> Entry:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != len(Entry._fields):
        raise ValueError(f"line {number} has {len(fields)} fields instead of {len(Entry._fields)}: {line}")
    return Entry(*fields)
