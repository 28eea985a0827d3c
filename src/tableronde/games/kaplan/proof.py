"""The proofreader of the lexicon: what can be checked by machine. Whether a hint is fair and pretty is for people to say.

It follows French: it refuses names and not capitals, verbs and contraries in the place of a noun, what one would not say before
children, and a mould in which too many hints are cast.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Final, NamedTuple

from tableronde.games.kaplan.choice import Stock, fitting, stocks
from tableronde.games.kaplan.dial import LENGTHS
from tableronde.games.kaplan.dictionary import capitals, is_known, is_noun, left_out, never, nouns, number_forms
from tableronde.games.kaplan.judging import normalise
from tableronde.games.kaplan.layout import Group, lay_out
from tableronde.games.kaplan.lexicon import Entry
from tableronde.games.kaplan.press import SEED

LONGEST_HINT: Final = 3  # words; what elision has cut short goes with the word that follows it
LONGEST_SAYING: Final = 72  # letters there is room for beside the word
ROOT: Final = 5  # words that begin with the same five letters are taken for relatives
SHARING: Final = 3  # words that may have the same hint, if it is a single word
CONTRARY: Final = re.compile(r"^(le |l’)?(contraire|inverse|opposé) (de|du|des|d’|à|au)|^(pas|non|ni|sans|jamais)\b")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


ARTICLES: Final = _set("le la les l un une des du au aux mon ton son ma ta sa mes tes ses ce cet cette ces")
BARE: Final = _set("le la les l un une")  # after a noun they do not stand, after a verb they do
TELLING: Final = ARTICLES | _set("d de qu jusqu")  # before a gap they tell the gender of the word, or whether it begins with a vowel
SMALL: Final = TELLING | _set("à en et ou par pour sur sous dans comme que qui avec sans chez n ne pas se s y m t")  # of no meaning
BEFORE_NOUNS: Final = _set("très plus deux trois quatre cinq six sept huit neuf dix")  # an adjective or a noun follows


class Fault(NamedTuple):
    """What is wrong with a word of the lexicon."""

    word: str
    sentence: str


class Mould(NamedTuple):
    """A form in which it is too easy to cast a hint: which field, what it looks like, and how many in a hundred entries may have it."""

    name: str
    field: str
    pattern: re.Pattern[str]
    percent: float


MOULDS: Final = (
    Mould("« X et Y »", "analogy", re.compile(r"\b(et|ou)\b"), 1),
    Mould("« petit … »", "synonym", re.compile(r"^(petit|grand|gros|long|très)(e|s|es|se|ses|ue|ues)?\b"), 2),
    Mould("« comme un … »", "saying", re.compile(r"\bcomme (un|une|des|le|la|les|l’)\b"), 4),
)


def faults(entries: Sequence[Entry]) -> list[Fault]:
    """Everything the checker has to complain about, in the order of the lexicon."""
    return [
        *(Fault(entry.word, sentence) for entry in entries for sentence in _entry_faults(entry)),
        *_order(entries),
        *_twins(entries),
        *_repeated(entries),
        *_moulds(entries),
    ]


def cast(mould: Mould, entries: Iterable[Entry]) -> list[Entry]:
    """The entries whose hint comes out of a mould."""
    return [entry for entry in entries if mould.pattern.search(getattr(entry, mould.field))]


# One entry


def _entry_faults(entry: Entry) -> Iterator[str]:
    if not all(entry):
        yield "a field is empty"
        return
    if len(entry.text) not in LENGTHS:
        yield f"has {len(entry.text)} letters, not 6 to 12"
    elif not fitting(entry.text, _lenses()):
        yield "cannot be spelled with the letters of the cards"
    yield from _grammar(entry)
    for hint in entry.hints:
        yield from _hint_faults(entry, hint)
    yield from _synonym_faults(entry.synonym)
    yield from _saying_faults(entry)
    for text in entry[2:]:
        yield from _print_faults(text)
    yield from _unfit(entry)
    for one, other in combinations(entry.hints, 2):
        yield from (f"two hints point in one direction, with {word}" for word in sorted(_content(one) & _content(other)))


@cache
def _lenses() -> Mapping[Group, Stock]:
    """The letters of the cards; how they are mixed depends on a seed, which letters there are does not."""
    return stocks(lay_out(Random(SEED)))


def _grammar(entry: Entry) -> Iterator[str]:
    """Spelling, gender and number, as the dictionary has them."""
    noun = nouns().get(entry.word)
    if not noun:
        yield "is not among the common nouns of the dictionary"
    elif entry.mark not in noun.marks:
        yield f"is {' or '.join(noun.marks)}, not {entry.mark}"


def _hint_faults(entry: Entry, hint: str) -> Iterator[str]:
    if length(hint) > LONGEST_HINT:
        yield f"the hint has {length(hint)} words, not one to {LONGEST_HINT}: {hint}"
    if "…" in hint or "_" in hint:
        yield f"the hint has a gap: {hint}"
    for token in _tokens(hint):
        if token != token.lower() and token not in capitals():
            yield f"the hint has a name: {token}"
        if related(entry.text, normalise(token)):
            yield f"the hint has a relative of the word: {token}"


def length(hint: str) -> int:
    """How many words a hint has; punctuation that stands alone is none."""
    return sum(any(letter.isalnum() for letter in part) for part in hint.split())


def _synonym_faults(synonym: str) -> Iterator[str]:
    """A synonym could stand in the place of the word: it is a noun with what belongs to it."""
    first, *rest = [*map(str.lower, _all_tokens(synonym)), ""]
    if CONTRARY.search(synonym):
        yield f"the synonym says what the word is not: {synonym}"
    if first in ARTICLES:
        yield f"the synonym begins with an article: {synonym}"
    elif not any(map(_may_be_noun, (first, *rest[: 2 if first in BEFORE_NOUNS else 1]))):
        yield f"the synonym does not begin with a noun: {synonym}"
    elif rest[0] in BARE:
        yield f"the synonym begins with a verb: {synonym}"


def _may_be_noun(token: str) -> bool:
    """A noun of the dictionary, or a compound, which is hardly anything else."""
    return is_noun(token) or "-" in token


def _saying_faults(entry: Entry) -> Iterator[str]:
    said, hinted = _parts(entry.saying), _parts(entry.expression)
    own = {entry.word, *number_forms(entry.word)}
    if len(entry.saying) > LONGEST_SAYING:
        yield f"the expression is longer than {LONGEST_SAYING} letters: {entry.saying}"
    if own.isdisjoint(said):
        yield f"the expression does not contain the word: {entry.saying}"
    yield from (f"the expression does not contain its hint: {part}" for part in hinted if part not in said)
    before = {part for part, after in pairwise(said) if after in own} & TELLING
    if hinted[-1:] and hinted[-1] in before:
        yield f"the hint ends with what stands before the word: {entry.expression}"
    if hinted[:1] and hinted[0] in before and tuple(hinted[:2]) not in {*pairwise(said)}:
        yield f"the hint begins with what stands before the word: {entry.expression}"


def _parts(text: str) -> list[str]:
    """The words of a text in small letters, compounds taken apart, elided ones as what is left of them."""
    return re.findall(r"[^\W\d_]+", text.lower())


def _print_faults(text: str) -> Iterator[str]:
    """Spelling and typography of what is printed or shown."""
    if "'" in text or "..." in text:
        yield f"has a typewriter's apostrophe or dots: {text}"
    if re.search(r"[^\s\u00a0\u202f][!?:;»]|«[^\s\u00a0\u202f]|  ", text):
        yield f"has a space too many, or none beside a mark that asks for one: {text}"
    for token in _tokens(text):
        if token == token.lower() and not is_known(token) and not all(map(is_known, token.split("-"))):
            yield f"has a word the dictionary does not know: {token}"


def _unfit(entry: Entry) -> Iterator[str]:
    """What must never be printed in a family's game: words, and innocent words that together are not."""
    for token in sorted({token.lower() for text in (entry.word, *entry[2:]) for token in _tokens(text)}):
        if {token, token.removesuffix("s")} & left_out():
            yield f"is not for families: {token}"
    said = [f" {' '.join(_all_tokens(text)).lower()} " for text in (*entry[2:], f"{entry.expression} {entry.word}")]
    for phrase in never():
        if any(f" {phrase} " in text for text in said):
            yield f"must never be printed: {phrase}"


def _all_tokens(text: str) -> list[str]:
    """The words of a text, elided ones as one letter."""
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text)


def _tokens(text: str) -> list[str]:
    """The words of a text; what elision has cut off is left out."""
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*\b(?!’)", text)


def _content(text: str) -> set[str]:
    """The words of a text that mean something, in the singular if an s makes the difference."""
    return {token.lower().removesuffix("s") for token in _tokens(text) if token not in SMALL}


def related(word: str, token: str) -> bool:
    """Whether a word in a clue gives the word away: one contains the other, or both begin with the same root."""
    if len(token) < 4:
        return False
    return token in word or word in token or word[:ROOT] == token[:ROOT]


# The entries together


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


def _repeated(entries: Iterable[Entry]) -> Iterator[Fault]:
    """One saying for two words, one hint of several words for two, one word as a hint for many."""
    sayings = Counter(normalise(entry.saying) for entry in entries)
    hints = Counter(normalise(hint) for entry in entries for hint in entry.hints)
    for entry in entries:
        if sayings[normalise(entry.saying)] > 1:
            yield Fault(entry.word, f"shares its expression with another word: {entry.saying}")
        for hint in entry.hints:
            if hints[normalise(hint)] > (SHARING if length(hint) == 1 else 1):
                yield Fault(entry.word, f"shares a hint with {hints[normalise(hint)] - 1} other words: {hint}")


def _moulds(entries: Sequence[Entry]) -> Iterator[Fault]:
    """A mould may be used now and then; in a short list at least twice."""
    for mould in MOULDS:
        found, budget = cast(mould, entries), max(2, int(len(entries) * mould.percent / 100))
        if len(found) > budget:
            yield Fault(mould.name, f"{len(found)} entries are cast in this mould, {budget} may be: {', '.join(e.word for e in found)}")
