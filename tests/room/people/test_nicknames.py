"""The names of guests: seen, bounded, and told apart."""

import pytest

from tableronde.room.base.refusals import Refused
from tableronde.room.people.nicknames import LONGEST_NAME, choose_nickname, clean_nickname, clean_text, fold_name, tell_apart


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u2800\u2800", "\u115f", "\u200b\u2060", "\u202e\u2066", "\u0301\u0301", "\ufe0f", "…", "- . -"]
)
def test_a_name_that_cannot_be_seen_is_refused(blank: str) -> None:
    with pytest.raises(Refused, match="cannot be seen"):
        choose_nickname(blank)


def test_no_name_is_a_name() -> None:
    assert choose_nickname("") == choose_nickname("   ") == ""


@pytest.mark.parametrize("name", ["The room", "the  ROOM", "Тhе rооm", "La salle", "Ancien joueur", "Tаble Rоnde"])
def test_nobody_is_called_like_the_room(name: str) -> None:
    with pytest.raises(Refused, match="is the room’s"):
        choose_nickname(name)


@pytest.mark.parametrize(
    "name", ["Ana", "Zoë", "Nguyễn", "李娜", "Анна", "מרים", "دانة", "नीता", "Œdipe", "R2-D2", "🙂", "3", "Jean-Loup d’Aix"]
)
def test_real_names_stay_as_they_are(name: str) -> None:
    assert choose_nickname(name) == name


def test_marks_on_one_letter_are_bounded() -> None:
    assert clean_text("a" + "\u0316" * 200 + "b") == "a\u0316\u0316b"
    assert len(clean_nickname("\ufdfd" * 24)) <= LONGEST_NAME
    assert len(clean_nickname("\ufdfa" * 24)) <= LONGEST_NAME


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Аnn"), ("Ilan", "lIan"), ("Bob", "BОB"), ("Zoe", "Zoë"), ("Mo0", "MoO"), ("A na", "Ana")]
)
def test_names_that_look_alike_are_told_apart(name: str, other: str) -> None:
    assert fold_name(name) == fold_name(other)
    assert tell_apart(other, [name, "Eve"]) == f"{other} 2"
    assert tell_apart(other, [name, f"{name} 2"]) == f"{other} 3"
    assert len(tell_apart("W" * LONGEST_NAME, ["w" * LONGEST_NAME])) == LONGEST_NAME


def test_names_that_differ_stay() -> None:
    assert tell_apart("Ana", ["Anna", "Bo", ""]) == "Ana"
    assert tell_apart("", ["", "Bo"]) == ""
