"""CirKis, clause by clause, in the order of the rulebook. The worked examples are those of the dossier."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from support.games.cirkis import LOGS, actions, data, example, start
from support.helpers import check_vector, played, refused, vectors
from tableronde.games.cirkis import BOX
from tableronde.games.cirkis.rules import Options, Result, State, choices, each
from tableronde.options import Unfit, write
from tableronde.table import Table


@pytest.mark.parametrize("i", range(len(vectors("cirkis"))))
def test_recorded_games(i: int) -> None:
    check_vector(BOX, vectors("cirkis")[i])


def facts_of(table: Table, *keys: str) -> tuple[Any, ...]:
    facts = table.facts()
    return tuple(facts[key] for key in keys)


# --- R1, R2: players and set-up ---


@pytest.mark.parametrize("seats", [1, 5, 0, True, "2", 2.0])
def test_r1_two_to_four_players(seats: Any) -> None:
    with pytest.raises(ValueError, match="for 2 to 4 players"):
        Table(BOX, seats, {}, {"first": 0})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_everybody_has_a_full_set(seats: int) -> None:
    facts = start(seats).facts()
    assert len(facts["pieces_left"]) == seats
    assert all(sum(hand.values()) == 20 for hand in facts["pieces_left"])
    assert facts["owner"] == [None] * 165
    assert facts["scores"] == facts["round_scores"] == [0] * seats


def test_r1_a_piece_is_there_only_as_often_as_the_set_has_it() -> None:
    table = played(start(), "wedge@5 arrow@0 wedge@6 arrow@1")
    assert facts_of(table, "pieces_left")[0][0]["wedge"] == 0
    assert "all your wedge pieces" in refused(table, "wedge@7", "R1")
    assert refused(table, "rug@7", "R1").startswith("No shape is called rug")


@pytest.mark.parametrize("setup", [{}, {"first": 2}, {"first": -1}, {"first": True}, {"first": "0"}, {"first": 0, "x": 1}, {"first": None}])
def test_r2_a_set_up_names_who_begins(setup: Any) -> None:
    with pytest.raises(ValueError, match="first"):
        Table(BOX, 2, {}, setup)


def test_r2_turns_go_clockwise_from_the_first() -> None:
    table = start(3, first=1)
    order: list[Any] = []
    for action in ("wedge@5", "wedge@6", "arrow@0", "arrow@1"):
        order += table.to_act()
        played(table, [action])
    assert order == [1, 2, 0, 1]


def test_r2_q6_the_deal_draws_who_begins() -> None:
    dealt = {BOX.game(3).deal(Random(seed))["first"] for seed in range(40)}
    assert dealt == {0, 1, 2}


def test_r2_only_the_mover_acts() -> None:
    assert "Purple" in refused(start(), "wedge@5", "R2", 1)
    refused(start(), "wedge@5", "R2", "chance")
    refused(start(), "pass", "R2", 7)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r2_q6_a_table_may_say_who_begins(seat: int) -> None:
    options = {"begins": str(seat)}
    assert {BOX.game(3, options).deal(Random(seed))["first"] for seed in range(40)} == {seat}
    assert Table(BOX, 3, options, rng=Random(1)).to_act() == (seat,)
    assert Table(BOX, 3, options, {"first": (seat + 1) % 3}).to_act() == ((seat + 1) % 3,)  # it only steers the deal


def test_q6_a_seat_that_nobody_has_cannot_begin() -> None:
    with pytest.raises(Unfit, match="With 2 players, Green cannot begin"):
        BOX.game(2, {"begins": "2"})
    assert BOX.game(4, {"begins": "3"}).deal(Random(0)) == {"first": 3}


@pytest.mark.parametrize(
    "options",
    [
        {"centre_circle": 1},
        {"long_match": None},
        {"long_match": "true"},
        {"other": True},
        {"plain_slivers": 1},
        {"begins": 0},
        {"begins": "4"},
    ],
)
def test_options_are_real_booleans_and_words(options: Any) -> None:
    with pytest.raises(ValueError, match="option"):
        Table(BOX, 2, options, {"first": 0})


def test_records_name_the_options_that_came_late_only_where_they_differ() -> None:
    assert write(Options()) == {"centre_circle": False, "long_match": False}
    assert write(Options(begins="1", centre_both=True)) == {
        "centre_circle": False,
        "long_match": False,
        "begins": "1",
        "centre_both": True,
    }


# --- R3: where a piece fits ---


@pytest.mark.parametrize(
    "action",
    ["hook@5,0", "hook@0,0", "hook@00,5", "hook@0, 5", "hook@", "hook", "@0,5", "hook@0,165", "hook@0,-5", "hook@0,5,", "HOOK@0,5",
     "hook@٠,5", "hook@" + "9" * 9000, "", "hook@0,5 "],
)  # fmt: skip
def test_r3_what_cannot_be_read_is_refused(action: str) -> None:
    refused(start(), action, "R3")


def test_r3_a_piece_covers_exactly_its_spaces() -> None:
    assert "does not cover exactly" in refused(start(), "hook@0,1", "R3")
    assert "does not cover exactly" in refused(start(), "wedge@0", "R3")
    refused(start(), "ace@0,5", "R3")
    refused(start(), "fan@0,2", "R3")


def test_r3_all_spaces_must_be_empty() -> None:
    table = played(start(), "fan@0,1")
    assert refused(table, "ace@0,5,6", "R3") == "Already covered: centre star, at 2 o’clock."
    assert refused(table, "fan@0,1", "R3") == "Already covered: centre star, at 2 o’clock; centre star, at half past 11."


def test_r3_pieces_may_be_turned_over() -> None:
    assert {"hook@0,5", "hook@0,6"} <= set(actions(start()))


def test_r3_a_piece_never_moves_again() -> None:
    table = start()
    seen: dict[int, int] = {}
    for action in LOGS["E9a"].split():
        played(table, [action])
        owner = table.facts()["owner"]
        assert all(owner[space] == seat for space, seat in seen.items())
        seen = {space: seat for space, seat in enumerate(owner) if seat is not None}


# --- R4: the opening ---


def test_e1_opening() -> None:
    opening = actions(start())
    assert len(opening) == 50
    assert {"arrow@0", "wedge@5", "slice@5,6", "fan@0,1", "hook@0,5", "flag@7,17", "ace@0,5,6"} <= set(opening)
    assert not {"arrow@15", "wedge@25", "big-slice@25,35,36", "sliver@155", "pass"} & set(opening)


@pytest.mark.parametrize("action", ["arrow@15", "wedge@25", "big-slice@25,35,36", "sliver@155"])
def test_r4_the_first_piece_reaches_the_centre(action: str) -> None:
    assert "centre star or the centre circle" in refused(start(), action, "R4")


def test_q5_no_sliver_and_no_big_slice_can_open() -> None:
    assert not [action for action in actions(start()) if action.startswith(("sliver", "big-slice"))]


# --- R5 to R7: follow the leader ---


def test_e2_follow_the_leader() -> None:
    table = played(start(), "wedge@5")
    assert len(actions(table)) == 39
    assert {"wedge@6", "arrow@15", "arrow@30", "ace@30,45,54", "big-slice@25,35,36"} <= set(actions(table))
    for action in ("wedge@7", "arrow@2", "wedge@35"):
        assert "must touch the leader, the piece laid last" in refused(table, action, "R5")


def test_r5_whoever_laid_the_leader() -> None:
    table = played(example("E7a", 3), "pass")
    assert table.state.now.laid[-1].seat == 0
    assert actions(table) == ["wedge@47"]


def test_r6_the_piece_just_laid_leads_also_after_a_free_turn() -> None:
    table = example("E5")
    assert facts_of(table, "leader", "free_turn") == ([151], True)
    assert facts_of(played(table, "wedge@13"), "leader", "free_turn") == ([13], False)


def test_r7_a_pass_keeps_the_leader() -> None:
    table = example("E7a", 3)
    leader = table.facts()["leader"]
    assert leader == [76]
    assert played(table, "pass").facts()["leader"] == leader


# --- R8 to R11: free turns ---


def test_e5_surrounded() -> None:
    table = example("E5")
    assert facts_of(table, "scores", "to_act", "free_turn") == ([10, 5], ["1"], True)
    assert table.state.now.free == ("surrounded",)
    assert len(actions(table)) == 82
    assert "wedge@13" in actions(table)
    assert "must touch a piece on the board" in refused(table, "arrow@0", "R10")


def test_e6a_the_first_sliver_gives_a_free_turn_and_the_second_none() -> None:
    table = start()
    for action in LOGS["E6a"].split():
        assert table.facts()["sliver_bonus"] == ("sliver" not in " ".join(event.action for event in table.events))
        played(table, [action])
        if action == "sliver@161":
            assert facts_of(table, "to_act", "free_turn", "sliver_bonus") == (["0"], True, False)
            assert table.state.now.free == ("first-sliver",)
    assert facts_of(table, "to_act", "free_turn") == (["1"], False)
    assert len(actions(table)) == 17


def test_e6b_q19_a_later_sliver_that_is_surrounded_still_earns_a_free_turn() -> None:
    table = example("E6b")
    assert facts_of(table, "to_act", "free_turn", "leader") == (["0"], True, [158])
    assert table.state.now.free == ("surrounded",)
    assert len(actions(table)) == 63


def test_q19_with_plain_slivers_a_later_sliver_never_earns_a_free_turn() -> None:
    table = example("E6b", plain_slivers=True)
    assert facts_of(table, "to_act", "free_turn", "leader") == (["1"], False, [158])
    assert actions(table) == ["pass"]  # nobody can touch a surrounded leader
    played(table, "pass pass")
    assert facts_of(table, "over", "reason") == (True, "blocked")


def test_q19_with_plain_slivers_the_first_sliver_and_other_pieces_earn_one_as_ever() -> None:
    table = start(plain_slivers=True)
    played(table, LOGS["E6a"].rpartition(" ")[0])
    assert facts_of(table, "to_act", "free_turn") == (["0"], True)
    assert example("E5", plain_slivers=True).state.now.free == ("surrounded",)


def test_r8b_r9_the_centre_star() -> None:
    assert example("E3a").state.now.free == ("centre-star",)
    assert example("E8a").state.now.free == ("centre-star",)


def test_r9_several_reasons_give_one_free_turn() -> None:
    log = (
        "flag@7,17 flag@8,18 fan@19,32 wedge@9 fan@2,3 slice@13,14 big-slice@29,43,44 fan@15,30 ace@16,25,36 wedge@81 hook@66,96 "
        "ace@97,137,147 hook@82,107 flag@47,67 hook@31,46 slice@5,6 fan@0,4 arrow@1"
    )
    table = played(start(), log)
    assert table.state.now.free == ("surrounded", "centre-star")
    assert table.to_act() == (1,)
    assert played(table, ["hook@34,53"]).to_act() == (0,)


def test_e8a_to_c_a_free_turn_lapses() -> None:
    table = example("E8a")
    assert facts_of(table, "scores", "to_act", "free_turn") == ([35, 35], ["0"], True)
    assert actions(table) == ["pass"]
    played(table, "pass")
    assert facts_of(table, "to_act", "passes", "free_turn") == (["1"], 1, False)
    assert actions(table) == ["fan@15,30", "fan@24,30"]
    played(table, "fan@15,30")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "forty", [35, 45], [1])


def test_e8d_e8e_a_lapse_after_being_surrounded_ends_the_round() -> None:
    table = example("E8d", 3)
    assert facts_of(table, "scores", "to_act", "free_turn") == ([25, 25, 15], ["0"], True)
    assert actions(table) == ["pass"]
    played(table, "pass pass pass")
    assert facts_of(table, "over", "reason", "passes", "winners") == (True, "blocked", 3, [0, 1])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]][:2] == [1, 1]


# --- R12: passing ---


def test_e7a_passing_is_the_only_action_when_nothing_fits() -> None:
    table = example("E7a", 3)
    assert facts_of(table, "scores", "to_act") == ([5, 0, 10], ["1"])
    assert actions(table) == ["pass"]
    assert actions(played(table, "pass")) == ["wedge@47"]


def test_r12_passing_is_never_a_choice() -> None:
    assert "(50)" in refused(start(), "pass", "R12")
    refused(example("E5"), "pass", "R12")


def test_r12_a_placement_is_refused_when_only_a_pass_is_left() -> None:
    refused(example("E7a", 3), "arrow@47", "R3")
    refused(example("E7a", 3), "wedge@47", "R1")


# --- R13 to R18: scoring ---


def test_e3a_nobody_has_most_of_the_star() -> None:
    table = example("E3a", 3)
    assert facts_of(table, "scores", "figures") == ([0, 0, 5], {"centre-star": {"owner": None, "finisher": 2}})
    assert facts_of(table, "to_act", "free_turn") == (["2"], True)
    assert len(actions(table)) == 25


def test_e3b_no_five_on_top_of_ten() -> None:
    table = example("E3a")
    assert facts_of(table, "scores", "to_act", "free_turn") == ([10, 0], ["0"], True)


def test_e3c_ten_for_most_and_five_for_the_last_space() -> None:
    table = example("E3c")
    assert facts_of(table, "scores", "figures") == ([10, 5], {"centre-star": {"owner": 0, "finisher": 1}})
    assert facts_of(table, "to_act", "free_turn") == (["1"], True)


def test_e4_one_piece_ends_a_star_and_a_circle() -> None:
    table = example("E4", 3)
    assert facts_of(table, "scores", "to_act", "free_turn") == ([10, 0, 15], ["0"], False)
    assert table.facts()["figures"] == {"inner-circle-1": {"owner": 0, "finisher": 2}, "outer-star-1": {"owner": 2, "finisher": 2}}
    assert sorted(table.state.now.gains) == [(0, 10, "inner-circle-1"), (2, 5, "inner-circle-1"), (2, 10, "outer-star-1")]


def test_q12_two_one_one_one_is_enough() -> None:
    table = played(start(4), "fan@0,1 arrow@2 arrow@3 arrow@4")
    assert facts_of(table, "scores", "figures") == ([10, 0, 0, 5], {"centre-star": {"owner": 0, "finisher": 3}})


def test_r13_a_figure_scores_once() -> None:
    table = played(example("E3c"), "wedge@5")
    assert facts_of(table, "scores") == ([10, 5],)
    assert table.state.now.gains == ()


def test_e10a_r17_the_last_piece_pays_ten() -> None:
    table = example("E10a")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "last-piece", [20, 20], [1])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]] == [0, 4]


def test_e10b_q14_the_bonus_can_bring_the_forty() -> None:
    assert facts_of(example("E10b"), "over", "reason", "scores", "winners") == (True, "forty", [40, 0], [0])


def test_e10c_q14_the_bonus_counts_with_its_piece() -> None:
    table = example("E10c")
    assert facts_of(table, "scores", "to_act") == ([30, 30], ["0"])
    assert actions(table) == ["fan@93,111"]
    played(table, "fan@93,111")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "forty", [45, 40], [0])


# --- R19, R20: the end ---


def test_e9a_forty() -> None:
    table = example("E9a")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "forty", [40, 5], [0])
    assert facts_of(table, "to_act", "free_turn", "round") == ([], False, 1)
    assert table.facts()["rounds"] == [{"first": 0, "scores": [40, 5], "reason": "forty", "winners": [0]}]
    assert table.legal() == {}
    refused(table, "wedge@5", "R19", 0)
    refused(table, "pass", "R19", 1)


def test_e9b_two_players_at_forty() -> None:
    table = example("E9b")
    assert table.state.now.gains == ((0, 10, "outer-circle-2"), (1, 5, "outer-circle-2"))
    assert facts_of(table, "scores", "winners") == ([40, 40], [1])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]] == [12, 13]


def test_e9c_q13_the_higher_score_wins() -> None:
    assert facts_of(example("E9c"), "reason", "scores", "winners") == ("forty", [40, 45], [1])


def test_e7b_blocked_and_more_pieces_left() -> None:
    table = example("E7b")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "blocked", [0, 0], [1])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]] == [14, 16]


def test_e7c_blocked_and_shared() -> None:
    table = example("E7c")
    assert facts_of(table, "over", "reason", "scores", "winners") == (True, "blocked", [0, 0], [0, 1])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]] == [15, 15]


def test_r19c_one_pass_is_not_the_end() -> None:
    table = played(start(), LOGS["E7b"].removesuffix(" pass"))
    assert facts_of(table, "over", "passes") == (False, 1)


def test_outcome_says_what_the_facts_say() -> None:
    outcome = example("E9b").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((1,), "forty", (40, 40))


# --- R21: the centre circle ---


def test_e11a_a_shared_centre_circle() -> None:
    table = example("E11a", centre_circle=True)
    assert facts_of(table, "scores", "free_turn") == ([0, 5], False)
    assert table.facts()["figures"] == {"centre-circle": {"owner": None, "finisher": 1}}


def test_e11b_fifteen_and_no_five_on_top() -> None:
    assert facts_of(example("E11b", centre_circle=True), "scores") == ([15, 0],)


def test_e11c_fifteen_and_five() -> None:
    assert facts_of(example("E11c", centre_circle=True), "scores") == ([15, 5],)


@pytest.mark.parametrize(("name", "scores"), [("E11a", [0, 5]), ("E11b", [20, 0]), ("E11c", [15, 5])])
def test_q16_with_centre_both_who_completes_it_gets_the_five_in_any_case(name: str, scores: list[int]) -> None:
    table = example(name, centre_circle=True, centre_both=True)
    assert facts_of(table, "scores") == (scores,)


def test_q16_centre_both_changes_no_other_figure() -> None:
    assert facts_of(example("E3a", centre_circle=True, centre_both=True), "scores") == ([10, 0],)
    assert facts_of(example("E11b", centre_both=True), "scores", "figures") == ([0, 0], {})


def test_e11d_without_the_option_it_is_no_figure() -> None:
    assert facts_of(example("E11c"), "scores", "figures") == ([0, 0], {})


# --- R22: the long match ---


def test_e12a_the_next_round_begins_within_the_same_action() -> None:
    table = example("E9a", long_match=True)
    assert facts_of(table, "over", "round", "scores", "round_scores", "first", "to_act") == (False, 2, [40, 5], [0, 0], 1, ["1"])
    assert facts_of(table, "leader", "passes", "sliver_bonus", "figures") == ([], 0, True, {})
    assert table.facts()["owner"] == [None] * 165
    assert len(actions(table)) == 50
    assert table.facts()["rounds"] == [{"first": 0, "scores": [40, 5], "reason": "forty", "winners": [0]}]


def test_e12b_a_hundred_points() -> None:
    table = start(long_match=True)
    for _ in range(5):
        assert not table.facts()["over"]
        played(table, LOGS["E9a"])
    assert facts_of(table, "over", "reason", "round", "scores", "winners") == (True, "hundred", 5, [130, 95], [0])
    assert facts_of(table, "round_scores") == ([40, 5],)
    assert len(table.facts()["rounds"]) == 5


def test_e12c_level_totals() -> None:
    table = start(long_match=True)
    for name in ("E9a", "E9a", "E9b", "E9b"):
        played(table, LOGS[name])
    assert facts_of(table, "over", "reason", "round", "scores", "winners") == (True, "hundred", 4, [125, 125], [0])
    assert [sum(hand.values()) for hand in table.facts()["pieces_left"]] == [13, 12]


def _to_a_hundred(**options: bool) -> Table:
    """The match of E12c up to the piece with which seat 1 reaches 100 points in all, in the middle of its third round."""
    table = start(long_match=True, **options)
    played(table, LOGS["E9a"])
    played(table, LOGS["E9a"])
    played(table, LOGS["E9b"])
    log = LOGS["E9b"].split()
    while max(table.facts()["scores"]) < 100:
        played(table, [log.pop(0)])
    return table


def test_q17_a_total_of_a_hundred_does_not_stop_a_round() -> None:
    assert facts_of(_to_a_hundred(), "over", "scores", "round") == (False, [90, 105], 4)


def test_q17_with_hundred_at_once_it_does() -> None:
    table = _to_a_hundred(hundred_at_once=True)
    assert facts_of(table, "over", "reason", "scores", "winners", "round") == (True, "hundred", [90, 105], [1], 4)
    assert table.facts()["rounds"][-1] == {"first": 1, "scores": [5, 20], "reason": "hundred", "winners": [1]}


def test_q17_a_hundred_goes_before_forty_and_only_in_a_long_match() -> None:
    *first, last = LOGS["E9a"].split()
    for long_match, reason in ((True, "hundred"), (False, "forty")):
        table = played(start(long_match=long_match, hundred_at_once=True), first)
        earlier = (Result(1, (60, 0), "forty", (0,)),) if long_match else ()
        state: State = table.game.apply(replace(table.state, rounds=earlier), 0, last)
        assert (state.reason, state.now.reason, state.rounds[-1].reason) == (reason,) * 3
        assert state.totals == ((100, 5) if long_match else (40, 5))


# --- bit masks against the text of the rules ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_actions_are_what_the_rules_say_in_words(seats: int) -> None:
    """R3 to R5 and R10, implemented again without bits, for every state of random games."""
    rng, table = Random(seats), start(seats)
    while table.legal():
        assert [action for action in actions(table) if action != "pass"] == _by_the_book(table)
        assert len(each(choices(table.state.now, table.state.pieces))) == len(_by_the_book(table))
        played(table, [rng.choice(actions(table))])


def _by_the_book(table: Table) -> list[str]:
    facts, pieces = table.facts(), table.state.pieces
    left, owner = facts["pieces_left"][int(facts["to_act"][0])], facts["owner"]
    if not facts["leader"]:
        where = set(range(15))
    else:
        base = [i for i, seat in enumerate(owner) if seat is not None] if facts["free_turn"] else facts["leader"]
        where = {near for i in base for near in _touching(i)}
    return [
        p.action
        for p in pieces.placements
        if left[pieces.shapes[p.shape].slug] and where & set(p.spaces) and all(owner[i] is None for i in p.spaces)
    ]


def _touching(space: int) -> list[int]:
    return list(data()["spaces"][space]["touch_neighbours"])
