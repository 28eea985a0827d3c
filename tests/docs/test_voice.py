"""One voice in each language: every text that people read, held against the glossary and the customs of printing."""

import re
from pathlib import Path
from typing import Final

import pytest

from voice import ROOT, Said, everything

TYPEWRITER: Final = re.compile(r"[^\W\d_]'(?=[^\W\d_«])")
TEXTS: Final = everything()


def _rows() -> list[list[str]]:
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]


def _found(pattern: re.Pattern[str], language: str) -> list[Said]:
    return [said for said in TEXTS if said.language == language and pattern.search(said.text)]


def _unwanted(column: int) -> list[str]:
    return sorted({word.strip() for row in _rows() for word in row[column].split(",") if word.strip()})


def test_texts_are_found_everywhere() -> None:
    places = {Path(said.where.split(":")[0]).suffix for said in TEXTS}
    assert {".py", ".js", ".md"} <= places
    assert len(TEXTS) > 2500


def test_the_glossary_is_a_table_of_about_thirty_words() -> None:
    rows = _rows()
    assert len(rows) >= 30
    assert {len(row) for row in rows} == {5}
    assert len({row[0] for row in rows}) == len(rows)


@pytest.mark.parametrize(("language", "column"), [("fr", 3), ("en", 4)])
def test_one_word_per_thing(language: str, column: int) -> None:
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, _unwanted(column)))})\b", re.IGNORECASE if language == "fr" else 0)
    assert _found(words, language) == []


def test_the_french_apostrophe_is_curved() -> None:
    assert _found(TYPEWRITER, "fr") == []


def test_quotation_marks_are_those_of_the_language() -> None:
    assert _found(re.compile("“|”"), "fr") == []
    assert _found(re.compile("«|»"), "en") == []


def test_names_are_put_in_so_that_they_can_be_elided() -> None:
    """A name after "de" is `{0}`, which `Text.named` elides; one put in by hand would stay as it is."""
    by_hand = re.compile(r"\b(?:de|que) \{(?!\{)[^}]*(?:name|who|seat(?!s)|player|before)[^}]*\}")
    assert by_hand.search('f"la place de {before.fr}"')
    assert [said for said in TEXTS if said.language == "fr" and by_hand.search(said.source)] == []


def test_what_the_room_refuses_it_refuses_in_sentences() -> None:
    refused = [said for said in TEXTS if said.speaker in ("Refused", "Trouble", "Unfit")]
    assert len(refused) > 100
    assert [said for said in refused if not re.match(r"[A-ZÀÉÊÎ“«…0-9{]", said.text) or said.text[-1] not in ".!?…"] == []
