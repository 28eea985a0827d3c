"""Le Cadran de Kaplan: announcing, judging, alliances, the end, the variants, and what a set-up may hold."""

import json
import re
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from support.games.kaplan import PERCHE, example, log, moves, play_on, seated, to_play
from tableronde.game import Illegal
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.rules.judging import distance, normalise, verdict
from tableronde.games.kaplan.rules.second_thoughts import against
from tableronde.games.kaplan.rules.state import Clue
from tableronde.learn.figures import Figure
from tableronde.record import Record
from tableronde.table import Table


def test_r24_announcing_at_any_time_and_once() -> None:
    table = log(seated(4), "2 kaplan perche")
    assert "kaplan *" not in table.legal().get(2, ())
    assert table.legal()[1] == ["kaplan *"]


def test_e9_r25_r34_stakes_verdicts_and_scores() -> None:
    table = example("E9")
    facts = table.facts()
    assert [(made["stake"], made["verdict"]) for made in facts["announced"]] == [(36, "exact"), (24, "spelling"), (12, "wrong")]
    assert (facts["scores"], facts["winners"], facts["over"]) == ([12, 0, 36, -12], [2], True)
    assert table.legal() == {}


@pytest.mark.parametrize(("word", "scores", "winners"), [("TORCHE", [0, -12], [0]), ("PERCHEE", [0, 6], [1])])
def test_e9_two_players(word: str, scores: list[int], winners: list[int]) -> None:
    facts = log(seated(2, strict_words=False), f"1 kaplan {word}").facts()
    assert (facts["scores"], facts["winners"]) == (scores, winners)


def test_q29_an_announcement_deserves_a_second_thought() -> None:
    table = seated(2)
    thought = table.second_thought(0, "kaplan maison")
    assert thought is not None
    assert thought.en == (
        "You announce “MAISON”. +12 points for the exact word, +6 if only the number differs (singular or plural), −12 otherwise. "
        "There is no going back."
    )
    forgiving = seated(2, strict_words=False).second_thought(0, "kaplan maison")
    assert forgiving is not None
    assert forgiving.en == (
        "You announce “MAISON”. +12 points for the word, singular or plural, +6 if it is misspelled, −12 otherwise. There is no going back."
    )
    short = table.second_thought(0, "kaplan a1")
    assert short is not None
    assert short.fr.endswith("Ce ne peut pas être lui : il compte 1 lettre, et le mot caché en a de 6 à 12.")
    assert table.second_thought(0, "kaplan maison") != table.second_thought(1, "kaplan torche")


@pytest.mark.parametrize("word", ["PERCHE", "PERCHES", "PERCHEE", "TORCHE"])
@pytest.mark.parametrize("strict", [True, False])
def test_the_question_before_an_announcement_names_what_it_brings(word: str, strict: bool) -> None:
    """R31, R34: alone and beside an ally, the points named are those of the end."""
    for allied in (False, True):
        table = log(_window(strict), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none" if allied else "4 ally none; 0 ally none")
        thought = table.second_thought(0, f"kaplan {word}")
        assert thought is not None
        named = [float(number.replace("−", "-")) for number in re.findall(r"[+−][\d.]+", thought.en)]
        log(table, f"0 kaplan {word}")
        while not table.outcome:
            table.play(next(seat for seat, actions in table.legal().items() if "kaplan *" in actions), "kaplan X")
        facts = table.facts()
        judged = {"exact": 0, "number": 1, "spelling": 1, "wrong": 2}[facts["announced"][0]["verdict"]]
        assert facts["scores"][0] == named[judged]
        assert ("for you and for" in thought.en) is allied


def _window(strict: bool) -> Table:
    """Five players in the alliance window, with either way of judging."""
    table = seated(5, no_dice=True, strict_words=strict)
    return log(table, "\n".join(_log_until_window()))


def test_q31_the_question_knows_the_other_number() -> None:
    """To the letter another number form earns half, so it is never called impossible; with forgiving spelling nothing is said."""
    seen = tuple(seated().state.secret.letter(place) for place in range(1, 13))
    views = [replace(seated(3, strict_words=strict).view(0), letters=seen) for strict in (True, False)]
    assert [text.en for text in against(views[0], "PERCHES")] == [
        "From what you have read it could be “PERCHE”, but not “PERCHES”: the other number earns only half."
    ]
    assert list(against(views[1], "PERCHES")) == []
    assert list(against(views[0], "PERCHE")) == []


def test_r2_a_clue_of_gender_and_number_speaks_against_a_word() -> None:
    table = example("E7", 7)
    view = replace(table.view(0), clues=tuple(Clue("gender", "F.Sing") if i == 0 else None for i in range(6)), letters=(None,) * 12)
    assert list(against(view, "PERCHE")) == []
    assert [text.fr for text in against(view, "CHEVAL")] == [
        "Il contredit un indice que vous avez lu (genre et nombre : « féminin singulier »)."
    ]
    assert list(against(view, "XYXYXY")) == []  # no word of the dictionary: nothing is known of it


def test_q29_what_a_player_has_seen_speaks_against_a_word() -> None:
    table = example("E8")
    seats = [seat for seat in range(table.game.seats) if any(table.view(seat).letters)]
    assert seats
    for seat in seats:
        assert list(against(table.view(seat), "PERCHE")) == []
    never = list(against(table.view(seats[0]), "XYXYXYXYXYXY"))
    assert [text.en for text in never] == ["It cannot be this word: it does not fit the letters you have seen."]


def test_r26_an_announcer_plays_on() -> None:
    table = log(seated(4), "0 kaplan PERCHE; c roll 1 2 3")
    assert moves(table, 0) == ["use 1 1", "use 1 2 3", "use 1 3", "use 1 5", "use 2 2", "use 2 4", "use 3 3"]


def test_e11_r27_r28_the_alliance_window() -> None:
    table = example("E11", 6)
    assert (table.facts()["phase"], table.to_act()) == ("ally", (4,))
    assert moves(table, 4) == ["ally 0", "ally 1", "ally 2", "ally 3", "ally none"]
    log(table, "4 ally 2")
    assert (table.facts()["offer"], table.facts()["phase"]) == ([4, 2], "answer")
    assert moves(log(table, "2 refuse"), 4) == ["ally 0", "ally 1", "ally 3", "ally none"]
    log(table, "4 ally 0; 0 accept")
    assert {seat: table.facts(seat)["clues"].keys() for seat in (0, 4)} == {seat: {"c1", "c2", "g1", "g2"} for seat in (0, 4)}
    assert [table.facts(seat)["letters"] for seat in (0, 4)] == [{"6": "-", "7": "-"}] * 2
    assert moves(table, 1) == ["ally 2", "ally 3", "ally none"]
    log(table, "1 ally none; 2 ally 1; 1 accept")
    assert (table.facts()["phase"], table.facts()["turn"], table.facts()["alliances"]) == ("bet", 4, [[0, 4], [1, 2]])


def test_e11_r29_r31_allies_share_word_and_score() -> None:
    facts = example("E11").facts()
    assert [made["stake"] for made in facts["announced"]] == [48, 24]
    assert (facts["scores"], facts["winners"], facts["over"]) == ([6, 0, 0, 48, 6], [3], True)


def test_e11_variant_r30_one_announcement_for_both() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none; 4 kaplan TORCHE")
    assert 0 not in table.legal()
    assert [table.facts(seat)["announced"] for seat in range(5)] == ["TORCHE", None, None, None, "TORCHE"]
    assert table.heard(0)[-1].action == "kaplan TORCHE"
    assert {table.heard(seat)[-1].action for seat in (1, 2, 3, None)} == {"kaplan *"}
    assert log(table, "1 kaplan PERCHE; 3 kaplan PERCHE").facts()["scores"] == [-18, 24, 0, 12, -18]


def test_logs_show_announced_words_once_the_game_is_over_but_hidden_bets_never() -> None:
    table = log(seated(3), "c roll 1 2 3; 0 use 1 2 3; 0 bet 1 4; 1 kaplan TORCHE")
    assert [event.action for event in table.heard(2)[-2:]] == ["bet 1 ?", "kaplan *"]
    log(table, "2 kaplan PERCHE")
    assert [event.action for event in table.heard(None)[-3:]] == ["bet 1 ?", "kaplan TORCHE", "kaplan PERCHE"]


def test_r29_later_looks_are_shared_too() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none; 4 bet 12 9")
    log(table, "0 bet 12 4; 0 bet 1 5; 0 end; 1 bet 12 7")
    assert table.facts()["crown"][11]["seen_by"] == [4]
    assert {seat: table.facts(seat)["letters"].get("12") for seat in range(5)} == {0: "R", 1: None, 2: None, 3: None, 4: "R"}


def test_r32_the_last_two_silent_players_may_not_ally() -> None:
    table = log(example("E11", 6), "0 kaplan A; 1 kaplan B")
    assert moves(table, 4) == ["ally 2", "ally 3", "ally none"]
    assert log(table, "2 kaplan C").facts()["phase"] == "bet"
    assert table.facts()["alliances"] == []


def test_q24_an_announcement_voids_an_offer() -> None:
    asked = log(example("E11", 6), "4 ally 0; 0 kaplan PERCHE")
    assert (asked.facts()["phase"], asked.to_act(), asked.facts()["offer"]) == ("ally", (4,), None)
    asker = log(example("E11", 6), "4 ally 0; 4 kaplan PERCHE")
    assert (asker.facts()["phase"], asker.to_act()) == ("ally", (0,))
    elsewhere = log(example("E11", 6), "4 ally 0; 2 kaplan PERCHE")
    assert (elsewhere.facts()["phase"], elsewhere.facts()["offer"]) == ("answer", [4, 0])


def test_alliances_only_with_five_players_and_the_option() -> None:
    table = seated(5, no_dice=True, alliances=False)
    log(table, "\n".join(_log_until_window()))
    assert table.facts()["shield"] == []
    assert table.facts()["phase"] == "bet"


def _log_until_window() -> list[str]:
    return [f"{event.actor} {event.action}" for event in example("E11", 6).events]


def test_e12_r33_the_eighth_letter_ends_the_game() -> None:
    for seed in range(3):
        table, rng = seated(3, no_dice=True), Random(seed)
        while table.facts()["face_up"] < 7 or not any(action.startswith("flip") for action in to_play(table)):
            play_on(table, rng)
        flip = next(action for action in to_play(table) if action.startswith("flip"))
        table.play(table.facts()["turn"], flip)
        facts = table.facts()
        assert (facts["over"], facts["scores"], facts["winners"], facts["face_up"]) == (True, [0, 0, 0], [0, 1, 2], 8)
        assert [place["letter"] for place in facts["crown"]] == list("CHE------PER")


def test_r35_halves_and_quarters_are_kept() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none; 4 flip 2; 1 kaplan A; 0 kaplan PERCHEE")
    facts = log(table, "2 kaplan PERCHE").facts()
    assert facts["announced"][1] == {"seat": 0, "stake": 22, "word": "PERCHEE", "verdict": "spelling"}
    assert facts["scores"][0] == facts["scores"][4] == 5.5
    assert isinstance(facts["scores"][1], int)


def test_e13_bluff_and_tints() -> None:
    table = example("E13")
    tokens = [{"seat": 0, "value": None, "tint": "b"}, {"seat": 0, "value": None, "tint": "c"}]
    assert table.facts()["crown"][3]["tokens"] == tokens
    assert table.facts()["hand_tints"][0] == [3, 2, 2]
    assert table.facts(0)["tokens"] == [[4, 8], [4, 6]]
    assert [event.action for event in table.heard(1)[-2:]] == ["bet 4 ?", "bet 4 ?"]
    assert [event.action for event in table.heard(0)[-2:]] == ["bet 4 8", "bet 4 6"]


def test_q28_bluff_leaves_the_eye_side_alone() -> None:
    table = log(seated(2, bluff=True, no_dice=True), "0 bet 1 1; 0 bet 2 1; 0 end; 1 bet 1 2; 1 bet 3 1; 1 end")
    log(table, "0 bet 1 3; 0 bet 4 4; 0 end; 1 bet 1 9; 1 bet 5 3; 1 end")
    assert table.facts()["crown"][0]["tokens"] == [{"seat": 1, "value": None}]
    log(table, "0 bet 1 9")
    assert table.heard(1)[-1].action == "bet 1 9"


def test_e14_q31_to_the_letter() -> None:
    table = log(seated(4), "2 kaplan Perches; c roll 1 2 3; 0 kaplan perhce; 0 use 1 2 3; 3 kaplan pêche")
    facts = table.facts()
    assert [made["verdict"] for made in facts["announced"]] == ["number", "wrong", "wrong"]
    assert (facts["scores"], facts["winners"]) == ([-24, 0, 18, -12], [2])
    assert log(seated(2), "1 kaplan perché").facts()["scores"] == [0, 12]


def test_q31_new_tables_judge_to_the_letter() -> None:
    table = log(Table(BOX, 2, {}, PERCHE), "0 kaplan PERCHES")
    assert table.facts()["announced"][0]["verdict"] == "number"
    assert table.record().options["strict_words"] is True
    assert Table.replay(BOX, table.record()).facts() == table.facts()


def test_q31_a_record_that_does_not_name_the_option_is_read_as_before() -> None:
    new = log(Table(BOX, 2, {}, PERCHE), "0 kaplan PERCHES").record()
    old = replace(new, options={name: value for name, value in new.options.items() if name != "strict_words"})
    table = Table.replay(BOX, Record.parse(old.text()))
    assert (table.facts()["announced"][0]["verdict"], table.facts()["scores"]) == ("exact", [12, 0])
    assert Record.parse(old.text()) == old  # text and digest as they were
    assert table.record().options["strict_words"] is False


@pytest.mark.parametrize("strict", [True, False])
def test_q31_a_record_that_names_the_option_keeps_text_and_digest(strict: bool) -> None:
    record = log(seated(2, strict_words=strict), "0 kaplan PERCHES").record()
    assert Table.replay(BOX, Record.parse(record.text())).record().text() == record.text()


def test_q31_a_figure_that_does_not_name_the_option_is_read_as_before() -> None:
    figure = Figure("old", players=2, setup=PERCHE, actions=("0: kaplan PERCHES",))
    assert figure.table(BOX).facts()["announced"][0]["verdict"] == "exact"
    assert replace(figure, options={"strict_words": True}).table(BOX).facts()["announced"][0]["verdict"] == "number"


def test_e15_q18_an_announcement_cuts_off_a_clue_choice() -> None:
    table = log(example("E15", 1), "0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3; 1 kaplan TORCHE")
    assert {seat: list(actions) for seat, actions in table.legal().items()} == {
        0: ["clue c1", "clue c2", "clue g1", "clue g2", "kaplan *"],
        2: ["kaplan *"],
    }
    facts = log(table, "0 kaplan PERCHE").facts()
    assert (facts["last"]["clue"], facts["shield"]) == (None, ["c1", "c2", "g1", "g2", "s1", "s2"])
    assert facts["crown"][1]["tokens"] == [{"seat": 0, "value": None}]
    assert (facts["turn"], facts["used"], facts["scores"]) == (1, [1], [12, -24, 0])


def test_e15_the_turn_stays_as_it_was_when_over() -> None:
    facts = log(seated(2), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 1; 1 kaplan PERCHE").facts()
    assert (facts["turn"], facts["dice"], facts["left"], facts["used"]) == (0, [3, 7, 10], [7, 10], [3])
    assert facts["to_act"] == []


def test_r36_without_dice_one_bet_per_place_and_turn() -> None:
    table = log(seated(3, no_dice=True), "0 bet 1 1")
    assert (table.facts()["dice"], table.facts()["left"]) == ([], [])
    assert not any(action.startswith("bet 1 ") for action in moves(table, 0))
    assert log(table, "0 bet 2 2; 0 bet 3 3").facts()["turn"] == 1


def test_r37_two_families_for_two_players() -> None:
    table = seated(2)
    assert table.facts()["hands"] == [18, 18]
    assert table.facts(1)["hand"] == sorted([*range(1, 10)] * 2)


E10_EXACT = ["PERCHE PERCHES", "CHEVAL CHEVAUX", "TRAVAUX TRAVAIL", "CHATEAU CHATEAUX", "BONHOMME BONSHOMMES"]
E10_SPELLING = [
    "PERCHE PERCHEX", "PERCHE PRCHE", "PERCHE PRECHE", "CHATEAU CHATAU", "CHATEAU CHATAUX", "CHEVAL CHEVEAUX", "CHEVAL CHEVALS",
    "BONHOMME BONHOMMES", "PRINTEMPS PRINTEMP", "LABYRINTHE LABIRINTE",
]  # fmt: skip
E10_WRONG = ["PERCHE PERSE", "LABYRINTHE LABIRINT", "CHEVAL CHEVEAU"]
FORMS = {
    "PERCHE": "PERCHES", "CHEVAL": "CHEVAUX", "TRAVAUX": "TRAVAIL", "CHATEAU": "CHATEAUX", "BONHOMME": "BONSHOMMES",
    "LABYRINTHE": "LABYRINTHES", "POISSON": "POISSONS",
}  # fmt: skip


@pytest.mark.parametrize(
    ("pair", "expected"),
    [(pair, "exact") for pair in E10_EXACT] + [(pair, "spelling") for pair in E10_SPELLING] + [(pair, "wrong") for pair in E10_WRONG],
)
def test_e10_q20_judging(pair: str, expected: str) -> None:
    word, guess = pair.split()
    assert verdict(guess, word, [FORMS[word]] if word in FORMS else [], [], strict=False) == expected


@pytest.mark.parametrize("pair", [*E10_EXACT, *E10_SPELLING, *E10_WRONG])
def test_e10_q31_judging_to_the_letter(pair: str) -> None:
    word, guess = pair.split()
    assert verdict(guess, word, [FORMS[word]] if word in FORMS else [], []) == ("number" if pair in E10_EXACT else "wrong")
    assert verdict(word, word, [], []) == "exact"


def test_e10_q21_forms_and_neighbours() -> None:
    forgiving = partial(verdict, strict=False)
    assert (forgiving("PERCHES", "PERCHE", [], []), forgiving("CHEVAUX", "CHEVAL", [], [])) == ("spelling", "wrong")
    assert [forgiving(guess, "POISSON", ["POISSONS"], []) for guess in ("POISON", "POISONS")] == ["spelling", "spelling"]
    assert [forgiving(guess, "POISSON", ["POISSONS"], ["POISON"]) for guess in ("POISON", "POISONS")] == ["wrong", "spelling"]
    assert forgiving("POISONS", "POISSON", ["POISSONS"], ["POISON", "POISONS"]) == "wrong"


@pytest.mark.parametrize(
    ("text", "word"),
    [("cœur", "COEUR"), ("Œuf", "OEUF"), ("ex æquo", "EXAEQUO"), ("forêt-là", "FORETLA"), ("straße", "STRASSE"), ("1, 2", "")],
)
def test_q20_normalise(text: str, word: str) -> None:
    assert normalise(text) == word


@pytest.mark.parametrize(("one", "other", "steps"), [("", "ABC", 3), ("AB", "BA", 1), ("CA", "ABC", 3), ("PERCHE", "PERCHE", 0)])
def test_q20_distance_is_restricted(one: str, other: str, steps: int) -> None:
    assert distance(one, other) == distance(other, one) == steps


@pytest.mark.parametrize("text", ["", "   ", "123", "*", "a" * 31])
def test_q29_one_to_thirty_letters(text: str) -> None:
    table = seated()
    with pytest.raises(Illegal, match="1 to 30"):
        table.play(0, f"kaplan {text}")
    assert table.events == []


def test_q29_thirty_letters_and_one_will_do() -> None:
    assert log(seated(), f"0 kaplan {'a' * 30}; 1 kaplan é").events[1].action == "kaplan E"


def test_q30_announcements_count_in_the_order_of_the_log() -> None:
    assert [made["stake"] for made in log(seated(4), "3 kaplan A; 0 kaplan B").facts()["announced"]] == [36, 24]


BROKEN: dict[str, Any] = {
    "word too short": {"word": "PERCH"},
    "word too long": {"word": "PERCHEPERCHEP"},
    "word in small letters": {"word": "perche"},
    "word is no text": {"word": 6},
    "start zero": {"start": 0},
    "start thirteen": {"start": 13},
    "start true": {"start": True},
    "first out of range": {"first": 3},
    "first is text": {"first": "0"},
    "a clue too few": {"clues": {card: PERCHE["clues"][card] for card in ("c1", "c2", "g1", "g2", "s1")}},
    "clues are no object": {"clues": []},
    "clue without text": {"clues": {**PERCHE["clues"], "c2": {"kind": "analogy", "text": ""}}},
    "clue with more": {"clues": {**PERCHE["clues"], "c2": {"kind": "analogy", "text": "saut", "x": 1}}},
    "a kind twice": {"clues": {**PERCHE["clues"], "c2": {"kind": "synonym", "text": "saut"}}},
    "initial does not agree": {"clues": {**PERCHE["clues"], "c1": {"kind": "initial", "text": "Q"}}},
    "length does not agree": {"clues": {**PERCHE["clues"], "g1": {"kind": "length", "text": "7"}}},
    "forms with the word": {"forms": ["PERCHE"]},
    "forms not in capitals": {"forms": ["perches"]},
    "an empty form": {"forms": [""]},
    "forms are no list": {"forms": "PERCHES"},
    "neighbours with the word": {"neighbours": ["PERCHE"]},
    "a word in both lists": {"neighbours": ["PERCHES"]},
    "an unknown key": {"pawns": []},
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_setups_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        Table(BOX, 3, {}, {**PERCHE, **BROKEN[name]})


@pytest.mark.parametrize("key", ["word", "start", "first", "clues"])
def test_a_setup_needs_its_keys(key: str) -> None:
    with pytest.raises(ValueError, match="keys"):
        Table(BOX, 3, {}, {name: value for name, value in PERCHE.items() if name != key})


def test_lists_may_be_left_out() -> None:
    bare = {key: value for key, value in PERCHE.items() if key not in ("forms", "neighbours")}
    for strict, judged in ((True, "wrong"), (False, "spelling")):
        table = Table(BOX, 2, {"strict_words": strict}, bare)
        assert log(table, "0 kaplan PERCHES").facts()["announced"][0]["verdict"] == judged


@pytest.mark.parametrize(("players", "options"), [(1, {}), (9, {}), (3, {"bluff": 1}), (3, {"unknown": True})])
def test_tables_that_do_not_fit(players: int, options: Any) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        Table(BOX, players, options, PERCHE)


def test_facts_are_plain_json() -> None:
    facts = example("E11").facts(0)
    assert json.loads(json.dumps(facts)) == facts
