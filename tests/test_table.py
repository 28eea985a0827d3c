"""Tables: play, undo, what each seat sees and hears."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from support.helpers import played
from support.toys import POST, RACE, SECRET
from tableronde.game import CHANCE, Event, Illegal, Seat, count
from tableronde.scene import Scene
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import same

FOUR = find("four-circles")


def test_play_and_undo() -> None:
    table = Table(FOUR, 2)
    start = table.state
    assert table.play(0, "2,1") == Event(0, "2,1")
    assert table.undo() == Event(0, "2,1")
    assert table.state is start
    assert table.legal() == Table(FOUR, 2).legal()


def test_a_table_at_an_earlier_ply() -> None:
    table = played(Table(FOUR, 2), "2,1 3,3 0,0")
    past = table.at(1)
    assert past.facts() == played(Table(FOUR, 2), "2,1").facts()
    past.play(1, "4,0")
    assert [event.action for event in table.events] == ["2,1", "3,3", "0,0"]
    assert table.facts()["plies"] == 3


def test_nothing_to_undo() -> None:
    with pytest.raises(ValueError, match="nothing has been played"):
        Table(FOUR, 2).undo()


def test_an_illegal_action_changes_nothing() -> None:
    table = played(Table(FOUR, 2), "2,1")
    before = table.state
    with pytest.raises(Illegal) as caught:
        table.play(1, "2,1")
    assert str(caught.value) == "The tile H7 is already occupied."
    assert table.state is before
    assert table.plies == 1


def test_why_not_answers_only_for_what_is_refused() -> None:
    table = Table(FOUR, 2)
    assert table.why_not(0, "2,1") is None
    refusal = table.why_not(1, "2,1")
    assert refusal is not None
    assert (refusal.clause, refusal.text.fr) == ("R3", "C’est à Blanc de jouer.")


def test_a_seat_that_does_not_exist() -> None:
    table = Table(FOUR, 2)
    for seat in (2, -1, True, "0"):
        with pytest.raises(ValueError, match="there is no seat"):
            table.view(seat)  # type: ignore[arg-type]


def test_a_view_is_cached_until_the_next_event(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(SECRET, 2, {}, {"cards": [3, 8]})
    view, asked = table.game.view, list[tuple[Any, Seat | None]]()

    def counted(state: Any, seat: Seat | None) -> Any:
        asked.append((state, seat))
        return view(state, seat)

    monkeypatch.setattr(table.game, "view", counted)
    dealt = table.state
    assert table.facts(0) == table.game.facts(view(dealt, 0))
    assert table.facts(1) == table.game.facts(view(dealt, 1)) != table.facts(0)
    table.play(0, "show 1")
    assert table.view(0) == view(table.state, 0) != view(dealt, 0)
    table.tale(0)
    assert table.at(0).view(1) == view(dealt, 1)
    assert asked == [(dealt, 0), (dealt, 1), (table.state, 0)]
    table.undo()
    table.play(0, "show 1")
    assert table.view(0) == view(table.state, 0)
    assert len(asked) == 4


def test_a_set_up_must_be_an_object() -> None:
    for setup in (5, [], "", ["cards"], True):
        with pytest.raises(ValueError, match="a set-up must be an object"):
            Table(SECRET, 2, {}, setup)  # type: ignore[arg-type]


def test_the_same_seed_deals_the_same_set_up() -> None:
    assert Table(SECRET, 3, rng=Random(5)).setup == Table(SECRET, 3, rng=Random(5)).setup
    assert Table(SECRET, 3, rng=Random(5)).setup != Table(SECRET, 3, rng=Random(6)).setup


def test_what_is_heard_is_masked_for_others() -> None:
    table = Table(SECRET, 2, {}, {"cards": [3, 8]})
    table.play(0, "show 1")
    assert table.heard(0) == [Event(0, "show 1")]
    assert table.heard(1) == table.heard() == [Event(0, "show ?")]
    assert [text.named(table.names).en for text in table.tale(1)] == ["Player 1: show ?"]


def test_an_open_action_takes_the_players_word() -> None:
    table = Table(POST, 2)
    assert table.play(0, "name  rose ") == Event(0, "name ROSE")
    with pytest.raises(Illegal, match="letters"):
        table.play(1, "name 123")
    with pytest.raises(Illegal):
        table.play(1, "name")
    with pytest.raises(Illegal, match="letters"):
        table.play(1, "name *")


def test_the_scene_follows_what_is_picked() -> None:
    table = played(Table(FOUR, 2), "0,0 0,1 0,2 0,3 1,0 1,1 1,2 1,3 2,0 2,1 2,2 2,3")
    offered = {shape.word for shape in table.scene(0, ["2,0"]).shapes() if "press" in shape.style.split()}
    assert offered == {"3,0", "3,1"}
    with pytest.raises(KeyError):
        table.scene(0, ["9,9"])


def test_a_picture_may_ask_for_the_last_events() -> None:
    def draw(view: Any, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str], last: Sequence[Event] = ()) -> Scene:
        return Scene((), tuple(same(f"{actor}: {action}") for actor, action in last))

    table = Table(replace(SECRET, draw=draw), 2)
    assert table.scene().captions == ()
    table.play(0, "show 1")
    assert [table.scene(seat).captions for seat in (None, 0, 1)] == [(same("0: show ?"),), (same("0: show 1"),), (same("0: show ?"),)]
    assert table.draw(0).captions == table.scene(0).captions
    assert table.at(0).scene(0).captions == ()


def test_events_of_chance_belong_to_the_last_events() -> None:
    table = Table(RACE, 2)
    table.play("chance", "heads")
    assert table.last() == (Event("chance", "heads"),)
    table.play(0, "decline")
    assert table.last() == (Event(0, "decline"),)
    table = Table(find("cirkle-duo"), 2, {"mode": "dice"}, rng=Random(1))
    for _ in range(3):  # dice, a hat lifted, dice
        [actor] = table.legal()
        table.play(actor, table.legal()[actor][0])
    assert [event.actor == CHANCE for event in table.last()] == [False, True]


def test_a_picture_that_does_not_ask_gets_no_last_events() -> None:
    assert not SECRET.draws_last
    table = Table(SECRET, 2)
    table.play(0, "show 1")
    assert table.scene(1).captions == (same(repr(table.view(1))),)


def test_notebooks_get_a_picture() -> None:
    root = ElementTree.fromstring(Table(FOUR, 2)._repr_svg_())
    assert root.tag.endswith("svg")
    assert "White’s turn: a pawn to place" in "".join(root.itertext())


def test_chance_is_an_actor() -> None:
    table = Table(POST, 2)
    assert CHANCE not in table.legal()
    with pytest.raises(Illegal):
        table.play(CHANCE, "roll")


def test_the_number_of_players_is_stated_correctly() -> None:
    assert [count(players) for players in (range(2, 3), range(2, 5), range(4, 9, 2), range(1, 3))] == ["2", "2 to 4", "4, 6 or 8", "1 to 2"]
