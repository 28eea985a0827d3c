"""Checks of options and set-ups: every option can be played, and an unsuitable set-up is refused with a sentence."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import is_dataclass
from random import Random
from typing import Any, Final

from tableronde.box import Box
from tableronde.conformance.contents.texts import is_complete
from tableronde.conformance.report import Advice, Finding, blame
from tableronde.conformance.sampling import Sample
from tableronde.game import Json, Setup
from tableronde.options import Option, Unfit, implied, options_of
from tableronde.play.arena import stroll
from tableronde.table import Table

ODD: Final[tuple[Json, ...]] = (None, -1, 10**9, 1.5, True, "", "nonsense", [], {}, [None], [[]], {"x": 1})
SOME: Final = 20  # events played with each choice
MOST: Final = 4  # values tried of one option


def options_can_be_played(box: Box) -> Iterator[Finding]:
    """Every choice can be played or is refused with a sentence; options left out stand for values the game knows."""
    kind = box.game_type.options_type
    known = options_of(kind)
    if not is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield Advice("the options are not a frozen dataclass", kind.__name__)
    for option in known:
        strange = [word for word in option.names if option.words and word not in option.words]
        yield from (Finding(f"the option {option.name} names a word that is not one of its values", word) for word in strange)
    yield from _implied(kind, {option.name for option in known})
    for option in known:
        for value in _values(option):
            yield from _played(box, {option.name: value})


def setups_are_read(sample: Sample) -> Iterator[Finding]:
    """An unsuitable set-up is refused with a sentence; one that is accepted can be played and is not changed."""
    for setup in [sample.game.deal(sample.rng) for _ in range(3)]:
        given = deepcopy(dict(setup))
        sample.game.start(setup)
        if setup != given:
            yield Finding("start changes the set-up it is given: it must leave it as it is", f"{given!r:.60}")
    for odd in sample.some(_unsuitable_setups(deepcopy(dict(sample.table.setup))), 12):
        yield from _started(sample, odd)


def _implied(kind: type, known: set[str]) -> Iterator[Finding]:
    """Check the values that the options declare for choices left out."""
    options = kind()
    strange = sorted(set(options.implied()) - known) if hasattr(options, "implied") else []
    yield from (Finding("implied names an option that does not exist", name) for name in strange)
    implied(options)


def _values(option: Option) -> list[Json]:
    """List some values of an option, including its bounds."""
    match option.kind:
        case "bool":
            return [True, False]
        case "int":
            bounds = [bound for bound in (option.low, option.high) if bound is not None]
            return [*bounds, *(int(name) for name in option.names)][:MOST]
        case "word":
            return list(option.words[:MOST])
        case "words":
            return [[], list(option.words[:1]), list(option.words)]


def _played(box: Box, options: dict[str, Json]) -> Iterator[Finding]:
    """Yield the problems of a choice, at the smallest table that allows it."""
    for seats in box.game_type.players:
        try:
            table, rng = Table(box, seats, options, rng=Random(0)), Random(0)
            while table.legal() and table.plies < SOME and stroll(table, rng):
                pass
        except Unfit as unfit:
            if not is_complete(unfit.text):
                yield Finding("a choice is refused in one language only", f"{options}: {unfit.text}")
            continue
        except Exception as error:
            cause, said = blame(error)
            yield Finding(cause, f"with {options}: {said}")
        return


def _unsuitable_setups(setup: Setup) -> Iterator[dict[str, Json]]:
    """Yield set-ups with a key missing, added or changed."""
    yield from ({}, {**setup, "nonsense": 1})
    for key in setup:
        yield {name: value for name, value in setup.items() if name != key}
        yield from ({**setup, key: odd} for odd in ODD)
        if isinstance(setup[key], list) and setup[key]:
            yield from ({**setup, key: [*setup[key][1:], odd]} for odd in (*ODD, *setup[key][:1]))
            yield {**setup, key: setup[key][1:]}


def _started(sample: Sample, setup: dict[str, Json]) -> Iterator[Finding]:
    try:
        state: Any = sample.game.start(setup)
    except ValueError as error:
        if not str(error).strip():
            yield Advice("a set-up is refused without a message", f"{setup!r:.60}")
        return
    except Exception as error:
        cause, said = blame(error)
        yield Advice(f"{cause}: an unsuitable set-up must be refused with ValueError", f"{said}, of {setup!r:.60}")
        return
    try:
        sample.game.legal(state)
        sample.game.facts(sample.game.view(state, 0))
    except Exception as error:
        cause, said = blame(error)
        yield Advice(f"start accepts a set-up that cannot be played: {cause}", f"{said}, of {setup!r:.60}")
