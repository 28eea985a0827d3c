"""What a bot thinks the word may be: common nouns that fit what its seat has seen, each with a probability.

A bot cannot understand French. It has a mind: it thinks of the commonest nouns up to its vocabulary, and a clue of meaning calls up
some of them. Whether it sees why a clue fits a word of the lexicon is settled once for all by lot, for each mind, word and kind of
clue (its insight); besides, every clue reminds it of a share of other words for no good reason (its vagueness). So it never knows the
whole lexicon by heart, takes false scents like anybody, and works from its view alone.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from math import exp, log2
from typing import Final, NamedTuple

from tableronde.games.kaplan.dial import BLANK, MEANINGS, PLACES
from tableronde.games.kaplan.dictionary import Word, common_words
from tableronde.games.kaplan.imagining import Form, Letters, Reading, form_of, may_begin, readings_among, runs
from tableronde.games.kaplan.lexicon import lexicon
from tableronde.games.kaplan.state import Clue
from tableronde.games.kaplan.view import View

ENOUGH: Final = 6000  # readings weighed; while more are possible, one in so many words stands for the others
COMMON: Final = 3.4  # the frequency (Zipf) at which a noun is as likely as not to be thought of


@dataclass(frozen=True, slots=True)
class Mind:
    """How much French a bot has."""

    name: str
    vocabulary: int  # how many of the commonest nouns it thinks of
    insight: float  # how often it sees why a clue fits a word
    vagueness: float  # the share of all words that a clue reminds it of for no good reason


class Guess(NamedTuple):
    """A word, and how sure a bot is of it."""

    word: str
    probability: float


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot makes of what it has seen."""

    best: Guess  # the likeliest word; no word at all if none fits
    surprise: tuple[float, ...]  # by place: how much its letter would tell, in bits


def belief(view: View, mind: Mind) -> Belief:
    """What a mind makes of a view."""
    meanings = tuple(clue for clue in view.clues if clue and clue.kind in MEANINGS)
    return _belief(view.letters, form_of(view), meanings, mind)


@lru_cache(maxsize=1024)
def _belief(letters: Letters, form: Form, meanings: tuple[Clue, ...], mind: Mind) -> Belief:
    readings = readings_among(_thought_of(mind, letters), letters, form)
    weights = {word: _plausibility(word, meanings, mind) for word, _ in readings}
    total = sum(weights[word] for word, _ in readings)
    odds = [(padded(reading), weights[reading.word] / total) for reading in readings]
    bits = tuple(0.0 if letters[place - 1] else _bits(odds, place) for place in PLACES)
    return Belief(spelled(letters, form) or _best(readings, odds), bits)


def spelled(letters: Letters, form: Form) -> Guess | None:
    """The word that can simply be read, even by who has never met it: its ends are known and all its letters."""
    possible = [(start, long) for start, long in runs(letters, form.length) if may_begin(start, letters, form)]
    if len(possible) != 1:
        return None
    start, long = possible[0]
    text = "".join(letters[(start - 1 + i) % len(PLACES)] or "?" for i in range(long))
    return None if "?" in text else Guess(text, 1.0)


def padded(reading: Reading) -> str:
    """A reading as the crown would show it, from place 1 to place 12."""
    crown = reading.word.text.ljust(len(PLACES), BLANK)
    return crown[1 - reading.start :] + crown[: 1 - reading.start] if reading.start > 1 else crown


def _best(readings: Sequence[Reading], odds: Sequence[tuple[str, float]]) -> Guess:
    words: defaultdict[str, float] = defaultdict(float)
    for reading, (_, probability) in zip(readings, odds, strict=True):
        words[reading.word.text] += probability
    word = max(words, key=lambda word: words[word], default="")
    return Guess(word, words[word])


def _bits(odds: Sequence[tuple[str, float]], place: int) -> float:
    """The entropy of the letter on a place: what splits the readings evenly tells most."""
    letters: defaultdict[str, float] = defaultdict(float)
    for crown, probability in odds:
        letters[crown[place - 1]] += probability
    return -sum(p * log2(p) for p in letters.values() if p > 0)


def _thought_of(mind: Mind, letters: Letters) -> Sequence[Word]:
    """The words a mind thinks of; while it has seen next to nothing, a sample of them."""
    words = common_words()[: mind.vocabulary]
    seen = sum(letter is not None for letter in letters)
    stride = max(1, len(words) * len(PLACES) // (ENOUGH * 3**seen))
    return words[::stride]


def _plausibility(word: Word, meanings: Sequence[Clue], mind: Mind) -> float:
    """How likely a word is before its letters are looked at: how common it is, and how well the clues of meaning fit."""
    weight = 1 / (1 + exp(3 * (COMMON - word.frequency)))
    for clue in meanings:
        weight *= _boost(mind) if called_up(word.text, clue, mind) else 1 - mind.insight
    return weight


def _boost(mind: Mind) -> float:
    """How much likelier a word becomes when a clue calls it up, by Bayes' rule."""
    return (mind.insight + (1 - mind.insight) * mind.vagueness) / mind.vagueness


def called_up(word: str, clue: Clue, mind: Mind) -> bool:
    """Whether a clue of meaning makes a mind think of a word."""
    fits = thesaurus().get((word, clue.kind)) == clue.text
    if fits and _lot(mind.name, clue.kind, word) < mind.insight:
        return True
    return _lot(mind.name, clue.text, word) < mind.vagueness


def _lot(*parts: str) -> float:
    """A number from 0 to 1, always the same for the same words."""
    return int.from_bytes(blake2b(" ".join(parts).encode(), digest_size=6).digest()) / 2**48


@cache
def thesaurus() -> dict[tuple[str, str], str]:
    """The clues of meaning of the lexicon by word and kind, as a bot may have met them."""
    return {(entry.text, kind): entry.clues()[kind] for entry in lexicon() for kind in MEANINGS}
