"""Consistent language: every text that people read is checked against a list of words and the rules of typography."""

import re
from pathlib import Path
from typing import Final

import pytest

from support.voice import Said, everything

TYPEWRITER: Final = re.compile(r"[^\W\d_]'(?=[^\W\d_«])")
TEXTS: Final = everything()


def _rows() -> list[list[str]]:
    lines = (Path(__file__).parent / "words.txt").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")] for line in lines if not line.startswith("#")]


def _found(pattern: re.Pattern[str], language: str) -> list[Said]:
    return [said for said in TEXTS if said.language == language and pattern.search(said.text)]


def _unwanted(column: int) -> list[str]:
    return sorted({word.strip() for row in _rows() for word in row[column].split(",") if word.strip()})


def test_texts_are_found_everywhere() -> None:
    places = {Path(said.where.split(":")[0]).suffix for said in TEXTS}
    assert {".py", ".js", ".md"} <= places
    assert len(TEXTS) > 2500


def test_the_list_has_four_columns_and_names_each_thing_once() -> None:
    rows = _rows()
    assert len(rows) >= 30
    assert {len(row) for row in rows} == {4}
    assert len({row[0] for row in rows}) == len(rows)


@pytest.mark.parametrize(("language", "column"), [("fr", 2), ("en", 3)])
def test_one_word_per_thing(language: str, column: int) -> None:
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, _unwanted(column)))})\b", re.IGNORECASE if language == "fr" else 0)
    assert _found(words, language) == []


def test_the_french_apostrophe_is_curved() -> None:
    assert _found(TYPEWRITER, "fr") == []


def test_quotation_marks_are_those_of_the_language() -> None:
    assert _found(re.compile("“|”"), "fr") == []
    assert _found(re.compile("«|»"), "en") == []


def test_names_are_put_in_so_that_they_can_be_elided() -> None:
    """A name after "de" must be `{0}`, which `Text.named` elides; a name formatted into the text would not be elided."""
    by_hand = re.compile(r"\b(?:de|que) \{(?!\{)[^}]*(?:name|who|seat(?!s)|player|before)[^}]*\}")
    assert by_hand.search('f"la place de {before.fr}"')
    assert [said for said in TEXTS if said.language == "fr" and by_hand.search(said.source)] == []


def test_the_room_refuses_in_sentences() -> None:
    refused = [said for said in TEXTS if said.speaker in ("Refused", "Trouble", "Unfit")]
    assert len(refused) > 100
    assert [said for said in refused if not re.match(r"[A-ZÀÉÊÎ“«…0-9{]", said.text) or said.text[-1] not in ".!?…"] == []
