"""The promise that all rests on: whoever asks twice gets the same answer. A game has no luck, no clock and no memory of its own."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tableronde.conform.moments import Moment
from tableronde.conform.report import Finding

Question = Callable[[], Any]


def answers_are_steady(moment: Moment) -> Iterator[Finding]:
    """Everything a table can be asked has the same answer when it is asked again."""
    for name, ask in _questions(moment):
        first, second = ask(), ask()
        if first != second and repr(first) != repr(second):
            yield Finding(
                f"{name} does not always answer alike: there is luck, a clock or a memory in it", f"{first!r:.60} and {second!r:.60}"
            )


def worlds_are_steady(moment: Moment) -> Iterator[Finding]:
    """Imagining with the same luck gives the same world: it draws with the Random it is given, and no other."""
    if not moment.game.hides:
        return
    view, seed = moment.table.view(moment.rng.choice(moment.viewers)), moment.rng.random()
    if moment.game.imagine(view, Random(seed)) != moment.game.imagine(view, Random(seed)):
        yield Finding("imagine does not draw with the luck it is given alone")


def _questions(moment: Moment) -> Iterator[tuple[str, Question]]:
    """What is asked: rules, words, and guesses."""
    table, game, box, state = moment.table, moment.game, moment.table.box, moment.table.state
    viewer = moment.rng.choice(moment.viewers)
    view, seat = table.view(viewer), moment.rng.randrange(game.seats)
    yield "legal", lambda: {actor: list(actions) for actor, actions in game.legal(state).items()}
    yield "outcome", lambda: game.outcome(state)
    yield "to_act", lambda: tuple(game.to_act(state))
    yield "sealed", lambda: game.sealed(state)
    yield "teams", lambda: game.teams(state)
    yield "facts", lambda: game.facts(view)
    yield "judge", lambda: list(box.judge(game, table.view(seat)))
    yield "style", lambda: box.style(table.view(), seat)
    yield "notes", lambda: game.notes(table.setup)
    if moment.chance:
        yield "weights", lambda: dict(game.weights(state))
    if table.events:
        yield "hear", lambda: table.heard(viewer, table.plies - 1)
        yield "tell", lambda: table.tale(viewer, table.plies - 1)
    yield "why_not", lambda: game.why_not(state, seat, "nonsense")
    if moment.seats_to_press:
        presser = moment.seats_to_press[0]
        yield "touch", lambda: table.touch(presser)
        word = moment.rng.choice(list(table.touch(presser)))
        yield "label", lambda: box.label(word, ())
