"""Le Cadran de Kaplan: everything on the table can be pressed, and what is not on offer says why."""

import pytest

from support.games.kaplan import example, log, seated
from tableronde.game import Refusal
from tableronde.table import Table

USED = "c roll 3 7 10; 0 use 3 7 10"
WON_EYE = "0 bet 1 1; 0 bet 2 2; 0 end; 1 bet 1 1; 1 bet 2 2; 1 end; 2 bet 1 1; 2 bet 2 5; 2 end; 0 bet 1 9; 0 bet 2 8; 0 end; 1 bet 1 3"


def asked(table: Table, seat: int, *words: str) -> Refusal:
    """The answer, which is no word on offer."""
    assert words[0] not in table.touch(seat) or len(words) > 1
    return table.why_not_press(seat, words)


def test_things_keep_their_word_whether_they_are_on_offer_or_not() -> None:
    places, tokens = {f"p{place}" for place in range(1, 13)}, {f"v{value}" for value in range(1, 10)}
    for text in ("", "c roll 3 7 10", USED):
        words = {shape.word for shape in log(seated(), text).scene(1).shapes()}
        assert words >= {*places, *tokens, "c1", "c2", "g1", "g2", "s1", "s2", "kaplan"}
    assert "use-3-10" not in {shape.word for shape in log(seated(), "c roll 3 7 10").scene(0).shapes()}
    assert "use-7-7" in {shape.word for shape in log(seated(), "c roll 3 7 10").scene(1).shapes()}
    assert not {shape.word for shape in example("E9").scene(0).shapes()} & {*places, "kaplan", "c1"}


@pytest.mark.parametrize(
    ("text", "seat", "words", "clause", "said"),
    [
        (USED, 1, ["p3"], "R9", "It is Player 1’s turn to bet."),
        (USED, 1, ["v4"], "R9", "It is Player 1’s turn to bet."),
        ("c roll 3 7 10", 1, ["use-3-7-10"], "R8", "It is Player 1’s turn to choose how to play the dice."),
        ("c roll 3 7 10", 0, ["p3"], "R8", "First choose how to play your dice: they say where you bet."),
        ("c roll 3 7 10", 0, ["v4"], "R8", "First choose how to play your dice: they say where you bet."),
        ("c roll 3 7 10", 0, ["use-1-2"], "R7", None),
        (USED, 0, ["p5"], "R9", "Your dice do not point to place 5; they point to 3, 7 and 10."),
        (USED, 0, ["p3", "p5"], "R9", "Your dice do not point to place 5; they point to 3, 7 and 10."),
        (f"{USED}; 0 bet 3 1", 0, ["p3"], "R9", None),
        (f"{USED}; 0 bet 3 1", 0, ["p7", "v1"], "R4", "You have no token 1 to play."),
        (USED, 0, ["v4"], "R9", "First press a lit place, then a token."),
        (USED, 0, ["use-3-7-10"], "R8", "Your dice are already placed for this turn."),
        (USED, 0, ["c1"], "R19", "You read a clue when you win the Eye side of a sarcophagus of the same metal."),
        (USED, 0, ["w4"], "R5", None),
        (USED, 0, ["kaplan", "p3"], "Q29", None),
        ("", 0, ["p3"], "R7", None),
        ("0 kaplan TORCHE; c roll 3 7 10", 0, ["kaplan"], "R24", None),
        (USED, 0, ["nonsense"], "", None),
    ],
)  # fmt: skip
def test_what_cannot_be_pressed_says_why(text: str, seat: int, words: list[str], clause: str, said: str | None) -> None:
    refusal = asked(log(seated(), text), seat, *words)
    assert refusal.clause == clause
    assert refusal.text.fr
    assert said in (None, refusal.text.en)


def test_a_clue_must_be_of_the_metal_that_was_won() -> None:
    table = log(seated(no_dice=True), WON_EYE)
    assert table.to_act() == (0,)
    assert asked(table, 0, "s1") == Refusal("R19", asked(table, 0, "s1").text)
    assert asked(table, 0, "s1").text.en == "Sarcophagus 1 gives you a clue in gold or copper."
    assert asked(table, 0, "p5").text.en == "First choose the clue that you have won."
    assert asked(table, 1, "c1").text.en == "It is Player 1’s turn to choose a clue."


def test_a_letter_face_up_and_a_waiting_token_say_so() -> None:
    table = log(example("E4"), "c roll 5 8 12; 2 use 5 8 12; 2 flip 5; 2 bet 12 1; 2 end; c roll 5 5 7; 0 use 7 10")
    assert asked(table, 0, "p5").clause == "R9"
    assert asked(table, 0, "p5").text.en == "That card is already face up: nothing more can be played there."
    waiting = [shape.word for shape in table.scene(0).shapes() if shape.word.startswith("w")]
    assert waiting == [f"w{table.state.waiting[0][0]}"]  # one place for all of them, large enough for a finger


def test_asking_tells_no_secrets() -> None:
    """The answer is the same in every world that this seat thinks possible."""
    from random import Random

    table, rng = log(seated(), f"{USED}; 0 bet 3 4; 0 bet 7 9; 0 end; c roll 1 3 7; 1 use 1 3 7"), Random(1)
    words = [shape.word for shape in table.scene(1).shapes() if shape.word]
    for seat in range(3):
        for _ in range(5):
            world = table.game.imagine(table.view(seat), rng)
            for word in words:
                assert table.game.why_not_press(world, seat, [word]) == table.game.why_not_press(table.state, seat, [word])


def test_a_use_that_is_aimed_at_lays_the_dice_on_its_places() -> None:
    table = log(seated(), "c roll 3 7 10")
    aimed = {shape.id: shape for shape in table.scene(0, ("use-3-7-10",)).shapes()}
    assert {id for id, shape in aimed.items() if shape.style == "chosen"} == {"halo 3", "halo 7", "halo 10"}
    assert [aimed[f"die {i}"].title.en for i in range(3)] == ["Die on place 3", "Die on place 7", "Die on place 10"]
    still = {shape.id: shape for shape in table.scene(0).shapes()}
    assert {id for id, shape in still.items() if shape.style == "lit thin"} == {f"halo {place}" for place in (3, 4, 7, 10)}
