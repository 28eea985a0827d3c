"""cirKle × DUO, clause by clause, in the order of the rulebook. The examples E1 to E14 are those of the dossier."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from support.games.cirkle_duo import (
    FAMILY_DECK,
    FAMILY_LIFTS,
    all_pegs_won,
    events,
    lifts,
    lost,
    lowest,
    offered,
    refused,
    result,
    rolled,
    start,
    won,
)
from support.helpers import check_vector, vectors
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.endings import decided, futile
from tableronde.games.cirkle_duo.rules.layers import Options, in_force
from tableronde.games.cirkle_duo.rules.pieces import CARDS, DICE, FAMILIES, PEGS, VALUES, fits, points
from tableronde.games.cirkle_duo.rules.scoring import wins_by_family
from tableronde.table import Table


@pytest.mark.parametrize("vector", vectors("cirkle-duo"), ids=lambda vector: f"{vector['players']} {vector['options']}")
def test_recorded_games(vector: Any) -> None:
    check_vector(BOX, vector)


# --- components ---


def test_the_cards_are_worth_228() -> None:
    assert (len(PEGS), len(CARDS), points(CARDS), points(PEGS)) == (16, 24, 228, 96)
    assert [VALUES[card] for card in ("PO", "KC", "PC", "PS", "PX", "PT")] == [20, 13, 9, 7, 5, 3]


def test_every_card_is_on_the_dice_once() -> None:
    assert sorted(face for die in DICE for face in die) == sorted(CARDS)


def test_the_ten_families_and_their_points() -> None:
    assert {letter: points(family) for letter, family in FAMILIES.items()} == {
        **dict.fromkeys("PBGY", 44),
        **{"K": 52, "C": 49, "S": 41, "X": 33, "T": 25, "O": 80},
    }


# --- set-up and order ---


def test_r1_r2_a_deal_hides_every_peg_and_every_card() -> None:
    table = Table(BOX, 3, rng=Random(5))
    assert sorted(table.setup["pegs"]) == sorted(PEGS)
    assert sorted(table.setup["deck"]) == sorted(CARDS)
    assert table.facts(0)["known"] == [None] * 16
    assert table.facts(0)["deck"] == [None] * 23


@pytest.mark.parametrize(("mode", "players"), [("cards", 1), ("cards", 7), ("dice", 1), ("dice", 7), ("bridge", 3), ("bridge", 7)])
def test_r3_players(mode: str, players: int) -> None:
    with pytest.raises(ValueError, match="players, not"):
        Table(BOX, players, {"mode": mode})


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r3_teams_need_four_or_six(players: int) -> None:
    with pytest.raises(ValueError, match="teams you need 4 or 6 players"):
        Table(BOX, players, {"teams": True})


def test_r4_the_highest_card_begins() -> None:
    for seed in range(40):
        table = Table(BOX, 4, rng=Random(seed))
        last = table.setup["start_draw"][-1]
        best = max(VALUES[card] for _, card in last)
        assert [seat for seat, card in last if VALUES[card] == best] == [table.setup["first"]] == [table.facts()["player"]]


def test_r5_turns_go_round() -> None:
    table = start(3, "BC GX PT", first=1)
    assert [lifts(table, "1").facts()["player"] for _ in range(3)] == [2, 0, 1]
    assert table.facts()["turn"] == 4


# --- the card turn ---


def test_r6_e1_colour_shape_same_hat() -> None:
    table = start(2, "BC GX PT")
    assert (table.facts()["card"], table.facts()["deck_count"]) == ("BC", 23)
    lifts(table, "1")
    assert (result(table), won(table)) == ("win", ["BC"])
    lifts(table, "1")
    assert result(table) == "win"
    facts = table.facts()
    assert (facts["scores"], facts["card"], facts["deck_count"]) == ([9, 5], "PT", 21)


@pytest.mark.parametrize("card", CARDS)
def test_r7_r8_how_many_pegs_fit(card: str) -> None:
    assert sum(fits(peg, card) for peg in PEGS) == (4 if card[0] == "K" or card[1] == "O" else 7)


def test_r8_e4_targets_and_blacks() -> None:
    for card, place, outcome in (("PO", 15, "win"), ("PO", 4, "miss"), ("KX", 9, "win"), ("KX", 0, "miss")):
        assert result(lifts(start(2, card), str(place))) == outcome


def test_r9_e2_miss() -> None:
    table = lifts(start(2, "BC GX PT"), "1 1 2")
    facts = table.facts(1)
    assert result(table) == "miss"
    assert (facts["turn"], facts["player"], facts["idle"], facts["deck_count"]) == (4, 1, 1, 21)
    assert facts["deck"] == [None] * 20 + ["PT"]
    assert {place: peg for place, peg in enumerate(facts["known"]) if peg} == {1: "BX", 2: "GS"}


def test_r10_e3_exact_wins_the_next_card_too() -> None:
    table = lifts(start(2, "BX PO KC GT"), "1")
    facts = table.facts()
    assert (result(table), won(table), facts["scores"]) == ("exact", ["BX", "PO"], [25, 0])
    assert (facts["player"], facts["card"], facts["deck_count"]) == (1, "KC", 21)


def test_r11_a_bonus_card_gives_no_bonus() -> None:
    table = lifts(start(2, "BX PC"), "1")
    assert won(table) == ["BX", "PC"]
    assert table.facts()["deck_count"] == 21


def test_r12_e5_forbidden_peg() -> None:
    table = lifts(start(2, "BC GX BS PT"), "1 7 4")
    assert (result(table), lost(table), lowest(table, 1)) == ("forbidden", [], ["BS"])
    assert table.facts()["cards"] == [["BC"], ["GX"]]
    assert (table.facts(0)["forbidden"], table.facts(1)["forbidden"]) == ([4], [])


def test_r12_a_bonus_card_forbids_its_peg_at_once() -> None:
    table = lifts(start(2, "BX PC KC BC"), "1 0 0")
    assert result(table) == "forbidden"


def test_r12_e13_forbidden_when_seen() -> None:
    table = lifts(start(2, "BC GX BS YX PO BT", forbidden_when_seen=True), "1 7 4")
    assert (result(table), won(table)) == ("win", ["BS"])
    assert table.facts(0)["forbidden"] == [4]
    assert result(lifts(table, "6")) == "win"
    lifts(table, "14")
    assert (result(table), lost(table), lowest(table, 1)) == ("miss", [], ["PO"])
    assert table.facts(0)["forbidden"] == [4, 14]
    assert result(lifts(table, "4")) == "win"
    assert table.facts()["card"] == "PC"
    lifts(table, "4")
    assert (result(table), lost(table)) == ("forbidden", [])


def test_r12_e13_forbidden_when_seen_and_strict() -> None:
    table = lifts(start(2, "BC GX BS YX PO BT", forbidden_when_seen=True, strict=True), "1 7 4 6 14 4 4")
    assert (result(table), lost(table)) == ("forbidden", ["BC"])


def test_r12_e13_forbidden_when_seen_in_a_take_over() -> None:
    table = lifts(start(4, "BC GX PS BT", mode="bridge", forbidden_when_seen=True), "1 7 15 8")
    events(table, "0: slap", "0: lift 4")
    assert result(table) == "win"
    assert table.facts()["cards"][0] == ["BC", "BT"]


def test_r13_e5_strict() -> None:
    table = lifts(start(2, "BC GX BS PT", strict=True), "1 7 4")
    assert (result(table), lost(table), lowest(table, 2)) == ("forbidden", ["BC"], ["BC", "BS"])
    assert table.facts()["cards"] == [[], ["GX"]]
    assert table.facts()["scores"] == [0, 5]


def test_r14_lenient_keeps_the_card() -> None:
    assert lifts(start(2, "BC GX BS PT"), "1 7 4").facts()["scores"] == [9, 5]


def test_r16_no_result_changes_the_order() -> None:
    table = start(2, "BX PO KC BC")
    assert [lifts(table, place).facts()["player"] for place in ("1", "3", "1", "3")] == [1, 0, 1, 0]


def test_r17_cards_given_up_go_under_first() -> None:
    table = lifts(start(4, "BX PO GC YT BC", mode="bridge"), "1 5")
    events(table, "0: slap", "0: lift 3")
    assert lowest(table, 3) == ["BX", "PO", "GC"]


def test_r18_e5_only_own_cards_forbid() -> None:
    table = lifts(start(2, "BC BS", strict=True), "1 4")
    assert table.facts()["cards"] == [["BC"], ["BS"]]


# --- the bridge layers ---


def test_r19_e6_waiting() -> None:
    table = start(4, "BC PX GS YT BO", mode="bridge")
    assert lifts(table, "1").facts()["waiting"] == [1]
    refused(table, 1, "lift 1", "R19")
    assert lifts(table, "0").facts()["waiting"] == [0, 1]
    assert lifts(table, "7").facts()["waiting"] == [0, 1, 7]
    facts = lifts(table, "6").facts()
    assert (facts["turn"], facts["player"], facts["waiting"]) == (5, 0, [0, 6, 7])
    assert 1 in offered(table)


def test_r20_e7_slap_opens_after_an_error() -> None:
    table = lifts(start(4, "YT BC PS", mode="bridge"), "14")
    facts = table.facts()
    assert (result(table), facts["phase"], facts["to_act"]) == ("miss", "slap", ["1", "2", "3"])
    assert (facts["card"], facts["deck_count"]) == ("YT", 23)
    assert table.legal() == dict.fromkeys((1, 2, 3), ("decline", "slap"))


def test_r20_e7_all_decline() -> None:
    table = events(lifts(start(4, "YT BC PS", mode="bridge"), "14"), "2: decline", "1: decline")
    assert (table.facts()["declined"], table.facts()["to_act"]) == ([1, 2], ["3"])
    facts = events(table, "3: decline").facts()
    assert (facts["turn"], facts["player"], facts["deck_count"], facts["idle"]) == (2, 1, 23, 1)
    assert lowest(table, 1) == ["YT"]


def test_r20_e8d_slap_needs_card() -> None:
    table = lifts(start(4, "YT BC", mode="bridge", slap_needs_card=True), "14")
    assert (table.facts()["phase"], table.facts()["player"]) == ("lift", 1)
    table = lifts(start(4, "YT BC", mode="bridge", slap_needs_card=True), "6 3")
    assert table.facts()["to_act"] == ["0"]


def test_r21_e7_the_first_to_slap_takes_over() -> None:
    table = events(lifts(start(4, "YT BC PS", mode="bridge"), "14"), "3: decline", "2: slap")
    facts = table.facts()
    assert (facts["phase"], facts["taker"], facts["to_act"], facts["waiting"]) == ("take", 2, ["2"], [14])
    refused(table, 1, "slap", "R21")
    events(table, "2: lift 15")
    facts = table.facts()
    assert (result(table), won(table), facts["cards"][2]) == ("win", ["YT"], ["YT"])
    assert (facts["turn"], facts["player"], facts["card"], facts["waiting"]) == (2, 1, "BC", [14, 15])


def test_r21_e14_take_over_without_waiting() -> None:
    table = lifts(start(4, "BC GX PS YT BS", mode="bridge", waiting=False), "1 1 15 12 4")
    assert (result(table), lost(table)) == ("forbidden", ["BC"])
    events(table, "1: slap")
    assert (table.facts()["phase"], table.facts()["waiting"]) == ("take", [])
    assert offered(table) == [place for place in range(16) if place != 4]
    refused(table, 1, "lift 4", "R21")
    events(table, "1: lift 1")
    assert (result(table), won(table)) == ("win", ["BS"])
    assert (table.facts()["turn"], table.facts()["player"], len(offered(table))) == (6, 1, 16)


def test_r22_e8c_exact_in_a_take_over() -> None:
    for bonus, gained in ((False, ["BS"]), (True, ["BS", "KT"])):
        table = lifts(start(4, "BC GX PS YT BS KT", mode="bridge", slap_bonus=bonus), "1 7 15 12 4")
        assert (result(table), lost(table)) == ("forbidden", ["BC"])
        assert (table.facts()["phase"], table.facts()["card"]) == ("slap", "BS")
        events(table, "1: slap", "1: lift 14")
        assert (result(table), won(table)) == ("exact", gained)


def test_r23_e8a_a_failed_taker_loses_everything() -> None:
    table = lifts(start(4, "BX PO GC YT BC", mode="bridge"), "1 5")
    assert table.facts()["cards"][0] == ["BX", "PO"]
    events(table, "0: slap", "0: lift 3")
    facts = table.facts()
    assert (result(table), lost(table), lowest(table, 3)) == ("miss", ["BX", "PO"], ["BX", "PO", "GC"])
    assert (facts["turn"], facts["player"], facts["card"]) == (3, 2, "YT")


def test_r23_e8b_a_forbidden_peg_fails_too() -> None:
    table = lifts(start(4, "BC GX PS BT", mode="bridge"), "1 7 15 8")
    events(table, "0: slap", "0: lift 4")
    assert (result(table), lost(table), lowest(table, 2)) == ("forbidden", ["BC"], ["BC", "BT"])


def test_r24_the_order_does_not_change() -> None:
    table = events(lifts(start(4, "YT BC", mode="bridge"), "14"), "1: slap", "1: lift 15")
    assert table.facts()["player"] == 1


# --- end and scoring ---


def test_r25_the_last_card_ends_the_game() -> None:
    table = lifts(start(2, FAMILY_DECK), FAMILY_LIFTS)
    facts = table.facts()
    assert (facts["over"], facts["reason"], facts["turn"]) == (True, "all_cards", 24)
    assert (facts["scores"], facts["winners"]) == ([93, 135], [1])


def test_r26_e9_families() -> None:
    table = start(2, FAMILY_DECK, family_bonus=True)
    for place in FAMILY_LIFTS.split():
        assert result(lifts(table, place)) == "win"
    facts = table.facts()
    assert (facts["points"], facts["families"]) == ([93, 135], [["P", "C"], []])
    assert (facts["scores"], facts["winners"], facts["card"]) == ([186, 135], [0], None)


def test_r26_e9_exact_at_the_end() -> None:
    places = FAMILY_LIFTS.split()
    table = lifts(start(2, FAMILY_DECK, family_bonus=True), " ".join([*places[:-1], "9"]))
    assert (result(table), won(table), table.facts()["scores"]) == ("exact", ["YX"], [186, 135])
    table = lifts(start(2, FAMILY_DECK, family_bonus=True), " ".join([*places[:22], "3"]))
    assert (result(table), won(table)) == ("exact", ["YT", "YX"])
    assert (table.facts()["turn"], table.facts()["scores"], table.facts()["over"]) == (23, [191, 130], True)


def test_r27_e9_teams() -> None:
    table = start(4, FAMILY_DECK, mode="bridge", teams=True, waiting=False, slap=False)
    facts = lifts(table, FAMILY_LIFTS).facts()
    assert (facts["points"], facts["scores"], facts["winners"]) == ([59, 74, 34, 61], [186, 135, 186, 135], [0, 2])
    assert (facts["teams"], facts["families"]) == ([0, 1, 0, 1], [["P", "C"], [], ["P", "C"], []])
    assert table.game.teams(table.state) == ((0, 2), (1, 3))


def test_r28_e11a_four_of_a_colour() -> None:
    facts = lifts(start(2, "PO BC PC BT PS KX PX", family_win=["colour"]), "0 1 4 1 2 1 1").facts()
    assert (facts["cards"][0], facts["reason"], facts["winners"]) == (["PO", "PC", "PS", "PX"], "family", [0])


def test_r28_e11b_four_of_a_shape() -> None:
    facts = lifts(start(2, "PT BO BT GO GT YO KT", family_win=["shape"]), "0 1 1 2 2 3 3").facts()
    assert (facts["cards"][0], facts["scores"]) == (["PT", "BT", "GT", "KT"], [22, 60])
    assert (facts["reason"], facts["winners"]) == ("family", [0])


def test_r28_e11c_a_series_with_dice() -> None:
    table = rolled(start(2, mode="dice", family_win=["series"]), "PC BX GS YT", 0, 15, 1, 15, 2, 15, 3)
    facts = table.facts()
    assert (facts["turn"], facts["reason"], facts["winners"], facts["scores"]) == (7, "family", [0], [24, 0])


def test_r28_e11d_what_a_series_is() -> None:
    def wins(kind: str, pieces: str) -> bool:
        return wins_by_family(in_force(Options(family_win=(kind,)), 2), (tuple(pieces.split()), ()), 0)  # type: ignore[arg-type]

    assert not wins("series", "PC PS BC BS")
    assert wins("series", "PC BC GC KC")
    assert not wins("series_both", "PC BC GC KC")
    assert wins("series_both", "PC PS BS GX KT")


def test_r29_equal_scores_share_the_victory() -> None:
    facts = lifts(start(2, "BC YC", max_turns=2), "1 8").facts()
    assert (facts["scores"], facts["winners"]) == ([9, 9], [0, 1])


def test_r30_e12_guards() -> None:
    facts = lifts(start(2, "BC KX PO", max_idle=3), "7 0 3").facts()
    assert (facts["reason"], facts["winners"], facts["scores"]) == ("idle", [0, 1], [0, 0])
    for idle in (30, 1):
        facts = lifts(start(2, "BC KX PO", max_turns=2, max_idle=idle), "0 0").facts()
        assert (facts["reason"], facts["scores"]) == ("max_turns", [9, 0])


LOCK_LIFTS = "4 0 2 2 1 1 3 7 1 0 2 2 1 7 1 1 9 1 2 7 2 8"


def test_r30_e12d_a_lock_ends_by_idle_turns() -> None:
    table = start(2, "PC YC PS YS PX YX PT YT BO KC GO KS KX KT BC BS BX BT GC GS GX GT PO YO")
    for place in LOCK_LIFTS.split():
        assert result(lifts(table, place)) == "win"
    while not table.facts()["over"]:
        assert result(lifts(table, "9" if table.to_act() == (0,) else "10")) == "miss"
    facts = table.facts()
    assert (facts["reason"], facts["turn"], facts["scores"], facts["winners"]) == ("idle", 52, [105, 83], [0])


# --- the dice game ---


def test_r31_chance_rolls_first() -> None:
    table = start(2, mode="dice")
    rolls = table.legal()["chance"]
    assert (len(rolls), len(set(rolls)), list(rolls)) == (1296, 1296, sorted(rolls))
    assert set(table.game.weights(table.state).values()) == {1.0}
    table.play("chance", "roll PC BO KX YT")
    assert (table.facts()["phase"], table.facts()["dice"], len(offered(table))) == ("lift", ["PC", "BO", "KX", "YT"], 16)


def test_r32_r33_e10_dice() -> None:
    table, expected = start(2, mode="dice"), (("win", 3), ("empty", 3), ("win", 4), ("win", 13), ("win", 0), ("miss", 10))
    for outcome, place in expected:
        assert result(rolled(table, "PC BO KX YT", place)) == outcome
        if outcome == "empty":
            assert table.facts()["revealed"]["peg"] is None
    assert (table.facts()["scores"], table.facts()["pegs_left"]) == ([21, 5], 12)
    assert table.facts(1)["known"][3] == "-"


def test_r33_e10_exact_only() -> None:
    table = start(2, mode="dice", dice_wild=False)
    results = [result(rolled(table, "PC BO KX YT", place)) for place in (3, 3, 4, 13, 0, 10)]
    assert results == ["win", "empty", "miss", "miss", "win", "miss"]
    assert table.facts()["scores"] == [12, 0]


def test_dice_that_can_win_nothing_are_thrown_again_where_the_table_says_so() -> None:
    """The house rule `reroll_dead`: a long decided game ends sooner."""
    rolls = ["PC BC GC YC", "PC BC GC YC", "PC BC GC YT"]
    for reroll, phase in ((True, "roll"), (False, "lift")):
        table = rolled(start(2, mode="dice", reroll_dead=reroll), rolls[0], 0, 4, 8, 12)
        events(table, f"chance: roll {rolls[1]}")
        assert table.facts()["phase"] == phase
    table = rolled(start(2, mode="dice", reroll_dead=True), rolls[0], 0, 4, 8, 12)
    events(table, f"chance: roll {rolls[1]}", f"chance: roll {rolls[2]}")
    assert (table.facts()["phase"], table.facts()["dice"]) == ("lift", rolls[2].split())
    assert "they are thrown again" in table.tale()[-2].en


def test_a_record_names_the_house_rule_only_where_it_is_on() -> None:
    assert "reroll_dead" not in start(2, mode="dice", reroll_dead=False).record().options
    assert start(2, mode="dice", reroll_dead=True).record().options["reroll_dead"] is True
    with pytest.raises(ValueError, match="reroll_dead"):
        start(2, reroll_dead=False)


def test_r34_the_board_empty_the_game_is_over() -> None:
    table = all_pegs_won()
    facts = table.facts()
    assert (facts["reason"], sum(facts["scores"]), facts["pegs_left"], facts["cards"]) == ("all_pegs", 96, 0, [[], []])


# --- endings that are long decided ---


def test_a_decided_game_stays_decided() -> None:
    """Whatever is played after the room has offered to stop, the winner is the same."""
    met = 0
    for seed in range(12):
        luck, table = Random(seed), start(2, mode="dice")
        winners: Sequence[int] | None = None
        while table.legal():
            now = decided(table.view())
            assert winners is None or now == winners
            winners, [actor] = now, table.to_act()
            table.play(actor, luck.choice(table.legal()[actor]))
        assert table.outcome is not None
        if winners is not None:
            met += 1
            assert table.outcome.winners == winners
    assert met > 6


def test_no_lead_is_safe_where_points_can_be_lost() -> None:
    table = lifts(start(2, FAMILY_DECK, strict=True), " ".join(FAMILY_LIFTS.split()[:20]))
    assert decided(table.view()) is None
    assert not futile(table.view())
