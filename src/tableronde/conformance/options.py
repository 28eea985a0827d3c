"""Promises about what can be chosen before a game: every option can be played, and a set-up that will not do is refused in words."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import is_dataclass
from random import Random
from typing import Any, Final

from tableronde.arena import stroll
from tableronde.box import Box
from tableronde.conform.moments import Moment
from tableronde.conform.report import Advice, Finding, blame
from tableronde.conform.words import is_complete
from tableronde.game import Json, Setup
from tableronde.options import Option, Unfit, implied, options_of
from tableronde.table import Table

ODD: Final[tuple[Json, ...]] = (None, -1, 10**9, 1.5, True, "", "nonsense", [], {}, [None], [[]], {"x": 1})
SOME: Final = 20  # events for which a choice is tried
MOST: Final = 4  # values of one option


def options_can_be_played(box: Box) -> Iterator[Finding]:
    """Whatever can be chosen can be played, or is refused in words; what is left open comes to something the game knows."""
    kind = box.game_type.options_type
    known = options_of(kind)
    if not is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
        yield Advice("the options are not a frozen dataclass", kind.__name__)
    for option in known:
        strange = [word for word in option.names if option.words and word not in option.words]
        yield from (Finding(f"the option {option.name} names a word that it does not have", word) for word in strange)
    yield from _implied(kind, {option.name for option in known})
    for option in known:
        for value in _values(option):
            yield from _played(box, {option.name: value})


def setups_are_read(moment: Moment) -> Iterator[Finding]:
    """A set-up that will not do is refused with a sentence; one that is taken can be played, and stays as it was."""
    for setup in [moment.game.deal(moment.rng) for _ in range(3)]:
        given = deepcopy(dict(setup))
        moment.game.start(setup)
        if setup != given:
            yield Finding("start changes the set-up it is given", f"{given!r:.60}")
    for odd in moment.some(_odd_setups(deepcopy(dict(moment.table.setup))), 12):
        yield from _started(moment, odd)


def _implied(kind: type, known: set[str]) -> Iterator[Finding]:
    """What the options say is played where they are left open."""
    options = kind()
    strange = sorted(set(options.implied()) - known) if hasattr(options, "implied") else []
    yield from (Finding("implied names an option that is not there", name) for name in strange)
    implied(options)


def _values(option: Option) -> list[Json]:
    """Some values of an option, its bounds among them."""
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
    """What is wrong with a choice, at the smallest table it is for."""
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


def _odd_setups(setup: Setup) -> Iterator[dict[str, Json]]:
    """Set-ups with something missing, something more, or something else."""
    yield from ({}, {**setup, "nonsense": 1})
    for key in setup:
        yield {name: value for name, value in setup.items() if name != key}
        yield from ({**setup, key: odd} for odd in ODD)
        if isinstance(setup[key], list) and setup[key]:
            yield from ({**setup, key: [*setup[key][1:], odd]} for odd in (*ODD, *setup[key][:1]))
            yield {**setup, key: setup[key][1:]}


def _started(moment: Moment, setup: dict[str, Json]) -> Iterator[Finding]:
    try:
        state: Any = moment.game.start(setup)
    except ValueError as error:
        if not str(error).strip():
            yield Advice("a set-up is refused without a word", f"{setup!r:.60}")
        return
    except Exception as error:
        cause, said = blame(error)
        yield Advice(f"{cause}, where a set-up should be refused with ValueError", f"{said}, of {setup!r:.60}")
        return
    try:
        moment.game.legal(state)
        moment.game.facts(moment.game.view(state, 0))
    except Exception as error:
        cause, said = blame(error)
        yield Advice(f"start takes a set-up that cannot be played: {cause}", f"{said}, of {setup!r:.60}")
