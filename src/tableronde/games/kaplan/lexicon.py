"""The lexicon: the words a deck may hide and their clues of meaning, read from lexicon.txt and checked.

The file says itself how it is written. The checker knows what can be checked by machine; whether a clue is fair and
pretty is for people to say.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from tableronde.games.kaplan.dial import LENGTHS
from tableronde.games.kaplan.dictionary import HERE, nouns, words
from tableronde.games.kaplan.judging import normalise

FILE: Final = HERE / "lexicon.txt"
GAP: Final = "…"  # stands for the word in an expression
LONGEST_CLUE: Final = 52  # letters a card has room for
ROOT: Final = 5  # words that begin with the same five letters are taken for relatives
SMALL: Final = "à au aux avec comme dans de des du en et la le les par pas pour que qui sa sans se son sous sur un une"  # of no meaning


class Entry(NamedTuple):
    """A word with its gender and number and its three clues of meaning (R2)."""

    word: str
    mark: str
    analogy: str
    synonym: str
    expression: str

    @property
    def text(self) -> str:
        """The word as the lenses spell it."""
        return normalise(self.word)

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


class Fault(NamedTuple):
    """What is wrong with a word of the lexicon."""

    word: str
    sentence: str


def read_lexicon(text: str) -> tuple[Entry, ...]:
    """The entries of a lexicon; ValueError with a sentence for a line that is none."""
    return tuple(_read_line(number, line) for number, line in enumerate(text.splitlines(), 1) if line and not line.startswith("#"))


@cache
def lexicon() -> tuple[Entry, ...]:
    """The lexicon of this game."""
    return read_lexicon(FILE.read_text(encoding="utf-8"))


def faults(entries: tuple[Entry, ...]) -> list[Fault]:
    """Everything the checker has to complain about, in the order of the lexicon."""
    return [
        *(Fault(entry.word, sentence) for entry in entries for sentence in _entry_faults(entry)),
        *_order(entries),
        *_twins(entries),
        *_repeated_clues(entries),
    ]


def _read_line(number: int, line: str) -> Entry:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != len(Entry._fields):
        raise ValueError(f"line {number} has {len(fields)} fields instead of {len(Entry._fields)}: {line}")
    return Entry(*fields)


def _entry_faults(entry: Entry) -> Iterator[str]:
    if not all(entry):
        yield "a field is empty"
    if len(entry.text) not in LENGTHS:
        yield f"has {len(entry.text)} letters, not 6 to 12"
    yield from _grammar(entry)
    if [clue.count(GAP) for clue in entry[2:]] != [0, 0, 1]:
        yield f"the expression, and no other clue, has one {GAP} in the place of the word"
    for clue in entry[2:]:
        yield from _clue_faults(entry.text, clue)
    for one, other in combinations(entry[2:], 2):
        yield from (f"two clues point in one direction, with {word}" for word in sorted(_content(one) & _content(other)))


def _grammar(entry: Entry) -> Iterator[str]:
    """Spelling, gender and number, as the dictionary has them."""
    noun = nouns().get(entry.word)
    if not noun:
        yield "is not among the common nouns of the dictionary"
    elif entry.mark not in noun.marks:
        yield f"is {' or '.join(noun.marks)}, not {entry.mark}"


def _clue_faults(word: str, clue: str) -> Iterator[str]:
    if len(clue) > LONGEST_CLUE:
        yield f"the clue is longer than {LONGEST_CLUE} letters: {clue}"
    if "'" in clue or "..." in clue:
        yield f"the clue has a typewriter's apostrophe or dots: {clue}"
    if re.search(r"[^ ][!?:;»]|«[^ ]|  ", clue):
        yield f"the clue has a space too many, or none beside a mark that asks for one: {clue}"
    if clue != clue.lower():
        yield f"the clue has a capital letter, as a name would: {clue}"
    for token in _tokens(clue):
        if token not in words() and not words().issuperset(token.split("-")):
            yield f"the clue has a word the dictionary does not know: {token}"
        if related(word, normalise(token)):
            yield f"the clue has a relative of the word: {token}"


def _tokens(clue: str) -> list[str]:
    """The words of a clue; what elision has cut off is left out."""
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*\b(?!’)", clue)


def _content(clue: str) -> set[str]:
    """The words of a clue that mean something, in the singular if an s makes the difference."""
    return {token.removesuffix("s") for token in _tokens(clue) if token not in SMALL.split()}


def related(word: str, token: str) -> bool:
    """Whether a word in a clue gives the word away: one contains the other, or both begin with the same root."""
    if len(token) < 4:
        return False
    return token in word or word in token or word[:ROOT] == token[:ROOT]


def _order(entries: Iterable[Entry]) -> Iterator[Fault]:
    """A lexicon in order is easy to review, and has no word twice."""
    for before, after in pairwise(entries):
        if before.text >= after.text:
            yield Fault(after.word, f"must stand before {before.word}, or is there twice")


def _twins(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Words that a player could not tell apart for sure: a plural, or one letter more at the end."""
    texts = {entry.text: entry.word for entry in entries}
    for text, word in texts.items():
        if text[:-1] in texts:
            yield Fault(word, f"is too close to {texts[text[:-1]]}")


def _repeated_clues(entries: Iterable[Entry]) -> Iterator[Fault]:
    """One clue for two words, or one expression with a gap in two places."""
    clues = [(entry.word, normalise(clue)) for entry in entries for clue in _sayings(entry)]
    counts = Counter(clue for _, clue in clues)
    for word, clue in clues:
        if counts[clue] > 1:
            yield Fault(word, f"shares a clue with another word: {clue}")


def _sayings(entry: Entry) -> Iterator[str]:
    """The clues of a word, and the expression once more with its gap filled."""
    yield from entry[2:]
    if GAP in entry.expression:
        yield entry.expression.replace(GAP, entry.word)
