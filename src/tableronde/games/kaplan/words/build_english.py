"""How en/words.txt and en/nouns.txt were made. Nobody needs this to play or to press: run it to build the two files anew.

    python -m tableronde.games.kaplan.build_english

spacy-lookups-data 1.0.5 (PyPI) holds the index of WordNet 3.0 (which words are nouns, verbs, adjectives or adverbs), its rules of
inflection and exceptions, and how often a word has a capital; wordfreq 3.1 (PyPI) says how often each is met, though not as what. The
same sources give the same files, byte for byte.
"""

import gzip
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from tableronde.games.kaplan.dial import LENGTHS
from tableronde.games.kaplan.dictionary import HERE, left_out
from tableronde.games.kaplan.grammar import ENGLISH, words_of
from tableronde.games.kaplan.lexicon import lexicon

FOLDER: Final = HERE / "en"
USED: Final = 0.04  # times in a million words: what a reader may have met
COMMON: Final = 0.5  # what a player may think of
OTHER_USES: Final = {"adj": 0.3, "adv": 0.1}  # a guess at the share of its uses in which a word that may be this is a noun
VERB_FORMS: Final = ("ing", "ed")  # what ends so and is a verb is seldom a noun
SELDOM: Final = 0.15
NAME: Final = 2.0  # a word that has a capital e² times as often as not is a name
OFTEN_NAME: Final = 0.7  # one that has it twice as often is a name more often than not: no bot thinks of it, but for words of the lexicon
RARE: Final = -20.0  # the logarithm of how often a word is met that is never met
MISTAKEN: Final = 0.02  # what is met so seldom beside another plural of the same noun
PLURAL_ONLY: Final = words_of("amends binoculars clothes earnings leftovers pants pliers remains scissors slacks thanks trousers tweezers")
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
    """The index by part of speech, the exceptional forms with their bases, and the rules that lead from an ending to that of the base."""

    index: Mapping[str, frozenset[str]]
    exceptions: Mapping[str, Mapping[str, list[str]]]
    rules: Mapping[str, list[list[str]]]

    def bases(self, word: str, kind: str) -> set[str]:
        """The words of the index of which this is a form, itself included."""
        found = {word, *self.exceptions[kind].get(word, ())}
        found |= {word.removesuffix(ending) + base for ending, base in self.rules.get(kind, ()) if word.endswith(ending)}
        return found & self.index[kind]


class Table(NamedTuple):
    """What is known of the words: the kinds each spelling may be of, and the families of singular and plural."""

    kinds: Mapping[str, set[str]]
    singulars: Mapping[str, set[str]]  # plural -> its singulars
    plurals: Mapping[str, set[str]]


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
    thought_of = [word for word in met if word in kept or is_common(word, table, capitals, OFTEN_NAME)]
    write("nouns.txt", what, list(noun_lines(thought_of, often, table)))


def read_json(path: Path) -> Any:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def read_wordnet(folder: Path) -> WordNet:
    index, exceptions, rules = (read_json(folder / f"en_lemma_{name}.json.gz") for name in ("index", "exc", "rules"))
    return WordNet({kind: frozenset(words) for kind, words in index.items()}, exceptions, rules)


def read_table(wordnet: WordNet, often: Mapping[str, float]) -> Table:
    """What WordNet makes of the words that are met. A plural that is hardly ever met beside another one is a mistake ("childs")."""
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
    return Table({word: found for word, found in kinds.items() if found}, singulars, plurals)


def is_plain(word: str) -> bool:
    """Small letters only, and at least two."""
    return word.isascii() and word.isalpha() and word.islower() and (len(word) > 1 or word == "a")


def is_common(word: str, table: Table, capitals: Mapping[str, float], bound: float) -> bool:
    """Whether neither a word nor its singular is rather a name, by how much oftener it has a capital."""
    bases = {word, *table.singulars.get(word, ())}
    return all(capitals.get(base.capitalize(), RARE) <= capitals.get(base, RARE) + bound for base in bases)


def noun_lines(met: list[str], often: Mapping[str, float], table: Table) -> Iterator[str]:
    """The nouns a player may think of."""
    for word in met:
        kinds, others = table.kinds[word], family(word, table)
        as_noun = often[word] * share(word, kinds)
        if "noun" in kinds and len(word) in LENGTHS and as_noun >= COMMON and left_out("en").isdisjoint({word, *others}):
            forms = ",".join(sorted(others)) or "-"
            yield f"{word} {mark(word, table)} {math.log10(as_noun) + 3:.2f} {forms}"


def family(word: str, table: Table) -> set[str]:
    """The other number forms of a noun: its plurals, its singulars, and their other plurals."""
    bases = table.singulars.get(word, set()) | {word}
    return (bases | {plural for base in bases for plural in table.plurals.get(base, ())}) - {word}


def share(word: str, kinds: set[str]) -> float:
    """A guess in how many of its uses a word is a noun."""
    least = min((OTHER_USES.get(kind, 1.0) for kind in kinds), default=1.0)
    return min(least, SELDOM) if "verb" in kinds and word.endswith(VERB_FORMS) else least


def mark(word: str, table: Table) -> str:
    """Whether the very spelling may be a verb, and whether it is a plural; a word like "customs" may be taken for either number."""
    part = "V" if "verb" in table.kinds[word] else "N"
    plural = word in PLURAL_ONLY or (word in table.singulars and word.endswith("s") and not word.endswith(("ss", "ics")))
    return f"{part}.Plur" if plural or (word in table.singulars and word not in table.plurals) else f"{part}.Sing"


def write(name: str, what: str, lines: list[str]) -> None:
    path = FOLDER / name
    path.write_text(NOTICE.format(what=what) + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}: {len(lines)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
