"""Le Cadran de Kaplan: every refusal names its clause, says why in both languages, and changes nothing."""

from dataclasses import replace
from typing import Any

import pytest

import support.helpers as helpers
from support.games.kaplan import example, log, seated
from tableronde.game import CHANCE, Actor, Illegal
from tableronde.table import Table

ROLLED = "c roll 3 7 10"
BETTING = "c roll 3 7 10; 0 use 3 7 10"


def refused(table: Table, actor: Actor, action: str, clause: str) -> None:
    """The action of that actor is refused for that clause."""
    helpers.refused(table, action, clause, actor)


@pytest.mark.parametrize(
    ("text", "actor", "action", "clause"),
    [
        ("", 0, "bet 3 1", "R7"),  # the dice come first
        ("", 0, "roll 1 2 3", "R7"),  # chance throws them
        ("", CHANCE, "roll 3 2 1", "R7"),
        ("", CHANCE, "roll 1 2 13", "R7"),
        ("", 0, "accept", "R7"),
        (ROLLED, CHANCE, "roll 1 2 3", "R8"),
        (ROLLED, 1, "use 3 7 10", "R7"),
        (ROLLED, 0, "use 10 3 7", "R7"),
        (ROLLED, 0, "use 7 10", "R7"),
        (ROLLED, 0, "bet 3 1", "R8"),
        (ROLLED, 0, "pass", "R11"),
        (ROLLED, 0, "end", "R8"),
        (BETTING, 0, "use 3 7 10", "R9"),
        (BETTING, 1, "bet 3 1", "R9"),
        (BETTING, 0, "bet 4 1", "R9"),
        (BETTING, 0, "flip 3", "R14"),
        (BETTING, 0, "flip 4", "R9"),
        (BETTING, 0, "end", "R11"),
        (BETTING, 1, "end", "R9"),
        (BETTING, 0, "clue c1", "R9"),
        (BETTING, 0, "ally 1", "R27"),
        (BETTING + "; 0 bet 3 1", 0, "bet 7 1", "R4"),
        (BETTING + "; 0 bet 3 1", 0, "bet 3 2", "R9"),
        (BETTING + "; 0 bet 3 1; 0 bet 7 2", 0, "pass", "R15"),
        ("1 kaplan PERCHE", 1, "kaplan TORCHE", "R24"),
        ("", 0, "kaplan 12", "Q29"),
        ("", 0, "kaplan", "Q29"),
    ],
)
def test_refusals_with_dice(text: str, actor: Actor, action: str, clause: str) -> None:
    refused(log(seated(), text), actor, action, clause)


def test_r5_a_waiting_token_while_there_is_a_hand() -> None:
    refused(example("E3"), 1, "bet 2 7", "R5")


def test_r9_a_letter_face_up_takes_nothing() -> None:
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5; 2 bet 12 1; 2 end; c roll 1 5 9; 0 use 1 5 9")
    refused(table, 0, "bet 5 3", "R9")
    refused(table, 0, "flip 5", "R9")


def test_r11_a_use_with_less_reach() -> None:
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5; 2 bet 12 1; 2 end; c roll 5 5 7")
    refused(table, 0, "use 5 5 7", "R11")


def test_r11_q33_a_first_bet_that_bars_the_second() -> None:
    table = example("E8", 5)
    refused(table, 0, "bet 3 5", "R11")
    refused(table, 0, "bet 6 5", "R11")


def test_r14_an_uncovered_card_takes_no_token() -> None:
    refused(log(example("E4"), "c roll 5 8 12; 2 use 5 8 12"), 2, "bet 5 1", "R14")


def test_r19_r20_r23_clue_cards() -> None:
    table = log(example("E6", 1), "0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3")
    refused(table, 1, "clue c1", "R23")
    refused(table, 0, "clue s1", "R19")
    refused(table, 0, "bet 3 1", "R19")
    log(table, "0 clue g1; 1 bet 2 8; 1 clue c1; 1 end; 2 bet 9 9; 2 bet 10 2; 2 end; 0 bet 9 4; 0 bet 10 3; 0 end")
    log(table, "1 bet 9 5; 1 bet 10 6; 1 end; 2 bet 9 8; 2 bet 10 3; 2 end; 0 bet 9 5")
    refused(table, 2, "clue g1", "R20")


def test_r28_the_alliance_window() -> None:
    table = example("E11", 6)
    refused(table, 3, "ally 1", "R28")
    refused(table, 4, "ally 4", "R28")
    refused(table, 4, "bet 1 1", "R28")
    log(table, "4 ally 2")
    refused(table, 1, "accept", "R28")
    log(table, "2 refuse")
    refused(table, 4, "ally 2", "R28")
    log(table, "3 kaplan PERCHE")
    refused(table, 4, "ally 3", "R27")


def test_r30_the_ally_has_spoken_for_both() -> None:
    table = log(example("E11", 6), "4 ally 0; 0 accept; 1 ally none; 2 ally none; 3 ally none; 4 kaplan TORCHE")
    refused(table, 0, "kaplan PERCHE", "R30")
    refused(table, 4, "kaplan PERCHE", "R24")


def test_r33_nothing_after_the_end() -> None:
    table = example("E9")
    refused(table, 1, "kaplan PERCHE", "R33")
    refused(table, CHANCE, "roll 1 2 3", "R33")


def test_r36_without_dice() -> None:
    table = log(seated(3, no_dice=True), "0 bet 1 1")
    refused(table, 0, "bet 1 2", "R36")
    refused(table, CHANCE, "roll 1 2 3", "R36")
    refused(table, 0, "use 1 2 3", "R36")
    refused(table, 0, "end", "R11")


@pytest.mark.parametrize(
    "action", ["", " ", "bet", "bet 3", "bet 3 0", "bet 13 1", "bet 03 1", "bet x y", "use", "flip 0", "clue x1", "ally 9", "hello"]
)
def test_malformed_actions(action: str) -> None:
    table = log(seated(), BETTING)
    with pytest.raises(Illegal) as caught:
        table.play(0, action)
    assert caught.value.refusal.text.fr
    assert caught.value.refusal.text.en


@pytest.mark.parametrize("actor", [3, 17])
def test_a_seat_that_is_not_there(actor: Any) -> None:
    refused(seated(), actor, "kaplan PERCHE", "")


def test_a_refusal_tells_nobody_elses_secret() -> None:
    """Two states that differ in another's hidden token and in the word refuse alike."""
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 1")
    other = log(seated(), "c roll 3 7 10; 0 use 3 7 10; 0 bet 3 9")
    state = replace(other.state, secret=replace(other.state.secret, word="TORCHE"))
    for action in ("bet 3 1", "bet 3 9", "kaplan", "clue c1", "use 1 2"):
        assert table.game.why_not(table.state, 1, action) == table.game.why_not(state, 1, action)
