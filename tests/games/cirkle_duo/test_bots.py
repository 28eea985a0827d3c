"""The bots of cirKle × DUO: how they remember and forget, what they choose, and what they think of every action."""

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from support.games.cirkle_duo import FAMILY_DECK, FAMILY_LIFTS, PEGS, deck, events, lifts, rolled, slapping, start
from tableronde.game import CHANCE
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.bots import MemoryBot
from tableronde.games.cirkle_duo.bots.weighing import PRIDE
from tableronde.play import arena
from tableronde.play.review import Slip, review
from tableronde.table import Table

UNSEEN = "lift 0"  # in all tables below nobody has lifted this hat


def bot(table: Table, seat: int, seed: int = 0, **temper: Any) -> MemoryBot:
    return MemoryBot(BOX, table.game, seat, Random(seed), **temper)


def choice(table: Table, seat: int, seed: int, **temper: Any) -> str:
    return bot(table, seat, seed, **temper).choose(table.view(seat), table.heard(seat), table.legal()[seat])


def choices(table: Table, seat: int, **temper: Any) -> set[str]:
    """The actions that bots with different seeds would choose."""
    return {choice(table, seat, seed=seed, **temper) for seed in range(100)}


def made(level: str, table: Table, seat: int, seed: int = 0) -> MemoryBot:
    """A bot of a level."""
    player = BOX.bots[level](BOX, table.game, seat, Random(seed))
    assert isinstance(player, MemoryBot)
    return player


def worths(table: Table, seat: int) -> Mapping[str, float]:
    """The best bot's values of a seat's actions."""
    best = BOX.bots["elephant"](BOX, table.game, seat, Random(0))
    return best.weigh(table.view(seat), table.heard(seat), table.legal()[seat])


def in_doubt() -> Table:
    """Seat 0, who holds BC, is asked for BS, and has seen BX and GS, which fit, its own BC, and GT."""
    return lifts(start(2, "BC PO YT PX BS"), "1 4 2 7")


def sure() -> Table:
    """A bridge where hats do not wait: seat 0 has just erred, and everybody has seen BX, which fits."""
    return lifts(start(4, "BC GX PS YT BS", mode="bridge", waiting=False), "1 1 15 12 4")


# --- rules of thumb ---


def test_a_bot_prefers_the_exact_peg_then_a_match_then_the_unknown() -> None:
    assert choices(lifts(start(2, "YT PO BC"), "1 4"), 0) == {"lift 4"}
    assert choices(lifts(start(2, "YT PO BS"), "1 4"), 0) == {"lift 1", "lift 4"}
    unknown = choices(lifts(start(2, "YT PO GS"), "1 4"), 0)
    assert len(unknown) == 14
    assert not unknown & {"lift 1", "lift 4"}


def test_a_bot_takes_the_most_valuable_peg_the_dice_ask_for() -> None:
    table = rolled(start(2, mode="dice"), "PC BC GC YC", 3, 14, 5)
    table.play("chance", "roll PX BS GC YT")
    assert choices(table, 1) == {"lift 14"}
    assert choices(table, 1, haste=1.0) == {"lift 3", "lift 5", "lift 14"}


def test_a_bot_avoids_its_own_pegs_only_while_it_remembers_them() -> None:
    table = lifts(start(2, "BC PO BS"), "1 4")
    assert choices(table, 0) == {"lift 1"}
    assert "lift 4" in choices(table, 0, forgetting=1.0)


def test_in_haste_a_bot_looks_for_no_better_peg_and_not_into_its_hand() -> None:
    assert choices(lifts(start(2, "YT PO BC"), "1 4"), 0, haste=1.0) == {"lift 1", "lift 4"}
    assert choices(in_doubt(), 0, haste=1.0) == {"lift 1", "lift 2", "lift 4"}
    assert choices(in_doubt(), 0) == {"lift 1", "lift 2"}


def test_who_has_slapped_is_not_in_haste() -> None:
    declined = ["0: decline", "2: decline", "3: decline"]
    table = events(start(4, "BC PO BS", mode="bridge", waiting=False), "0: lift 1", "1: lift 4", *declined, "2: lift 7", "0: slap")
    assert choices(table, 0, haste=1.0) == {"lift 1"}


def test_a_bot_slaps_when_sure_and_when_it_dares() -> None:
    assert choices(sure(), 1, daring=False) == {"slap"}
    empty_handed = lifts(start(4, "YT", mode="bridge"), "14")
    assert choices(empty_handed, 1, daring=False) == {"decline"}
    assert choices(empty_handed, 1) == {"slap"}
    assert choices(slapping(), 0) == {"decline"}


def test_a_gentle_bot_gives_children_time_to_slap() -> None:
    table = slapping()
    for level, low, high in (("child", 3.5, 4.6), ("gentle", 3.0, 4.0), ("elephant", 1.0, 1.5)):
        player = made(level, table, 0)
        player.choose(table.view(0), table.heard(0), table.legal()[0])
        assert low <= player.pause <= high
    player, table = made("elephant", start(2), 0), start(2)
    player.choose(table.view(0), [], table.legal()[0])
    assert player.pause == 0


# --- memory ---


def test_memory_fades_turn_by_turn() -> None:
    table = lifts(start(2, "BC GX PT KS"), "1 1 2 2 2")
    view = table.view(0)
    minds = [bot(table, 0, seed, forgetting=0.2).memory(view) for seed in range(400)]
    assert view.seen.turn - view.seen.lifted[1] == 4
    assert 0.33 < sum(1 in memory for memory in minds) / 400 < 0.49  # 0.8 ** 4 is 0.41
    assert all(bot(table, 0).memory(view) == {1: "BX", 2: "GS"} for _ in range(3))


def test_what_is_forgotten_stays_forgotten_also_for_a_fresh_bot() -> None:
    table, before = lifts(start(2, "BC GX"), "1 8 11 6"), set(range(16))
    for place in ("3", "3", "3", "3", "3", "3"):
        remembered = set(bot(table, 0, seed=4, forgetting=0.3).memory(table.view(0))) - {3}
        assert remembered <= before
        before = remembered
        lifts(table, place)


# --- levels ---


def test_there_are_five_levels_and_each_forgets_less_than_the_one_below() -> None:
    assert list(BOX.bots) == ["child", "gentle", "even", "sharp", "elephant"]
    assert [made(level, start(2), 0).forgetting for level in BOX.bots] == [0.8, 0.4, 0.2, 0.1, 0.0]


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(BOX.bots)))
def test_each_level_beats_the_one_below(weaker: str, stronger: str) -> None:
    """A few games only; docs/benchmarks.md has more."""
    assert 0.55 <= arena.match(BOX, [stronger, weaker], 80).share(0) <= 0.9


@pytest.mark.parametrize(
    ("options", "names", "low", "high"),
    [
        ({}, ["elephant", "gentle"], 0.8, 1.0),
        ({}, ["even", "even"], 0.35, 0.65),
        ({"mode": "dice"}, ["child", "random"], 0.5, 0.8),
        ({"mode": "dice"}, ["sharp", "random"], 0.8, 1.0),
        ({"mode": "bridge"}, ["elephant", "even", "even", "even"], 0.6, 1.0),
        ({"mode": "bridge"}, ["gentle", "child", "child", "child"], 0.3, 0.8),
    ],
)
def test_memory_wins(options: dict[str, Any], names: list[str], low: float, high: float) -> None:
    assert low <= arena.match(BOX, names, 24, options=options).share(0) <= high


@pytest.mark.parametrize("level", BOX.bots)
def test_the_same_mind_makes_the_same_choice(level: str) -> None:
    for table in (in_doubt(), sure(), slapping()):
        seat, actions = next(iter(table.legal().items()))
        assert isinstance(seat, int)
        assert len({made(level, table, seat, seed=5).choose(table.view(seat), (), actions) for _ in range(5)}) == 1


@pytest.mark.parametrize("level", BOX.bots)
def test_what_nobody_has_looked_at_changes_no_choice_and_no_opinion(level: str) -> None:
    pegs, cards = list(PEGS), deck("BC PO YT PX BS")
    pegs[9], pegs[13], cards[10], cards[20] = pegs[13], pegs[9], cards[20], cards[10]
    one, other = in_doubt(), lifts(Table(BOX, 2, {}, {"pegs": pegs, "deck": cards, "first": 0}), "1 4 2 7")
    assert one.state != other.state
    assert worths(one, 0) == worths(other, 0)
    for seed in range(20):
        first, second = (made(level, table, 0, seed).choose(table.view(0), (), table.legal()[0]) for table in (one, other))
        assert first == second


# --- what an action is worth ---


def test_a_known_match_is_worth_more_than_an_unknown_hat_and_that_more_than_a_known_miss() -> None:
    worth = worths(in_doubt(), 0)
    assert worth["lift 1"] == worth["lift 2"] > worth[UNSEEN] > worth["lift 7"]
    assert len({worth[f"lift {place}"] for place in (0, 3, 5, 6, *range(8, 16))}) == 1


def test_an_own_peg_is_worth_nothing_and_costs_its_card_where_the_rules_are_strict() -> None:
    worth = worths(in_doubt(), 0)
    assert worth["lift 4"] == worth["lift 7"]
    strict = worths(lifts(start(2, "BC PO YT PX BS", strict=True), "1 4 2 7"), 0)
    assert strict["lift 4"] < strict["lift 7"] - 0.05


def test_the_exact_peg_is_worth_more_than_a_match() -> None:
    worth = worths(lifts(start(2, "YT PO BC"), "1 4"), 0)
    assert worth["lift 4"] > worth["lift 1"] > worth[UNSEEN]


def test_the_last_hat_is_known_without_having_been_seen() -> None:
    """A game in which fifteen hats were lifted, none showed PC, and PC is the card."""
    table = start(2, "PO BO GO YO KC KS KX KT BC GS BX GC GT PX YT PC")
    worth = worths(lifts(table, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15"), 1)
    assert table.facts()["card"] == "PC"
    assert [action for action, share in worth.items() if share == max(worth.values())] == [UNSEEN]


def test_at_the_very_end_the_shares_are_certain() -> None:
    """Of sixteen pegs seven win the only card, and with any other the game is drawn; of fifteen three are blue."""
    assert worths(start(2, "BC", max_turns=1), 0)[UNSEEN] == pytest.approx((7 + 9 / 2) / 16, abs=PRIDE)
    worth = worths(lifts(start(2, "BC BO", max_turns=2), "1"), 1)
    assert worth["lift 1"] == pytest.approx(1, abs=PRIDE)
    assert worth[UNSEEN] == pytest.approx(3 / 15, abs=PRIDE)


def test_a_family_that_wins_at_once_is_the_whole_win() -> None:
    table = lifts(start(2, "PO BC PC BT PS KX PX", family_win=["colour"]), "0 1 4 1 2 1")
    worth = worths(table, 0)
    assert worth["lift 1"] == pytest.approx(1, abs=PRIDE)
    assert worth["lift 2"] < 0.9


def losing(turns: int, **options: Any) -> Table:
    """Seat 0 is to play and far behind."""
    table = lifts(start(2, FAMILY_DECK, **options), " ".join(FAMILY_LIFTS.split()[:turns]))
    assert table.facts()["points"][0] < table.facts()["points"][1] - 20
    return table


def test_who_is_beyond_reach_plays_on_for_points() -> None:
    """The last card cannot change the result; still it is taken, and nobody lifts in vain to prolong the game."""
    table = lifts(losing(22), "0 3")
    assert (table.facts()["card"], table.facts()["deck_count"]) == ("YT", 0)
    worth = worths(table, 0)
    assert worth["lift 6"] == max(worth.values()) < PRIDE
    assert worth["lift 0"] < worth["lift 6"]


def test_nothing_is_won_by_giving_cards_back() -> None:
    """At a strict table an own peg brings a card back into play, which a player who is behind might need; it still counts as an error."""
    table = losing(20, strict=True)
    worth, own = worths(table, 0), [f"lift {place}" for place in table.facts(0)["forbidden"]]
    assert own
    assert max(worth[action] for action in own) < min(share for action, share in worth.items() if action not in own)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"mode": "bridge"})])
def test_the_best_bots_bring_a_game_to_its_end(seats: int, options: dict[str, Any]) -> None:
    tally = arena.match(BOX, ["elephant"] * seats, 10, options=options)
    assert tally.reasons["all_cards"] == 10
    assert tally.plies / 10 < 40


def test_dice_a_valuable_peg_is_worth_more_and_an_empty_place_nothing() -> None:
    table = rolled(start(2, mode="dice"), "PC BC GC YC", 3, 14, 4, 5)
    table.play(CHANCE, "roll PX BS GC YT")
    worth = worths(table, 0)
    assert worth["lift 14"] > worth["lift 5"] > worth["lift 3"] > worth[UNSEEN] > worth["lift 4"]


def test_a_sure_slap_is_worth_more_than_letting_it_pass() -> None:
    for seat in (1, 2, 3):
        worth = worths(sure(), seat)
        assert worth["slap"] > worth["decline"] + 0.02


def test_a_blind_slap_pays_only_with_empty_hands() -> None:
    risky = worths(slapping(), 0)
    assert risky["decline"] > risky["slap"]
    empty_handed = worths(lifts(start(4, "YT", mode="bridge"), "14"), 1)
    assert empty_handed["slap"] > empty_handed["decline"]


def test_others_who_are_sure_take_what_one_leaves_them() -> None:
    nobody_else = events(sure(), "1: decline", "3: decline")
    assert worths(sure(), 2)["decline"] < worths(nobody_else, 2)["decline"]


MODES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"mode": "dice"}),
    (2, {"mode": "dice", "dice_wild": False}),
    (4, {"mode": "bridge"}),
    (4, {"mode": "bridge", "teams": True, "slap_bonus": True, "forbidden_when_seen": True}),
    (2, {"strict": True, "family_win": ["series_both"]}),
]


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_the_best_bot_does_what_it_thinks_most_of(seats: int, options: dict[str, Any]) -> None:
    table, rng = Table(BOX, seats, options, rng=Random(3)), Random(4)
    players = [made("elephant", table, seat) for seat in range(seats)]
    while table.legal():
        for seat, actions in table.legal().items():
            if isinstance(seat, int):
                worth = players[seat].weigh(table.view(seat), (), actions)
                assert set(worth) == set(actions)
                assert all(0 <= share <= 1 for share in worth.values())
                assert worth[players[seat].choose(table.view(seat), (), actions)] == players[seat].value == max(worth.values())
        arena.step(table, players, rng)


def test_shares_come_true() -> None:
    """Among players with a perfect memory, most choices valued above 70 % are followed by a win, and few of those below 30 %."""
    expected: dict[bool, list[bool]] = {True: [], False: []}
    for seed in range(30):
        table, rng = Table(BOX, 2, rng=Random(seed)), Random(seed)
        players, thoughts = [made("elephant", table, seat) for seat in (0, 1)], []
        while table.legal():
            [seat] = table.to_act()
            assert isinstance(seat, int)
            arena.step(table, players, rng)
            thoughts.append((seat, players[seat].value or 0.0))
        assert table.outcome
        for seat, share in thoughts:
            if abs(share - 0.5) > 0.2:
                expected[share > 0.5].append(seat in table.outcome.winners)
    assert sum(expected[True]) / len(expected[True]) > 0.75
    assert sum(expected[False]) / len(expected[False]) < 0.25


# --- the look back ---


def slips(table: Table, seat: int) -> list[Slip]:
    return review(table, seat, lambda then, _: worths(then, seat))


@pytest.mark.parametrize(
    ("table", "seat", "played", "better"),
    [
        (lifts(start(2, "YT PO BC"), "1 4 0"), 0, "lift 0", "lift 4"),  # an unknown hat, though the exact peg had been seen
        (lifts(in_doubt(), "4"), 0, "lift 4", "lift 1"),  # an own peg
        (events(slapping(), "0: slap"), 0, "slap", "decline"),  # without knowing
        (events(sure(), "1: decline"), 1, "decline", "slap"),  # though it knew
    ],
)
def test_the_review_finds_real_slips(table: Table, seat: int, played: str, better: str) -> None:
    [slip, *_] = slips(table, seat)
    assert (slip.ply, slip.played, slip.better) == (table.plies - 1, played, better)


def test_a_player_who_knew_nothing_better_made_no_slip() -> None:
    assert slips(lifts(start(2, "YT PO GS"), "1 4 0"), 0) == []
