"""Texts with names, articles and numbers, in the grammar of both languages."""

from collections.abc import Callable

import pytest

from tableronde.text import Noun, Text, elides, same

ADA_AND_BO = (same("Ada"), same("Bo"))


def test_names_take_the_place_of_seats() -> None:
    assert Text("{0} joue, {1} attend.", "{0} plays, {1} waits.").named(ADA_AND_BO) == Text("Ada joue, Bo attend.", "Ada plays, Bo waits.")
    assert same("{2} {0}").named(ADA_AND_BO) == same("{2} Ada")


@pytest.mark.parametrize("careless", [list, sorted, lambda text: "x" in text, lambda text: [*text]])
def test_a_text_instead_of_a_tuple_is_an_error_and_not_an_endless_loop(careless: Callable[[Text], object]) -> None:
    """`tips=(Text(…))` lacks a comma: iterating over it raises an error instead of never ending."""
    with pytest.raises(TypeError, match="not iterable"):
        careless(same("Ada"))


def test_a_name_cannot_bring_in_another() -> None:
    assert same("{0} {1}").named((same("{1}"), same("Bo"))) == same("{1} Bo")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("la main de {0}", "la main d’Ada"),
        ("la main de {1}", "la main de Bo"),
        ("De {0} à {1}", "D’Ada à Bo"),
        ("plus que {0}, lorsque {0} et jusque {1}", "plus qu’Ada, lorsqu’Ada et jusque Bo"),
        ("le monde {0}", "le monde Ada"),
        ("de {2}", "de {2}"),
    ],
)
def test_words_before_a_name_are_elided(before: str, after: str) -> None:
    assert Text(before, before).named(ADA_AND_BO).fr == after
    assert "’" not in Text(before, before).named(ADA_AND_BO).en


@pytest.mark.parametrize("word", ["Ada", "Émilie", "Hypatie", "Œdipe", "Yves", "« Ada »", "Île"])
def test_vowels_elide(word: str) -> None:
    assert elides(word)


@pytest.mark.parametrize("word", ["Bo", "Yann", "Çelik", "", "42", "Y"])
def test_other_letters_do_not(word: str) -> None:
    assert not elides(word)


def test_a_noun_has_its_articles() -> None:
    star, arrow = Noun("étoile", "star", feminine=True), Noun("carreau", "arrow")
    assert (star.a, star.the) == (Text("une étoile", "a star"), Text("l’étoile", "the star"))
    assert (arrow.a, arrow.the) == (Text("un carreau", "an arrow"), Text("le carreau", "the arrow"))


def test_a_noun_is_counted_in_each_language() -> None:
    point, gap = Noun("point", "point"), Noun("trou", "leaf", many=Text("trous", "leaves"))
    assert [point.count(n) for n in (0, 1, 2)] == [Text("0 point", "0 points"), same("1 point"), same("2 points")]
    assert gap.count(3) == Text("3 trous", "3 leaves")
