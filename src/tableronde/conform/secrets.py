"""Promises about secrets: who cannot know something cannot learn it from anything that is shown, said, offered or refused.

The test is always the same. A viewer imagines another world; if it looks the same to that viewer, everything else about it
must be the same, too.
"""

from collections.abc import Iterator
from typing import Any, Final

from tableronde.conform.moments import Moment
from tableronde.conform.report import Advice, Finding
from tableronde.conform.rules import look_alike
from tableronde.game import Action, Actor, Game, Seat
from tableronde.record import compact

WORLDS: Final = 6  # imagined states that should not all be the same
SOUNDS: Final = 6  # actions of another that are listened to


def secrets_are_kept(moment: Moment) -> Iterator[Finding]:
    """A state that differs only in what a viewer may not know looks and offers the same to that viewer, and refuses in the same words."""
    if not moment.game.hides:
        yield from _half_hidden(moment)
        return
    for viewer in moment.viewers:
        view = moment.table.view(viewer)
        for world in (moment.game.imagine(view, moment.rng) for _ in range(2)):
            yield from _differences(moment, viewer, view, world)
        yield from _pictures(moment, viewer, world)
        if viewer is not None:
            yield from _refusals(moment, viewer, world)


def secrets_are_not_heard(moment: Moment) -> Iterator[Finding]:
    """An action sounds the same in all worlds a viewer thinks possible, and two after which it sees the same sound the same.

    Unless the game says that they are public by its rules.
    """
    if not moment.game.hides:
        return
    for viewer in moment.some(moment.viewers, 3):
        world = moment.game.imagine(moment.table.view(viewer), moment.rng)
        for actor in moment.some([actor for actor in moment.table.legal() if actor != viewer], 3):
            yield from _sounds(moment, viewer, actor, world)


def seats_know_the_same_unless_private(moment: Moment) -> Iterator[Finding]:
    """In a game that is not `private`, no seat can rule out a world that another one thinks possible."""
    game, table = moment.game, moment.table
    if game.private or not game.hides:
        return
    one, other = moment.some(range(game.seats), 2) if game.seats > 1 else (0, 0)
    world = game.imagine(table.view(one), moment.rng)
    if game.view(world, other) != table.view(other):
        yield Finding("two seats know different things, but the game does not say private = True", f"{one} and {other}")


def secrets_vary(moment: Moment) -> Iterator[Finding]:
    """Where a game hides something, imagining draws it by lot: otherwise the test of secrets would prove nothing."""
    table, game = moment.table, moment.game
    if type(game).hear is not Game.hear and not game.hides:
        yield Finding("it masks what is heard, but imagines nothing")
    if game.hides:
        worlds = [{repr(game.imagine(table.view(viewer), moment.rng)) for _ in range(WORLDS)} for viewer in moment.viewers]
        if all(len(different) < 2 for different in worlds):
            yield Finding("every imagined state is the same")


def _half_hidden(moment: Moment) -> Iterator[Finding]:
    """A game that imagines nothing must show everything: the view is the state."""
    table = moment.table
    for viewer in moment.viewers:
        if table.view(viewer) != table.state:
            yield Finding("a view is not the state itself, but the game imagines nothing", f"for {viewer}")


def _differences(moment: Moment, viewer: Seat | None, view: Any, world: Any) -> Iterator[Finding]:
    """What a viewer could tell the true state from an imagined one by."""
    table, game = moment.table, moment.game
    other = game.view(world, viewer)
    if not look_alike(other, view):
        yield Finding("the view tells a secret, or what is imagined does not give the same view", f"to {viewer}")
        return
    if compact(game.facts(other)) != compact(game.facts(view)):
        yield Finding("the facts tell a secret", f"to {viewer}")
    if game.to_act(world) != table.to_act() or (game.outcome(world) is None) != (table.outcome is None):
        yield Finding("who is to act tells a secret", f"to {viewer}")
    if game.teams(world) != game.teams(table.state):
        yield Advice("who plays together tells a secret, if somebody resigns", f"to {viewer}")
    if game.sealed(world) != game.sealed(table.state):
        yield Finding("whether choices are sealed tells a secret", f"to {viewer}")
    if viewer is not None and game.legal(world).get(viewer) != table.legal().get(viewer):
        yield Finding("what can be pressed tells a secret", f"to {viewer}")


def _pictures(moment: Moment, viewer: Seat | None, world: Any) -> Iterator[Finding]:
    """What a viewer is shown, here and in a world that looks the same."""
    table = moment.table
    offers = () if viewer is None else tuple(table.touch(viewer))
    if table.box.scene(moment.game.view(world, viewer), viewer, (), offers, table.last(viewer)) != moment.scene(viewer):
        yield Finding("the picture tells a secret", f"to {viewer}")


def _refusals(moment: Moment, viewer: Seat, world: Any) -> Iterator[Finding]:
    """What is refused to a seat, here and in a world that looks the same."""
    game, state = moment.game, moment.table.state
    offered = game.legal(world).get(viewer, ())
    for action in moment.plausible(viewer, [world]):
        if action not in offered and game.why_not(world, viewer, action) != game.why_not(state, viewer, action):
            yield Finding("a refusal tells a secret", f"to {viewer}, of {action!r:.60}")
    for words in moment.presses(viewer) if offered else ():
        if game.why_not_press(world, viewer, words) != game.why_not_press(state, viewer, words):
            yield Finding("a press refused tells a secret", f"to {viewer}, of {' '.join(words)!r:.60}")


def _sounds(moment: Moment, viewer: Seat | None, actor: Actor, world: Any) -> Iterator[Finding]:
    """What a viewer hears of one action of another in different worlds, and of two that it cannot tell apart by what it sees."""
    heard: list[tuple[Any, str, Action]] = []
    for state, action in _possible(moment, actor, world):
        sound = moment.game.hear(state, actor, action, viewer)
        if moment.game.public(state, actor, action):
            if sound != action:
                yield Finding("an action is said to be public, but not everybody hears it as it is", f"{sound!r} for {action!r}")
            continue
        seen = moment.game.view(moment.game.apply(state, actor, action), viewer)
        for same, other, then in heard:
            if sound != other and (action == then or seen == same):
                example = f"{viewer} hears {sound!r} or {other!r} of {actor!r}: {action!r} or {then!r}"
                yield Finding("what is heard tells a secret (or, if the rules make it public, the game should say so)", example)
        heard.append((seen, sound, action))


def _possible(moment: Moment, actor: Actor, world: Any) -> Iterator[tuple[Any, Action]]:
    """Some actions of an actor as things are, and in another world, the same and others."""
    here, there = moment.table.legal()[actor], moment.game.legal(world).get(actor, ())
    chosen = [event.action for action in moment.some(here, SOUNDS) if (event := moment.filled(actor, action))]
    others = [event.action for action in moment.some(there, SOUNDS // 2) if (event := moment.filled(actor, action))]
    yield from ((moment.table.state, action) for action in chosen)
    yield from ((world, action) for action in dict.fromkeys([*(action for action in chosen if action in there), *others]))
