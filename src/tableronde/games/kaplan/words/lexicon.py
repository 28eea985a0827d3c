"""The lexicon: the words a deck may hide, their hints of meaning and the expressions behind them, read from lexicon.txt.

The file explains its own form; proofreading.py checks it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.words.dictionary import HERE, Language


class Entry(NamedTuple):
    """A word with its gender and number, its three hints of meaning (R2), and the complete saying that the last hint alludes to.

    An English word has no gender: its mark says whether it is only a noun or also a verb.
    """

    word: str
    mark: str
    analogy: str
    synonym: str
    expression: str
    saying: str

    @property
    def text(self) -> str:
        """The word as it is on the lenses."""
        return normalise(self.word)

    @property
    def hints(self) -> tuple[str, str, str]:
        """The hints of meaning on the cards."""
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
    """Read the entries of a lexicon; ValueError with a sentence for an invalid line."""
    return tuple(_read_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))


def file_of(language: Language = "fr") -> Path:
    """The file of a language's lexicon."""
    return HERE / language / "lexicon.txt"


@cache
def lexicon(language: Language = "fr") -> tuple[Entry, ...]:
    """The lexicon of a language."""
    return read_lexicon(file_of(language).read_text(encoding="utf-8"))


@cache
def by_text(language: Language = "fr") -> Mapping[str, Entry]:
    """The entries of a language by their words as they are on the lenses.

    A set-up contains only what the rules need (its form is fixed), so the accents and the saying of a hidden word are looked up here; a
    word from another deck is not found.
    """
    return {entry.text: entry for entry in lexicon(language)}


def _read_line(number: int, line: str) -> Entry:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != len(Entry._fields):
        raise ValueError(f"line {number} has {len(fields)} fields instead of {len(Entry._fields)}: {line}")
    return Entry(*fields)
