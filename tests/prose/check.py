"""Three checks of what the project writes: long lines of documents, phrases that must not come back, misspelt words."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from hunspell import Hunspell  # type: ignore[import-untyped]

from prose.passages import Passage, passages, written_files
from support.voice import ROOT

HERE: Final = Path(__file__).parent
DICTIONARIES: Final = ROOT / ".venv" / "spelling"  # `make lint` puts them there
MAX_LINE: Final = 100
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
NO_WORD: Final = re.compile(r"\S*(?:[/\\_=@{}<>$%|*]|::|\w\.\w|\w\(|--\w)\S*|\w*[\d²³]\w*|[a-zà-ÿ]+[A-Z]\w*|\b[A-Z]{2,}s?\b|…\w*|\w*…")


def lines_of(name: str) -> list[str]:
    """The lines of a list beside this file, without comments."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def long_lines(root: Path = ROOT) -> Iterator[str]:
    """Lines of documents over the limit. Tables and what cannot be broken may be longer; rules pages have a clause a line."""
    for path in written_files(root):
        if path.suffix == ".md" and ".fr." not in path.name and ".en." not in path.name:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if len(line) > MAX_LINE and not line.startswith("|") and " " in line.strip()[:MAX_LINE]:
                    yield f"{path.relative_to(root)}:{number}: {len(line)} characters, at most {MAX_LINE} are allowed"


def bad_phrases(root: Path = ROOT) -> Iterator[str]:
    """Phrases of the list wherever they are written."""
    rules = [(_phrase(pattern), better) for pattern, _, better in (line.partition(" => ") for line in lines_of("phrases.txt"))]
    for path in written_files(root):
        if path.parent == HERE or ".fr." in path.name:
            continue
        text = path.read_text(encoding="utf-8")
        for rule, better in rules:
            for found in rule.finditer(text):
                line = text.count("\n", 0, found.start()) + 1
                yield f"{path.relative_to(root)}:{line}: “{' '.join(found[0].split())}”: write {better}"


def _phrase(pattern: str) -> re.Pattern[str]:
    """A phrase may go on in the next line, or in the next line of a comment."""
    return re.compile(pattern.replace(" ", r"(?: |\s*\n\W*)"), re.IGNORECASE)


def misspelt(found: Iterable[Passage] | None = None) -> Iterator[str]:
    """Words that neither the dictionary of their language nor the project's list has."""
    for passage in passages() if found is None else found:
        for word in WORD.findall(NO_WORD.sub(" ", passage.text)):
            if not is_word(word, passage.language):
                yield f"{passage.where}: {word} ({passage.language}) is misspelt, or belongs on a list beside tests/prose/check.py"


@cache
def is_word(word: str, language: str) -> bool:
    """Whether a word is spelled right, whole or in the parts that apostrophes make."""
    straight = word.replace("’", "'")
    return _has(straight, language) or all(len(part) <= 2 or _has(part, language) for part in straight.split("'"))


def _has(word: str, language: str) -> bool:
    if {word, word.lower()} & _own(language):
        return True
    try:
        return bool(_dictionary(language).spell(word))
    except UnicodeEncodeError:  # the dictionary's alphabet lacks a letter of it
        return False


@cache
def _dictionary(language: str) -> Hunspell:
    return Hunspell(language, hunspell_data_dir=str(DICTIONARIES))


@cache
def _own(language: str) -> frozenset[str]:
    return frozenset(word for name in ("names.txt", f"{language}.txt") for word in " ".join(lines_of(name)).split())
