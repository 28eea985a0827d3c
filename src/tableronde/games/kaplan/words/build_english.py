"""Build en/words.txt and en/nouns.txt. Playing and making a deck only read the two files.

    python -m tableronde.games.kaplan.words.build_english

spacy-lookups-data 1.0.5 (PyPI) contains the index of WordNet 3.0 (which words are nouns, verbs, adjectives or adverbs), its rules of
inflection and exceptions, and how often a word has a capital. wordfreq 3.1 (PyPI) has the frequency of each word, but not its part of
speech. lemminflect 0.2.3 (PyPI) has the plurals of the NIH SPECIALIST Lexicon. The same sources give the same files, byte for byte.
"""

import gzip
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from tableronde.games.kaplan.rules.dial import LENGTHS
from tableronde.games.kaplan.words.dictionary import HERE, left_out
from tableronde.games.kaplan.words.grammar import ENGLISH, words_of
from tableronde.games.kaplan.words.lexicon import lexicon

FOLDER: Final = HERE / "en"
USED: Final = 0.04  # times in a million words: words that a reader may know
COMMON: Final = 0.5  # the same for words that come to a player's mind
OTHER_USES: Final = {"adj": 0.3, "adv": 0.1}  # estimated share of the uses of an ambiguous word in which it is a noun
VERB_FORMS: Final = ("ing", "ed")  # verbs with these endings are seldom nouns
SELDOM: Final = 0.15
NAME: Final = 2.0  # a word with a capital e² times as often as without is a name
OFTEN_NAME: Final = 0.7  # the same for a word that is often a name: no bot thinks of it, except for words of the lexicon
RARE: Final = -20.0  # the log-frequency of a word that does not occur
MISTAKEN: Final = 0.02  # a plural this rare beside another one of the same noun is a mistake
VOWELS: Final = frozenset("aeiou")
CLASSICAL: Final = ("a", "ex", "ix", "on", "um", "us")  # nouns from Latin and Greek with these endings often have a regular plural as well
PLURAL_ONLY: Final = words_of("amends binoculars clothes earnings leftovers pants pliers remains scissors slacks thanks trousers tweezers")
WRONG: Final = frozenset({"leafs"})  # plurals that are met as names only
NEVER_VERBS: Final = words_of("""
    action article bachelor beacon calendar candle canvas carpenter chamber chariot company compass cricket crumb flight forest fraction
    general habit kitten mantle medicine nerve oyster pearl pyramid racket saint straw submarine throne tongue turtle
""")  # WordNet has a verb that no player has met
SMALL: Final = ENGLISH.small | words_of("""
    i me you he him she we us they them who whom whose which what when where why how while than though although because until since
    unless during through across along around among against toward towards upon within beneath beside beyond despite except per via onto
    till any some each every both either neither none nor such other another same few many much more most less least enough several own
    someone somebody something anyone anybody anything everyone everybody everything nobody nothing myself yourself himself herself
    itself ourselves themselves am was were been being has had having does did doing done would could should might must shall will can
    may ought very too also just only even still yet again ever never always often here there now then so thus oh ah yes mine yours hers
    ours theirs twice thrice cannot wouldn couldn shouldn didn isn wasn don
""")  # what an index of nouns, verbs, adjectives and adverbs does not hold
NOTICE: Final = """\
# {what}
# Derived from WordNet 3.0 (Princeton University, WordNet licence), as spacy-lookups-data 1.0.5 has it (Explosion, MIT licence), and from
# wordfreq 3.1 (Robyn Speer, CC BY-SA 4.0).
# This file is shared under CC BY-SA 4.0. Made by build_english.py.
"""


@dataclass(frozen=True)
class WordNet:
    """The index by part of speech, the irregular forms with their bases, and the rules from an ending to that of the base."""

    index: Mapping[str, frozenset[str]]
    exceptions: Mapping[str, Mapping[str, list[str]]]
    rules: Mapping[str, list[list[str]]]

    def bases(self, word: str, kind: str) -> set[str]:
        """The words in the index of which this is a form, itself included."""
        found = {word, *self.exceptions[kind].get(word, ())}
        found |= {word.removesuffix(ending) + base for ending, base in self.rules.get(kind, ()) if word.endswith(ending)}
        return found & self.index[kind]


class Table(NamedTuple):
    """The possible parts of speech of each spelling, and the singulars and plurals that belong together.

    WordNet's rules find every singular a word might have, "belief" for "believes" among them. That is enough to tell a name or a plural
    from other words. Only the number forms that an announced word is compared with are checked one by one.
    """

    kinds: Mapping[str, set[str]]
    singulars: Mapping[str, set[str]]  # plural -> its possible singulars
    plurals: Mapping[str, set[str]]
    forms: "NumberForms"


def main() -> None:
    """Write both files."""
    often = {word: share * 1e6 for word, share in import_module("wordfreq").get_frequency_dict("en", "large").items()}
    data = Path(import_module("spacy_lookups_data").__file__ or "").parent / "data"
    table = read_table(read_wordnet(data), {word: times for word, times in often.items() if is_plain(word)})
    capitals = read_json(data / "en_lexeme_prob.json.gz")
    kept = {entry.word for entry in lexicon("en")}
    met = sorted(word for word in table.kinds if often[word] >= USED and is_common(word, table, capitals, NAME))
    lines = {word: f"{word} n" if "noun" in table.kinds[word] else word for word in met}
    what = "English words that readers meet, one a line, with n behind those that may be nouns."
    write("words.txt", what, [line for _, line in sorted(({word: word for word in SMALL if is_plain(word)} | lines).items())])
    what = "Common English nouns: spelling, noun only (N) or verb too (V) and number, Zipf frequency, other number forms."
    what += "\n# The number forms were checked with lemminflect 0.2.3 (Brad Jascob, MIT licence)."
    thought_of = [word for word in met if word in kept or is_common(word, table, capitals, OFTEN_NAME)]
    write("nouns.txt", what, list(noun_lines(thought_of, often, table)))


def read_json(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def read_wordnet(folder: Path) -> WordNet:
    index, exceptions, rules = (read_json(folder / f"en_lemma_{name}.json.gz") for name in ("index", "exc", "rules"))
    return WordNet({kind: frozenset(words) for kind, words in index.items()}, exceptions, rules)


def read_table(wordnet: WordNet, often: Mapping[str, float]) -> Table:
    """Read WordNet for the words in use. A plural that is very rare beside another one is a mistake ("childs")."""
    kinds, singulars, plurals = defaultdict(set), defaultdict(set), defaultdict(set)
    for word in often:
        kinds[word] = {kind for kind in wordnet.index if wordnet.bases(word, kind)}
        if word.endswith("s") or word in wordnet.exceptions["noun"]:
            for singular in wordnet.bases(word, "noun") - {word}:
                plurals[singular].add(word)
    for singular, found in plurals.items():
        usual = max(often[plural] for plural in found)
        plurals[singular] = {plural for plural in found if often[plural] >= usual * MISTAKEN}
        for plural in plurals[singular]:
            singulars[plural].add(singular)
    known = {word: found for word, found in kinds.items() if found}
    return Table(known, singulars, plurals, NumberForms(wordnet, often, import_module("lemminflect").getAllInflections))


class NumberForms:
    """Singulars and plurals that belong together: by the SPECIALIST Lexicon, by WordNet's exceptions, or regular and in use."""

    def __init__(
        self, wordnet: WordNet, often: Mapping[str, float], inflections: Callable[[str, str], Mapping[str, Sequence[str]]]
    ) -> None:
        self.wordnet, self.often, self.inflections = wordnet, often, inflections
        self.irregular: defaultdict[str, set[str]] = defaultdict(set)
        for plural, singulars in wordnet.exceptions["noun"].items():
            for singular in singulars:
                if plural in often:
                    self.irregular[singular].add(plural)

    def of(self, word: str) -> set[str]:
        """The other number forms of a noun: its plurals, its singulars, and their other plurals."""
        bases = {word, *self.singulars(word)}
        return (bases | {plural for base in bases for plural in self.plurals(base)}) - {word}

    def singulars(self, word: str) -> set[str]:
        """The words of which this is a plural."""
        bases = {*self.wordnet.bases(word, "noun"), word.removesuffix("men") + "man"} - {word}
        return {base for base in bases if word in self.plurals(base) and self._is_singular(base, word)}

    def plurals(self, word: str) -> set[str]:
        """The plurals of a noun, without those that are very rare beside another one."""
        listed = [form for form in self.inflections(word, "NOUN").get("NNS", ()) if is_plain(form) and form not in (word, *WRONG)]
        usual = max((self._met(form) for form in listed), default=0.0)
        regular = pluralize(word)
        found = {form for form in listed if self._met(form) > usual * MISTAKEN} or {
            regular if regular in listed else form for form in listed[:1]
        }
        found |= {form for form in self.irregular[word] if self._met(form) >= usual * MISTAKEN and form != word}
        least = 0.0 if word.endswith(CLASSICAL) else max((self._met(form) for form in found), default=0.0)
        return found | {regular} if word in self.wordnet.index["noun"] and self._met(regular) > least else found

    def _is_singular(self, base: str, word: str) -> bool:
        """Whether a word with a meaning of its own ("riches", "physics", "species") also has a singular ("glasses")."""
        if not self.inflections(word, "NOUN"):
            return True
        listed = bool(self.inflections(base, "NOUN"))
        return self._met(base) >= self._met(word) * MISTAKEN and (listed or base not in self.wordnet.index["adj"])

    def _met(self, word: str) -> float:
        return self.often.get(word, 0.0)


def pluralize(word: str) -> str:
    """The regular plural."""
    if word.endswith("man"):
        return word.removesuffix("man") + "men"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word.removesuffix("y") + "ies" if word.endswith("y") and word[-2:-1] not in VOWELS else word + "s"


def is_plain(word: str) -> bool:
    """Whether a word has at least two letters, all of them small."""
    return word.isascii() and word.isalpha() and word.islower() and (len(word) > 1 or word == "a")


def is_common(word: str, table: Table, capitals: Mapping[str, float], bound: float) -> bool:
    """Whether neither a word nor its singular is mainly a name, judged by how often it has a capital."""
    bases = {word, *table.singulars.get(word, ())}
    return all(capitals.get(base.capitalize(), RARE) <= capitals.get(base, RARE) + bound for base in bases)


def noun_lines(met: list[str], often: Mapping[str, float], table: Table) -> Iterator[str]:
    """The nouns that come to a player's mind."""
    for word in met:
        kinds, others = table.kinds[word], table.forms.of(word)
        as_noun = often[word] * share(word, kinds)
        if "noun" in kinds and len(word) in LENGTHS and as_noun >= COMMON and left_out("en").isdisjoint({word, *others}):
            forms = ",".join(sorted(others)) or "-"
            yield f"{word} {mark(word, table)} {math.log10(as_noun) + 3:.2f} {forms}"


def share(word: str, kinds: set[str]) -> float:
    """The estimated share of its uses in which a word is a noun."""
    least = min((OTHER_USES.get(kind, 1.0) for kind in kinds), default=1.0)
    return min(least, SELDOM) if "verb" in kinds and word.endswith(VERB_FORMS) else least


def mark(word: str, table: Table) -> str:
    """Whether this spelling may be a verb, and whether it is a plural; a word like "customs" counts as either number."""
    part = "V" if "verb" in table.kinds[word] and is_met_as_verb(word, table) else "N"
    if word.endswith("men") and table.forms.singulars(word):
        return f"{part}.Plur"
    plural = word in PLURAL_ONLY or (word in table.singulars and word.endswith("s") and not word.endswith(("ss", "ics")))
    return f"{part}.Plur" if plural or (word in table.singulars and word not in table.plurals) else f"{part}.Sing"


def is_met_as_verb(word: str, table: Table) -> bool:
    """Whether a player may know this verb of WordNet; "canvass" is one, though it is listed as a plural of "canvas" too."""
    bases = {word} if word not in table.singulars or word in table.plurals else table.singulars[word]
    return NEVER_VERBS.isdisjoint(bases)


def write(name: str, what: str, lines: list[str]) -> None:
    path = FOLDER / name
    path.write_text(NOTICE.format(what=what) + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {len(lines)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
