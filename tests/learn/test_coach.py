"""The coach: what the player may do now, and why a bot made its move. It never reveals more than the seat may know."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.toys import POST, SECRET
from tableronde import conformance
from tableronde.game import CHANCE, Event, Seat
from tableronde.learn.coach import _some, may_do, merit, stops, why
from tableronde.play import arena
from tableronde.shelf import Shelf, find
from tableronde.table import Table
from tableronde.text import NOTHING, Text, same

FORD = find(str(Path(__file__).parents[1] / "outside" / "ford"))
MISTIGRI = find(str(Path(__file__).parents[1] / "outside" / "mistigri"))


def ford(*actions: str) -> Table:
    table = Table(FORD, 2, setup={"first": 0})
    for action in actions:
        table.play(table.to_act()[0], action)
    return table


def test_the_coach_describes_what_can_be_pressed() -> None:
    assert may_do(ford(), 0).en == "You can choose: one of 9 outlined possibilities (The river)."
    assert may_do(ford(), 1) == NOTHING  # not its turn
    assert may_do(Table(SECRET, 2, setup={"cards": [1, 2]}), 0).fr == "Vous pouvez choisir : 0 ou 1."
    assert _some([same("1"), same("2"), same("3")], NOTHING).fr == "1, 2 ou 3"
    assert may_do(Table(POST, 2), 0) == NOTHING  # only an open action


def test_a_game_may_say_it_better() -> None:
    def coach(view: Any, seat: Seat) -> Text | None:
        return Text("Avancez, {0}.", "Advance, {0}.") if view.mover == seat else None

    table = Table(replace(FORD, coach=coach), 2, setup={"first": 0})
    assert may_do(table, 0).en == "Advance, Willow."
    assert not conformance.check(replace(FORD, coach=coach), games=1).faults


def test_the_kit_hears_a_coach_that_speaks_one_language() -> None:
    faults = conformance.check(replace(FORD, coach=lambda view, seat: Text("Avancez.", "")), games=1).faults
    assert {fault.name for fault in faults} == {"the_coach_speaks"}


@pytest.mark.parametrize("box", Shelf.installed().boxes(), ids=lambda box: box.slug)
def test_every_game_has_something_to_say_at_every_turn(box: Any) -> None:
    rng = Random(2)
    table = Table(box, min(box.game_type.players), rng=rng)
    for _ in range(30):
        actor = rng.choice(table.to_act()) if table.legal() else CHANCE
        if not table.legal():
            break
        if actor == CHANCE:
            table.play(*arena.roll(table, rng))
            continue
        said = may_do(table, actor)
        only_words = all(action.endswith(" *") for action in table.legal()[actor])
        assert only_words or said.fr
        assert only_words or said.en
        spoken = [action for action in table.legal()[actor] if not action.endswith(" *")]
        if not spoken:
            break
        table.play(actor, rng.choice(spoken))


def test_the_coach_explains_a_move_that_prevents_a_win() -> None:
    table = ford("a1 b2", "i5 i4", "h1 g2", "f8 f7", "b2 c3", "c7 c6", "c3 c4", "h6 g6", "c4 c5", "c6 b5", "c5 b5")
    # Reed is to move; Willow's stone on b5 wins next unless it is taken
    assert [action for action in table.legal()[1] if stops(table, Event(1, action), 0)] == ["a5 b5"]
    assert why(table, Event(1, "a5 b5"), 0, {}).en == "With this move, Reed keeps you from winning at once."


def test_a_hint_says_what_an_action_brings_at_once() -> None:
    """Winning counts more than stopping others, and that more than points; in a game with secrets nothing is said."""
    then = ford("a1 b2", "i5 i4", "h1 g2", "f8 f7", "b2 c3", "c7 c6", "c3 c4", "h6 g6", "c4 c5", "c6 b5", "c5 b5")
    assert merit(then, Event(1, "a5 b5")).en == "keep Willow from winning at once"
    other = next(action for action in then.legal()[1] if action != "a5 b5")
    assert merit(then, Event(1, other)) == NOTHING
    then.play(1, other)
    wins = [action for action in then.legal()[0] if merit(then, Event(0, action)).fr == "gagner tout de suite"]
    assert wins
    then.play(0, wins[0])
    assert then.outcome is not None
    assert then.outcome.winners == (0,)
    hidden = Table(MISTIGRI, 3, rng=Random(1))
    assert all(merit(hidden, Event(seat, action)) == NOTHING for seat, actions in hidden.legal().items() for action in actions)


def test_a_hint_says_how_much_a_score_grows() -> None:
    rng, found = Random(2), set[str]()
    table = Table(find("karta-doppio"), 2, rng=rng)
    while table.legal():
        [seat] = table.to_act()
        assert seat != CHANCE
        action = rng.choice(table.legal()[seat])
        before, then = table.facts(seat)["scores"][seat], table.at(table.plies)
        table.play(seat, action)
        gain = table.facts(seat)["scores"][seat] - before
        if table.outcome is None:
            found.add(merit(then, Event(seat, action)).en)
            assert merit(then, Event(seat, action)).en in (
                f"raise your score by {gain}" if gain > 0 else "",
                "keep Player 1 from winning at once",
            )
    assert len(found) > 1


def test_the_coach_compares_chances_with_the_players_name_and_without_numbers() -> None:
    """Players see no win probabilities during the game: these are for spectators, and for the review."""
    table, event = ford("e1 e2"), Event(1, "e9 e8")
    said = [why(table, event, 0, {"e9 e8": mine, "a5 a4": other}).en for mine, other in ((0.52, 0.4), (0.4, 0.6), (0.4, 0.45), (0.5, 0.51))]
    assert said == [
        "Reed made the best move.",
        "Reed missed a much better move. Take advantage of it!",
        "",
        "",
    ]
    assert why(table, event, 0, {}) == NOTHING


def test_the_coach_says_that_there_was_no_choice() -> None:
    class Forced(FORD.game_type):  # type: ignore[misc, name-defined]
        def legal(self, state: Any) -> Any:
            return {seat: actions[:1] for seat, actions in super().legal(state).items()}

    table = Table(replace(FORD, rules=Forced), 2, setup={"first": 0})
    assert why(table, Event(0, table.legal()[0][0]), 1, {}).en == "Willow had no other move."


def test_hidden_facts_do_not_change_what_the_coach_says() -> None:
    """In two states with the same view and the same events heard, the coach says the same."""
    rng = Random(5)
    for seed in range(20):
        table = Table(MISTIGRI, 3, rng=Random(seed))
        while table.legal():
            actor = rng.choice(table.to_act())
            event = arena.roll(table, rng) if actor == CHANCE else Event(actor, rng.choice(table.legal()[actor]))
            if actor not in (0, CHANCE):
                world = _other_world(table, event, rng)
                if world is not None:
                    assert why(world, event, 0, {}) == why(table, event, 0, {})
            table.play(*event)


def _other_world(table: Table, event: Event, rng: Random) -> Table | None:
    """Return another table that seat 0 cannot distinguish from this one, before and after the event."""
    other = table.at(table.plies)
    game, state = table.game, table.game.imagine(table.view(0), rng)
    if event.action not in game.legal(state).get(event.actor, ()):
        return None
    if game.view(game.apply(state, *event), 0) != game.view(game.apply(table.state, *event), 0):
        return None
    other._states = [*other._states[:-1], state]
    return other


def test_values_are_not_used_in_games_with_secrets() -> None:
    table = Table(SECRET, 2, setup={"cards": [1, 2]})
    assert why(table, Event(0, "show 0"), 1, {"show 0": 0.9, "show 1": 0.1}) == why(table, Event(0, "show 0"), 1, {})
    scored = replace(SECRET, judge=lambda game, view: [0.5, 0.5] if view[1].mover == 0 else [0.2, 0.8])
    table = Table(scored, 2, setup={"cards": [1, 2]})
    assert why(table, Event(0, "show 0"), 1, {}).en == "From what you can see, this takes Player 1 further from winning."
