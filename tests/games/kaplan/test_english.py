"""Le Cadran de Kaplan in English: its lexicon, its checker, its dictionary, its deck, and games played with it."""

import json
from random import Random

import pytest

from tableronde.games.kaplan import BOX, puzzles
from tableronde.games.kaplan.bots import BOTS
from tableronde.games.kaplan.bots.guessing import Mind, called_up
from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.rules.setup import read_setup
from tableronde.games.kaplan.rules.state import Clue
from tableronde.games.kaplan.texts import clue_text, name_of
from tableronde.games.kaplan.words.commands import COMMANDS
from tableronde.games.kaplan.words.deck_check import verify
from tableronde.games.kaplan.words.deck_maker import SEEDS, press
from tableronde.games.kaplan.words.dictionary import (
    LANGUAGES,
    Language,
    common_words,
    forms,
    left_out,
    neighbours,
    nouns,
    other_numbers,
    words,
)
from tableronde.games.kaplan.words.grammar import ENGLISH
from tableronde.games.kaplan.words.lexicon import by_text, lexicon, read_lexicon
from tableronde.games.kaplan.words.proofreading import cast, faults
from tableronde.play import arena
from tableronde.record import Record
from tableronde.table import Table
from tableronde.text import Text

ANCHOR = "anchor | V.Sing | tattoo | mainstay | weigh | weigh anchor"
ENGLISH_TABLE = {"language": "en"}


# The lexicon and its checker


def test_lexicon_is_rich_enough_for_the_press_and_has_no_fault() -> None:
    assert len(lexicon("en")) >= 450
    assert faults(lexicon("en"), "en") == []
    assert by_text("en")["ANCHOR"] == read_lexicon(ANCHOR)[0]


def test_one_word_in_seven_is_a_plural_and_both_parts_of_speech_are_worth_a_bet() -> None:
    marks = [entry.mark for entry in lexicon("en")]
    assert sum(mark.endswith("Plur") for mark in marks) > len(marks) / 7.5
    assert len(marks) / 3 < sum(mark.startswith("V") for mark in marks) < len(marks) * 2 / 3


def test_moulds_are_kept_rare() -> None:
    for mould in ENGLISH.moulds:
        assert len(cast(mould, lexicon("en"))) <= len(lexicon("en")) * mould.percent / 100


def test_every_word_is_one_that_players_and_bots_may_think_of() -> None:
    known = {word.text for word in common_words("en")}
    assert [entry.word for entry in lexicon("en") if entry.text not in known] == []


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("zigzag | N.Sing | road | bend | path | a zigzag path", "cannot be spelled with the letters"),
        ("anchoor | V.Sing | tattoo | mainstay | weigh | weigh anchoor", "is not among the common nouns"),
        ("anchor | N.Sing | tattoo | mainstay | weigh | weigh anchor", "is V.Sing, not N.Sing"),
        ("anchor | V.Sing | sailor’s arm tattoo mark | mainstay | weigh | weigh anchor", "words, not one to 3"),
        ("anchor | V.Sing | anchorage | mainstay | weigh | weigh anchor", "a relative of the word: anchorage"),
        ("anchor | V.Sing | Popeye | mainstay | weigh | weigh anchor", "has a name: Popeye"),
        ("letter | V.Sing | stamp | character | the of law | the letter of the law", "begins with what stands before the word"),
        ("parrot | V.Sing | pirate | copycat | sick as a | sick as a parrot", "ends with what stands before the word"),
        ("anchor | V.Sing | tattoo | holds the boat | weigh | weigh anchor", "begins with a verb"),
        ("anchor | V.Sing | tattoo | very slowly | weigh | weigh anchor", "does not begin with a noun"),
        ("anchor | V.Sing | tattoo | a mainstay | weigh | weigh anchor", "begins with an article"),
        ("anchor | V.Sing | tattoo | opposite of sail | weigh | weigh anchor", "says what the word is not"),
        ("anchor | V.Sing | tattoo | mainstay | drop | weigh anchor", "does not contain its hint: drop"),
        ("anchor | V.Sing | tatoo | mainstay | weigh | weigh anchor", "does not know: tatoo"),
        ("anchor | V.Sing | tattoo | mainstay | weigh | weigh anchor !", "a superfluous or missing space"),
        ("anchor | V.Sing | sailor's arm | mainstay | weigh | weigh anchor", "typewriter's apostrophe"),
        ("anchor | V.Sing | tattoo | bastard | weigh | weigh anchor", "is not for families: bastard"),
    ],
)
def test_checker_finds_a_fault_of_a_word(line: str, sentence: str) -> None:
    assert any(sentence in fault.sentence for fault in faults(read_lexicon(line), "en"))


@pytest.mark.parametrize(
    "line",
    [
        ANCHOR,
        "stepmother | N.Sing | magic mirror | father’s wife | wicked | a wicked stepmother",
        "spring | V.Sing | mattress | source of water | chicken | no spring chicken",
    ],
)
def test_checker_follows_english(line: str) -> None:
    """An adjective or a possessive before the noun, and what belongs to the noun behind it."""
    assert faults(read_lexicon(line), "en") == []


# The dictionary


def test_forms_and_neighbours_judge_english_words() -> None:
    assert forms("anchor", "en") == ("ANCHORS",)
    assert forms("children", "en") == ("CHILD",)
    assert forms("daisies", "en") == ("DAISY",)
    assert {"BATTLE", "RATTLE"} <= {*neighbours("CATTLE", (), "en")}


@pytest.mark.parametrize(
    ("noun", "others"),
    [
        ("snowman", ("SNOWMEN",)),
        ("gentleman", ("GENTLEMEN",)),
        ("fisherman", ("FISHERMEN",)),
        ("postman", ("POSTMEN",)),
        ("canvas", ("CANVASES",)),
        ("relief", ("RELIEFS",)),
        ("riches", ()),
        ("destiny", ("DESTINIES",)),
        ("leaves", ("LEAF", "LEAVE")),
    ],
)
def test_q21_forms(noun: str, others: tuple[str, ...]) -> None:
    """Held against lemminflect and inflect, with all others of the lexicon, by bench/studies/kaplan_forms.py."""
    assert forms(noun, "en") == others


def test_q21_no_man_is_left_without_men() -> None:
    people = [noun for noun in nouns("en").values() if noun.spelling.endswith("man") and f"{noun.spelling}s" not in nouns("en")]
    wrong = {
        noun.spelling: noun.forms for noun in people if f"{noun.spelling}s" in noun.forms and f"{noun.spelling[:-3]}men" in words("en")
    }
    assert len(people) > 50
    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_q21_number_forms_know_each_other(language: Language) -> None:
    for entry in lexicon(language):
        for form in forms(entry.word, language):
            assert normalise(entry.word) in other_numbers(form, language)


def test_no_bot_announces_what_is_not_said_before_children() -> None:
    for noun in nouns("en").values():
        assert left_out("en").isdisjoint({noun.spelling, *noun.forms})


@pytest.mark.parametrize(("spelling", "mark"), [("orchard", "N.Sing"), ("anchor", "V.Sing"), ("riches", "N.Plur"), ("leaves", "V.Plur")])
def test_r2_part_of_speech_and_number(spelling: str, mark: str) -> None:
    assert nouns("en")[spelling].marks == (mark,)


# The deck


def test_shipped_deck_does_the_trick_and_is_what_the_press_makes() -> None:
    shipped = json.loads(deck.file_of("en").read_text(encoding="utf-8"))
    assert verify(shipped, "en") == []
    assert press(lexicon("en"), SEEDS["en"], "en") == shipped


def test_verifier_takes_no_gender_for_english() -> None:
    assert {fault.check for fault in verify(json.loads(deck.file_of("fr").read_text(encoding="utf-8")), "en")} == {"V10"}


def test_every_pair_of_pawns_makes_a_set_up_that_the_rules_accept() -> None:
    for game in deck.load("en")["games"]:
        secret, _ = read_setup(deck.setup_of(game, "en") | {"first": 0}, 2)
        assert secret.word == game["word"]


def test_commands_know_both_editions(capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS["lexicon"](["--language", "en"]) == 0
    assert COMMANDS["verify"](["--language", "en"]) == 0
    assert "All 384 pairs of pawns find their word." in capsys.readouterr().out


# Games


def test_a_table_without_the_option_is_french_and_one_with_it_is_english() -> None:
    for seed in range(20):
        assert Table(BOX, 2, rng=Random(seed)).setup["word"] in by_text()
        assert Table(BOX, 2, ENGLISH_TABLE, rng=Random(seed)).setup["word"] in by_text("en")
    assert "language" not in Table(BOX, 2, rng=Random(1)).record().options  # as in every record made before there was a choice
    assert Table(BOX, 2, rng=Random(1)).setup == Table(BOX, 2, {"language": "fr"}, rng=Random(1)).setup


def test_bots_play_an_english_game_to_its_end_and_its_record_replays() -> None:
    table = Table(BOX, 2, ENGLISH_TABLE, rng=Random(3))
    bots = [BOTS["master"](BOX, table.game, seat, Random(seat)) for seat in range(2)]
    arena.play(table, bots, Random(3))
    assert table.facts()["over"]
    known = {word.text for word in common_words("en")}
    assert table.facts()["announced"]
    assert {made["word"] for made in table.facts()["announced"]} <= known
    again = Table.replay(BOX, Record.parse(table.record().text()))
    assert again.facts() == table.facts()
    entry = by_text("en")[table.facts()["word"]]
    shown = " ".join(shape.label.en for shape in table.scene(0).shapes() if shape.label)
    assert entry.word in shown


def test_an_english_clue_calls_up_an_english_word() -> None:
    mind = Mind("sharp", 14_000, 1.0, 0.0)
    assert called_up("ANCHOR", Clue("synonym", "mainstay"), mind, "en")
    assert not called_up("ANCHOR", Clue("synonym", "mainstay"), mind, "fr")


def test_the_clue_in_the_place_of_gender_has_a_name_and_words_of_its_own() -> None:
    clue = Clue("gender", "V.Plur")
    assert name_of(clue) == Text("nature et nombre", "kind and number")
    assert clue_text(clue) == Text("nom et verbe, pluriel", "noun and verb, plural")
    assert name_of(Clue("gender", "F.Plur")) == Text("genre et nombre", "gender and number")


def test_no_puzzle_is_made_of_an_english_game() -> None:
    """Its proof would go through the French dictionary."""
    table = Table(BOX, 2, ENGLISH_TABLE, rng=Random(3))
    arena.play(table, [BOTS["master"](BOX, table.game, seat, Random(seat)) for seat in range(2)], Random(3))
    assert list(puzzles.find(table)) == []
