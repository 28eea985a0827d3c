"""The review of a game."""

from collections.abc import Sequence
from random import Random
from unittest.mock import Mock

import pytest

from support.games.four_circles import start
from support.games.kaplan import log, seated
from support.helpers import OUTSIDE, SHELF, played
from support.toys import RACE, SECRET
from tableronde.bots import GreedyBot, RandomBot, SearchBot
from tableronde.bots.bot import divided
from tableronde.game import CHANCE, Action, Event
from tableronde.play import arena
from tableronde.play.review import (
    MoveValues,
    advisers,
    choices,
    costliest,
    foresee,
    marked,
    opinion,
    outlook,
    review,
    slip_at,
    storyline,
    weighed,
    wording,
)
from tableronde.shelf import find
from tableronde.table import Table


def greedy(table: Table, actions: Sequence[Action]) -> MoveValues:
    return GreedyBot(table.box, table.game, 0, Random(1)).weigh(table.view(0), table.heard(0), actions)


def test_the_missed_win_comes_first() -> None:
    table = played(start("E8a"), ["3,2>4,1", "4,0>3,0"])
    slips = review(table, 0, greedy)
    assert (slips[0].ply, slips[0].better, slips[0].best) == (0, "3,2>3,0", 1.0)
    assert slips[0].lost > 0.2


def test_the_best_choice_is_not_a_slip() -> None:
    assert review(played(start("E8a"), ["3,2>3,0"]), 0, greedy) == []


def test_there_are_at_most_three_and_the_costliest_is_first() -> None:
    table, rng = Table(start("E3").box, 2, {"max_plies": 60}), Random(5)
    while table.legal():
        [(actor, actions)] = table.legal().items()
        table.play(actor, rng.choice(actions))
    slips = review(table, 0, greedy)
    assert len(slips) == 3
    assert [slip.lost for slip in slips] == sorted((slip.lost for slip in slips), reverse=True)
    assert all(table.events[slip.ply].action == slip.played for slip in slips)


def test_an_adviser_without_an_opinion_finds_nothing() -> None:
    assert review(played(start("E8a"), ["3,2>4,1"]), 0, lambda table, actions: {}) == []


def test_a_game_is_judged_by_its_strongest_bot_or_by_one_that_has_an_opinion() -> None:
    table = start("E8a")
    assert advisers(find("four-circles")) == ("master", "search")
    mute, frank = (maker(table.box, table.game, 0, Random(1)) for maker in (RandomBot, GreedyBot))
    assert opinion([mute], table.view(0), [], table.legal()[0]) == {}
    assert opinion([mute, frank], table.view(0), [], table.legal()[0]) == greedy(table, table.legal()[0])


def test_only_real_choices_count() -> None:
    table = played(start("E8a"), ["3,2>4,1", "4,0>3,0"])
    assert [then.plies for then in choices(table, 1)] == [1]
    forced = Table(SECRET, 2, setup={"cards": [1, 2]})
    forced.play(0, "show 0")
    forced.game.legal = lambda state: {0: ["show 0"]}  # type: ignore[method-assign]
    assert list(choices(forced, 0)) == []


def test_a_tiny_loss_is_not_a_slip() -> None:
    then = start("E8a")
    assert slip_at(then, 0, "a", {"a": 0.5, "b": 0.505}) is None
    slip = slip_at(then, 0, "a", {"a": 0.5, "b": 0.6})
    assert slip is not None
    assert (slip.better, slip.ply) == ("b", 0)
    assert costliest([slip] * 4) == [slip] * 3


def test_an_action_is_told_where_nothing_is_hidden_and_else_named() -> None:
    assert wording(start("E8a"), 0, "3,2>3,0").en == "White jumps from I8 to I6 and shows a circle."
    then = Table(SECRET, 2, setup={"cards": [1, 2]})
    assert wording(then, 0, "show 1").en == "show, then 1"


def test_the_continuation_is_foreseen_for_every_seat_and_described() -> None:
    then = start("E8a")
    missed = Event(0, "3,2>4,1")
    ahead = foresee(lambda seat: GreedyBot(then.box, then.game, seat, Random(1)), then.game, then.state, then.heard(0), missed)
    assert [event.actor for event in ahead] == [1, 0]
    after = played(then.at(0), [missed.action, *(event.action for event in ahead)])
    assert storyline(then, missed, ahead) == [text.named(then.names) for text in after.tale()[1:]]
    assert storyline(then, missed, ahead)[0].en.startswith("Red ")
    assert then.plies == 0


def test_foresight_stops_at_the_end_and_at_a_passing_bot() -> None:
    then = start("E8a")
    assert foresee(lambda seat: pytest.fail("nobody is asked"), then.game, then.state, [], Event(0, "3,2>3,0")) == []
    assert storyline(then, Event(0, "3,2>3,0"), []) == []
    silence = Mock(choose=Mock(return_value=None))
    assert foresee(lambda seat: silence, then.game, then.state, [], Event(0, "3,2>4,1")) == []
    silence.choose.assert_called_once()


def test_whether_a_game_hides_something() -> None:
    assert not start("E8a").game.hides
    assert SECRET.game(2).hides


def test_the_shapes_to_press_are_outlined_in_the_picture() -> None:
    [area] = marked(start("E8a"), 0, "3,2>3,0").areas
    outlines = {shape.id: shape for shape in area.shapes if shape.id.startswith("better ")}
    assert len(outlines) == 2
    pawn = next(shape for shape in area.shapes if f"better {shape.id}" in outlines)
    assert pawn.at == outlines[f"better {pawn.id}"].at
    then = Table(SECRET, 2, setup={"cards": [1, 2]})
    assert [shape.id for shape in marked(then, 0, "show 1").shapes()] == ["better spot show", "better spot 1"]
    assert [area.id for area in marked(then, 0, "show something else").areas] == ["spots"]


def test_a_hand_is_shown_with_the_table_it_is_played_on() -> None:
    table = Table(find(str(OUTSIDE / "mistigri")), 3, {"exchange": False}, rng=Random(1))
    seat = table.state.first
    table.play(seat, table.legal()[seat][0])
    [other] = table.to_act()
    assert isinstance(other, int)
    scene = marked(table, other, table.legal()[other][0])
    assert [area.id for area in scene.areas] == ["table", "hand"], "the trick and one's own cards; the others' backs say nothing"
    assert [shape.id[:12] for shape in scene.areas[1].shapes if shape.id.startswith("better")] == ["better card "]


def test_an_announcement_out_of_turn_is_weighed_with_its_own_word_against_silence() -> None:
    table = log(seated(), "c roll 3 7 10; 1 kaplan PERCHE")
    [then] = choices(table, 1)
    assert weighed(then, 1, "kaplan PERCHE") == ("kaplan *", "kaplan PERCHE")
    assert weighed(then, 0, "pass") == (*then.legal()[0], "pass")
    slips = review(table, 1, lambda then, actions: {"": 0.5, "kaplan *": 0.2, "kaplan PERCHE": 0.1})
    assert [(slip.played, slip.better) for slip in slips] == [("kaplan PERCHE", "")]
    assert wording(then, 1, "").fr == "attendre"
    assert wording(then, 1, "kaplan *").fr == "Annoncer « Kaplan » : 24 points, puis un mot bien choisi"
    assert wording(then, 1, "kaplan PERCHE").fr == "Annoncer « Kaplan » : 24 points, puis « PERCHE »"
    assert marked(then, 1, "").areas[0].shapes


@pytest.mark.parametrize("slug", SHELF)
def test_every_seat_has_an_expected_share_in_every_game(slug: str) -> None:
    """By the game's strongest level; the shares add up to 1, with as many seats as the game allows."""
    box = find(slug)
    best, _ = advisers(box)
    assert best == list(box.bots)[-1], "the strongest level, whatever it has learned"
    table, rng = Table(box, max(box.game_type.players), rng=Random(3)), Random(3)
    while CHANCE in table.legal():
        table.play(*arena.roll(table, rng))
    [seat, *_] = table.to_act()
    assert seat != CHANCE
    bot = box.bots[best](box, table.game, seat, Random(1))
    bot.seconds = 0.05
    shares = outlook([RandomBot(box, table.game, seat, Random(1)), bot], table.view(seat), table.heard(seat), table.legal()[seat])
    assert len(shares) == table.game.seats
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in shares)


def test_a_game_without_bots_of_its_own_is_judged_by_search() -> None:
    """It sees which seat is about to win; the other seats get separate shares."""
    table = played(start("E8a"), [])
    search = SearchBot(table.box, table.game, 0, Random(1), 0.2)
    assert outlook([search], table.view(0), [], table.legal()[0]) == pytest.approx([1, 0])
    crowd = played(Table(RACE, 3), ["heads"])
    judged = outlook([SearchBot(crowd.box, crowd.game, 0, Random(1), 0.1)], crowd.view(0), [], crowd.legal()[0])
    assert sum(judged) == pytest.approx(1)
    assert len(judged) == 3


def test_the_others_divide_the_rest_as_the_judge_says() -> None:
    assert divided(1, 0.4, [0.2, 0.5, 0.6]) == pytest.approx([0.15, 0.4, 0.45])
    assert divided(0, 1.2, [0.0, 0.0]) == [1.0, 0.0]
    assert divided(0, 0.4, [0.9, 0.0, 0.0]) == pytest.approx([0.4, 0.3, 0.3])
    assert outlook([], None, [], []) == ()


def test_a_bot_that_only_weighs_has_an_outlook() -> None:
    table = start("E8a")
    shares = outlook([GreedyBot(table.box, table.game, 0, Random(1))], table.view(0), [], table.legal()[0])
    assert shares == [1.0, 0.0]
