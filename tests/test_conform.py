"""The conformance kit: sound games pass, and each kind of broken game is caught."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tableronde import conform
from tableronde.box import Box
from tableronde.game import CHANCE, Action, Actor, Game, Legal, Outcome, Refusal, Seat
from tableronde.scene import Area, Frame, Scene, Shape, words
from tableronde.shelf import find
from tableronde.text import NOTHING, same
from toys import POST, RACE, SECRET, Hands, Post, Race, Secret, draw


@pytest.mark.parametrize("box", [SECRET, POST, RACE], ids=lambda box: box.slug)
def test_sound_games_pass(box: Box) -> None:
    report = conform.check(box, games=3)
    assert report.faults == []
    assert report.games == 3 * len(box.game_type.players)
    assert report.moments >= 2 * report.games


def test_variants_that_do_not_fit_are_left_out() -> None:
    report = conform.check(find("four-circles"), seats=[2, 5], games=1, moments=2)
    assert report.games == len(find("four-circles").variants)


class Unsorted(Secret):
    def legal(self, state: Hands) -> Legal:
        return {seat: actions[::-1] for seat, actions in super().legal(state).items()}


class NotAscii(Secret):
    def legal(self, state: Hands) -> Legal:
        return {seat: ["show 0", "show 1", "show é"] for seat in super().legal(state)}


class NeverOver(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return None


class OverTooSoon(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return Outcome((0,), "at once")


class StrangeWinner(Secret):
    def outcome(self, state: Hands) -> Outcome | None:
        return Outcome((7,), "who?") if state.mover == self.seats else None


class Endless(Secret):
    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        return state


class Forgetful(Secret):
    """Not pure: it changes the state it was given."""

    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        object.__setattr__(state, "cards", state.cards[::-1])
        return super().apply(state, actor, action)


class Lucky(Secret):
    """Not pure: it rolls dice of its own."""

    luck = Random(1)

    def apply(self, state: Hands, actor: Actor, action: Action) -> Hands:
        return replace(super().apply(state, actor, action), cards=tuple(self.luck.randint(1, 9) for _ in state.cards))


class Peeking(Secret):
    """The view holds every card."""

    def view(self, state: Hands, seat: Seat | None) -> tuple[Seat | None, Hands]:
        return seat, state


class Whispering(Secret):
    """The view is right, but what is heard tells the card."""

    def hear(self, state: Hands, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        return f"show {state.cards[0]}"


class Betraying(Secret):
    """A refusal tells the card."""

    def why_not(self, state: Hands, actor: Actor, action: Action) -> Refusal:
        return Refusal("R1", same(f"not with {state.cards}"))


class Signalling(Secret):
    """Which actions are offered tells the others' cards."""

    def legal(self, state: Hands) -> Legal:
        odd = sum(card or 0 for card in state.cards) % 2
        return {seat: actions[: 1 + odd] for seat, actions in super().legal(state).items()}


class Unimaginative(Secret):
    """Imagining always gives the same cards."""

    def imagine(self, view: Any, rng: Random) -> Hands:
        return super().imagine(view, Random(1))


class Masked(Secret):
    """It masks what is heard, but cannot imagine it otherwise."""

    imagine = Game.imagine


class Speechless(Secret):
    def why_not(self, state: Hands, actor: Actor, action: Action) -> Refusal:
        return Refusal("R1", NOTHING)


class Ambiguous(Secret):
    def touch(self, action: Action) -> list[str]:
        return ["show"]


class Unsealed(Post):
    """Says that its choices are sealed, though the later one knows the earlier one."""

    def apply(self, state: tuple[str, ...], actor: Actor, action: Action) -> tuple[str, ...]:
        flower = action.split()[-1] + str(sum(map(bool, state)))
        return tuple(flower if seat == actor else other for seat, other in enumerate(state))


class WaitsForNobody(Race):
    def to_act(self, state: tuple[int, str]) -> tuple[Actor, ...]:
        return (CHANCE,) if self.legal(state) else ()


class NotJson(Secret):
    def facts(self, view: Any) -> dict[str, Any]:
        return {"cards": view[1].cards}


class Crashing(Secret):
    def facts(self, view: Any) -> dict[str, Any]:
        raise RuntimeError("out of paper")


BROKEN = [
    (Unsorted, "actions_are_canonical"),
    (NotAscii, "actions_are_canonical"),
    (NeverOver, "the_end_is_the_end"),
    (OverTooSoon, "the_end_is_the_end"),
    (StrangeWinner, "the_end_is_the_end"),
    (WaitsForNobody, "the_end_is_the_end"),
    (Endless, "games_end"),
    (Forgetful, "rules_are_pure"),
    (Lucky, "rules_are_pure"),
    (Lucky, "records_replay"),
    (Peeking, "secrets_are_kept"),
    (Whispering, "secrets_are_kept"),
    (Betraying, "secrets_are_kept"),
    (Signalling, "secrets_are_kept"),
    (Unimaginative, "secrets_vary"),
    (Masked, "secrets_vary"),
    (Speechless, "refusals_are_clear"),
    (Ambiguous, "touch_tree_is_legal_actions"),
    (Unsealed, "sealed_choices_commute"),
    (NotJson, "facts_are_json"),
    (Crashing, "facts_are_json"),
]


@pytest.mark.parametrize(("rules", "name"), BROKEN, ids=[f"{rules.__name__} {name}" for rules, name in BROKEN])
def test_a_broken_game_is_caught(rules: type[Any], name: str) -> None:
    report = conform.check(Box(rules=rules, title=same("broken"), draw=draw), seats=[2], games=2, bound=60)
    assert name in {fault.name for fault in report.faults}
    assert all(rules.slug in str(fault) for fault in report.faults)


def with_shapes(*shapes: Shape) -> Callable[..., Scene]:
    def broken(view: Any, seat: Any, picked: Any, offers: Any) -> Scene:
        scene = draw(view, seat, picked, offers)
        return replace(scene, areas=(replace(scene.areas[0], shapes=scene.areas[0].shapes + shapes),))

    return broken


@pytest.mark.parametrize(
    ("shapes", "name"),
    [
        ([Shape("twin"), Shape("twin")], "pictures_are_sound"),
        ([Shape("arc", "M0 0A1 1 0 0 1 2 2")], "pictures_are_sound"),
        ([words("\x00", (0, 0), 1, id="nul")], "pictures_are_sound"),
        ([Shape("liar", title=same("liar"), word="resign")], "words_can_be_pressed"),
    ],
)
def test_a_broken_picture_is_caught(shapes: list[Shape], name: str) -> None:
    report = conform.check(replace(SECRET, draw=with_shapes(*shapes)), seats=[2], games=1)
    assert name in {fault.name for fault in report.faults}


@pytest.mark.parametrize(
    "film",
    [(Frame(1.0),), (Frame(0.0), Frame(2.0), Frame(2.0)), (Frame(0.0, (Area("elsewhere", (0, 0, 1, 1), ()),)),)],
)
def test_a_broken_film_is_caught(film: tuple[Frame, ...]) -> None:
    box = replace(SECRET, draw=lambda view, seat, picked, offers: replace(draw(view, seat, picked, offers), film=film))
    assert {fault.name for fault in conform.check(box, games=1).faults} == {"pictures_are_sound"}


def test_missing_words_are_caught() -> None:
    def nothing(*anything: Any) -> Any:
        return NOTHING

    silent = replace(SECRET, draw=lambda *given: Scene((replace(draw(*given).areas[0], shapes=()),)), label=nothing, tell=nothing)
    names = {fault.name for fault in conform.check(silent, seats=[2], games=1).faults}
    assert {"words_can_be_pressed", "events_are_told"} <= names
