"""cirKle × DUO at the edges of the table: options, set-ups, refused actions, and the secrets."""

from random import Random
from typing import Any

import pytest

from support.games.cirkle_duo import FAMILY_DECK, FAMILY_LIFTS, PEGS, all_pegs_won, deck, events, lifts, refused, rolled, start
from tableronde.game import CHANCE
from tableronde.games.cirkle_duo import BOX
from tableronde.games.cirkle_duo.rules.layers import Options, in_force
from tableronde.games.cirkle_duo.rules.pieces import CARDS
from tableronde.options import Unfit
from tableronde.record import Record, compact
from tableronde.render.svg import paint
from tableronde.table import Table
from tableronde.text import LANGUAGES

# --- options: the table of section 5 ---


@pytest.mark.parametrize(
    ("mode", "on", "max_turns", "max_idle"),
    [
        ("cards", set(), 300, 30),
        ("bridge", {"strict", "waiting", "slap", "family_bonus"}, 300, 30),
        ("dice", {"dice_wild"}, 1000, 0),
    ],
)
def test_defaults_follow_the_mode(mode: Any, on: set[str], max_turns: int, max_idle: int) -> None:
    rules = in_force(Options(mode=mode), 4)
    bools = {name for name in rules.__dataclass_fields__ if getattr(rules, name) is True}
    assert (bools, rules.max_turns, rules.max_idle, rules.family_win) == (on, max_turns, max_idle, ())


CARD_OPTIONS = ("strict", "waiting", "slap", "slap_bonus", "slap_needs_card", "forbidden_when_seen", "family_bonus", "teams")


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize(("mode", "name"), [*(("dice", name) for name in CARD_OPTIONS), ("cards", "dice_wild"), ("bridge", "dice_wild")])
def test_an_option_of_another_mode_is_an_error(mode: str, name: str, value: bool) -> None:
    with pytest.raises(Unfit, match=f"no option {name} in {mode} mode") as caught:
        Table(BOX, 4, {"mode": mode, name: value})
    assert caught.value.text.fr.startswith("Dans ce jeu, ce réglage n’a pas d’objet : ")


@pytest.mark.parametrize("name", CARD_OPTIONS)
def test_every_layer_combines_with_both_card_modes(name: str) -> None:
    for mode in ("cards", "bridge"):
        for value in (True, False):
            game: Any = Table(BOX, 4, {"mode": mode, name: value}).game
            assert getattr(game.layers, name) is value


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "chess"},
        {"mode": 1},
        {"strict": 1},
        {"strict": "yes"},
        {"max_turns": 0},
        {"max_turns": True},
        {"max_turns": 2.0},
        {"max_idle": -1},
        {"family_win": "colour"},
        {"family_win": ["colour", "colour"]},
        {"family_win": ["size"]},
        {"colour": True},
    ],
)
def test_wrong_options(options: Any) -> None:
    with pytest.raises(ValueError, match="option"):
        Table(BOX, 2, options)


def test_a_record_keeps_only_what_was_chosen() -> None:
    table = Table(BOX, 4, {"mode": "bridge", "slap": False}, rng=Random(1))
    assert table.record().options == {"mode": "bridge", "slap": False, "family_win": []}
    assert Table.replay(BOX, Record.parse(table.record().text())).state == table.state


def test_the_presets_have_names_and_open_tables() -> None:
    assert [variant.title.en for variant in BOX.variants[:3]] == ["Cards", "Dice", "The crossover"]
    for variant in BOX.variants:
        assert variant.title.fr != variant.title.en
        assert Table(BOX, 4, variant.options, rng=Random(2)).legal()


# --- set-ups ---

GOOD: dict[str, Any] = {"pegs": PEGS, "deck": list(CARDS), "first": 0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pegs": PEGS[:15]}, "pegs must list all 16"),
        ({"pegs": [*PEGS[:15], "PC"]}, "pegs must list all 16"),
        ({"pegs": [*PEGS[:15], "PO"]}, "pegs must list all 16"),
        ({"pegs": [*PEGS[:15], 3]}, "pegs must list all 16"),
        ({"pegs": " ".join(PEGS)}, "pegs must list all 16"),
        ({"deck": list(CARDS[:23])}, "deck must list all 24"),
        ({"deck": None}, "deck must list all 24"),
        ({"first": 2}, "first must be a seat"),
        ({"first": -1}, "first must be a seat"),
        ({"first": True}, "first must be a seat"),
        ({"first": "0"}, "first must be a seat"),
        ({"seed": 3}, "no key 'seed'"),
        ({"start_draw": []}, "list of rounds"),
        ({"start_draw": "PO"}, "list of rounds"),
        ({"start_draw": [[0, "PO"]]}, r"list of \[seat, card\]"),
        ({"start_draw": [[[0, "PO"]]]}, "must list the seats"),
        ({"start_draw": [[[1, "PO"], [0, "PC"]]]}, "must list the seats"),
        ({"start_draw": [[[False, "PO"], [1, "PC"]]]}, "must list the seats"),
        ({"start_draw": [[[0, "PO"], [1, "PO"]]]}, "different card"),
        ({"start_draw": [[[0, "PO"], [1, "QQ"]]]}, "different card"),
        ({"start_draw": [[[0, "PO"], [1, ["PC"]]]]}, "different card"),
        ({"start_draw": [[[0, "PC"], [1, "PO"]]]}, "leaves seats"),
        ({"start_draw": [[[0, "BO"], [1, "PO"]]]}, "leaves seats"),
        ({"start_draw": [[[0, "PO"], [1, "PC"]], [[0, "PO"]]]}, "goes on"),
    ],
)
def test_wrong_set_ups(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Table(BOX, 2, {}, {**GOOD, **change})


@pytest.mark.parametrize("key", ["pegs", "deck", "first"])
def test_a_set_up_lacks_nothing(key: str) -> None:
    with pytest.raises(ValueError, match=f"lacks {key}"):
        Table(BOX, 2, {}, {name: value for name, value in GOOD.items() if name != key})


def test_a_dice_game_has_no_deck() -> None:
    with pytest.raises(ValueError, match="no key 'deck'"):
        Table(BOX, 2, {"mode": "dice"}, GOOD)
    assert Table(BOX, 2, {"mode": "dice"}, {"pegs": PEGS, "first": 1}).facts()["player"] == 1


def test_r4_e12a_the_draw_for_the_start() -> None:
    rounds = [[[0, "PO"], [1, "YC"], [2, "BO"]], [[0, "GX"], [2, "KS"]]]
    assert Table(BOX, 3, {}, {**GOOD, "first": 2, "start_draw": rounds}).facts()["player"] == 2
    for first in (0, 1):
        with pytest.raises(ValueError, match="leaves seats"):
            Table(BOX, 3, {}, {**GOOD, "first": first, "start_draw": rounds})
    with pytest.raises(ValueError, match="leaves seats"):
        Table(BOX, 3, {}, {**GOOD, "first": 2, "start_draw": rounds[:1]})


# --- refused actions, by clause ---


def bridge(*told: str, **options: Any) -> Table:
    """A bridge for four whose first player has missed, and what followed."""
    return events(lifts(start(4, "YT BC PS", mode="bridge", **options), "14"), *told)


def test_r3_there_is_no_such_player() -> None:
    refused(start(2), 2, "lift 3", "R3")


def test_r5_not_your_turn() -> None:
    refused(start(2), 1, "lift 3", "R5")


@pytest.mark.parametrize("action", ["lift 16", "lift 03", "lift", "lift -1", "lift  3", "lift 3 ", "Lift 3", "pass", "", "lift ١"])
def test_r6_a_hat_must_be_lifted(action: str) -> None:
    refused(start(2), 0, action, "R6")


def test_r19_a_waiting_hat_says_for_how_long() -> None:
    table = lifts(start(4, "BC PX GS YT BO", mode="bridge"), "1")
    refused(table, 1, "lift 1", "R19")
    refusal = table.why_not(1, "lift 1")
    assert refusal is not None
    assert "3 turns left" in refusal.text.en


def test_r20_slapping_needs_an_error() -> None:
    refused(start(4, mode="bridge"), 1, "slap", "R20")
    refused(start(2), 1, "slap", "R20")
    refused(start(2), 1, "decline", "R20")


def test_r20_who_may_not_slap() -> None:
    refused(bridge(), 0, "slap", "R20")
    table = lifts(start(4, "YT BC", mode="bridge", slap_needs_card=True), "6 3")
    refused(table, 2, "slap", "R20")


def test_r20_slap_before_you_lift() -> None:
    refused(bridge(), 1, "lift 3", "R20")
    refused(bridge(), 0, "lift 3", "R20")


def test_r21_one_take_over_a_turn() -> None:
    table = bridge("2: slap")
    refused(table, 1, "slap", "R21")
    refused(table, 1, "decline", "R21")
    refused(table, 1, "lift 3", "R21")
    refused(table, 2, "lift 14", "R21")


def test_q15_a_decline_binds() -> None:
    refused(bridge("1: decline"), 1, "slap", "Q15")
    refused(bridge("1: decline"), 1, "decline", "Q15")


def test_r31_the_dice_come_first() -> None:
    table = start(2, mode="dice")
    refused(table, 0, "lift 3", "R31")
    refused(table, 0, "roll PC BO KX YT", "R31")
    table.play(CHANCE, "roll PC BO KX YT")
    refused(table, CHANCE, "roll PC BO KX YT", "R31")
    refused(table, 0, "lift 16", "R31")


def test_r31_no_dice_in_a_card_game() -> None:
    refused(start(2), 0, "roll PC BO KX YT", "R31")
    refused(start(2), CHANCE, "roll PC BO KX YT", "R31")


@pytest.mark.parametrize("roll", ["roll BC PC GC YC", "roll PC BC GC", "roll", "roll PC BC GC YC YC", "lift 3"])
def test_q4_e10_a_roll_names_one_face_of_each_die(roll: str) -> None:
    refused(start(2, mode="dice"), CHANCE, roll, "Q4")


def test_q4_a_player_writes_no_roll_either() -> None:
    refused(start(2, mode="dice"), 0, "roll BC PC GC YC", "Q4")


def test_r34_no_slap_with_dice() -> None:
    refused(start(2, mode="dice"), 1, "slap", "R34")


@pytest.mark.parametrize(
    ("table", "clause"),
    [
        (lifts(start(2, max_turns=1), "0"), "R30"),
        (lifts(start(2, "BC", max_idle=1), "7"), "R30"),
        (lifts(start(2, "PO BC PC BT PS KX PX", family_win=["colour"]), "0 1 4 1 2 1 1"), "R28"),
        (lifts(start(2, FAMILY_DECK), FAMILY_LIFTS), "R25"),
        (all_pegs_won(), "R34"),
    ],
)
def test_nothing_is_played_when_the_game_is_over(table: Table, clause: str) -> None:
    assert table.facts()["over"]
    refused(table, 0, "lift 3", clause)


# --- secrets ---


def swapped(items: list[str], one: int, other: int) -> list[str]:
    """A copy of the list with two items exchanged."""
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return changed


def bytes_of(table: Table) -> list[str]:
    """Everything that any viewer can see, read and press, as text."""
    viewers = [None, *range(table.game.seats)]
    told = [repr((table.view(who), table.heard(who), table.tale(who), table.legal())) for who in viewers]
    facts = [compact(table.facts(who)) for who in viewers]
    return told + facts + [paint(table.scene(who), BOX.looks, language=language) for who in viewers for language in LANGUAGES]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ["0: lift 0", "1: lift 1", "2: lift 2", "3: lift 3"]),
        ({"mode": "bridge"}, ["0: lift 0", "1: slap", "1: lift 1", "1: lift 2", "0: decline", "2: decline", "3: decline"]),
        ({"mode": "dice"}, ["chance: roll PC BO KX YT", "0: lift 0", "chance: roll PC BS KX YC", "1: lift 1", "chance: roll PC BS KX YT"]),
    ],
)
def test_r1_r2_what_nobody_has_looked_at_changes_nothing(options: dict[str, Any], told: list[str]) -> None:
    """Two layouts, or two decks, that differ only in unseen places give the same bytes to every viewer at every step."""
    top = "KT BX PX GS"
    one, other = start(4, top, **options), start(4, top, pegs=swapped(PEGS, 9, 13), **options)
    tables = [one, other]
    if options.get("mode") != "dice":
        setup = {**one.setup, "deck": swapped(deck(top), 15, 22)}
        tables.append(Table(BOX, 4, options, setup))
    for event in told:
        assert len({tuple(bytes_of(table)) for table in tables}) == 1
        for table in tables:
            events(table, event)
    assert len({tuple(bytes_of(table)) for table in tables}) == 1
    assert len({repr(table.state) for table in tables}) == len(tables)


def test_r15_a_perfect_memory_knows_what_was_seen_and_no_more() -> None:
    table = lifts(start(2, "BC GX PT KS"), "1 1 2 4")
    facts = table.facts(1)
    assert facts["known"] == [None, "BX", "GS", None, "BC", *[None] * 11]
    assert facts["deck"] == [None] * 19 + ["PT", "KS"]
    assert facts["seat"] == 1
    assert not {"seat", "known", "deck", "forbidden"} & set(table.facts())


def test_imagining_keeps_what_was_seen_and_draws_the_rest() -> None:
    for table in (lifts(start(2, "BC GX PT KS"), "1 1 2 4"), rolled(start(3, mode="dice"), "PC BO KX YT", 3, 0, 3)):
        for viewer in (None, 0, 1):
            view, worlds = table.view(viewer), [table.game.imagine(table.view(viewer), Random(seed)) for seed in range(8)]
            assert all(table.game.view(world, viewer) == view for world in worlds)
            assert all(sorted(world.pegs).count("-") == table.state.pegs.count("-") for world in worlds)
            assert len({world.pegs for world in worlds}) == 8


def test_facts_never_hold_the_layout_but_the_last_picture_does() -> None:
    table = lifts(start(2, "BC", max_turns=1), "7")
    assert table.facts(0)["known"] == [None] * 7 + ["GT"] + [None] * 8
    assert table.view().pegs == tuple(PEGS)
    assert table.game.imagine(table.view(0), Random(1)).pegs == tuple(PEGS)
    assert lifts(start(2, "BC"), "7").view().pegs == ()
