"""Le Cadran de Kaplan: bots that play from their view, guess fairly, bet where it tells most and announce when it pays."""

from dataclasses import replace
from random import Random

import pytest

from games.kaplan import example, log, seated
from tableronde import arena, conform
from tableronde.bots import levels
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan.bots import BOTS, LEVELS, bet_value, chance_to_win, fading, flip_value, judge, knowledge, pays
from tableronde.games.kaplan.deck import load, pawns_of
from tableronde.games.kaplan.guessing import Mind, belief, called_up, spelled, thesaurus
from tableronde.games.kaplan.imagining import Form, readings
from tableronde.games.kaplan.state import Clue
from tableronde.table import Table

EXPERT = LEVELS["expert"].mind


def looked(table: Table, seat: int, places: range, clues: int = 0) -> Table:
    """The table after a seat has had these looks and consulted the first clues."""
    crown = tuple(replace(place, seen_by=(seat,)) if i + 1 in places else place for i, place in enumerate(table.state.crown))
    consulted = tuple((seat,) if i < clues else () for i in range(6))
    table._states[-1] = replace(table.state, crown=crown, consulted=consulted)
    return table


def test_the_trick_deals_a_word_of_the_deck_and_the_record_names_its_pawns() -> None:
    table = Table(BOX, 4, rng=Random(7))
    notes = table.record().notes
    assert notes == pawns_of(table.setup["word"])
    assert notes["colour_pawn"] in load()["colour_pawns"]
    assert seated().record().notes == pawns_of("PERCHE")


def test_every_deal_is_a_fair_setup() -> None:
    for seed in range(40):
        table = Table(BOX, 2 + seed % 7, rng=Random(seed))
        assert table.record().text() == Table.replay(BOX, table.record()).record().text()


def test_readings_fit_letters_blanks_and_forms() -> None:
    letters = ("C", "H", "E", "-", None, None, None, None, None, "P", None, None)
    found = {(reading.word.text, reading.start) for reading in readings(letters, Form("P", 6, "F.Sing"))}
    assert found == {("PERCHE", 10), ("PIOCHE", 10), ("PSYCHE", 10)}
    assert all(len(reading.word.text) == 6 for reading in readings(letters, Form(length=6)))


def test_a_word_can_be_read_off_even_if_it_was_never_met() -> None:
    letters = ("K", "X", "-", None, None, None, None, "-", "Q", "Z", "W", "J")
    assert spelled(letters, Form()) == ("QZWJKX", 1.0)
    assert spelled((*letters[:7], None, *letters[8:]), Form()) is None
    assert spelled((*letters[:7], None, *letters[8:]), Form(length=6)) == ("QZWJKX", 1.0)


def test_a_bot_that_has_seen_nothing_is_not_sure() -> None:
    assert belief(seated().view(0), EXPERT).best.probability < 0.05


def test_a_bot_that_has_seen_the_word_is_sure() -> None:
    table = looked(seated(), 1, range(1, 13))
    assert belief(table.view(1), EXPERT).best == ("PERCHE", 1.0)
    assert belief(table.view(0), EXPERT).best.word != "PERCHE"


def test_no_mind_knows_the_lexicon_by_heart() -> None:
    shares = {}
    for name, level in LEVELS.items():
        hits = [called_up(word, Clue(kind, text), level.mind) for (word, kind), text in thesaurus().items()]
        shares[name] = sum(hits) / len(hits)
        expected = level.mind.insight + (1 - level.mind.insight) * level.mind.vagueness
        assert abs(shares[name] - expected) < 0.05
    assert sorted(shares, key=lambda name: shares[name]) == list(LEVELS)
    assert shares["expert"] < 0.85


def test_a_clue_reminds_of_other_words_too() -> None:
    words = sorted({word for word, _ in thesaurus()})
    vague = Mind("vague", 100, 0.5, 0.2)
    reminded = sum(called_up(word, Clue("analogy", "nulle part ailleurs"), vague) for word in words) / len(words)
    assert 0.1 < reminded < 0.3


def test_a_known_place_tells_nothing_more() -> None:
    table = looked(seated(), 1, range(1, 3))
    thought = belief(table.view(1), EXPERT)
    assert thought.surprise[0] == 0.0
    assert thought.surprise[2] > 1.0


def test_a_higher_token_wins_more_often() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 3; 0 bet 3 4; 0 bet 3 2; c roll 3 7 10; 1 use 3 7 10")
    chances = [chance_to_win(table.view(1), 3, value) for value in range(1, 10)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert 0.5 < chances[8] < 1.0


def test_bets_are_valued_by_what_they_tell_and_cost() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 7 10")
    view = table.view(0)
    thought = belief(view, EXPERT)
    assert bet_value(view, thought, 3, 9) > bet_value(view, thought, 3, 1)
    known = looked(table, 0, range(3, 4)).view(0)
    assert bet_value(known, belief(known, EXPERT), 3, 9) < 0
    assert flip_value(known, belief(known, EXPERT), 3) < 0


def test_announcing_pays_when_waiting_costs_more_than_it_brings() -> None:
    assert not pays(0.5, 0.0, 0.9)
    assert pays(0.51, 0.0, 0.35)
    assert [pays(probability, 0.3, 0.35) for probability in (0.6, 0.66, 0.7, 0.9)] == [False, False, True, True]
    assert pays(0.6, 0.3, 0.8)


def test_the_stake_fades_faster_near_the_end() -> None:
    early, late = seated(4).view(0), log(seated(4), "1 kaplan A; 2 kaplan B").view(0)
    assert fading(early) < fading(late)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_announces_a_word_it_has_read(name: str) -> None:
    table = looked(seated(), 1, range(1, 13), 3)
    bot = BOTS[name](BOX, table.game, 1, Random(0))
    assert bot.choose(table.view(1), table.heard(1), table.legal()[1]) == "kaplan PERCHE"
    assert bot.value == 1.0


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_with_nothing_to_say_stays_silent(name: str) -> None:
    table = seated()
    bot = BOTS[name](BOX, table.game, 1, Random(0))
    assert bot.choose(table.view(1), table.heard(1), table.legal()[1]) is None


def test_a_bot_allies_with_who_has_seen_more() -> None:
    table = log(example("E11", 6), "4 ally 2")
    assert knowledge(table.view(2), 4) > 0
    bot = BOTS["expert"](BOX, table.game, 2, Random(0))
    assert bot.choose(table.view(2), table.heard(2), table.legal()[2]) == "accept"


def test_the_same_view_and_luck_give_the_same_choice() -> None:
    """A bot gets nothing but the view: in two worlds that look alike to it, it plays alike."""
    table = Table(BOX, 3, {"no_dice": True}, rng=Random(3))
    for _ in range(6):
        [actor] = table.to_act()
        assert isinstance(actor, int)
        view, legal = table.view(actor), table.legal()[actor]
        world = table.game.imagine(view, Random(1))
        choices = {
            BOTS["expert"](BOX, table.game, actor, Random(5)).choose(seen, table.heard(actor), legal)
            for seen in (view, table.game.view(world, actor))
        }
        assert len(choices) == 1
        table.play(actor, str(choices.pop()))


def test_whole_games_and_the_expert_is_usually_right() -> None:
    verdicts = []
    for i in range(6):
        table = Table(BOX, 3, rng=Random(f"game {i}"))
        bots = [levels(BOX)["expert"](BOX, table.game, seat, Random(seat)) for seat in range(3)]
        arena.play(table, bots, Random(i))
        verdicts += [made["verdict"] for made in table.facts()["announced"]]
    assert len(verdicts) >= 6
    assert verdicts.count("exact") > 0.6 * len(verdicts)


@pytest.mark.parametrize("name", ["child", "amateur", "regular"])
def test_every_level_plays_to_the_end(name: str) -> None:
    tally = arena.match(BOX, [name, "random", "greedy"], 1, options={"bluff": True})
    assert tally.games == 1


def test_judge_shares_the_win_by_what_was_seen() -> None:
    table = example("E3")
    shares = judge(table.game, table.view(2))
    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] == shares[1] > shares[2]


@pytest.mark.parametrize("seats", range(2, 9))
def test_conformance(seats: int) -> None:
    variant = BOX.variants[seats % len(BOX.variants)]
    report = conform.check(BOX, seats=[seats], variants=[variant], games=1, moments=2)
    assert report.games == 1
    assert [str(fault) for fault in report.faults] == []
