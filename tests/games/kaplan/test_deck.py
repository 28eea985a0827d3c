"""Le Cadran de Kaplan: the press, the pressed deck, its verifier, and the trick that draws a word."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.rules import deck
from tableronde.games.kaplan.rules.setup import read_setup
from tableronde.games.kaplan.words.blank_deck import GROUPS, METALS, lay_out
from tableronde.games.kaplan.words.commands import COMMANDS
from tableronde.games.kaplan.words.deck_check import verify
from tableronde.games.kaplan.words.deck_maker import SEED, match, press
from tableronde.games.kaplan.words.dictionary import common_words
from tableronde.games.kaplan.words.lexicon import lexicon
from tableronde.record import Record
from tableronde.table import Table

TEXT = deck.file_of().read_text(encoding="utf-8")


# The blank deck


def test_layout_has_120_cards_of_three_colours_each() -> None:
    cards = lay_out(Random(1))
    assert [card.id for card in cards] == list(range(1, 121))
    assert Counter(card.metal for card in cards) == dict.fromkeys(METALS, 40)
    assert Counter(card.colours for card in cards).most_common()[-1][1] == 5  # five cards for each of the 24 triples
    assert all(len(set(card.colours)) == 3 for card in cards)


@pytest.mark.parametrize("seed", range(5))
def test_layout_gives_every_group_thirty_cards_six_blanks_and_the_common_letters(seed: int) -> None:
    cards = lay_out(Random(seed))
    for group in GROUPS:
        members = [card for card in cards if group in card.groups()]
        assert Counter(card.metal for card in members) == dict.fromkeys(METALS, 10)
        assert Counter(card.metal for card in members if not card.lens) == dict.fromkeys(METALS, 2)
        assert Counter("EEEAAIIRRTTNNOSLUCMP") <= Counter(card.lens for card in members)


# The press


def test_shipped_deck_is_the_one_pressed_from_the_lexicon() -> None:
    assert press(lexicon(), SEED) == json.loads(TEXT)


def test_press_with_another_seed_makes_another_deck_that_works(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.json"
    assert COMMANDS["press"](["--seed", "2", "--out", str(path)]) == 0
    assert "384 words" in capsys.readouterr().out
    assert verify(json.loads(path.read_text(encoding="utf-8"))) == []
    assert path.read_text(encoding="utf-8") != TEXT


def test_press_refuses_too_few_words() -> None:
    with pytest.raises(ValueError, match="the cards can spell only 100 of these words, and 384 are needed"):
        press(lexicon()[:100], SEED)


def test_the_word_of_the_booklet_is_in_the_deck() -> None:
    assert "PERCHE" in words_of_deck()
    with pytest.raises(ValueError, match="PERCHE must be in the deck, but it is not in the lexicon"):
        press([entry for entry in lexicon() if entry.text != "PERCHE"], SEED)


def test_matching_moves_clues_to_make_room_and_says_when_there_is_none() -> None:
    crowns = {"A": [1, 2], "B": [], "C": []}
    found = match(crowns, {1: 2, 2: 2, 3: 1, 4: 1})
    assert sorted(card for card, words in found.items() for word in words if word == "A") == [3, 4]
    assert Counter(word for words in found.values() for word in words) == {"A": 2, "B": 2, "C": 2}
    with pytest.raises(ValueError, match="no clue card is left for C"):
        match(crowns, {1: 1, 2: 1, 3: 1, 4: 1})


# The pressed deck


def test_every_card_and_every_lens_is_of_use() -> None:
    crowns = Counter(card for word in words_of_deck() for card in found(word).crown)
    assert set(crowns) == set(range(1, 121))


def test_v17_no_word_of_twelve_letters_turns_into_another_of_the_dictionary() -> None:
    known = {word.text for word in common_words()}
    turned = {word[turn:] + word[:turn] for word in words_of_deck() if len(word) == 12 for turn in range(1, 12)}
    assert not turned & known


# Set-up by the trick


def test_every_pair_of_pawns_makes_a_set_up_that_the_rules_accept() -> None:
    for game in deck.load()["games"]:
        setup = deck.setup_of(game) | {"first": 0}
        secret, _ = read_setup(setup, 2)
        assert secret.word == game["word"]


def test_draw_is_decided_by_the_lot_alone_and_reaches_every_pawn_and_seat() -> None:
    assert deck.draw_setup(Random(7), 4) == deck.draw_setup(Random(7), 4)
    setups = [deck.draw_setup(Random(seed), 3) for seed in range(400)]
    pawns = [deck.pawns_of(setup["word"], setup["start"]) for setup in setups]
    assert len({(pawn["colour_pawn"]["window"], pawn["colour_pawn"]["colour"]) for pawn in pawns}) == 12
    assert len({pawn["symbol_pawn"] for pawn in pawns}) == 32
    assert {setup["first"] for setup in setups} == {0, 1, 2}


def test_clues_of_a_set_up_lie_on_cards_of_their_metal() -> None:
    cards = deck.load()["cards"]
    for word in words_of_deck():
        assert [cards[card - 1]["metal"][0] + "12"[place % 2] for place, card in enumerate(found(word).clues.values())] == list(
            found(word).clues
        )


def test_sorts_leave_30_cards_then_18_and_the_crown_spells_the_word() -> None:
    cards = deck.load()["cards"]
    for word in words_of_deck():
        sorts = found(word)
        on_the_table = {*sorts.crown, *sorts.clues.values()}
        assert (len(sorts.first), len(sorts.crown), len(sorts.clues), len(on_the_table)) == (30, 12, 6, 18)
        assert on_the_table <= set(sorts.first)
        assert Counter(cards[card - 1]["lens"] for card in sorts.crown) == Counter(word) + Counter({"": 12 - len(word)})


def test_a_word_that_is_not_in_the_deck_has_no_pawns() -> None:
    assert deck.pawns_of("ABRACADABRA", 1) == {}


def test_a_record_made_with_an_earlier_deck_still_replays() -> None:
    """The set-up of a record is explicit, word and clues: the edition of the rules has not changed, and no deck is asked."""
    record = Record.parse((Path(__file__).with_name("kaplan-old-deck.json")).read_text(encoding="utf-8"))
    assert record.setup["clues"]["s1"] == {"kind": "expression", "text": "la suite au prochain …"}  # the clues of that deck had gaps
    table = Table.replay(BOX, record)
    assert table.facts()["word"] == "EPISODE"
    assert [made["verdict"] for made in table.facts()["announced"]] == ["wrong", "exact"]
    assert table.record().events == record.events
    shown = {shape.id: shape.label.fr for shape in table.scene(0).shapes()}
    assert shown["told expression"] == "la suite au prochain …"
    assert shown["pawns"] == "un mot qui n’est pas dans la boîte"


def test_a_record_keeps_the_pawns_it_was_written_with() -> None:
    """The deck of a later version draws the same word with other pawns, or not at all."""
    table = Table(BOX, 2, rng=Random(1))
    pawns = {"colour_pawn": {"window": 2, "colour": "green"}, "symbol_pawn": "clear hexagon"}
    record = replace(table.record(), notes=pawns)
    assert table.record().notes != pawns
    assert Table.replay(BOX, record).record().text() == record.text()


# Commands


def test_verify_command_praises_the_box_and_names_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS["verify"]([]) == 0
    assert "All 384 pairs of pawns find their word." in capsys.readouterr().out
    broken = json.loads(TEXT)
    broken["cards"][0]["lens"] = "W"
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(broken), encoding="utf-8")
    assert COMMANDS["verify"]([str(path)]) == 1
    assert "V13: the lenses do not spell" in capsys.readouterr().out


def test_lexicon_command_counts_words_and_names_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS["lexicon"]([]) == 0
    assert "No fault found." in capsys.readouterr().out
    path = tmp_path / "lexicon.txt"
    path.write_text("perche | M.Sing | saut | poisson | tendre | tendre la perche\n", encoding="utf-8")
    assert COMMANDS["lexicon"](["--file", str(path)]) == 1
    assert "perche: is F.Sing, not M.Sing" in capsys.readouterr().out
    path.write_text("perche\n", encoding="utf-8")
    assert COMMANDS["lexicon"](["--file", str(path)]) == 1
    assert "line 1 has 1 fields" in capsys.readouterr().out


# Helpers


@cache
def words_of_deck() -> tuple[str, ...]:
    return tuple(game["word"] for game in deck.load()["games"])


def found(word: str) -> deck.Sorts:
    return deck.sort(next(game for game in deck.load()["games"] if game["word"] == word))
