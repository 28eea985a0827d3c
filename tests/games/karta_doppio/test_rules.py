"""Karta Doppio, clause by clause, in the order of the rulebook. Examples are those of the dossier."""

from random import Random
from typing import Any

import pytest

from support.games.karta_doppio import GAMES, HANDS, after, dealt, example
from support.helpers import check_vector, played, plies, refused, vectors
from tableronde.games.karta_doppio import BOX
from tableronde.games.karta_doppio.rules.cards import DECKS, PATTERNS, Pose
from tableronde.games.karta_doppio.rules.grid import all_lines, grid_of, lines_of, read
from tableronde.games.karta_doppio.rules.placing import SIZES, within_reach
from tableronde.table import Table


def actions(table: Table) -> list[str]:
    [legal] = table.legal().values()
    return list(legal)


def rows(pose: Pose) -> str:
    """A pose as the dossier draws it: rows from the top, R, B and dots."""
    marks, (width, height) = dict(pose.marks), pose.size
    letters = {"red": "R", "blue": "B", None: "."}
    return "/".join("".join(letters[marks[i, j]] for i in range(width)) for j in reversed(range(height)))


def square(table: Table, x: int, y: int) -> list[Any]:
    """The point and the layers of a square."""
    [found] = [item for item in table.facts()["squares"] if item[:2] == [x, y]]
    return list(found[2:])


def tokens(table: Table) -> list[int]:
    return list(table.facts()["tokens"])


# --- the cards ---


def test_q1_the_decks() -> None:
    assert len(PATTERNS) == len(set(PATTERNS)) == 30
    assert {name: len(cards) for name, cards in DECKS.items()} == {"mirrored": 16, "shapes": 16, "full": 30}
    looks = {rows(Pose(card, "r", turn)) for card in range(30) for turn in (0, 2)}
    assert len(looks) == 60


def test_q1_shapes_holds_each_shape_once() -> None:
    def shape(card: int) -> frozenset[str]:
        mirrored = {"/".join(row[::-1] for row in rows(Pose(card, "r", turn)).split("/")) for turn in (0, 2)}
        return frozenset(mirrored | {rows(Pose(card, "r", turn)) for turn in (0, 2)})

    assert len({shape(card) for card in DECKS["shapes"]}) == 16
    assert len({shape(card) for card in DECKS["mirrored"]}) == 9


def test_q3_the_back_is_the_mirrored_front_in_exchanged_colours() -> None:
    for card in range(30):
        back = rows(Pose(card, "r", 0)).translate(str.maketrans("RB", "BR"))
        assert rows(Pose(card, "b", 0)) == "/".join(row[::-1] for row in back.split("/"))


def test_e1_faces_and_turns() -> None:
    drawn = {
        "r0": "R./.R/B.",
        "r1": ".R./R.B",
        "r2": ".B/R./.R",
        "r3": "B.R/.R.",
        "b0": ".B/B./.R",
        "b1": "B.R/.B.",
        "b2": "R./.B/B.",
        "b3": ".B./R.B",
    }
    assert {word: rows(Pose(8, word[0], int(word[1]))) for word in drawn} == drawn


# --- set-up ---


@pytest.mark.parametrize("seats", [1, 3, 2.0, True, "2"])
def test_e13_only_two_players(seats: Any) -> None:
    with pytest.raises(ValueError, match="for 2 players"):
        Table(BOX, seats)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"deck": "tarot"}, "option deck must be one of shapes, mirrored, full"),
        ({"corner_contact": 1}, "option corner_contact must be true or false"),
        ({"match": True}, "option match must be one of single, double"),
        ({"colour": "red"}, "there is no option 'colour'"),
    ],
)
def test_e13_refused_options(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Table(BOX, 2, options)


@pytest.mark.parametrize(
    ("setup", "options", "sentence"),
    [
        ({}, {"deck": "mirrored"}, "exactly the key hands"),
        ({"hands": HANDS["A"], "first": 0}, {"deck": "mirrored"}, "exactly the key hands"),
        ({"hands": [[*range(8)], [*range(7, 15)]]}, {"deck": "mirrored"}, "each card of the deck once"),
        ({"hands": [[*range(7)], [*range(7, 16)]]}, {"deck": "mirrored"}, "equally large"),
        ({"hands": [[*range(8)], [*range(8, 16)]]}, {"deck": "full"}, "each card of the deck once"),
        ({"hands": HANDS["A"]}, {}, "each card of the deck once"),
        ({"hands": [["0", *range(1, 8)], [*range(8, 16)]]}, {"deck": "mirrored"}, "given by its number"),
        ({"hands": [[False, *range(1, 8)], [*range(8, 16)]]}, {"deck": "mirrored"}, "given by its number"),
        ({"hands": [[0.0, *range(1, 8)], [*range(8, 16)]]}, {"deck": "mirrored"}, "given by its number"),
        ({"hands": [[*range(16)]]}, {"deck": "mirrored"}, "two lists"),
        ({"hands": "0"}, {"deck": "mirrored"}, "two lists"),
        ({"hands": [[*range(8)], None]}, {"deck": "mirrored"}, "two lists"),
    ],
)
def test_e13_refused_setups(setup: Any, options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Table(BOX, 2, options, setup)


@pytest.mark.parametrize("deck", list(DECKS))
def test_a_deal_gives_half_the_deck_to_each(deck: str) -> None:
    deals = [BOX.game(2, {"deck": deck}).deal(Random(seed))["hands"] for seed in range(3)]
    assert all(sorted(first + second) == list(DECKS[deck]) and len(first) == len(second) for first, second in deals)
    assert deals[0] != deals[1]


def test_the_order_within_a_hand_has_no_meaning() -> None:
    shuffled = [hand[::-1] for hand in HANDS["A"]]
    assert Table(BOX, 2, {"deck": "mirrored"}, {"hands": shuffled}).state == dealt().state


# --- laying a card ---


def test_r1_red_begins_and_players_alternate() -> None:
    table = dealt()
    assert table.to_act() == (0,)
    movers = [position.state.mover for position in plies(dealt(), GAMES["E5"])]
    assert movers == [1, 0, 1, 0, 1, 0, 1, 0]
    refused(table, "14b0@0,0", "R1", actor=1)
    refused(table, "2r0@0,0", "R1", actor=2)
    refused(table, "2r0@0,0", "R1", actor="chance")


def test_r1_only_cards_of_ones_own_hand() -> None:
    refused(dealt(), "14r0@0,0", "R1")
    refused(dealt(), "16r0@0,0", "R1")


@pytest.mark.parametrize(
    "action",
    ["", "2r0", "02r0@0,0", "2x0@0,0", "2r4@0,0", "2r0@0,-0", "2r0@+0,0", "2r0@0, 0", "30r0@0,0", "2r0@0," + "9" * 5000, "2r0@٠,0"],
)
def test_r2_a_card_is_laid_on_the_grid(action: str) -> None:
    refused(dealt(), action, "R2")


def test_r3_either_face_at_any_turn() -> None:
    assert "2b0@0,0" in actions(dealt())
    assert {action[-6] for action in actions(dealt())} == {"b", "r"}


def test_r4_a_card_never_moves_again() -> None:
    refused(after("10r0@0,0 14b0@-2,0"), "10r0@2,0", "R4")


def test_r5_e2_the_first_card_lies_at_the_origin() -> None:
    table = dealt()
    assert len(actions(table)) == 64
    assert all(action.endswith("@0,0") for action in actions(table))
    assert (actions(table)[0], actions(table)[-1]) == ("10b0@0,0", "7r3@0,0")
    refused(table, "2r0@0,1", "R5")
    facts = played(table, "10r0@0,0").facts()
    assert facts["squares"] == [[0, 0, None, 1], [0, 1, None, 1], [0, 2, "red", 1], [1, 0, "blue", 1], [1, 1, None, 1], [1, 2, "red", 1]]
    assert facts["points"] == [2, 1]


def test_e3_the_second_card() -> None:
    table = after("10r0@0,0")
    assert len(actions(table)) == 1808
    assert set(actions(table)) >= {"14b0@1,2", "14b0@-1,1", "14r0@1,2", "0b1@0,0", "0b0@2,2"}


def test_r6_the_second_card_takes_no_red_point() -> None:
    refused(after("10r0@0,0"), "14b0@-1,2", "R6")
    refused(after("10r0@0,0"), "14b0@0,2", "R6")


def test_r6_an_empty_square_or_a_red_point_may_lie_on_a_red_point() -> None:
    confirmed = after("10r0@0,0 14b0@1,2")
    assert square(confirmed, 1, 2) == ["red", 2]
    assert confirmed.facts()["points"] == [3, 3]
    doubled = after("10r0@0,0 14b0@-1,1")
    assert square(doubled, 0, 2) == ["red", 2]
    assert square(doubled, 0, 1) == ["blue", 2]
    assert doubled.facts()["points"] == [2, 3]


def test_q6_a_first_card_turned_over_has_one_red_point_to_protect() -> None:
    table = after("10b0@0,0")
    [red] = [item[:2] for item in table.facts()["squares"] if item[2] == "red"]
    for action in actions(table):
        card = read(action)
        assert card is not None
        assert dict(card.marks).get((red[0], red[1])) != "blue"


def test_r7_the_second_card_does_not_cover_the_whole_first() -> None:
    refused(after("10r0@0,0"), "0b0@0,0", "R7")


def test_r8_contact_by_a_side() -> None:
    refused(after("10r0@0,0"), "0b0@2,3", "R8")
    refused(after("10r0@0,0"), "0b0@3,0", "R8")


@pytest.mark.parametrize("corners", [False, True])
def test_r8_what_is_near_a_card_is_near_its_squares(corners: bool) -> None:
    """The rule gives the same result for the cards as for all squares that they cover."""
    steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if corners or 0 in (i, j)]
    for game in GAMES:
        laid = tuple(card for card in map(read, GAMES[game].split()[:7]) if card)
        near = {(x + i, y + j) for x, y in grid_of(laid) for i, j in steps}
        for width, height in SIZES:
            places = {(x - i, y - j) for x, y in near for i in range(width) for j in range(height)}
            assert within_reach(laid, (width, height), corners) == places


def test_r8_the_third_card_is_free() -> None:
    table = after("10r0@0,0 15b0@-2,0")
    assert {"7b0@0,0", "3r0@-2,0"} <= set(actions(table))
    assert square(played(table, "3r0@-2,0"), -2, 0) == ["red", 2]


def test_e4_corner_contact() -> None:
    table = after("10r0@0,0", corner_contact=True)
    assert len(actions(table)) == 2064
    assert "0b0@2,3" in actions(table)
    refused(table, "0b0@3,0", "R8")


def test_r9_e9_the_last_card_must_overlap() -> None:
    table = example("E9")
    assert tokens(table) == [1, 0]
    assert len(actions(table)) == 212
    covered = {(x, y) for x, y, *_ in table.facts()["squares"]}
    assert all(covered & {cell for cell, _ in card.marks} for card in map(read, actions(table)) if card)
    refused(table, "2b0@7,0", "R9")
    facts = played(table, "2b3@1,3").facts()
    assert (facts["tokens"], facts["last"]["delta"], facts["points"]) == ([1, 2], [0, 2], [20, 15])
    assert (facts["over"], facts["winners"], facts["reason"]) == (True, [1], "tokens")


def test_q9_e14_a_last_card_that_cannot_overlap_may_touch() -> None:
    table = example("E14")
    facts = table.facts()
    assert sorted((x, y) for x, y, _, layers in facts["squares"] if layers == 1) == [(3, y) for y in range(6)]
    assert (facts["tokens"], facts["points"]) == ([0, 0], [15, 18])
    assert (len(actions(table)), actions(table)[0], actions(table)[-1]) == (272, "15b0@-1,-3", "15r3@8,5")
    refused(table, "15b0@3,0", "R10")
    facts = played(table, "15b0@-1,-3").facts()
    assert (facts["tokens"], facts["points"], facts["winners"], facts["reason"]) == ([0, 0], [16, 20], [1], "points")


# --- layers ---


def test_r10_e6_no_third_layer() -> None:
    table = example("E5", "A")
    refused(table, "2r0@2,2", "R10")
    refused(table, "7r0@3,3", "R10")
    assert "6r0@5,2" in actions(table)
    refusal = table.why_not(0, "2r0@2,2")
    assert refusal is not None
    assert refusal.text.en == "No third layer: there is a locked square at P15."


def test_r10_holds_through_whole_games() -> None:
    for seed in range(3):
        rng, table = Random(seed), Table(BOX, 2, rng=Random(seed))
        while table.legal():
            table.play(table.state.mover, rng.choice(actions(table)))
            assert {layers for *_, layers in table.facts()["squares"]} <= {1, 2}


def test_r12_r13_e6_what_shows_through() -> None:
    table = example("E5", "A")
    assert square(table, 3, 2) == ["blue", 2]  # a point on a point takes it
    assert square(table, 4, 2) == ["red", 2]  # an empty square confirms a point
    assert square(table, 4, 3) == ["blue", 2]  # a point on an empty square


# --- lines and tokens ---


def test_r15_r17_e5_four_six_eight_and_broken() -> None:
    table = dealt()
    seen = [
        (tuple(facts["tokens"]), tuple(facts["last"]["delta"]), [line for line in facts["lines"] if line[0] == "red"])
        for facts in (position.facts() for position in plies(table, GAMES["E5"]))
    ]
    four, six, eight = ([["red", "h", 0, 2, n, n // 4]] for n in (4, 6, 8))
    assert seen == [
        ((0, 0), (0, 0), []),
        ((0, 0), (0, 0), []),
        ((1, 0), (1, 0), four),
        ((1, 0), (0, 0), four),
        ((1, 0), (0, 0), six),
        ((1, 0), (0, 0), six),
        ((2, 0), (1, 0), eight),
        ((1, 0), (-1, 0), [["red", "h", 4, 2, 4, 1]]),
    ]
    assert table.facts()["points"] == [11, 12]


@pytest.mark.parametrize(("length", "value"), [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (15, 3)])
def test_r15_the_value_of_a_run(length: int, value: int) -> None:
    for i, j in ((1, 0), (0, 1), (1, 1), (1, -1)):
        run = {(n * i, n * j) for n in range(length)}
        assert sum(line.value for line in lines_of(run, "red")) == value


def test_r16_e7_two_lines_with_one_card() -> None:
    table = after("11r3@0,0 8b0@2,1 2r0@1,2 5r1@3,0", "E7")
    assert tokens(table) == [1, 0]
    facts = played(table, "15r2@5,-1").facts()
    assert (facts["tokens"], facts["last"]["delta"], facts["points"]) == ([3, 0], [2, 0], [9, 4])
    assert facts["lines"] == [["red", "d", 2, 2, 4, 1], ["red", "h", 2, 1, 4, 1], ["red", "v", 2, 0, 4, 1]]
    assert square(table, 5, 0) == [None, 2]


def test_r18_e8_a_present() -> None:
    facts = after("6r0@0,0 3b0@-1,-2 10r2@0,-5", "E8").facts()
    assert (facts["tokens"], facts["last"]["delta"], facts["lines"]) == ([0, 1], [0, 1], [["blue", "v", 0, -3, 4, 1]])
    assert facts["last"] == {"game": 1, "seat": 0, "action": "10r2@0,-5", "delta": [0, 1]}


# --- the end ---


def test_r19_nothing_is_laid_after_the_end() -> None:
    table = example("E10")
    assert table.legal() == {}
    assert table.to_act() == ()
    refused(table, "7b2@-5,4", "R19", actor=0)


def test_r21_e10_points_decide() -> None:
    facts = example("E10").facts()
    assert (facts["tokens"], facts["points"], facts["winners"], facts["reason"]) == ([2, 2], [19, 16], [0], "points")


def test_r22_e11_a_draw() -> None:
    facts = example("E11").facts()
    assert (facts["tokens"], facts["points"], facts["winners"], facts["reason"]) == ([1, 1], [17, 17], [0, 1], "draw")


# --- the double match ---


def test_r23_r24_e12_hands_and_colours_are_exchanged() -> None:
    table = example("E12 first", "E12", match="double")
    facts = table.facts()
    assert (facts["game"], facts["placed"], facts["squares"], facts["lines"]) == (2, 0, [], [])
    assert (facts["colours"], facts["to_act"]) == (["blue", "red"], ["1"])
    assert facts["hands"] == [HANDS["E12"][1], HANDS["E12"][0]]
    assert facts["results"] == [{"tokens": [3, 1], "points": [16, 19]}]
    assert (facts["tokens"], facts["points"], facts["scores"], facts["over"]) == ([0, 0], [0, 0], [3, 1], False)
    assert (facts["last"]["game"], facts["last"]["seat"], facts["last"]["action"]) == (1, 1, "14b0@-3,-3")
    refused(table, "1b0@0,0", "R1", actor=0)


def test_r25_all_rules_hold_anew() -> None:
    table = example("E12 first", "E12", match="double")
    refused(table, "13r3@1,0", "R5")
    refused(played(table, "13r3@0,0"), "1b3@0,0", "R7")


def test_r26_e12_tokens_and_points_are_added() -> None:
    table = played(example("E12 first", "E12", match="double"), GAMES["E12 second"])
    facts = table.facts()
    assert (facts["tokens"], facts["points"], facts["scores"]) == ([1, 3], [15, 19], [4, 4])
    assert facts["results"] == [{"tokens": [3, 1], "points": [16, 19]}, {"tokens": [1, 3], "points": [15, 19]}]
    assert (facts["over"], facts["winners"], facts["reason"]) == (True, [1], "points")


def test_e15_the_default_deck() -> None:
    first = after("28r3@0,0", "E15")
    assert first.facts()["squares"] == [
        [0, 0, None, 1], [0, 1, None, 1], [1, 0, "red", 1], [1, 1, "blue", 1], [2, 0, "red", 1], [2, 1, None, 1],
    ]  # fmt: skip
    assert (len(actions(first)), actions(first)[0], actions(first)[-1]) == (1810, "10b0@-1,-1", "8r3@3,1")
    table = example("E15")
    assert (tokens(table), table.facts()["points"], len(actions(table))) == ([2, 1], [19, 16], 236)
    facts = played(table, "6b2@2,2").facts()
    assert (facts["tokens"], facts["last"]["delta"], facts["points"]) == ([2, 3], [0, 2], [20, 18])
    assert facts["lines"] == [
        ["blue", "u", -1, -1, 4, 1], ["blue", "u", 0, -2, 5, 1], ["blue", "v", 2, 0, 4, 1],
        ["red", "h", -1, -4, 4, 1], ["red", "v", 4, -4, 4, 1],
    ]  # fmt: skip
    assert (facts["over"], facts["winners"], facts["reason"]) == (True, [1], "tokens")


def test_lines_are_those_of_the_squares() -> None:
    """R14: every line found lies on shown points of its colour, and cannot be prolonged."""
    laid = example("E15").state.laid
    grid = grid_of(laid)
    for line in all_lines(laid):
        (x, y), (to_x, to_y) = line.cells[:2]
        assert {grid[cell].shown for cell in line.cells} == {line.colour}
        for end in ((2 * x - to_x, 2 * y - to_y), (x + line.length * (to_x - x), y + line.length * (to_y - y))):
            assert end not in grid or grid[end].shown != line.colour


def test_everything_is_open() -> None:
    table = example("E15")
    assert table.view(0) is table.view(1) is table.view(None) is table.state
    assert table.facts(0) == table.facts(1) == table.facts()


@pytest.mark.parametrize("number", range(len(vectors("karta-doppio"))))
def test_vectors(number: int) -> None:
    check_vector(BOX, vectors("karta-doppio")[number])
