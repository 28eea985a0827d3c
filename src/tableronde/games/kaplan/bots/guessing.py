"""A bot's beliefs about the word: common nouns that fit what its seat has seen, each with a probability.

A bot does not understand a language. Instead it has a mind: it knows a number of the commonest nouns, and a clue of meaning brings
some of them to mind. Whether it understands why a clue fits a word of the lexicon is random, but fixed for each mind, word and kind
of clue (its insight); and every clue wrongly brings some other words to mind (its vagueness). So it never knows the whole lexicon by
heart, follows false leads like anybody, and works from its view alone.
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

ENOUGH: Final = 6000  # readings to evaluate; if more are possible, only some starts of each word are taken
GUESSES: Final = 40  # words remembered
TELLING: Final = 3  # the next look will probably be at one of this many places
COMMON: Final = 3.8  # the frequency (Zipf) of a noun that comes to mind half of the time
PLURAL: Final = 0.4  # the odds of a plural to be hidden, relative to a singular: one hidden word in six is a plural
Key = TypeVar("Key", str, tuple[str, str])


@dataclass(frozen=True, slots=True)
class Mind:
    """The size of a bot's vocabulary, and its feeling for the language."""

    name: str
    vocabulary: int  # the number of nouns it knows, the commonest ones
    insight: float  # how often it understands why a clue fits a word
    vagueness: float  # the share of all words that a clue wrongly brings to mind


class Odds(NamedTuple):
    """A reading: its word, its letters on the crown, and its probability."""

    word: Word
    crown: str
    chance: float


class Guess(NamedTuple):
    """A word, and how certain a bot is of it."""

    word: str
    probability: float


@dataclass(frozen=True, slots=True)
class Belief:
    """What a bot believes after what it has seen."""

    guesses: tuple[Guess, ...]  # the most probable words, the best first; none if none fits
    surprise: tuple[float, ...]  # by place: the information in its letter, in bits
    clues: Mapping[str, float]  # by kind of clue: its information, in bits
    promise: float  # the expected certainty of its best word after a look at a letter

    @property
    def best(self) -> Guess:
        """The most probable word; no word at all if none fits."""
        return self.guesses[0] if self.guesses else Guess("", 0.0)

    def chance(self, word: str, view: View) -> float:
        """The part of its stake that an announced word can be expected to keep, losses aside, as this table judges it (R34)."""
        return sum(guess.probability * _credit(word, guess.word, view.language, view.strict_words) for guess in self.guesses)


def _credit(word: str, hidden: str, language: Language, strict: bool) -> float:
    """R34: the part of the stake that a word earns if another is hidden. A noun of the dictionary is no misspelling of one (Q21)."""
    forms, known = other_numbers(hidden, language), (word,) if word in marks(language) else ()
    return max(0.0, SHARES[verdict(word, hidden, forms, known, strict)])


def belief(view: View, mind: Mind) -> Belief:
    """The belief of a mind that has this view."""
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
    """The word that can simply be read, even if the bot does not know it: its ends and all its letters are visible."""
    possible = [(start, long) for start, long in runs(letters, form.length) if may_begin(start, letters, form)]
    if len(possible) != 1:
        return None
    start, long = possible[0]
    text = "".join(letters[(start - 1 + i) % len(PLACES)] or "?" for i in range(long))
    return None if "?" in text else Guess(text, 1.0)


def padded(reading: Reading) -> str:
    """A reading on the crown, from place 1 to place 12."""
    crown = reading.word.text.ljust(len(PLACES), BLANK)
    return crown[1 - reading.start :] + crown[: 1 - reading.start] if reading.start > 1 else crown


def _odds(readings: Sequence[Reading], meanings: Sequence[Clue], mind: Mind, language: Language) -> list[Odds]:
    """The probability of each reading. If there are too many, some starts of a word stand for all of them."""
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
    """At most that number of a word's starts; which ones differs from word to word."""
    first = i % len(starts)
    return [*starts[first:], *starts[:first]][:most]


def _guesses(odds: Sequence[Odds]) -> tuple[Guess, ...]:
    words = _sums((odd.word.text, odd.chance) for odd in odds)
    likeliest = sorted(words, key=lambda word: (-words[word], word))[:GUESSES]
    return tuple(Guess(word, words[word]) for word in likeliest)


def _clue_bits(odds: Sequence[Odds], mind: Mind) -> dict[str, float]:
    """The information in each kind of clue. For clues of meaning it depends only on how well this mind understands them."""
    bits = dict.fromkeys(MEANINGS, min(_insight_bits(mind), _bits((odd.word.text, odd.chance) for odd in odds)))
    return bits | {
        "initial": _bits((odd.word.text[0], odd.chance) for odd in odds),
        "length": _bits((str(len(odd.word.text)), odd.chance) for odd in odds),
        "gender": _bits((gender_text(odd.word), odd.chance) for odd in odds),
    }


def _insight_bits(mind: Mind) -> float:
    """The information in a clue of meaning among many words: how well it separates the right word from others."""
    hit, chance = mind.insight + (1 - mind.insight) * mind.vagueness, mind.vagueness
    return hit * log2(hit / chance) + (1 - hit) * log2((1 - hit) / (1 - chance))


def _promise(odds: Sequence[Odds], bits: Sequence[float]) -> float:
    """The expected certainty of the best word after a look at one of the most informative places."""
    telling = sorted(PLACES, key=lambda place: -bits[place - 1])[:TELLING]
    return sum(_foreseen(odds, place) for place in telling) / TELLING


def _foreseen(odds: Sequence[Odds], place: int) -> float:
    """The expected certainty after a look at a place, averaged over the letters it may hold."""
    sure: defaultdict[str, float] = defaultdict(float)
    for (letter, _), chance in _sums(((odd.crown[place - 1], odd.word.text), odd.chance) for odd in odds).items():
        sure[letter] = max(sure[letter], chance)
    return sum(sure.values())


def _bits(chances: Iterable[tuple[str, float]]) -> float:
    """The entropy of a distribution: what divides the readings evenly tells most."""
    return -sum(chance * log2(chance) for chance in _sums(chances).values() if chance > 0)


def _sums(chances: Iterable[tuple[Key, float]]) -> dict[Key, float]:
    """The probabilities of equal things added up."""
    sums: defaultdict[Key, float] = defaultdict(float)
    for key, chance in chances:
        sums[key] += chance
    return sums


def _plausibility(word: Word, meanings: Sequence[Clue], mind: Mind, language: Language) -> float:
    """The probability of a word before its letters are considered: by its frequency, its number, and how well the clues of
    meaning fit."""
    weight = (PLURAL if word.number == "Plur" else 1.0) / (1 + exp(3 * (COMMON - word.frequency)))
    for clue in meanings:
        weight *= _boost(mind) if called_up(word.text, clue, mind, language) else 1 - mind.insight
    return weight


def _boost(mind: Mind) -> float:
    """The factor by which a word becomes more probable when a clue brings it to mind (Bayes' rule)."""
    return (mind.insight + (1 - mind.insight) * mind.vagueness) / mind.vagueness


def called_up(word: str, clue: Clue, mind: Mind, language: Language = "fr") -> bool:
    """Whether a clue of meaning brings a word to mind."""
    fits = thesaurus(language).get((word, clue.kind)) == clue.text
    if fits and _lot(mind.name, clue.kind, word) < mind.insight:
        return True
    return _lot(mind.name, clue.text, word) < mind.vagueness


def _lot(*parts: str) -> float:
    """A number from 0 to 1 that is always the same for the same words."""
    return int.from_bytes(blake2b(" ".join(parts).encode(), digest_size=6).digest()) / 2**48


@cache
def thesaurus(language: Language = "fr") -> dict[tuple[str, str], str]:
    """The lexicon's clues of meaning by word and kind, as a bot may know them."""
    return {(entry.text, kind): entry.clues()[kind] for entry in lexicon(language) for kind in MEANINGS}
