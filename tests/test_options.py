"""Typed options: from JSON and text, to JSON, with clear errors."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from tableronde.options import Option, as_recorded, implied, option, options_of, read, write
from tableronde.shelf import Shelf
from tableronde.text import Text

WHAT = Text("Ce que c'est.", "What it is.")


@dataclass(frozen=True)
class Sample:
    fast: bool = option(False, WHAT)
    size: int = option(3, WHAT, low=1, high=9)
    deck: Literal["small", "large"] = option("small", WHAT, names={"small": Text("petit", "little")})
    extras: tuple[Literal["a", "b", "c"], ...] = option((), WHAT)
    bonus: bool | None = option(None, WHAT)
    newer: bool = option(False, WHAT, late=True)


def named(name: str) -> Option:
    return next(option for option in options_of(Sample) if option.name == name)


def test_options_describe_themselves() -> None:
    assert [(o.name, o.kind, o.default, o.words) for o in options_of(Sample)] == [
        ("fast", "bool", False, ()),
        ("size", "int", 3, ()),
        ("deck", "word", "small", ("small", "large")),
        ("extras", "words", (), ("a", "b", "c")),
        ("bonus", "bool", None, ()),
        ("newer", "bool", False, ()),
    ]
    assert named("size").text == WHAT


def test_the_options_of_a_type_are_read_once() -> None:
    assert options_of(Sample) is options_of(Sample)


def test_a_late_option_is_written_only_if_it_is_not_the_default() -> None:
    assert "newer" not in write(read(Sample, {"newer": False}))
    assert write(read(Sample, {"newer": True}))["newer"] is True
    assert read(Sample, write(read(Sample, {"newer": True}))).newer


def test_an_option_with_a_new_default_is_read_as_before_where_a_record_does_not_name_it() -> None:
    @dataclass(frozen=True)
    class Changed:
        strict: bool = option(True, WHAT, before=False)
        size: int = option(3, WHAT)

    assert read(Changed, {}) == Changed(strict=True)
    assert read(Changed, as_recorded(Changed, {})) == Changed(strict=False)
    assert as_recorded(Changed, {"strict": True, "size": 4}) == {"strict": True, "size": 4}
    assert [write(Changed(strict)) for strict in (True, False)] == [{"strict": True, "size": 3}, {"strict": False, "size": 3}]
    assert as_recorded(Sample, {"fast": True}) == {"fast": True}


def test_an_option_that_is_left_out_of_records_cannot_have_a_new_default() -> None:
    with pytest.raises(TypeError, match="another name"):
        option(True, WHAT, late=True, before=False)


def test_words_have_names_for_people() -> None:
    assert named("deck").json()["names"] == {"small": {"fr": "petit", "en": "little"}, "large": {"fr": "large", "en": "large"}}


def test_options_left_out_may_be_implied_by_others() -> None:
    @dataclass(frozen=True)
    class Open(Sample):
        def implied(self) -> dict[str, Any]:
            return {"size": 3, "bonus": self.fast} if self.deck == "small" else {}

    assert implied(Sample()) is None
    assert implied(read(Open, {"fast": True})) == {"bonus": True}
    assert implied(read(Open, {"deck": "large"})) == {}


def test_every_game_declares_the_implied_values_of_options_left_out() -> None:
    for box in Shelf.installed().boxes():
        kind = box.game_type.options_type
        known = {each.name: each for each in options_of(kind)}
        for values in [{}, *(variant.options for variant in box.variants)]:
            meant = implied(read(kind, values))
            assert meant or all(each.default is not None for each in known.values())
            for name, value in (meant or {}).items():
                known[name].read(value)


def test_every_word_of_every_game_has_a_name_in_both_languages() -> None:
    for box in Shelf.installed().boxes():
        for each in options_of(box.game_type.options_type):
            numbers = {str(number) for number in range(each.low or 0, (each.high or 0) + 1)}
            assert set(each.names) in ([set(), numbers] if each.kind == "int" else [set(each.words)]), (box.slug, each.name)


def test_options_left_out_have_their_defaults() -> None:
    assert read(Sample, {}) == Sample()


def test_there_and_back() -> None:
    values = {"fast": True, "size": 9, "deck": "large", "extras": ["c", "a"], "bonus": False}
    assert write(read(Sample, values)) == values
    assert write(Sample()) == {"fast": False, "size": 3, "deck": "small", "extras": []}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"fast": 1}, "option fast must be true or false, not 1"),
        ({"fast": None}, "option fast must be true or false"),
        ({"size": True}, "option size must be a whole number from 1 to 9"),
        ({"size": 3.0}, "option size must be a whole number"),
        ({"size": 10}, "from 1 to 9, not 10"),
        ({"deck": "huge"}, "option deck must be one of small, large"),
        ({"deck": ["small"]}, "option deck must be one of"),
        ({"extras": ["a", "a"]}, "list of different words"),
        ({"extras": ["d"]}, "among a, b, c"),
        ({"extras": "a"}, "list of different words"),
        ({"extras": [["a"]]}, "list of different words"),
        ({"bonus": "yes"}, "option bonus must be true or false"),
        ({"bonus": None}, "option bonus must be true or false"),
        ({"speed": 1}, "there is no option 'speed'; there is fast, size, deck, extras, bonus"),
        ([], "options must be an object"),
        ("fast", "options must be an object"),
        (None, "options must be an object"),
    ],
)
def test_values_that_do_not_fit_are_named(values: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read(Sample, values)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("fast", "yes", True),
        ("fast", "false", False),
        ("size", "7", 7),
        ("deck", "large", "large"),
        ("extras", "a,c", ("a", "c")),
        ("extras", "", ()),
    ],
)
def test_options_from_a_command_line(name: str, text: str, value: Any) -> None:
    assert named(name).parse(text) == value


@pytest.mark.parametrize(("name", "text"), [("fast", "maybe"), ("size", "-1"), ("size", "seven"), ("deck", ""), ("extras", "a,d")])
def test_nonsense_on_a_command_line(name: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"option {name} must be"):
        named(name).parse(text)
