"""What a bot thinks the word may be: common nouns that fit what its seat has seen, each with a probability.

A bot cannot understand a language. It has a mind: it thinks of the commonest nouns up to its vocabulary, and a clue of meaning calls up
some of them. Whether it sees why a clue fits a word of the lexicon is settled once for all at random, for each mind, word and kind of
clue (its insight); besides, every clue reminds it of a share of other words for no good reason (its vagueness). So it never knows the
whole lexicon by heart, takes false scents like anybody, and works from its view alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from math import exp, log2
from typing import Final, NamedTuple, TypeVar

from tableronde.games.kaplan.rules.dial import BLANK, KINDS, MEANINGS, PLACES
from tableronde.games.kaplan.rules.imagining import Form, Letters, Reading, form_of, gender_text, may_begin, readings_among, runs
from tableronde.games.kaplan.rules.judging import SHARES, verdict
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.words.dictionary import Language, Word, common_words, marks, other_numbers
from tableronde.games.kaplan.words.lexicon import lexicon

ENOUGH: Final = 6000  # readings weighed; while more are possible, not every start of every word is
GUESSES: Final = 40  # words remembered
TELLING: Final = 3  # places among which the next look will probably be
COMMON: Final = 3.8  # the frequency (Zipf) at which a noun is as likely as not to be thought of
PLURAL: Final = 0.4  # how likely a plural is to be hidden, beside a singular: one hidden word in six is a plural
Key = TypeVar("Key", str, tuple[str, str])


@dataclass(frozen=True, slots=True)
class Mind:
    """How many words a bot has, and how much of a language."""

    name: str
    vocabulary: int  # how many of the commonest nouns it thinks of
    insight: float  # how often it sees why a clue fits a word
    vagueness: float  # the share of all words that a clue reminds it of for no good reason


class Odds(NamedTuple):
    """A reading: its word, the crown as it would show it, and how likely it is."""

    word: Word
    crown: str
    chance: float


class Guess(NamedTuple):
    """A word, and how sure a bot is of it."""

    word: str
    probability: float


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot makes of what it has seen."""

    guesses: tuple[Guess, ...]  # the likeliest words, the best first; none if none fits
    surprise: tuple[float, ...]  # by place: how much its letter would tell, in bits
    clues: Mapping[str, float]  # by kind of clue: how much it would tell, in bits
    promise: float  # how sure it will be of its best word after a look at a letter, on the average

    @property
    def best(self) -> Guess:
        """The likeliest word; no word at all if none fits."""
        return self.guesses[0] if self.guesses else Guess("", 0.0)

    def chance(self, word: str, view: View) -> float:
        """What part of its stake an announced word may be expected to keep, losses aside, as this table judges it (R34)."""
        return sum(guess.probability * _credit(word, guess.word, view.language, view.strict_words) for guess in self.guesses)


def _credit(word: str, hidden: str, language: Language, strict: bool) -> float:
    """R34: the part of the stake that a word earns if another is hidden. A noun of the dictionary is no misspelling of another (Q21)."""
    forms, known = other_numbers(hidden, language), (word,) if word in marks(language) else ()
    return max(0.0, SHARES[verdict(word, hidden, forms, known, strict)])


def belief(view: View, mind: Mind) -> Belief:
    """What a mind makes of a view."""
    meanings = tuple(clue for clue in view.clues if clue and clue.kind in MEANINGS)
    return _belief(view.letters, form_of(view), meanings, mind, view.language)


@lru_cache(maxsize=1024)
def _belief(letters: Letters, form: Form, meanings: tuple[Clue, ...], mind: Mind, language: Language) -> Belief:
    if read := spelled(letters, form):
        return Belief((read,), (0.0,) * len(PLACES), dict.fromkeys(KINDS, 0.0), 1.0)
    known = common_words(language)[: mind.vocabulary]
    odds = _odds(readings_among(known, letters, form), meanings, mind, language)
    bits = tuple(0.0 if letters[place - 1] else _bits((odd.crown[place - 1], odd.chance) for odd in odds) for place in PLACES)
    return Belief(_guesses(odds), bits, _clue_bits(odds, mind), _promise(odds, bits))


def spelled(letters: Letters, form: Form) -> Guess | None:
    """The word that can simply be read, even if it was never met: its ends and all its letters are known."""
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


def _odds(readings: Sequence[Reading], meanings: Sequence[Clue], mind: Mind, language: Language) -> list[Odds]:
    """How likely each reading is. While there are too many to weigh, some starts of a word stand for all of them."""
    starts: defaultdict[Word, list[int]] = defaultdict(list)
    for word, start in readings:
        starts[word].append(start)
    each = max(1, ENOUGH // max(1, len(starts)))
    weights = {word: _plausibility(word, meanings, mind, language) * len(starts[word]) for word in starts}
    total = sum(weights.values())
    return [
        Odds(word, padded(Reading(word, start)), weights[word] / total / len(kept))
        for i, word in enumerate(starts)
        for kept in [_some(starts[word], i, each)]
        for start in kept
    ]


def _some(starts: Sequence[int], i: int, most: int) -> Sequence[int]:
    """At most that number of a word's starts, beginning with another one for each word."""
    first = i % len(starts)
    return [*starts[first:], *starts[:first]][:most]


def _guesses(odds: Sequence[Odds]) -> tuple[Guess, ...]:
    words = _sums((odd.word.text, odd.chance) for odd in odds)
    likeliest = sorted(words, key=lambda word: (-words[word], word))[:GUESSES]
    return tuple(Guess(word, words[word]) for word in likeliest)


def _clue_bits(odds: Sequence[Odds], mind: Mind) -> dict[str, float]:
    """How much each kind of clue would tell. Of a clue of meaning it is only known how well this mind understands such clues."""
    told = dict.fromkeys(MEANINGS, min(_insight_bits(mind), _bits((odd.word.text, odd.chance) for odd in odds)))
    return told | {
        "initial": _bits((odd.word.text[0], odd.chance) for odd in odds),
        "length": _bits((str(len(odd.word.text)), odd.chance) for odd in odds),
        "gender": _bits((gender_text(odd.word), odd.chance) for odd in odds),
    }


def _insight_bits(mind: Mind) -> float:
    """What a clue of meaning tells a mind among many words: how far being called up parts the right word from others."""
    hit, chance = mind.insight + (1 - mind.insight) * mind.vagueness, mind.vagueness
    return hit * log2(hit / chance) + (1 - hit) * log2((1 - hit) / (1 - chance))


def _promise(odds: Sequence[Odds], bits: Sequence[float]) -> float:
    """How sure one will be of the best word after a look at one of the places that tell most."""
    telling = sorted(PLACES, key=lambda place: -bits[place - 1])[:TELLING]
    return sum(_foreseen(odds, place) for place in telling) / TELLING


def _foreseen(odds: Sequence[Odds], place: int) -> float:
    """How sure one will be after a look at a place, on the average over the letters it may hold."""
    sure: defaultdict[str, float] = defaultdict(float)
    for (letter, _), chance in _sums(((odd.crown[place - 1], odd.word.text), odd.chance) for odd in odds).items():
        sure[letter] = max(sure[letter], chance)
    return sum(sure.values())


def _bits(chances: Iterable[tuple[str, float]]) -> float:
    """The entropy of something: what splits the readings evenly tells most."""
    return -sum(chance * log2(chance) for chance in _sums(chances).values() if chance > 0)


def _sums(chances: Iterable[tuple[Key, float]]) -> dict[Key, float]:
    """The chances of the same things added up."""
    sums: defaultdict[Key, float] = defaultdict(float)
    for key, chance in chances:
        sums[key] += chance
    return sums


def _plausibility(word: Word, meanings: Sequence[Clue], mind: Mind, language: Language) -> float:
    """How likely a word is before its letters are looked at: how common it is, its number, and how well the clues of
    meaning fit."""
    weight = (PLURAL if word.number == "Plur" else 1.0) / (1 + exp(3 * (COMMON - word.frequency)))
    for clue in meanings:
        weight *= _boost(mind) if called_up(word.text, clue, mind, language) else 1 - mind.insight
    return weight


def _boost(mind: Mind) -> float:
    """How much likelier a word becomes when a clue calls it up, by Bayes' rule."""
    return (mind.insight + (1 - mind.insight) * mind.vagueness) / mind.vagueness


def called_up(word: str, clue: Clue, mind: Mind, language: Language = "fr") -> bool:
    """Whether a clue of meaning makes a mind think of a word."""
    fits = thesaurus(language).get((word, clue.kind)) == clue.text
    if fits and _lot(mind.name, clue.kind, word) < mind.insight:
        return True
    return _lot(mind.name, clue.text, word) < mind.vagueness


def _lot(*parts: str) -> float:
    """A number from 0 to 1, always the same for the same words."""
    return int.from_bytes(blake2b(" ".join(parts).encode(), digest_size=6).digest()) / 2**48


@cache
def thesaurus(language: Language = "fr") -> dict[tuple[str, str], str]:
    """The clues of meaning of the lexicon by word and kind, as a bot may have met them."""
    return {(entry.text, kind): entry.clues()[kind] for entry in lexicon(language) for kind in MEANINGS}
