"""The check of what the project writes finds planted faults, and nothing in the project."""

import subprocess
from pathlib import Path

import pytest

from prose.check import bad_phrases, is_word, long_lines, misspelt
from prose.passages import Passage, blank_code, passages


@pytest.fixture
def root(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    return tmp_path


def test_a_long_line_of_a_document_is_found(root: Path) -> None:
    (root / "a.md").write_text("short\n" + "word " * 21 + "\n| " + "cell " * 30 + "|\n" + "x" * 200 + "\n")
    assert list(long_lines(root)) == ["a.md:2: 105 characters, at most 100 are allowed"]


@pytest.mark.parametrize("said", ["a page for who plays", "made anew", "so many seconds", "chosen by lot", "Whoever comes", "so\nmany"])
def test_a_phrase_of_the_list_is_found_in_code_and_documents(root: Path, said: str) -> None:
    (root / "a.md").write_text(said)
    (root / "b.py").write_text(f"value = '''{said}'''\n")
    assert [fault.partition(":")[0] for fault in bad_phrases(root)] == ["a.md", "b.py"]


def test_words_are_looked_for_in_docstrings_comments_and_documents(root: Path) -> None:
    (root / "a.py").write_text('"""A mistkae."""\n\nname = "nott prose"  # a comnent\n')
    (root / "b.js").write_text('const url = "http://nott.prose"; // an erorr\n/* and anothr */\n')
    (root / "c.md").write_text("# A tilte\n\n```\ncodde\n```\n\n`codde` and [link](tto/a.md)\n")
    found = [fault.partition(" is misspelt")[0] for fault in misspelt(passages(root))]
    assert found == ["a.py:1: mistkae (en)", "a.py:3: comnent (en)", "b.js:1: erorr (en)", "b.js:2: anothr (en)", "c.md:1: tilte (en)"]


def test_french_is_spelled_as_french() -> None:
    assert list(misspelt([Passage("here", "fr", "L’hôte n’a qu’à s’asseoir aujourd’hui.")])) == []
    assert [fault.split()[1] for fault in misspelt([Passage("here", "fr", "l’hote s’assoie au jeux, dévelloppé")])] == [
        "l’hote",
        "dévelloppé",
    ]


@pytest.mark.parametrize(("word", "language"), [("seat", "en"), ("doesn't", "en"), ("player’s", "en"), ("Kaplan", "fr"), ("plateau", "fr")])
def test_words_of_both_languages_are_known(word: str, language: str) -> None:
    assert is_word(word, language)


def test_code_is_blanked_in_place() -> None:
    assert blank_code("a `b`\n```\ncode\n```\nc [d](e.md)") == "a    \n   \n    \n   \nc [d       "
