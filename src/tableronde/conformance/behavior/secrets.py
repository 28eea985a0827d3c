"""Checks of secrets: what a viewer may not know does not show in pictures, facts, log lines, offers or refusals.

All use the same test: in another state that the viewer imagines and that gives the same view, everything else the viewer gets
must be the same, too.
"""

from collections.abc import Iterator
from typing import Any, Final

from tableronde.conformance.behavior.rules import look_alike
from tableronde.conformance.report import Advice, Finding
from tableronde.conformance.sampling import Sample
from tableronde.game import Action, Actor, Seat
from tableronde.record import compact

WORLDS: Final = 6  # imagined states, which should not all be the same
SOUNDS: Final = 6  # actions of other seats that are compared


def secrets_are_kept(sample: Sample) -> Iterator[Finding]:
    """States that differ only in what a viewer may not know give that viewer the same view, picture, offers and refusals."""
    if not sample.game.hides:
        yield from _half_hidden(sample)
        return
    for viewer in sample.viewers:
        view = sample.table.view(viewer)
        for world in (sample.game.imagine(view, sample.rng) for _ in range(2)):
            yield from _differences(sample, viewer, view, world)
        yield from _pictures(sample, viewer, world)
        if viewer is not None:
            yield from _refusals(sample, viewer, world)


def secrets_are_not_heard(sample: Sample) -> Iterator[Finding]:
    """A viewer hears an action the same in all states it can imagine, and hears two actions alike if it then sees the same.

    Except where the game says that the rules make an action public.
    """
    if not sample.game.hides:
        return
    for viewer in sample.some(sample.viewers, 3):
        world = sample.game.imagine(sample.table.view(viewer), sample.rng)
        for actor in sample.some([actor for actor in sample.table.legal() if actor != viewer], 3):
            yield from _sounds(sample, viewer, actor, world)


def seats_know_the_same_unless_private(sample: Sample) -> Iterator[Finding]:
    """In a game that is not `private`, no seat can rule out a state that another one can imagine."""
    game, table = sample.game, sample.table
    if game.private or not game.hides:
        return
    one, other = sample.some(range(game.seats), 2) if game.seats > 1 else (0, 0)
    world = game.imagine(table.view(one), sample.rng)
    if game.view(world, other) != table.view(other):
        yield Finding("two seats know different things: the game must say private = True", f"{one} and {other}")


def secrets_vary(sample: Sample) -> Iterator[Finding]:
    """If a game hides something, imagining draws it at random: otherwise the test of secrets would prove nothing."""
    table, game = sample.table, sample.game
    if not game.hears_alike and not game.hides:
        yield Finding("the game defines hear, but not imagine")
    if game.hides:
        worlds = [{repr(game.imagine(table.view(viewer), sample.rng)) for _ in range(WORLDS)} for viewer in sample.viewers]
        if all(len(different) < 2 for different in worlds):
            yield Finding("every imagined state is the same: imagine must draw what is hidden at random")


def _half_hidden(sample: Sample) -> Iterator[Finding]:
    """A game without `imagine` must show everything: the view is the state."""
    table = sample.table
    for viewer in sample.viewers:
        if table.view(viewer) != table.state:
            yield Finding("a view is not the state itself, but the game does not define imagine", f"for {viewer}")


def _differences(sample: Sample, viewer: Seat | None, view: Any, world: Any) -> Iterator[Finding]:
    """Yield everything by which a viewer could tell the true state from an imagined one."""
    table, game = sample.table, sample.game
    other = game.view(world, viewer)
    if not look_alike(other, view):
        yield Finding("the view reveals a secret, or an imagined state does not give the same view", f"to {viewer}")
        return
    if compact(game.facts(other)) != compact(game.facts(view)):
        yield Finding("the facts reveal a secret", f"to {viewer}")
    if game.to_act(world) != table.to_act() or (game.outcome(world) is None) != (table.outcome is None):
        yield Finding("to_act reveals a secret", f"to {viewer}")
    if game.teams(world) != game.teams(table.state):
        yield Advice("teams reveals a secret when a player resigns", f"to {viewer}")
    if game.sealed(world) != game.sealed(table.state):
        yield Finding("sealed reveals a secret", f"to {viewer}")
    if viewer is not None and game.legal(world).get(viewer) != table.legal().get(viewer):
        yield Finding("the words to press reveal a secret", f"to {viewer}")


def _pictures(sample: Sample, viewer: Seat | None, world: Any) -> Iterator[Finding]:
    """Compare a viewer's pictures, here and in a state that looks the same."""
    table = sample.table
    offers = () if viewer is None else tuple(table.touch(viewer))
    if table.box.scene(sample.game.view(world, viewer), viewer, (), offers, table.last(viewer)) != sample.scene(viewer):
        yield Finding("the picture reveals a secret", f"to {viewer}")


def _refusals(sample: Sample, viewer: Seat, world: Any) -> Iterator[Finding]:
    """Compare a seat's refusals, here and in a state that looks the same."""
    game, state = sample.game, sample.table.state
    offered = game.legal(world).get(viewer, ())
    for action in sample.plausible(viewer, [world]):
        if action not in offered and game.why_not(world, viewer, action) != game.why_not(state, viewer, action):
            yield Finding("a refusal reveals a secret", f"to {viewer}, of {action!r:.60}")
    for words in sample.presses(viewer) if offered else ():
        if game.why_not_press(world, viewer, words) != game.why_not_press(state, viewer, words):
            yield Finding("the refusal of a press reveals a secret", f"to {viewer}, of {' '.join(words)!r:.60}")


def _sounds(sample: Sample, viewer: Seat | None, actor: Actor, world: Any) -> Iterator[Finding]:
    """Compare what a viewer hears of one action in different states, and of two actions whose results look the same."""
    heard: list[tuple[Any, str, Action]] = []
    for state, action in _possible(sample, actor, world):
        sound = sample.game.hear(state, actor, action, viewer)
        if sample.game.public(state, actor, action):
            if sound != action:
                yield Finding("an action is public, but not every seat hears it as it is", f"{sound!r} for {action!r}")
            continue
        seen = sample.game.view(sample.game.apply(state, actor, action), viewer)
        for same, other, then in heard:
            if sound != other and (action == then or seen == same):
                example = f"{viewer} hears {sound!r} or {other!r} of {actor!r}: {action!r} or {then!r}"
                yield Finding(
                    "what is heard reveals a secret (if the rules make it public, the game's method public should say so)", example
                )
        heard.append((seen, sound, action))


def _possible(sample: Sample, actor: Actor, world: Any) -> Iterator[tuple[Any, Action]]:
    """Yield some actions of an actor in the true state and in another one, the same and others."""
    here, there = sample.table.legal()[actor], sample.game.legal(world).get(actor, ())
    chosen = [event.action for action in sample.some(here, SOUNDS) if (event := sample.filled(actor, action))]
    others = [event.action for action in sample.some(there, SOUNDS // 2) if (event := sample.filled(actor, action))]
    yield from ((sample.table.state, action) for action in chosen)
    yield from ((world, action) for action in dict.fromkeys([*(action for action in chosen if action in there), *others]))
