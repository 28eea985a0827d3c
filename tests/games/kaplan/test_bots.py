"""Le Cadran de Kaplan: bots that play from their view, guess fairly, bet where it tells most and announce when it pays."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from support.games.kaplan import example, log, seated
from tableronde import conformance
from tableronde.bots import levels
from tableronde.conformance import runner
from tableronde.games.kaplan import BOX
from tableronde.games.kaplan import bots as kaplan_bots
from tableronde.games.kaplan.bots import BOTS, LEVELS, SILENCE, expectation, judge
from tableronde.games.kaplan.bots.contest import Contests, Laid, Spot, unseen
from tableronde.games.kaplan.bots.guessing import Belief, Guess, Mind, belief, called_up, spelled, thesaurus
from tableronde.games.kaplan.rules.deck import load, pawns_of
from tableronde.games.kaplan.rules.dial import KINDS
from tableronde.games.kaplan.rules.imagining import Form, readings
from tableronde.games.kaplan.rules.state import Clue
from tableronde.play import arena
from tableronde.play.review import Advise, review
from tableronde.table import Table

MASTER = LEVELS["master"].mind


def contests(table: Table, seat: int) -> Contests:
    """The crown as a master in that seat sees it."""
    return Contests(table.view(seat), belief(table.view(seat), MASTER))


def sure(probability: float, word: str = "PERCHE") -> Belief:
    """A belief with one guess of that probability, and a little to be hoped from the next look."""
    return Belief((Guess(word, probability),), (1.0,) * 12, dict.fromkeys(KINDS, 1.0), probability + 0.3 * (1 - probability))


def weighed(table: Table, seat: int, name: str = "master", *more: str) -> Mapping[str, float]:
    """What a level thinks of a seat's actions, and of some more."""
    legal = [*table.legal()[seat], *more]
    return BOTS[name](BOX, table.game, seat, Random(0)).weigh(table.view(seat), table.heard(seat), legal)


def chosen(table: Table, seat: int, name: str = "master") -> str | None:
    """What a level does in a seat."""
    return BOTS[name](BOX, table.game, seat, Random(0)).choose(table.view(seat), table.heard(seat), table.legal()[seat])


def looked(table: Table, seat: int, places: range, clues: int = 0) -> Table:
    """The table after a seat has had these looks and consulted the first clues."""
    crown = tuple(replace(place, seen_by=(seat,)) if i + 1 in places else place for i, place in enumerate(table.state.crown))
    consulted = tuple((seat,) if i < clues else () for i in range(6))
    table._states[-1] = replace(table.state, crown=crown, consulted=consulted)
    return table


def test_the_trick_deals_a_word_of_the_deck_and_the_record_names_its_pawns() -> None:
    table = Table(BOX, 4, rng=Random(7))
    notes = table.record().notes
    assert notes == pawns_of(table.setup["word"], table.setup["start"])
    assert notes["colour_pawn"] in load()["colour_pawns"]
    assert seated().record().notes == pawns_of("PERCHE", 10)


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
    assert belief(seated().view(0), MASTER).best.probability < 0.05


def test_a_bot_that_has_seen_the_word_is_sure() -> None:
    table = looked(seated(), 1, range(1, 13))
    assert belief(table.view(1), MASTER).best == ("PERCHE", 1.0)
    assert belief(table.view(0), MASTER).best.word != "PERCHE"


def test_no_mind_knows_the_lexicon_by_heart() -> None:
    shares = {}
    for name, level in LEVELS.items():
        hits = [called_up(word, Clue(kind, text), level.mind) for (word, kind), text in thesaurus().items()]
        shares[name] = sum(hits) / len(hits)
        expected = level.mind.insight + (1 - level.mind.insight) * level.mind.vagueness
        assert abs(shares[name] - expected) < 0.05
    assert sorted(shares, key=lambda name: shares[name]) == list(LEVELS)
    assert shares["master"] < 0.95


def test_a_clue_reminds_of_other_words_too() -> None:
    words = sorted({word for word, _ in thesaurus()})
    vague = Mind("vague", 100, 0.5, 0.2)
    reminded = sum(called_up(word, Clue("analogy", "nulle part ailleurs"), vague) for word in words) / len(words)
    assert 0.1 < reminded < 0.3


def test_a_known_place_tells_nothing_more() -> None:
    table = looked(seated(), 1, range(1, 3))
    thought = belief(table.view(1), MASTER)
    assert thought.surprise[0] == 0.0
    assert thought.surprise[2] > 1.0


def test_a_word_is_judged_by_how_likely_it_is() -> None:
    thought = Belief((Guess("POISSON", 0.6), Guess("POISON", 0.3)), (0.0,) * 12, {}, 0.6)
    strict, forgiving = seated().view(0), seated(strict_words=False).view(0)
    assert [thought.chance(word, strict) for word in ("POISSON", "POISON", "TORCHE", "POISSSON")] == [0.6, 0.3, 0.0, 0.0]
    assert [thought.chance(word, forgiving) for word in ("POISSON", "POISON", "TORCHE")] == [0.6, 0.3, 0.0]
    assert (thought.chance("POISSONS", strict), thought.chance("POISSONS", forgiving)) == (0.3, 0.6)  # Q31
    assert thought.chance("POISSSON", forgiving) == pytest.approx(0.3)  # Q20


def test_a_look_promises_more_certainty_than_none() -> None:
    thought = belief(looked(seated(), 1, range(10, 13), 1).view(1), MASTER)
    assert thought.best.probability < thought.promise < 1.0
    assert thought.clues["initial"] == pytest.approx(0.0)
    assert thought.clues["length"] > 0.5


def test_the_levels_and_their_order() -> None:
    assert list(BOTS) == ["child", "amateur", "regular", "expert", "master"]
    minds = [level.mind for level in LEVELS.values()]
    assert [mind.vocabulary for mind in minds] == sorted(mind.vocabulary for mind in minds)
    assert [mind.insight for mind in minds] == sorted(mind.insight for mind in minds)
    assert [level.overlooks for level in LEVELS.values()] == sorted((level.overlooks for level in LEVELS.values()), reverse=True)
    assert [(level.certain, level.read, level.turned) for level in LEVELS.values()][2:] == [(0.0, 0, 0)] * 3


def test_a_sarcophagus_is_worth_more_the_higher_the_own_token_on_it() -> None:
    ours = contests(seated(2), 0)
    worths = [ours.worth(Spot(3, "K", (Laid(0, value),))) for value in range(1, 10)]
    assert worths == sorted(worths)
    assert worths[0] < 0.5 < worths[8]
    assert ours.worth(Spot(3, "K")) == 0.0


def test_two_own_tokens_that_cannot_be_topped_are_nearly_a_look() -> None:
    ours = contests(seated(2), 0)
    assert ours.worth(Spot(3, "K", (Laid(0, 9), Laid(0, 5)))) > ours.worth(Spot(3, "K", (Laid(0, 3), Laid(0, 1)))) > 0
    assert ours.worth(Spot(3, "K", (Laid(1, None), Laid(1, 9)))) < 0


def test_a_hidden_token_may_be_any_that_is_not_in_view() -> None:
    table = log(seated(), "c roll 3 7 10; 0 use 3 3; 0 bet 3 4; 0 bet 3 2")
    assert unseen(table.view(1), 0) == (1, 3, 4, 5, 6, 7, 8, 9)
    assert unseen(table.view(1), 2) == tuple(range(1, 10))


def test_a_look_is_won_with_the_cheapest_token_that_will_do() -> None:
    table = log(seated(2), "c roll 3 7 10; 0 use 3 3; 0 bet 3 9; 0 bet 3 2; c roll 1 2 4; 1 use 1 2 4; 1 bet 1 5; 1 bet 2 5; 1 end")
    table = log(table, "c roll 3 7 10; 0 use 3 7 10")
    bets = {value: contests(table, 0).bet(3, value) for value in range(1, 10)}
    assert max(bets, key=lambda value: bets[value]) == 1
    assert bets[1] > 0


def test_an_eye_without_a_clue_behind_it_is_worth_nothing() -> None:
    """R21: no copper is left on the shield, though other cards are."""
    table = log(example("E7", 2), "0 bet 2 9; 0 clue c2")
    before = contests(table, 0).bet(4, 8)
    after = contests(log(table, "0 bet 3 9; 0 clue c1"), 0).bet(4, 8)
    assert after < 0 < before


def test_a_letter_is_turned_up_if_the_others_know_it_already() -> None:
    table = seated(2)
    mine, theirs = (replace(table.state.crown[0], face="open", seen_by=(seat,)) for seat in (0, 1))
    table._states[-1] = replace(table.state, crown=(mine, theirs, *table.state.crown[2:]))
    ours = contests(table, 0)
    assert ours.flip(1) < 0 < ours.flip(2)


def test_a_use_of_the_dice_counts_two_bets_and_a_third_only_if_it_pays() -> None:
    table = log(seated(2), "c roll 3 7 10")
    ours = contests(table, 0)
    assert ours.use((3, 7, 10)) >= ours.use((3, 7))
    assert ours.use((3, 3)) > ours.use((3, 7))


def test_a_clue_that_was_not_seen_is_chosen() -> None:
    table = log(example("E7", 7), "0 bet 7 9; 0 bet 8 9; 0 end; 1 bet 7 1; 1 bet 1 2; 1 end; 0 bet 7 8")
    assert best_move(table, 0) in ("clue s1", "clue s2")
    table = log(table, "0 clue s2; 0 bet 8 5; 0 end; 1 bet 8 6")
    assert best_move(table, 1) == "clue s2"


def best_move(table: Table, seat: int) -> str:
    """What a master would do if it kept silent."""
    worths = BOTS["master"](BOX, table.game, seat, Random(0)).weigh(table.view(seat), table.heard(seat), table.legal()[seat])
    return max((action for action in worths if not action.startswith("kaplan")), key=lambda action: worths[action])


def test_waiting_is_worth_less_the_more_a_rival_has_seen() -> None:
    calm = expectation.waiting(seated(2).view(0), 0, sure(0.6))
    pressed = expectation.waiting(looked(seated(2), 1, range(1, 6), 2).view(0), 0, sure(0.6))
    assert pressed < calm


def test_who_has_seen_more_stands_better() -> None:
    view = looked(seated(2), 1, range(1, 4)).view(0)
    assert expectation.standing(view, 0) + expectation.standing(view, 1) == 1.0
    assert expectation.standing(view, 1) > 0.9
    assert expectation.standing(seated(4).view(0), 0) == 0.25


def test_the_game_may_end_before_one_has_waited_long_enough() -> None:
    table = seated(2)
    late = tuple(replace(place, face="letter") if i < 7 else place for i, place in enumerate(table.state.crown))
    table._states[-1] = replace(table.state, crown=late)
    assert expectation.waiting(table.view(0), 0, sure(0.8)) < expectation.announcing(table.view(0), 0, 0.8)


def test_who_announces_after_others_wins_only_if_they_were_wrong() -> None:
    early, late = seated(4).view(0), log(seated(4), "1 kaplan A; 2 kaplan B").view(0)
    assert expectation.announcing(early, 0, 0.9) == 0.9
    assert expectation.announcing(late, 0, 0.9) < 0.03


def test_a_word_more_likely_wrong_than_right_is_worth_less_than_its_chance() -> None:
    view = seated(4).view(0)
    assert [expectation.announcing(view, 0, chance) for chance in (1.0, 0.5, 0.25)] == [1.0, 0.5, 0.125]


def announces(monkeypatch: pytest.MonkeyPatch, name: str, probability: float, turned: int = 6, read: int = 6) -> bool:
    """Whether a level announces a word it is that sure of: some letter cards have been read, and some of them turned up."""
    monkeypatch.setattr(kaplan_bots, "belief", lambda view, mind: sure(probability))
    table = seated(2)
    faces = ["letter" if i < turned else "K" for i in range(12)]
    seen = [(1,) if i < 4 else (0,) if i < read else () for i in range(12)]
    crown = tuple(replace(place, face=face, seen_by=by) for place, face, by in zip(table.state.crown, faces, seen, strict=True))
    table._states[-1] = replace(table.state, crown=crown, turns=6)
    return chosen(table, 0, name) == "kaplan PERCHE"


def test_the_master_waits_while_more_is_to_be_hoped_for_and_announces_when_nearly_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not announces(monkeypatch, "master", 0.3, turned=0)
    assert announces(monkeypatch, "master", 0.9, turned=0)


def test_the_two_weakest_levels_announce_only_when_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    least = [min(p for p in range(101) if announces(monkeypatch, name, p / 100)) for name in LEVELS]
    assert least[:2] == [99, 90]
    assert max(least[2:]) < 90


def test_the_two_weakest_levels_let_everybody_see_something_first(monkeypatch: pytest.MonkeyPatch) -> None:
    open_enough = {name: [turned for turned in range(8) if announces(monkeypatch, name, 1.0, turned)] for name in LEVELS}
    assert {name: min(turned) for name, turned in open_enough.items()} == {"child": 5, "amateur": 4, "regular": 0, "expert": 0, "master": 0}
    read_enough = {name: [read for read in range(4, 8) if announces(monkeypatch, name, 1.0, 5, read)] for name in ("child", "amateur")}
    assert {name: min(read) for name, read in read_enough.items()} == {"child": 6, "amateur": 4}


@pytest.mark.parametrize("name", ["child", "amateur"])
def test_a_game_of_the_weakest_levels_does_not_end_before_four_cards_are_turned(name: str) -> None:
    for seed in range(4):
        table, rng = Table(BOX, 2, rng=Random(seed)), Random(seed)
        arena.play(table, [BOTS[name](BOX, table.game, seat, Random(seat)) for seat in range(2)], rng)
        assert table.facts()["face_up"] >= 4


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_announces_a_word_it_has_read(name: str) -> None:
    table = looked(seated(), 1, range(1, 13), 3)
    crown = tuple(replace(place, face="letter") if i < 5 else place for i, place in enumerate(table.state.crown))
    table._states[-1] = replace(table.state, crown=crown)
    bot = BOTS[name](BOX, table.game, 1, Random(0))
    assert bot.choose(table.view(1), table.heard(1), table.legal()[1]) == "kaplan PERCHE"
    assert bot.value == 1.0


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_with_nothing_to_say_stays_silent(name: str) -> None:
    table = seated()
    bot = BOTS[name](BOX, table.game, 1, Random(0))
    assert bot.choose(table.view(1), table.heard(1), table.legal()[1]) is None


def test_a_bot_allies_with_who_has_seen_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaplan_bots, "belief", lambda view, mind: sure(0.25))
    table = log(example("E11", 6), "4 ally 2")
    assert expectation.looks(table.view(2), {2, 4}) > expectation.looks(table.view(2), {2})
    assert chosen(table, 2) == "accept"
    assert weighed(table, 2)["accept"] > weighed(table, 2)["refuse"]


def test_no_alliance_when_nearly_certain_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kaplan_bots, "belief", lambda view, mind: sure(0.75))
    worths = weighed(log(example("E11", 6), "4 ally 2"), 2)
    assert worths["refuse"] > worths["accept"]


@pytest.mark.parametrize("name", BOTS)
def test_the_same_view_and_luck_give_the_same_choice(name: str) -> None:
    """A bot gets nothing but the view: in two worlds that look alike to it, it plays alike."""
    table = Table(BOX, 3, {"no_dice": True}, rng=Random(3))
    for _ in range(6):
        [actor] = table.to_act()
        assert isinstance(actor, int)
        view, legal = table.view(actor), table.legal()[actor]
        world = table.game.imagine(view, Random(1))
        choices = {
            BOTS[name](BOX, table.game, actor, Random(5)).choose(seen, table.heard(actor), legal)
            for seen in (view, table.game.view(world, actor))
        }
        assert len(choices) == 1
        table.play(actor, str(choices.pop()))


@pytest.mark.parametrize("options", [{}, {"no_dice": True}, {"bluff": True}])
def test_the_best_weighed_action_is_what_the_master_plays(options: dict[str, bool]) -> None:
    table, rng = Table(BOX, 2, options, rng=Random(4)), Random(9)
    while table.legal():
        seat = table.to_act()[0]
        if isinstance(seat, int):
            worths, action = weighed(table, seat), chosen(table, seat) or SILENCE
            assert set(worths) == set(table.legal()[seat])
            assert all(0.0 <= share <= 1.0 for share in worths.values())
            assert worths.get(action, worths.get("kaplan *")) == max(worths.values())
        arena.step(table, [BOTS["master"](BOX, table.game, seat, Random(0)) for seat in range(2)], rng)


def test_out_of_turn_silence_is_weighed_against_announcing() -> None:
    table = seated()
    assert set(weighed(table, 1)) == {SILENCE, "kaplan *"}
    assert weighed(table, 1)[SILENCE] > weighed(table, 1)["kaplan *"]
    ready = looked(seated(), 1, range(1, 13))
    assert weighed(ready, 1)["kaplan *"] == 1.0 > weighed(ready, 1)[SILENCE]


def test_a_word_that_was_announced_is_weighed_as_that_word() -> None:
    said = ("kaplan PERCHE", "kaplan PERCHES", "kaplan TORCHE")
    worths = weighed(looked(seated(), 1, range(1, 13)), 1, "master", *said)
    assert [worths[action] for action in ("kaplan *", *said)] == [1.0, 1.0, 0.5, 0.0]
    forgiving = weighed(looked(seated(strict_words=False), 1, range(1, 13)), 1, "master", *said)
    assert [forgiving[action] for action in ("kaplan *", *said)] == [1.0, 1.0, 1.0, 0.0]


def test_after_announcing_nothing_is_lost_by_any_bet() -> None:
    table = log(seated(3), "0 kaplan PERCHE; c roll 3 7 10; 0 use 3 7 10")
    worths = weighed(table, 0)
    assert max(worths.values()) - min(worths.values()) < 0.001


def test_a_bet_where_nothing_is_to_be_learned_is_weighed_lower() -> None:
    table = log(looked(seated(2), 0, range(3, 4)), "c roll 3 7 10; 0 use 3 7 10")
    worths = weighed(table, 0)
    assert max(worths[f"bet 3 {value}"] for value in range(1, 10)) < max(worths[f"bet 7 {value}"] for value in range(1, 10))


def advise(seat: int) -> Advise:
    """What a master says of a seat's actions."""
    return lambda then, actions: BOTS["master"](BOX, then.game, seat, Random(0)).weigh(then.view(seat), then.heard(seat), actions)


def test_the_review_finds_the_announcement_that_came_too_soon() -> None:
    [slip] = review(log(seated(2), "1 kaplan TORCHE"), 1, advise(1))
    assert (slip.played, slip.better) == ("kaplan TORCHE", SILENCE)
    assert slip.share < 0.01
    assert slip.best > 0.4


def test_the_review_finds_the_announcement_that_was_missed() -> None:
    table = log(seated(2), "c roll 3 7 10")
    crown = tuple(replace(place, seen_by=(0, 1) if i < 4 else (0,)) for i, place in enumerate(table.state.crown))
    table._states[-1] = replace(table.state, crown=crown)
    log(table, "0 use 3 7 10")
    [slip, *_] = review(table, 0, advise(0))
    assert (slip.played, slip.better, slip.best) == ("use 3 7 10", "kaplan *", 1.0)
    assert slip.lost > 0.1


def test_whole_games_and_the_master_is_usually_right() -> None:
    verdicts = []  # masters understand and misunderstand alike, so those of one game are often right or wrong together
    for i in range(6):
        table = Table(BOX, 3, rng=Random(f"game {i}"))
        bots = [levels(BOX)["master"](BOX, table.game, seat, Random(seat)) for seat in range(3)]
        arena.play(table, bots, Random(i))
        verdicts += [made["verdict"] for made in table.facts()["announced"]]
    assert len(verdicts) >= 6
    assert verdicts.count("exact") > 0.6 * len(verdicts)


@pytest.mark.parametrize("name", ["child", "amateur", "regular", "expert"])
def test_every_level_plays_to_the_end(name: str) -> None:
    tally = arena.match(BOX, [name, "random", "greedy"], 1, options={"bluff": True})
    assert tally.games == 1


def test_judge_shares_the_win_by_what_was_seen() -> None:
    table = example("E3")
    shares = judge(table.game, table.view(2))
    assert sum(shares) == pytest.approx(1.0)
    assert shares[0] == shares[1] > shares[2]


@pytest.mark.parametrize("seats", range(2, 9))
def test_conformance(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = BOX.variants[seats % len(BOX.variants)]
    if seats > 2:  # what is the same for all is asked once
        monkeypatch.setattr(runner, "OF_THE_BOX", ())
        monkeypatch.setattr(runner, "AT_THE_FIRST", runner.AT_THE_START)
    report = conformance.check(BOX, seats=[seats], variants=[variant], games=1, moments=2, elsewhere=seats == 2)
    assert report.games == 1
    assert [str(fault) for fault in report.faults] == []
