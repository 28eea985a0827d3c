"""Four Circles, clause by clause, in the order of the rulebook. Diagrams are those of the dossier."""

from random import Random
from typing import Any

import pytest

from support.games.four_circles import DIAGRAMS, placed, setup, start
from support.helpers import check_vector, played, plies, refused, vectors
from tableronde.games.four_circles import BOX
from tableronde.games.four_circles.rules import removable
from tableronde.games.four_circles.rules.board import name
from tableronde.table import Table


def actions(table: Table) -> list[str]:
    [legal] = table.legal().values()
    return list(legal)


def can_take(table: Table) -> list[str]:
    return sorted(name(tile) for tile in removable(table.state))


def pawn_on(table: Table, x: int, y: int) -> list[Any]:
    [pawn] = [pawn for pawn in table.facts()["pawns"] if pawn[:2] == [x, y]]
    return list(pawn[2:])


# --- R1, R2: the start ---


def test_r1_only_two_players() -> None:
    for seats in (1, 3, True, 2.0, "2"):
        with pytest.raises(ValueError, match="for 2 players"):
            Table(BOX, seats, {}, {})  # type: ignore[arg-type]


def test_r1_six_pawns_each_and_twenty_tiles() -> None:
    facts = Table(BOX, 2).facts()
    assert facts["hand"] == [6, 6]
    assert len(facts["tiles"]) == 20


def test_r1_no_third_actor() -> None:
    refused(Table(BOX, 2), "0,0", "R1", 2)
    refused(Table(BOX, 2), "0,0", "R1", "chance")


def test_r2_start_board_and_first_turn() -> None:
    table = Table(BOX, 2, {"first": 1})
    assert table.facts()["tiles"] == sorted([x, y] for x in range(5) for y in range(4))
    assert table.facts()["to_act"] == ["1"]
    assert table.setup == {}


# --- R3 to R6: placing (E1) ---


def test_r3_placing_e1() -> None:
    table = Table(BOX, 2)
    assert actions(table) == [f"{x},{y}" for x in range(5) for y in range(4)]
    played(table, "2,1")
    assert table.facts()["hand"] == [5, 6]
    assert table.facts()["pawns"] == [[2, 1, 0, "plain"]]
    assert len(actions(table)) == 19
    assert "2,1" not in actions(table)
    refused(table, "pass", "R17")
    refused(table, "5,0", "R3")
    refused(table, "2,1", "R3")
    refused(table, "02,1", "R3")
    refused(table, "3,1", "R3", 0)


def test_r4_pawns_are_put_down_plain() -> None:
    assert {pawn[3] for pawn in placed().facts()["pawns"]} == {"plain"}


def test_r5_nothing_moves_while_placing() -> None:
    table = played(Table(BOX, 2), "2,1 0,0")
    refused(table, "2,1>3,1", "R5")
    refused(table, "4,3>5,0|2,1>5,0", "R5")


def test_r6_second_phase_begins_with_first() -> None:
    facts = placed().facts()
    assert (facts["phase"], facts["hand"], facts["to_act"], facts["plies"], facts["repeats"]) == ("move", [0, 0], ["0"], 12, 1)
    other = placed(first=1)
    assert pawn_on(other, 0, 0)[0] == 1
    assert other.facts()["to_act"] == ["1"]
    refused(other, "3,3", "R6")


# --- R7 to R11: moving pawns (E2, E3) ---


def test_r7_one_of_ones_own_pawns_must_move() -> None:
    table = placed()
    assert len(actions(table)) == 55
    assert can_take(table) == ["4,0", "4,3"]
    assert [action for action in actions(table) if "|" not in action] == (
        ["1,0>3,0", "1,0>3,2", "1,2>3,0", "1,2>3,2", "2,0>3,0", "2,0>3,1", "2,2>3,1", "2,2>3,2", "2,2>3,3"]
    )
    refused(table, "pass", "R17")
    refused(table, "2,1>3,1", "R7")
    refused(table, "3,1>3,2", "R7")
    refused(table, "1,0>3,2", "R7", 1)
    refused(table, "1,0->3,2", "R7")
    refused(table, "", "R7")


def test_r8_steps_to_the_eight_neighbours() -> None:
    table = placed()
    refused(table, "2,0>2,1", "R8")
    refused(table, "2,0>2,-1", "R8")


def test_r9_jumps_e3() -> None:
    table = start("E3")
    assert [action for action in actions(table) if "|" not in action] == (
        [
            "0,0>0,2",
            "1,1>0,2",
            "1,1>3,3",
            "1,3>0,2",
            "1,3>0,3",
            "1,3>3,3",
            "2,0>0,2",
            "2,0>4,0",
            "2,0>4,2",
            "2,2>0,2",
            "2,2>3,2",
            "2,2>3,3",
            "2,2>4,0",
            "3,1>3,2",
            "3,1>4,0",
            "3,1>4,1",
            "3,1>4,2",
        ]
    )
    refused(table, "1,1>4,1", "R9")
    refused(table, "3,1>3,3", "R9")
    refused(table, "2,0>4,1", "R9")
    refused(table, "1,3>1,1", "R8")
    refused(table, "2,2>2,4", "R8")
    refused(table, "0,1>0,2", "R7")


def test_r9_the_pawn_jumped_over_stays() -> None:
    table = played(placed(), ["1,0>3,2"])
    assert pawn_on(table, 2, 1) == [1, "plain"]
    assert len(table.facts()["pawns"]) == 12


def test_r10_the_turn_passes_after_one_jump() -> None:
    assert played(placed(), ["1,0>3,2"]).facts()["to_act"] == ["1"]


def test_r11_only_a_jump_turns_a_pawn_e2() -> None:
    table = played(placed(), ["1,0>3,2"])
    assert pawn_on(table, 3, 2) == [0, "circle"]
    played(table, "2,1>3,1 3,2>4,2 3,1>3,2 2,2>3,1 2,3>3,3 4,2>4,1 1,1>1,0")
    assert pawn_on(table, 4, 1) == [0, "circle"]
    assert pawn_on(played(table, ["4,1>2,1"]), 2, 1) == [0, "plain"]


# --- R12 to R15: moving a tile (E4 to E7, E13) ---


def test_r12_which_tiles_can_be_taken_e4() -> None:
    table = start("E4")
    assert can_take(table) == ["0,0", "0,1", "1,3", "4,3", "6,0"]
    refused(table, "5,0>5,1|4,1>5,1", "R12")
    refused(table, "2,3>5,1|4,1>5,1", "R12")
    refused(table, "1,0>5,1|4,1>5,1", "R12")
    refused(table, "9,9>5,1|4,1>5,1", "R12")


def test_r12_a_hole_gives_free_sides_e5() -> None:
    table = start("E5")
    assert can_take(table) == ["0,0"]
    refused(table, "0,1>1,1|2,1>1,1", "R12")
    refused(table, "1,0>1,1|2,1>1,1", "R12")
    played(table, ["0,0>1,1|2,1>1,1"])
    assert [1, 1] in table.facts()["tiles"]
    assert [0, 0] not in table.facts()["tiles"]
    assert pawn_on(table, 1, 1) == [0, "plain"]


def test_r12_corners_inside_a_hole_e13() -> None:
    table = start("E13")
    assert can_take(table) == ["0,0", "1,3", "2,1", "5,4"]
    refused(table, "0,2>3,1|4,1>3,1", "R12")
    refused(table, "4,4>3,1|4,1>3,1", "R12")
    assert {"2,1>3,1|4,1>3,1", "2,1>1,2|0,3>1,2"} <= set(actions(table))


def test_r13_where_a_tile_can_go_e6() -> None:
    table = start("E6")
    assert {"0,0>6,1|5,0>6,1", "6,0>5,1|5,0>5,1", "5,0>6,0", "6,0>5,2|3,2>5,2", "6,0>5,2|4,1>5,2"} <= set(actions(table))
    refused(table, "6,0>6,1|5,0>6,1", "R13")
    refused(table, "6,0>6,0|5,0>6,0", "R13")
    refused(table, "6,0>1,2|1,0>1,2", "R13")


def test_r14_the_pawn_ends_on_the_moved_tile_e6() -> None:
    table = start("E6")
    refused(table, "6,0>5,1|5,0>4,1", "R14")
    refused(table, "0,0>5,3|3,2>5,3", "R14")
    assert pawn_on(played(start("E6"), ["6,0>5,2|3,2>5,2"]), 5, 2) == [0, "circle"]
    assert pawn_on(played(start("E6"), ["6,0>5,2|4,1>5,2"]), 5, 2) == [0, "plain"]


def test_r15_a_corner_is_enough_for_a_step_but_not_for_the_board_e7() -> None:
    table = start("E7")
    assert "5,0>6,1" in actions(table)
    assert can_take(table) == ["4,3", "6,1"]


# --- R16 to R20: the end (E8 to E11) ---


@pytest.mark.parametrize(
    ("example", "first", "action", "line"),
    [
        ("E8a", 0, "3,2>3,0", [[0, 0], [1, 0], [2, 0], [3, 0]]),
        ("E8b", 0, "4,3>3,3", [[0, 0], [1, 1], [2, 2], [3, 3]]),
        ("E8c", 1, "0,3>5,0|4,1>5,0", [[2, 0], [3, 0], [4, 0], [5, 0]]),
        ("E8d", 0, "2,1>2,0", [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]),
    ],
)
def test_r16_wins_e8(example: str, first: int, action: str, line: list[list[int]]) -> None:
    facts = played(start(example, first=first), [action]).facts()
    assert (facts["over"], facts["winners"], facts["reason"], facts["line"], facts["to_act"]) == (True, [first], "line", line, [])


def test_r16_nothing_can_be_played_after_a_win() -> None:
    table = played(start("E8a"), ["3,2>3,0"])
    assert table.legal() == {}
    refused(table, "4,0>3,1", "R16")


@pytest.mark.parametrize(("before", "after"), [("W W W . r", "W W w . r"), ("w . r w r", "w . r W r")])
def test_r16_all_four_must_show_their_circle(before: str, after: str) -> None:
    table = Table(BOX, 2, {}, setup(DIAGRAMS["E8a"].replace(before, after)))
    assert not played(table, ["3,2>3,0"]).outcome


def test_r17_blocked_e9() -> None:
    table = start("E9a")
    assert actions(table) == ["pass"]
    refused(table, "2,0>4,0", "R17")
    played(table, "pass")
    assert "pass" not in actions(table)
    assert actions(played(table, ["4,0>5,0"])) == ["2,0>4,0"]


def test_r17_a_tile_saves_from_passing_e9() -> None:
    moves = actions(start("E9b"))
    assert len(moves) == 36
    assert all(action.startswith("16,0>") for action in moves)


def test_r18_repetition_e10() -> None:
    table = placed()
    shuffle = "2,0>3,0 2,3>3,3 3,0>2,0 3,3>2,3"
    assert played(table, shuffle).facts()["repeats"] == 2
    *before, _ = (table.facts()["over"] for table in plies(table, shuffle))
    facts = table.facts()
    assert not any(before)
    assert (facts["over"], facts["winners"], facts["reason"], facts["repeats"], facts["plies"]) == (True, [0, 1], "repetition", 3, 20)
    refused(table, "2,0>3,0", "R18")


def test_r18_a_position_that_creeps_is_the_same_e10() -> None:
    table = start("E10b")
    played(table, ["19,0>-1,0|0,0>-1,0", *(f"{x},0>{x - 1},0" for x in range(1, 12))])
    assert (table.facts()["repeats"], table.plies) == (2, 12)
    played(table, ["18,0>-2,0|-1,0>-2,0", *(f"{x},0>{x - 1},0" for x in range(11))])
    assert (table.facts()["reason"], table.plies) == ("repetition", 24)


def test_r18_every_position_is_kept_the_present_one_last() -> None:
    table = placed()
    seen = [table.state.seen[-1]]
    for _ in plies(table, "2,0>3,0 2,3>3,3 3,0>2,0 3,3>2,3 2,0>3,0"):
        seen.append(table.state.seen[-1])
        assert sorted(table.state.seen) == sorted(seen)
    assert seen[4] == seen[0] != seen[3]
    assert seen[5] == seen[1]


def test_r19_cap_e11() -> None:
    facts = played(placed(max_plies=13), ["2,0>3,0"]).facts()
    assert (facts["winners"], facts["reason"]) == ([0, 1], "max_plies")
    early = played(Table(BOX, 2, {"max_plies": 3}), "0,0 1,1 2,2")
    assert (early.facts()["phase"], early.facts()["reason"]) == ("place", "max_plies")
    refused(early, "3,3", "R19")


def test_r19_zero_is_no_cap() -> None:
    rng, table = Random(3), Table(BOX, 2, {"max_plies": 0})
    while table.plies < 450 and table.legal():
        [(actor, legal)] = table.legal().items()
        table.play(actor, rng.choice(legal))
    assert table.plies > 400


def test_r20_a_line_comes_before_the_cap_e11() -> None:
    assert played(start("E8a", max_plies=1), ["3,2>3,0"]).facts()["reason"] == "line"


# --- R21: swapping sides, if the table has chosen so ---


def swapping(**options: Any) -> Table:
    """The first pawn is down, and the other player may take it over."""
    return played(Table(BOX, 2, {"swap": True, **options}), "2,1")


def test_r21_nobody_swaps_where_it_was_not_chosen() -> None:
    table = played(Table(BOX, 2), "2,1")
    assert "swap" not in actions(table)
    refused(table, "swap", "R21")
    refused(placed(), "swap", "R21")


def test_r21_the_first_pawn_becomes_the_others_and_who_laid_it_goes_on() -> None:
    table = swapping()
    assert len(actions(table)) == 20
    assert actions(table)[-1] == "swap"
    facts = played(table, "swap").facts()
    assert (facts["pawns"], facts["hand"], facts["to_act"], facts["plies"]) == ([[2, 1, 1, "plain"]], [6, 5], ["0"], 2)


def test_r21_the_colours_stay_and_only_the_turns_change_places() -> None:
    """After a swap, everything but the seats is as if the other player had begun."""
    rest = "0,0 0,1 0,2 0,3 1,0 1,1 1,2 1,3 2,0 2,2 2,3"
    swapped, plain = played(played(swapping(), "swap"), rest), played(played(Table(BOX, 2, {"first": 1}), "2,1"), rest)
    assert {key: value for key, value in swapped.facts().items() if key != "plies"} == {
        key: value for key, value in plain.facts().items() if key != "plies"
    }
    assert (swapped.facts()["hand"], swapped.facts()["to_act"], swapped.facts()["phase"]) == ([0, 0], ["1"], "move")


def test_r21_red_may_have_begun() -> None:
    assert played(swapping(first=1), "swap").facts()["pawns"] == [[2, 1, 0, "plain"]]


def test_r21_once_and_only_right_after_the_first_pawn() -> None:
    refused(Table(BOX, 2, {"swap": True}), "swap", "R21")
    assert "swap" not in actions(played(swapping(), "swap"))
    refused(played(swapping(), "swap"), "swap", "R21")
    refused(played(swapping(), "0,0"), "swap", "R21")
    refused(swapping(), "2,1", "R21")
    refused(swapping(), "swap", "R3", 0)
    given = Table(BOX, 2, {"swap": True}, setup(DIAGRAMS["E3"]))
    assert "swap" not in actions(played(given, [actions(given)[0]]))


def test_r21_swapping_counts_as_a_move() -> None:
    assert played(swapping(max_plies=2), "swap").facts()["reason"] == "max_plies"
    early = swapping(max_plies=1)
    assert early.legal() == {}
    refused(early, "swap", "R19")


def test_r21_a_record_speaks_of_it_only_where_it_was_chosen() -> None:
    assert Table(BOX, 2).record().options == {"first": 0, "max_plies": 400}
    record = played(swapping(), "swap").record()
    assert record.options == {"first": 0, "max_plies": 400, "swap": True}
    assert Table.replay(BOX, record).state == played(swapping(), "swap").state


# --- E12, Q19: refused games ---


@pytest.mark.parametrize(
    "options", [{"first": 2}, {"first": True}, {"max_plies": -1}, {"max_plies": "9"}, {"colour": 1}, [], {"first": None}, {"swap": 1}]
)
def test_e12_refused_options(options: Any) -> None:
    with pytest.raises(ValueError, match="option"):
        Table(BOX, 2, options)


def _broken() -> dict[str, tuple[dict[str, Any], str]]:
    whole = setup(DIAGRAMS["E4"])
    tiles, pawns = whole["tiles"], whole["pawns"]
    line = setup(DIAGRAMS["E8a"].replace("W W W . r", "W W W W r").replace("w . r w r", "w . r . r"))
    return {
        "tiles only": ({"tiles": tiles}, "exactly the keys"),
        "an extra key": ({**whole, "first": 0}, "exactly the keys"),
        "19 tiles": ({"tiles": [tile for tile in tiles if tile != [6, 0]], "pawns": pawns}, "20 different tiles"),
        "a tile twice": ({"tiles": [*tiles[:-1], tiles[0]], "pawns": pawns}, "20 different tiles"),
        "by a corner only": ({"tiles": [*(t for t in tiles if t != [6, 0]), [6, 1]], "pawns": pawns}, "connected by their sides"),
        "11 pawns": ({"tiles": tiles, "pawns": pawns[1:]}, "6 pawns of each"),
        "seven white": ({"tiles": tiles, "pawns": [[p[0], p[1], 0, p[3]] if p == pawns[1] else p for p in pawns]}, "6 pawns of each"),
        "off the board": ({"tiles": tiles, "pawns": [[9, 9, *pawns[0][2:]], *pawns[1:]]}, "different tiles"),
        "two on a tile": ({"tiles": tiles, "pawns": [[*pawns[1][:2], *pawns[0][2:]], *pawns[1:]]}, "different tiles"),
        "a finished line": (line, "finished line"),
        "tiles as text": ({"tiles": "all", "pawns": pawns}, "list of"),
        "a float": ({"tiles": [[0.0, 0], *tiles[1:]], "pawns": pawns}, "list of"),
        "pawns as numbers": ({"tiles": tiles, "pawns": [1, 2]}, "list of"),
        "a strange face": ({"tiles": tiles, "pawns": [[*pawns[0][:3], "up"], *pawns[1:]]}, "face"),
        "a face that is a list": ({"tiles": tiles, "pawns": [[*pawns[0][:3], []], *pawns[1:]]}, "face"),
        "a third seat": ({"tiles": tiles, "pawns": [[*pawns[0][:2], 2, "plain"], *pawns[1:]]}, "seat"),
        "true for a seat": ({"tiles": tiles, "pawns": [[*pawns[0][:2], True, "plain"], *pawns[1:]]}, "seat"),
    }


@pytest.mark.parametrize("case", _broken())
def test_e12_refused_setups(case: str) -> None:
    broken, sentence = _broken()[case]
    with pytest.raises(ValueError, match=sentence):
        Table(BOX, 2, {}, broken)


# --- the counting check, and the recorded games ---

PERFT = {
    "E2": (55, 3_907, 291_619),
    "E3": (66, 5_439, 397_079),
    "E4": (102, 10_336, 877_642),
    "E5": (37, 2_137, 129_198),
    "E6": (115, 11_443, 1_072_943),
    "E7": (67, 6_262, 543_271),
    "E8a": (21, 516, 15_809),
    "E8b": (20, 434, 13_219),
    "E8c": (63, 3_020, 127_036),
    "E8d": (23, 650, 20_877),
    "E9a": (1, 4, 6),
    "E9b": (36, 591, 3_717),
    "E10b": (36, 1_478, 58_470),
    "E13": (146, 16_682, 1_774_967),
}


def perft(table: Table, depth: int) -> int:
    """The number of sequences of that many actions."""
    game = table.game

    def count(state: Any, depth: int) -> int:
        legal = game.legal(state)
        if depth == 1 or not legal:
            return sum(map(len, legal.values()))
        return sum(count(game.apply(state, actor, action), depth - 1) for actor, actions in legal.items() for action in actions)

    return count(table.state, depth)


@pytest.mark.parametrize("example", PERFT)
def test_perft(example: str) -> None:
    options = {"max_plies": 0, "first": int(example == "E8c")}
    table = placed(**options) if example == "E2" else start(example, **options)
    assert (perft(table, 1), perft(table, 2), perft(table, 3)) == PERFT[example]


@pytest.mark.parametrize("number", range(len(vectors("four-circles"))))
def test_recorded_games(number: int) -> None:
    check_vector(BOX, vectors("four-circles")[number])
