"""Rulings: each is explained in both languages, cited by a clause or known to be general, and leads to an option where there is one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from support.helpers import OUTSIDE, SHELF
from tableronde import options
from tableronde.box import Box
from tableronde.conformance.contents.rulings import rulings_name_options
from tableronde.game import NoOptions
from tableronde.learn import rulebook
from tableronde.learn.rulings import describe_choice, describe_departures, link_options, parse_choice, rulings, with_links
from tableronde.options import departures, option
from tableronde.shelf import find
from tableronde.text import LANGUAGES, Language, Text, same


@dataclass(frozen=True)
class Options:
    """Options of every kind."""

    slivers: bool = option(False, Text("Les éclats.", "Slivers."), late=True, booklet=True)
    begins: Literal["lot", "0", "1"] = option("lot", Text("Qui commence ?", "Who begins?"), names={"lot": Text("le sort", "lot")})
    deck: Literal["short", "long"] = option("short", Text("Le paquet", "The deck"), names={"long": Text("long", "long")}, booklet="short")
    most: int = option(40, Text("Points", "Points"), low=0, booklet=[40, 100])
    kinds: tuple[Literal["a", "b"], ...] = option((), Text("Sortes", "Kinds"), booklet=())


FORD = find(str(OUTSIDE / "ford"))
RULES: Any = type("Rules", (FORD.rules,), {"options_type": Options, "edition": 2})
PAGE = """# Rules

- **R1** A sliver is laid *(Q1)*. Somebody begins *(Q2)*.
- **R2** It counts *(Q1)*.

More:

- *Q1* The booklet is silent. Here they pass, since it is simpler. With the option `slivers` they stay,
  as some read it.
- *Q2* Chance decides, or `begins=1&deck`.
  - a piece of it
- *Q3* No choice here; `code` is not an option.
- *Q4* With [the long deck](option:deck=long&kinds=a,b), one plays longer.
"""


def box(page: str = PAGE, french: str = "") -> Box:
    """The Ford with other options and another page."""
    made = replace(FORD, rules=RULES, editions={}, title=same("Post"))
    object.__setattr__(made, "rulebook", lambda language: (french or page) if language == "fr" else page)
    return made


def test_a_ruling_has_its_text_its_clauses_and_the_other_choice() -> None:
    one, two, three, four = rulings(box())
    assert [each.id for each in (one, two, three, four)] == ["Q1", "Q2", "Q3", "Q4"]
    assert one.clauses == ("R1", "R2")
    assert two.clauses == ("R1",)
    assert one.options == {"slivers": True}
    assert two.options == {"begins": "1", "deck": "long"}, "an option with only one other value needs none"
    assert three.options == {}
    assert four.options == {"deck": "long", "kinds": ["a", "b"]}
    assert four.texts["en"] == "With the long deck, one plays longer."


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        ("slivers=false", {"slivers": False}),
        ("most=100", {"most": 100}),
        ("begins", {"begins": None}),
        ("kinds=b", {"kinds": ["b"]}),
    ],
)
def test_a_choice_is_read(expression: str, chosen: Mapping[str, Any]) -> None:
    assert parse_choice(box(), expression) == chosen


@pytest.mark.parametrize(
    ("expression", "fault"), [("colour=1", "there is no option 'colour'"), ("begins=7", "must be one of"), ("most=-1", "at least 0")]
)
def test_a_choice_that_cannot_be_made_is_refused(expression: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_choice(box(), expression)
    assert [finding.example for finding in rulings_name_options(box(f"# A\n\n- *Q1* [x](option:{expression})"))]
    assert link_options(box(), f"[x](option:{expression})") == "x", "a fault of the page does not take it down"


@pytest.mark.parametrize(("language", "words"), [("fr", "Jouer ainsi"), ("en", "Play it this way")])
def test_a_page_ends_such_a_ruling_with_a_link(language: Language, words: str) -> None:
    page = with_links(box(), PAGE, language)
    assert f"as some read it. [{words}](option:slivers)" in page
    assert f"`begins=1&deck`. [{words}](option:begins=1&deck)\n  - a piece of it" in page
    assert page.count(words) == 2
    html = link_options(box(), "x [the long deck](option:deck=long&amp;kinds=a,b)")
    assert html == 'x <a class="otherwise" href="/new/ford?deck=long&amp;kinds=a%2Cb">the long deck</a>'


def test_both_languages_name_the_same_option() -> None:
    assert not list(rulings_name_options(box()))
    [finding] = rulings_name_options(box(french=PAGE.replace("`slivers`", "éclats")))
    assert finding.sentence.startswith("a ruling names different options in the two languages: Q1")


# Departures


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"slivers": True}, ""),
        ({"slivers": True, "begins": "1"}, ""),
        ({"slivers": True, "most": 100}, ""),
        ({}, "This table departs from the booklet: Slivers: no."),
        ({"slivers": True, "deck": "long", "most": 7}, "This table departs from the booklet: The deck: long; Points: 7."),
        ({"slivers": True, "kinds": ["a", "b"]}, "This table departs from the booklet: Kinds: a, b."),
    ],
)
def test_a_table_says_how_it_departs_from_the_booklet(chosen: Mapping[str, Any], said: str) -> None:
    assert describe_departures(box(), options.read(Options, chosen)).en == said


def test_what_the_house_rules_say_is_not_said_twice() -> None:
    def house_rules(options: Options) -> Text:
        return same("The deck is long.") if options.deck == "long" else same("")

    made = replace(FORD, rules=RULES, editions={}, house_rules=house_rules)
    chosen = options.read(Options, {"slivers": True, "deck": "long", "most": 7})
    assert describe_departures(made, chosen).en == "The deck is long. This table departs from the booklet: Points: 7."


def test_games_that_say_nothing_of_a_booklet_depart_from_none() -> None:
    assert departures(NoOptions()) == []
    assert describe_departures(FORD, FORD.game(2, {"rows": 2}).options).en == ""


# The games of the shelf


@pytest.mark.parametrize("slug", SHELF)
def test_clauses_rulings_options_and_texts_fit_together(slug: str) -> None:
    """Every ruling is told in both languages, and every one that a clause cites is there; options named beside them can be chosen."""
    game = find(slug)
    found = rulings(game)
    assert len(found) > 5
    explained = {ruling.id for ruling in found}
    for ruling in found:
        assert set(ruling.texts) == set(LANGUAGES), ruling.id
        assert all(len(text) > 20 for text in ruling.texts.values()), ruling.id
        assert ruling.texts["fr"] != ruling.texts["en"], ruling.id
    for language in LANGUAGES:
        page = game.rulebook(language)
        assert {id for id in rulebook.clauses(page) if id.startswith("Q")} == explained, language
        assert {clause for ruling in found for clause in ruling.clauses} <= rulebook.stated(page), language
    known = {each.name: each for each in options.options_of(game.game_type.options_type)}
    for ruling in found:  # a value that is left out is left to the reader of the form
        others = [name for name, value in ruling.options.items() if value is None or value != known[name].default]
        assert bool(others) == bool(ruling.options), f"{ruling.id} leads to what is played anyway"
    assert not list(rulings_name_options(game))


@pytest.mark.parametrize("slug", SHELF)
def test_options_that_cite_a_ruling_are_named_by_it(slug: str) -> None:
    """The text of an option that ends with "(Q6)" and the ruling Q6 lead to each other."""
    game = find(slug)
    by_id = {ruling.id: ruling for ruling in rulings(game)}
    for each in options.options_of(game.game_type.options_type):
        for id in (id for id in by_id if f"({id})" in each.text.en):
            assert each.name in by_id[id].options, f"{id} does not name the option {each.name}"


@pytest.mark.parametrize("slug", SHELF)
def test_what_a_table_says_of_the_booklet_cites_rulings(slug: str) -> None:
    """A ruling named in the line at a table is explained on the rules page, and no value of an option is told as "yes" or "no"."""
    game, explained = find(slug), {ruling.id for ruling in rulings(find(slug))}
    for variant in game.variants:
        seats = next(each for each in game.game_type.players if fits(game, each, variant.options))
        line = describe_departures(game, game.game(seats, dict(variant.options)).options)
        assert set(re.findall(r"Q\d+", line.fr)) == set(re.findall(r"Q\d+", line.en)) <= explained, variant.name
        assert not re.search(r": (oui|non|yes|no)[.;]", line.fr + line.en), line


def fits(game: Box, seats: int, chosen: Mapping[str, Any]) -> bool:
    """Return whether options fit a number of seats."""
    try:
        game.game(seats, dict(chosen))
    except ValueError:
        return False
    return True


def test_kaplan_says_at_every_table_that_the_pawns_stay_hidden() -> None:
    game = find("kaplan")
    always = "the pawns of the draw stay hidden until the end (Q34); a win without a clue of its metal costs no turn (Q10)."
    assert describe_departures(game, game.game(2).options).en == f"This table departs from the booklet: {always}"
    chosen = {"alliances": False, "token_tints": True, "strict_words": False}
    assert describe_departures(game, game.game(5, chosen).options).en == (
        f"This table departs from the booklet: no alliances; tokens with tinted backs (Q25); forgiving spelling (Q31); {always}"
    )


# The page of rulings


def test_a_ruling_stands_below_the_heading_of_its_section() -> None:
    page = "# A\n\n## Start\n\n- *Q1* The booklet says nothing.\n\n### Laying\n\n#### Rulings\n\n- *Q2* The booklet leaves it open.\n"
    assert [(ruling.id, ruling.sections["en"]) for ruling in rulings(box(page))] == [("Q1", "Start"), ("Q2", "Laying")]
    assert [ruling.sections["en"] for ruling in rulings(box("- *Q1* Without a heading."))] == [""]


@pytest.mark.parametrize("slug", SHELF)
def test_our_rulings_all_have_a_section(slug: str) -> None:
    assert [ruling.id for ruling in rulings(find(slug)) if not all(ruling.sections.values())] == []


@pytest.mark.parametrize(
    ("slug", "chosen", "said"),
    [
        ("kaplan", {"strict_words": False}, "Forgiving spelling"),
        ("cirkis", {"begins": None}, "Who begins? The booklet says: the youngest (Q6)"),
        ("karta-doppio", {"corner_contact": True}, "Touching at a corner is enough (Q5)"),
    ],
)
def test_a_link_says_what_it_chooses(slug: str, chosen: Mapping[str, Any], said: str) -> None:
    assert describe_choice(find(slug), chosen).en == said
