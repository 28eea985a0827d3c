"""Checks that the same question always gets the same answer: a game has no randomness, clock or memory of its own."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tableronde.conformance.report import Finding
from tableronde.conformance.sampling import Sample

Question = Callable[[], Any]


def answers_are_steady(sample: Sample) -> Iterator[Finding]:
    """Every question to a table has the same answer when it is asked again."""
    for name, ask in _questions(sample):
        first, second = ask(), ask()
        if first != second and repr(first) != repr(second):
            yield Finding(
                f"{name} answers the same question differently: it uses randomness, a clock or memory", f"{first!r:.60} and {second!r:.60}"
            )


def worlds_are_steady(sample: Sample) -> Iterator[Finding]:
    """Imagining with the same seed gives the same state: only the Random passed in is used."""
    if not sample.game.hides:
        return
    view, seed = sample.table.view(sample.rng.choice(sample.viewers)), sample.rng.random()
    if sample.game.imagine(view, Random(seed)) != sample.game.imagine(view, Random(seed)):
        yield Finding("imagine must draw only with the Random it is given")


def _questions(sample: Sample) -> Iterator[tuple[str, Question]]:
    """Yield the questions: rules, texts and estimates."""
    table, game, box, state = sample.table, sample.game, sample.table.box, sample.table.state
    viewer = sample.rng.choice(sample.viewers)
    view, seat = table.view(viewer), sample.rng.randrange(game.seats)
    yield "legal", lambda: {actor: list(actions) for actor, actions in game.legal(state).items()}
    yield "outcome", lambda: game.outcome(state)
    yield "to_act", lambda: tuple(game.to_act(state))
    yield "sealed", lambda: game.sealed(state)
    yield "teams", lambda: game.teams(state)
    yield "facts", lambda: game.facts(view)
    yield "judge", lambda: list(box.judge(game, table.view(seat)))
    yield "style", lambda: box.style(table.view(), seat)
    yield "notes", lambda: game.notes(table.setup)
    if sample.chance:
        yield "weights", lambda: dict(game.weights(state))
    if table.events:
        yield "hear", lambda: table.heard(viewer, table.plies - 1)
        yield "tell", lambda: table.tale(viewer, table.plies - 1)
    yield "why_not", lambda: game.why_not(state, seat, "nonsense")
    if sample.seats_to_press:
        presser = sample.seats_to_press[0]
        yield "touch", lambda: table.touch(presser)
        word = sample.rng.choice(list(table.touch(presser)))
        yield "label", lambda: box.label(word, ())
