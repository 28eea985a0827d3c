"""Facts about each language for the proofreader: small words, marks, the form of a noun phrase, and patterns that are too easy."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple


class Mould(NamedTuple):
    """A pattern that makes hints too easy: its field, its form, and the percentage of entries that may have it."""

    name: str
    field: str
    pattern: re.Pattern[str]
    percent: float


class Grammar(NamedTuple):
    """The facts about a language that a proofreader of hints needs."""

    articles: frozenset[str]
    bare: frozenset[str]  # articles that follow verbs, but not nouns
    telling: frozenset[str]  # before a gap they reveal the gender or number of the word, or whether it begins with a vowel
    small: frozenset[str]  # words without meaning of their own
    before_nouns: frozenset[str]  # before an adjective or a noun
    after_nouns: frozenset[str]  # if adjectives come first, the end of the noun phrase; empty if the noun comes first
    contrary: re.Pattern[str]
    cut: re.Pattern[str]  # the part of a word before an apostrophe, which is no word
    ill_spaced: re.Pattern[str]
    moulds: Sequence[Mould]

    def may_be_head(self, tokens: Sequence[str]) -> Sequence[str]:
        """The words of a synonym that may be its noun."""
        if self.after_nouns:
            end = next((i for i, token in enumerate(tokens) if not token or token in self.after_nouns), len(tokens))
            return tokens[max(0, end - 1) : end]
        return tokens[: 3 if tokens[0] in self.before_nouns else 2]


def words_of(words: str) -> frozenset[str]:
    """Split a text into words."""
    return frozenset(words.split())


_FRENCH_ARTICLES: Final = words_of("le la les l un une des du au aux mon ton son ma ta sa mes tes ses ce cet cette ces")
_FRENCH_TELLING: Final = _FRENCH_ARTICLES | words_of("d de qu jusqu")
FRENCH: Final = Grammar(
    articles=_FRENCH_ARTICLES,
    bare=words_of("le la les l un une"),
    telling=_FRENCH_TELLING,
    small=_FRENCH_TELLING | words_of("à en et ou par pour sur sous dans comme que qui avec sans chez n ne pas se s y m t"),
    before_nouns=words_of("très plus deux trois quatre cinq six sept huit neuf dix"),
    after_nouns=frozenset(),
    contrary=re.compile(r"^(le |l’)?(contraire|inverse|opposé) (de|du|des|d’|à|au)|^(pas|non|ni|sans|jamais)\b"),
    cut=re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*’"),
    ill_spaced=re.compile(r"[^\s\u00a0\u202f][!?:;»]|«[^\s\u00a0\u202f]|  "),
    moulds=(
        Mould("« X et Y »", "analogy", re.compile(r"\b(et|ou)\b"), 1),
        Mould("« petit … »", "synonym", re.compile(r"^(petit|grand|gros|long|très)(e|s|es|se|ses|ue|ues)?\b"), 2),
        Mould("« comme un … »", "saying", re.compile(r"\bcomme (un|une|des|le|la|les|l’)\b"), 4),
    ),
)
_ENGLISH_ARTICLES: Final = words_of("a an the my your his her its our their one’s this that these those")
_ENGLISH_LINKS: Final = words_of("of to in on at by for with from under over into as about without between behind above after before")
ENGLISH: Final = Grammar(
    articles=_ENGLISH_ARTICLES,
    bare=words_of("a an the"),
    telling=_ENGLISH_ARTICLES,
    small=_ENGLISH_ARTICLES | _ENGLISH_LINKS | words_of("and or but if not no be is are it s t up out off down all"),
    before_nouns=frozenset(),
    after_nouns=_ENGLISH_LINKS,
    contrary=re.compile(r"^(the )?(contrary|opposite|reverse) (of|to)\b|^(not|no|non|without|never)\b"),
    cut=re.compile(r"’[^\W\d_]+"),
    ill_spaced=re.compile(r"\s[!?:;,.]|“\s|\s”|  "),
    moulds=(
        Mould("“X and Y”", "analogy", re.compile(r"\b(and|or)\b"), 1),
        Mould("“small …”", "synonym", re.compile(r"^(small|little|big|large|long|very)\b"), 2),
        Mould("“like a …”", "saying", re.compile(r"\b(as|like) (a|an|the)\b"), 4),
    ),
)
GRAMMARS: Final[Mapping[str, Grammar]] = {"fr": FRENCH, "en": ENGLISH}
