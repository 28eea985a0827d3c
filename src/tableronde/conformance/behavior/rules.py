"""Checks of the rules: legal actions, states, outcomes, records and facts."""

import json
import pickle
from collections.abc import Iterable, Iterator
from itertools import permutations
from math import isfinite
from numbers import Real
from random import Random
from typing import Any

from tableronde.conformance.behavior.canonical import canonical
from tableronde.conformance.contents.texts import is_complete
from tableronde.conformance.report import Advice, Finding, Unsound
from tableronde.conformance.sampling import ODD_WORDS, Sample
from tableronde.game import CHANCE, Event, Illegal, Json, Outcome, is_open
from tableronde.record import Record, compact
from tableronde.table import Table


def actions_are_canonical(sample: Sample) -> Iterator[Finding]:
    """Actors are seats or chance; each has actions, sorted, unique, in ASCII."""
    for actor, actions in sample.table.legal().items():
        if actor != CHANCE and (type(actor) is not int or actor not in range(sample.game.seats)):
            yield Finding("an actor is neither a seat nor chance", repr(actor))
        if not actions:
            yield Finding("an actor is listed without an action", repr(actor))
        if list(actions) != sorted(set(actions)):
            yield Finding("actions are not sorted, or one is listed twice", f"those of {actor!r}")
        yield from (Finding("an action must be plain ASCII", repr(action)) for action in actions if not _is_plain(action))


def the_end_is_the_end(sample: Sample) -> Iterator[Finding]:
    """There is an outcome exactly when no one can act; winners are seats; the actors the game waits for can act."""
    table, seats = sample.table, range(sample.game.seats)
    outcome, legal = table.outcome, table.legal()
    if outcome is not None and not isinstance(outcome, Outcome):
        raise Unsound("outcome must return an Outcome or None", f"{outcome!r:.60}")
    if outcome and legal:
        yield Finding("the game is over, but legal still lists actions", f"{dict(legal)!r:.80} with {outcome}")
    if outcome is None and not legal:
        yield Finding("no one can act, but there is no outcome: the game never ends")
    if outcome and (not isinstance(outcome.winners, tuple) or not all(type(seat) is int for seat in outcome.winners)):
        yield Advice("the winners must be a tuple of seats", repr(outcome.winners))
    if outcome and (list(outcome.winners) != sorted(set(outcome.winners)) or not set(outcome.winners) <= set(seats)):
        yield Finding("the winners must be sorted seats, each listed once", repr(outcome.winners))
    if outcome and outcome.scores and not are_numbers(list(outcome.scores), sample.game.seats):
        yield Finding("the outcome's scores must be one number for each seat", repr(outcome.scores))
    if not set(table.to_act()) <= set(legal) or bool(table.to_act()) != bool(legal):
        yield Finding("to_act names an actor that cannot act", repr(table.to_act()))


def teams_share_the_seats(sample: Sample) -> Iterator[Finding]:
    """Every seat plays in exactly one team."""
    teams = sample.game.teams(sample.table.state)
    if sorted(seat for team in teams for seat in team) != list(range(sample.game.seats)):
        yield Finding("the teams must hold every seat exactly once", repr(teams))


def rules_are_pure(sample: Sample) -> Iterator[Finding]:
    """Asking and playing changes no state, and the same question has the same answer."""
    table, game, state = sample.table, sample.game, sample.table.state
    before = repr(state)
    for actor, action in sample.some_events(2):
        if repr(game.apply(state, actor, action)) != repr(game.apply(state, actor, action)):
            yield Finding("the same action leads to different states", repr(action))
    if game.legal(state) != table.legal():
        yield Finding("the legal actions change when they are asked for again")
    game.facts(game.view(state, 0))
    if repr(state) != before:
        yield Finding("a state was changed by a question or by an action")


def states_are_values(sample: Sample) -> Iterator[Finding]:
    """States and views are frozen and compare by value."""
    game, state = sample.game, sample.table.state
    viewer = sample.rng.choice(sample.viewers)
    yield from _not_frozen("a state", state)
    yield from _not_frozen("a view", game.view(state, viewer))
    if game.view(state, viewer) != game.view(state, viewer):
        yield Finding("two views of the same state must be equal: compare them by value", f"for {viewer}")
    try:
        pickle.dumps(game.view(state, viewer))
    except Exception as error:
        yield Finding("a view cannot be sent to another process, where bots think", str(error))


def undo_takes_back(sample: Sample) -> Iterator[Finding]:
    """Playing an action and undoing it leads to the same state."""
    table = sample.table
    for event in sample.some_events(1):
        before, legal = table.state, table.legal()
        table.play(*event)
        table.undo()
        if table.state != before or table.legal() != legal:
            yield Finding("undoing an action leads to another state", repr(event.action))


def chance_is_weighed(sample: Sample) -> Iterator[Finding]:
    """The weights of chance are positive, and only for its legal actions."""
    actions = sample.table.legal().get(CHANCE)
    if actions is None:
        return
    weights = sample.game.weights(sample.table.state)
    if not weights or not set(weights) <= set(actions):
        yield Finding("weights must name legal actions of chance only, and at least one", repr(sorted(set(weights) - set(actions))))
    elif len(weights) < len(actions):
        yield Advice("a legal action of chance has no weight: it never happens", repr(sorted(set(actions) - set(weights))))
    bad = {action: weight for action, weight in weights.items() if not _is_number(weight) or weight <= 0}
    yield from (Finding("a weight must be a positive number", f"{weight!r} for {action!r}") for action, weight in bad.items())


def sealed_choices_commute(sample: Sample) -> Iterator[Finding]:
    """Sealed choices can arrive in any order, and none changes the legal actions of another seat."""
    game, state, legal = sample.game, sample.table.state, sample.table.legal()
    if not game.sealed(state):
        return
    events = [event for actor in sample.table.to_act()[:4] if (event := sample.filled(actor, sample.rng.choice(legal[actor])))]
    for event in events:
        after = game.legal(game.apply(state, *event))
        if any(other in after and after[other] != legal[other] for other, _ in events if other != event.actor) and game.sealed(state):
            yield Finding("a sealed choice changes the legal actions of another seat", repr(event.action))
    ends = [_applied(game, state, order) for order in permutations(events)]
    if any(not look_alike(end, ends[0]) for end in ends[1:]):
        yield Finding("the order of sealed choices changes the state", ", ".join(f"{actor}: {action}" for actor, action in events))


def open_words_are_read(sample: Sample) -> Iterator[Finding]:
    """Any text for an open action is refused with a sentence, or becomes an action that completes to itself."""
    game, state = sample.game, sample.table.state
    for actor, actions in sample.table.legal().items():
        for action in sample.some(filter(is_open, actions), 2):
            for text in sample.some(ODD_WORDS, 6):
                try:
                    whole = game.complete(action, text)
                except Illegal as illegal:
                    if not is_complete(illegal.refusal.text):
                        yield Finding("a text for an open action is refused without a message", f"{text!r:.60}")
                    continue
                if not _is_plain(whole):
                    yield Finding("a completed open action must be plain ASCII", f"{whole!r:.60}")
                game.apply(state, actor, whole)
                if not whole.startswith(action[:-1]) or game.complete(action, whole[len(action) - 1 :]) != whole:
                    yield Finding("a completed open action must complete to itself", f"{whole!r:.60}")


def records_replay(sample: Sample) -> Iterator[Finding]:
    """Set-up and notes are JSON; record to text to replay gives an equal state and the same digest."""
    table = sample.table
    yield from _not_json("the set-up", table.setup)
    yield from _not_json("the notes of a record", sample.game.notes(table.setup))
    record = table.record()
    again = Record.parse(record.text())
    if again.digest != record.digest:
        yield Finding("a record read back has another digest")
    replayed = Table.replay(table.box, again)
    if not look_alike(replayed.state, table.state):
        yield Finding("a record read back leads to another state")


def deals_are_repeatable(sample: Sample) -> Iterator[Finding]:
    """The same seed deals the same: a game has no randomness of its own."""
    seed = sample.rng.random()
    if sample.game.deal(Random(seed)) != sample.game.deal(Random(seed)):
        yield Finding("deal must draw only with the Random it is given")


def facts_are_json(sample: Sample) -> Iterator[Finding]:
    """Every viewer's facts are JSON, say who is to act, and have a score for each seat if any."""
    table = sample.table
    waited = [str(actor) for actor in table.to_act()]
    for viewer in sample.viewers:
        facts = table.facts(viewer)
        yield from _not_json("the facts", facts)
        if facts.get("to_act", waited) != waited:
            yield Finding("to_act in the facts differs from the game's", f"{facts['to_act']} and {waited}")
        if "scores" in facts and not are_numbers(facts["scores"], sample.game.seats):
            yield Finding("the scores in the facts must be a list with a number for each seat", f"{facts['scores']!r:.60}")


def look_alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal and have the same text form, whatever the order of their sets."""
    return one == other and (repr(one) == repr(other) or canonical(one) == canonical(other))


def are_numbers(values: Any, count: int) -> bool:
    """Return whether this is a list of `count` numbers."""
    return isinstance(values, list) and len(values) == count and all(_is_number(value) for value in values)


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)


def _is_plain(action: Any) -> bool:
    return isinstance(action, str) and action.isascii() and action.isprintable()


def _not_frozen(what: str, value: Any) -> Iterator[Finding]:
    try:
        hash(value)
    except TypeError as error:
        yield Finding(f"{what} must be frozen data", str(error))


def _not_json(what: str, value: Json) -> Iterator[Finding]:
    try:
        plain = json.loads(compact(dict(value))) == value
    except (TypeError, ValueError) as error:
        yield Finding(f"{what} cannot be written as JSON", str(error))
        return
    if not plain:
        yield Finding(f"{what} must be plain JSON: it reads back differently", f"{dict(value)!r:.60}")


def _applied(game: Any, state: Any, events: Iterable[Event]) -> Any:
    for event in events:
        state = game.apply(state, *event)
    return state
