"""The proofreader of the lexicon: everything that a program can check. Whether a hint is fair and pretty is for people to say.

It knows the language: it refuses names but not all capitals, verbs or opposites instead of nouns, words that are not for children,
and patterns that too many hints follow.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Final, NamedTuple

from tableronde.games.kaplan.rules.dial import LENGTHS
from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.words.blank_deck import LETTERS, Group, lay_out
from tableronde.games.kaplan.words.deck_maker import SEEDS
from tableronde.games.kaplan.words.dictionary import Language, capitals, is_known, is_noun, left_out, never, nouns, number_forms
from tableronde.games.kaplan.words.grammar import GRAMMARS, Grammar, Mould
from tableronde.games.kaplan.words.lexicon import Entry
from tableronde.games.kaplan.words.word_groups import Stock, fitting, stocks

LONGEST_HINT: Final = 3  # words; an elided word counts with the next one
LONGEST_SAYING: Final = 72  # letters that fit beside the word
ROOT: Final = 5  # words with the same first five letters count as related
SHARING: Final = 3  # words that may share a hint, if it is a single word


class Fault(NamedTuple):
    """A fault of an entry in the lexicon."""

    word: str
    sentence: str


def faults(entries: Sequence[Entry], language: Language = "fr") -> list[Fault]:
    """Find all faults, in the order of the lexicon."""
    return [
        *(Fault(entry.word, sentence) for entry in entries for sentence in _entry_faults(entry, language)),
        *_order(entries),
        *_twins(entries),
        *_repeated(entries),
        *_moulds(entries, GRAMMARS[language]),
    ]


def cast(mould: Mould, entries: Iterable[Entry]) -> list[Entry]:
    """The entries whose hint follows a pattern."""
    return [entry for entry in entries if mould.pattern.search(getattr(entry, mould.field))]


# One entry


def _entry_faults(entry: Entry, language: Language) -> Iterator[str]:
    if not all(entry):
        yield "a field is empty"
        return
    if len(entry.text) not in LENGTHS:
        yield f"has {len(entry.text)} letters, not 6 to 12"
    elif not fitting(entry.text, _lenses(language)):
        yield "cannot be spelled with the letters of the cards"
    grammar = GRAMMARS[language]
    yield from _grammar(entry, language)
    for hint in entry.hints:
        yield from _hint_faults(entry, hint, language)
    yield from _synonym_faults(entry.synonym, language)
    yield from _saying_faults(entry, language)
    for text in entry[2:]:
        yield from _print_faults(text, language)
    yield from _unfit(entry, language)
    for one, other in combinations(entry.hints, 2):
        yield from (f"two hints point in one direction, with {word}" for word in sorted(_content(one, grammar) & _content(other, grammar)))


@cache
def _lenses(language: Language) -> Mapping[Group, Stock]:
    """The letters of the cards; a seed decides how they are mixed, not which ones there are."""
    return stocks(lay_out(Random(SEEDS[language]), LETTERS[language]))


def _grammar(entry: Entry, language: Language) -> Iterator[str]:
    """Check spelling, gender and number against the dictionary."""
    noun = nouns(language).get(entry.word)
    if not noun:
        yield "is not among the common nouns of the dictionary"
    elif entry.mark not in noun.marks:
        yield f"is {' or '.join(noun.marks)}, not {entry.mark}"


def _hint_faults(entry: Entry, hint: str, language: Language) -> Iterator[str]:
    if length(hint) > LONGEST_HINT:
        yield f"the hint has {length(hint)} words, not one to {LONGEST_HINT}: {hint}"
    if "…" in hint or "_" in hint:
        yield f"the hint has a gap: {hint}"
    for token in _tokens(hint, GRAMMARS[language]):
        if token != token.lower() and token not in capitals(language):
            yield f"the hint has a name: {token}"
        if related(entry.text, normalise(token)):
            yield f"the hint has a relative of the word: {token}"


def length(hint: str) -> int:
    """The number of words in a hint, without punctuation that stands alone."""
    return sum(any(letter.isalnum() for letter in part) for part in hint.split())


def _synonym_faults(synonym: str, language: Language) -> Iterator[str]:
    """Check that a synonym could replace the word: it is a noun, perhaps with words that belong to it."""
    grammar, tokens = GRAMMARS[language], [*map(str.lower, _all_tokens(synonym)), ""]
    if grammar.contrary.search(synonym):
        yield f"the synonym says what the word is not: {synonym}"
    if tokens[0] in grammar.articles:
        yield f"the synonym begins with an article: {synonym}"
    elif not any(_may_be_noun(token, language) for token in grammar.may_be_head(tokens)):
        yield f"the synonym does not begin with a noun: {synonym}"
    elif tokens[1] in grammar.bare:
        yield f"the synonym begins with a verb: {synonym}"


def _may_be_noun(token: str, language: Language) -> bool:
    """Whether a word is a noun of the dictionary, or a compound, which nearly always is one."""
    return is_noun(token, language) or "-" in token


def _saying_faults(entry: Entry, language: Language) -> Iterator[str]:
    said, hinted = _parts(entry.saying), _parts(entry.expression)
    own = {entry.word, *number_forms(entry.word, language)}
    if len(entry.saying) > LONGEST_SAYING:
        yield f"the expression is longer than {LONGEST_SAYING} letters: {entry.saying}"
    if own.isdisjoint(said):
        yield f"the expression does not contain the word: {entry.saying}"
    yield from (f"the expression does not contain its hint: {part}" for part in hinted if part not in said)
    before = {part for part, after in pairwise(said) if after in own} & GRAMMARS[language].telling
    if hinted[-1:] and hinted[-1] in before:
        yield f"the hint ends with what stands before the word: {entry.expression}"
    if hinted[:1] and hinted[0] in before and tuple(hinted[:2]) not in {*pairwise(said)}:
        yield f"the hint begins with what stands before the word: {entry.expression}"


def _parts(text: str) -> list[str]:
    """The words of a text in small letters, with compounds split and elided words without their apostrophe."""
    return re.findall(r"[^\W\d_]+", text.lower())


def _print_faults(text: str, language: Language) -> Iterator[str]:
    """Check spelling and typography of printed texts."""
    if "'" in text or "..." in text:
        yield f"has a typewriter's apostrophe or dots: {text}"
    if GRAMMARS[language].ill_spaced.search(text):
        yield f"has a superfluous or missing space beside a punctuation mark: {text}"
    for token in _tokens(text, GRAMMARS[language]):
        if token == token.lower() and not _is_spelled(token, language):
            yield f"has a word the dictionary does not know: {token}"


def _is_spelled(token: str, language: Language) -> bool:
    """Whether a word is in the dictionary, or a compound of such words."""
    return is_known(token, language) or all(is_known(part, language) for part in token.split("-"))


def _unfit(entry: Entry, language: Language) -> Iterator[str]:
    """Find words that must never be printed in a family's game, and innocent words that together must not."""
    for token in sorted({token.lower() for text in (entry.word, *entry[2:]) for token in _tokens(text, GRAMMARS[language])}):
        if {token, token.removesuffix("s")} & left_out(language):
            yield f"is not for families: {token}"
    said = [f" {' '.join(_all_tokens(text)).lower()} " for text in (*entry[2:], f"{entry.expression} {entry.word}")]
    for phrase in never(language):
        if any(f" {phrase} " in text for text in said):
            yield f"must never be printed: {phrase}"


def _all_tokens(text: str) -> list[str]:
    """The words of a text; an elided one is a single letter."""
    return re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", text)


def _tokens(text: str, grammar: Grammar) -> list[str]:
    """The words of a text without elided ones."""
    return _all_tokens(grammar.cut.sub(" ", text))


def _content(text: str, grammar: Grammar) -> set[str]:
    """The meaningful words of a text, in the singular if only an s makes the difference."""
    return {token.lower().removesuffix("s") for token in _tokens(text, grammar) if token not in grammar.small}


def related(word: str, token: str) -> bool:
    """Whether a word in a clue gives the word away: one contains the other, or both begin with the same root."""
    if len(token) < 4:
        return False
    return token in word or word in token or word[:ROOT] == token[:ROOT]


# The entries together


def _order(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Check that the lexicon is sorted, which makes review easy, and has no word twice."""
    for before, after in pairwise(entries):
        if before.text >= after.text:
            yield Fault(after.word, f"must come before {before.word}, or occurs twice")


def _twins(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Find words that a player could not tell apart: a plural, or one more letter at the end."""
    texts = {entry.text: entry.word for entry in entries}
    for text, word in texts.items():
        if text[:-1] in texts:
            yield Fault(word, f"is too close to {texts[text[:-1]]}")


def _repeated(entries: Iterable[Entry]) -> Iterator[Fault]:
    """Find repetitions: a saying for two words, a hint of several words for two words, one word as a hint for many."""
    sayings = Counter(normalise(entry.saying) for entry in entries)
    hints = Counter(normalise(hint) for entry in entries for hint in entry.hints)
    for entry in entries:
        if sayings[normalise(entry.saying)] > 1:
            yield Fault(entry.word, f"shares its expression with another word: {entry.saying}")
        for hint in entry.hints:
            if hints[normalise(hint)] > (SHARING if length(hint) == 1 else 1):
                yield Fault(entry.word, f"shares a hint with {hints[normalise(hint)] - 1} other words: {hint}")


def _moulds(entries: Sequence[Entry], grammar: Grammar) -> Iterator[Fault]:
    """Check that no pattern is used too often; in a short list, twice is always allowed."""
    for mould in grammar.moulds:
        found, budget = cast(mould, entries), max(2, int(len(entries) * mould.percent / 100))
        if len(found) > budget:
            yield Fault(mould.name, f"{len(found)} entries follow this pattern, at most {budget} may: {', '.join(e.word for e in found)}")
