"""Promises of the rules: who may do what, what happens then, and how it ends."""

import json
import pickle
from collections.abc import Iterable, Iterator
from itertools import permutations
from math import isfinite
from numbers import Real
from random import Random
from typing import Any

from tableronde.conform.moments import ODD_WORDS, Moment
from tableronde.conform.report import Advice, Finding, Unsound
from tableronde.conform.words import is_complete
from tableronde.conform.written import written
from tableronde.game import CHANCE, Event, Illegal, Json, Outcome, is_open
from tableronde.record import Record, compact
from tableronde.table import Table


def actions_are_canonical(moment: Moment) -> Iterator[Finding]:
    """Actors are seats or chance; each has actions, sorted, unique, in ASCII."""
    for actor, actions in moment.table.legal().items():
        if actor != CHANCE and (type(actor) is not int or actor not in range(moment.game.seats)):
            yield Finding("somebody acts who is neither a seat nor chance", repr(actor))
        if not actions:
            yield Finding("an actor is listed without an action", repr(actor))
        if list(actions) != sorted(set(actions)):
            yield Finding("actions are not sorted, or one is there twice", f"those of {actor!r}")
        yield from (Finding("an action is not plain ASCII", repr(action)) for action in actions if not _is_plain(action))


def the_end_is_the_end(moment: Moment) -> Iterator[Finding]:
    """Nobody can act exactly when there is an outcome; winners are seats; whom the game waits for can act."""
    table, seats = moment.table, range(moment.game.seats)
    outcome, legal = table.outcome, table.legal()
    if outcome is not None and not isinstance(outcome, Outcome):
        raise Unsound("an outcome is no Outcome", f"{outcome!r:.60}")
    if outcome and legal:
        yield Finding("the game is over while somebody can act", f"{dict(legal)!r:.80} with {outcome}")
    if outcome is None and not legal:
        yield Finding("nobody can act, but there is no outcome: the game goes on for ever")
    if outcome and (not isinstance(outcome.winners, tuple) or not all(type(seat) is int for seat in outcome.winners)):
        yield Advice("the winners are not a tuple of seats", repr(outcome.winners))
    if outcome and (list(outcome.winners) != sorted(set(outcome.winners)) or not set(outcome.winners) <= set(seats)):
        yield Finding("the winners are no sorted seats", repr(outcome.winners))
    if outcome and outcome.scores and not are_numbers(list(outcome.scores), moment.game.seats):
        yield Finding("the outcome's scores are not one number for each seat", repr(outcome.scores))
    if not set(table.to_act()) <= set(legal) or bool(table.to_act()) != bool(legal):
        yield Finding("it waits for somebody who cannot act", repr(table.to_act()))


def teams_share_the_seats(moment: Moment) -> Iterator[Finding]:
    """Every seat plays in exactly one team."""
    teams = moment.game.teams(moment.table.state)
    if sorted(seat for team in teams for seat in team) != list(range(moment.game.seats)):
        yield Finding("the teams do not hold every seat once", repr(teams))


def rules_are_pure(moment: Moment) -> Iterator[Finding]:
    """Asking and playing changes no state, and the same question has the same answer."""
    table, game, state = moment.table, moment.game, moment.table.state
    before = repr(state)
    for actor, action in moment.some_events(2):
        if repr(game.apply(state, actor, action)) != repr(game.apply(state, actor, action)):
            yield Finding("the same action does not always lead to the same state", repr(action))
    if game.legal(state) != table.legal():
        yield Finding("the legal actions change by themselves")
    game.facts(game.view(state, 0))
    if repr(state) != before:
        yield Finding("a state was changed by looking at it or by playing on")


def states_are_values(moment: Moment) -> Iterator[Finding]:
    """States and views are frozen and compare by value."""
    game, state = moment.game, moment.table.state
    viewer = moment.rng.choice(moment.viewers)
    yield from _not_frozen("a state", state)
    yield from _not_frozen("a view", game.view(state, viewer))
    if game.view(state, viewer) != game.view(state, viewer):
        yield Finding("two views of the same state are not equal: they must compare by value", f"for {viewer}")
    try:
        pickle.dumps(game.view(state, viewer))
    except Exception as error:
        yield Finding("a view cannot be sent to another process, where bots think", str(error))


def undo_takes_back(moment: Moment) -> Iterator[Finding]:
    """Playing and taking back leads to the same state."""
    table = moment.table
    for event in moment.some_events(1):
        before, legal = table.state, table.legal()
        table.play(*event)
        table.undo()
        if table.state != before or table.legal() != legal:
            yield Finding("taking an action back leads elsewhere", repr(event.action))


def chance_is_weighed(moment: Moment) -> Iterator[Finding]:
    """Chance's weights are positive, and only for what chance can do."""
    actions = moment.table.legal().get(CHANCE)
    if actions is None:
        return
    weights = moment.game.weights(moment.table.state)
    if not weights or not set(weights) <= set(actions):
        yield Finding("weights are given for what chance cannot do, or for nothing", repr(sorted(set(weights) - set(actions))))
    elif len(weights) < len(actions):
        yield Advice("chance could do what has no weight: it never happens", repr(sorted(set(actions) - set(weights))))
    bad = {action: weight for action, weight in weights.items() if not _is_number(weight) or weight <= 0}
    yield from (Finding("a weight is no positive number", f"{weight!r} for {action!r}") for action, weight in bad.items())


def sealed_choices_commute(moment: Moment) -> Iterator[Finding]:
    """Where choices are sealed it does not matter in which order they arrive, and none opens or closes another's."""
    game, state, legal = moment.game, moment.table.state, moment.table.legal()
    if not game.sealed(state):
        return
    events = [event for actor in moment.table.to_act()[:4] if (event := moment.filled(actor, moment.rng.choice(legal[actor])))]
    for event in events:
        after = game.legal(game.apply(state, *event))
        if any(other in after and after[other] != legal[other] for other, _ in events if other != event.actor) and game.sealed(state):
            yield Finding("a sealed choice changes what others can choose", repr(event.action))
    ends = [_applied(game, state, order) for order in permutations(events)]
    if any(not look_alike(end, ends[0]) for end in ends[1:]):
        yield Finding("the order of sealed choices changes the state", ", ".join(f"{actor}: {action}" for actor, action in events))


def open_words_are_read(moment: Moment) -> Iterator[Finding]:
    """Whatever a player writes into an open action is refused with a sentence, or becomes an action that reads the same again."""
    game, state = moment.game, moment.table.state
    for actor, actions in moment.table.legal().items():
        for action in moment.some(filter(is_open, actions), 2):
            for text in moment.some(ODD_WORDS, 6):
                try:
                    whole = game.complete(action, text)
                except Illegal as illegal:
                    if not is_complete(illegal.refusal.text):
                        yield Finding("what is written into an open action is refused without a word", f"{text!r:.60}")
                    continue
                if not _is_plain(whole):
                    yield Finding("an open action completed is not plain ASCII", f"{whole!r:.60}")
                game.apply(state, actor, whole)
                if not whole.startswith(action[:-1]) or game.complete(action, whole[len(action) - 1 :]) != whole:
                    yield Finding("an open action completed does not read the same again", f"{whole!r:.60}")


def records_replay(moment: Moment) -> Iterator[Finding]:
    """Set-up and notes are JSON; record to text to replay gives an equal state and the same digest."""
    table = moment.table
    yield from _not_json("the set-up", table.setup)
    yield from _not_json("what a record notes", moment.game.notes(table.setup))
    record = table.record()
    again = Record.parse(record.text())
    if again.digest != record.digest:
        yield Finding("a record read back has another digest")
    replayed = Table.replay(table.box, again)
    if not look_alike(replayed.state, table.state):
        yield Finding("a record read back leads to another state")


def deals_are_repeatable(moment: Moment) -> Iterator[Finding]:
    """The same luck deals the same: a game has no luck of its own."""
    seed = moment.rng.random()
    if moment.game.deal(Random(seed)) != moment.game.deal(Random(seed)):
        yield Finding("the same luck does not deal the same")


def facts_are_json(moment: Moment) -> Iterator[Finding]:
    """Every viewer's facts survive a trip through JSON, say who is to act, and hold a score for each seat if any."""
    table = moment.table
    waited = [str(actor) for actor in table.to_act()]
    for viewer in moment.viewers:
        facts = table.facts(viewer)
        yield from _not_json("the facts", facts)
        if facts.get("to_act", waited) != waited:
            yield Finding("the facts and the game do not wait for the same actors", f"{facts['to_act']} and {waited}")
        if "scores" in facts and not are_numbers(facts["scores"], moment.game.seats):
            yield Finding("the scores in the facts are not a list with a number for each seat", f"{facts['scores']!r:.60}")


def look_alike(one: Any, other: Any) -> bool:
    """Whether two values are equal and read alike; the order of a set is none of its value."""
    return one == other and (repr(one) == repr(other) or written(one) == written(other))


def are_numbers(values: Any, count: int) -> bool:
    """Whether these are so many numbers, in a list."""
    return isinstance(values, list) and len(values) == count and all(_is_number(value) for value in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)


def _is_plain(action: Any) -> bool:
    return isinstance(action, str) and action.isascii() and action.isprintable()


def _not_frozen(what: str, value: Any) -> Iterator[Finding]:
    try:
        hash(value)
    except TypeError as error:
        yield Finding(f"{what} is not frozen data", str(error))


def _not_json(what: str, value: Json) -> Iterator[Finding]:
    try:
        plain = json.loads(compact(dict(value))) == value
    except (TypeError, ValueError) as error:
        yield Finding(f"{what} cannot be written as JSON", str(error))
        return
    if not plain:
        yield Finding(f"{what} is not plain JSON: it reads back differently", f"{dict(value)!r:.60}")


def _applied(game: Any, state: Any, events: Iterable[Event]) -> Any:
    for event in events:
        state = game.apply(state, *event)
    return state
