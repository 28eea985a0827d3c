"""The words of a language: the common nouns that players know, and the forms and neighbours by which an announced word is judged (Q21).

Each language has its own folder. Its two lists are text files made by build_dictionary.py or build_english.py; their first lines name
the sources.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, cast

from tableronde.games.kaplan.rules.judging import allowance, normalise

HERE: Final = Path(__file__).parents[1]
NOUN: Final = " n"  # follows a word that may be a noun
LANGUAGES: Final = ("fr", "en")
END: Final = ""  # in a tree, after the last letter of a word

Language = Literal["fr", "en"]
Gender = Literal["M", "F", "N", "V"]  # in English: only a noun, or also a verb
Number = Literal["Sing", "Plur"]
Tree = dict[str, Any]  # letter -> the rest of the words that continue with it


class Word(NamedTuple):
    """A noun in capitals without accents. Its frequency is on the Zipf scale: 3 is once in a million words, 6 once in a thousand."""

    text: str
    gender: Gender
    number: Number
    frequency: float


class Noun(NamedTuple):
    """A line in the list of nouns: the spelling, every possible gender and number (the usual one first), and the other number forms."""

    spelling: str
    marks: tuple[str, ...]
    frequency: float
    forms: tuple[str, ...]


@cache
def nouns(language: Language = "fr") -> Mapping[str, Noun]:
    """The common nouns by spelling."""
    return {noun.spelling: noun for noun in map(_read_noun, _lines("nouns.txt", language))}


@cache
def common_words(language: Language = "fr") -> tuple[Word, ...]:
    """The common nouns of 6 to 12 letters, the most frequent first. Spellings that differ only in accents are one word."""
    words: dict[str, Word] = {}
    for noun in sorted(nouns(language).values(), key=lambda noun: (-noun.frequency, noun.spelling)):
        words.setdefault(normalise(noun.spelling), _word(noun))
    return tuple(words.values())


@cache
def words(language: Language = "fr") -> frozenset[str]:
    """Every word that a reader may know, with its spelling: nouns and all others."""
    return frozenset(line.removesuffix(NOUN) for line in _lines("words.txt", language))


def is_known(word: str, language: Language = "fr") -> bool:
    """Whether the dictionary has a word, or a noun with this number form."""
    return word in words(language) or word in _number_forms(language)


@cache
def _number_forms(language: Language) -> frozenset[str]:
    return frozenset(form for noun in nouns(language).values() for form in noun.forms)


def is_noun(word: str, language: Language = "fr") -> bool:
    """Whether a word may be a noun, as far as the dictionary knows."""
    return word.lower() in _nouns(language) or word in _number_forms(language)


@cache
def _nouns(language: Language) -> frozenset[str]:
    return frozenset(line.removesuffix(NOUN) for line in _lines("words.txt", language) if line.endswith(NOUN))


@cache
def all_nouns(language: Language = "fr") -> frozenset[str]:
    """Every spelling that may be a noun: common or rare, in either number."""
    return _nouns(language) | _number_forms(language) | nouns(language).keys()


@cache
def left_out(language: Language = "fr") -> frozenset[str]:
    """Words not for a family's table: no bot announces them, no card has them."""
    return _all_words("left_out.txt", language)


@cache
def capitals(language: Language = "fr") -> frozenset[str]:
    """Words that are written with a capital and are no names."""
    return _all_words("capitals.txt", language)


@cache
def never(language: Language = "fr") -> tuple[str, ...]:
    """Words that together must never be printed."""
    return tuple(_lines("never.txt", language))


def number_forms(spelling: str, language: Language = "fr") -> tuple[str, ...]:
    """The other number forms of a noun, spelled; empty if it is not a common noun."""
    return nouns(language)[spelling].forms if spelling in nouns(language) else ()


def forms(spelling: str, language: Language = "fr") -> tuple[str, ...]:
    """The other number forms of a noun, normalised and sorted (Q21); ValueError if it is not a common noun."""
    if spelling not in nouns(language):
        raise ValueError(f"{spelling} is not among the common nouns of the dictionary")
    plain = {normalise(form) for form in number_forms(spelling, language)}
    return tuple(sorted(plain - {normalise(spelling)}))


def other_numbers(text: str, language: Language = "fr") -> frozenset[str]:
    """The other number forms of a normalised noun, for comparing announced words (Q21)."""
    return _families(language).get(text, frozenset())


@cache
def _families(language: Language) -> Mapping[str, frozenset[str]]:
    """The other number forms of each normalised noun; each of them has the noun among its own."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for spelling in nouns(language):
        text = normalise(spelling)
        for form in forms(spelling, language):
            found[text].add(form)
            found[form].add(text)
    return {text: frozenset(others) for text, others in found.items()}


@cache
def marks(language: Language = "fr") -> Mapping[str, frozenset[str]]:
    """Every possible gender and number of each normalised noun, as on the clue."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for noun in nouns(language).values():
        found[normalise(noun.spelling)].update(noun.marks)
    return {text: frozenset(known) for text, known in found.items()}


def neighbours(word: str, forms: Iterable[str], language: Language = "fr") -> tuple[str, ...]:
    """Other words so close to the word, or to one of its forms, that they could be mistaken for a misspelling of it (Q21)."""
    own = {word, *forms}
    near = {other for form in own for other in _near(_tree(language), form, allowance(word))}
    return tuple(sorted(near - own))


def _near(tree: Tree, rest: str, slips: int) -> Iterator[str]:
    """The words of a tree that differ from the rest of a word by at most that number of slips (Q20)."""
    if not rest and END in tree:
        yield ""
    if rest and rest[0] in tree:
        yield from _after(tree, rest[0], rest[1:], slips)
    if slips:
        yield from _slipped(tree, rest, slips - 1)


def _slipped(tree: Tree, rest: str, slips: int) -> Iterator[str]:
    """The same after one slip here: a letter omitted, two letters swapped, a letter changed or inserted."""
    if rest:
        yield from _near(tree, rest[1:], slips)
    if len(rest) > 1 and rest[1] in tree and rest[0] in tree[rest[1]]:
        yield from (rest[1] + tail for tail in _after(tree[rest[1]], rest[0], rest[2:], slips))
    for letter in tree:
        if letter != END:
            yield from _after(tree, letter, rest, slips)
            if rest:
                yield from _after(tree, letter, rest[1:], slips)


def _after(tree: Tree, letter: str, rest: str, slips: int) -> Iterator[str]:
    return (letter + tail for tail in _near(tree[letter], rest, slips))


@cache
def _tree(language: Language) -> Tree:
    """All words, normalised, as a tree of letters."""
    tree: Tree = {}
    for word in words(language) | _number_forms(language):
        node = tree
        for letter in normalise(word):
            node = node.setdefault(letter, {})
        node[END] = {}
    return tree


def _lines(name: str, language: Language) -> Iterator[str]:
    text = (HERE / language / name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if not line.startswith("#"))


def _all_words(name: str, language: Language) -> frozenset[str]:
    return frozenset(word for line in _lines(name, language) for word in line.split())


def _read_noun(line: str) -> Noun:
    spelling, marks, frequency, forms = line.split(" ")
    return Noun(spelling, tuple(marks.split("/")), float(frequency), tuple(forms.split(",")) if forms != "-" else ())


def _word(noun: Noun) -> Word:
    gender, _, number = noun.marks[0].partition(".")
    return Word(normalise(noun.spelling), cast(Gender, gender), cast(Number, number), noun.frequency)
