"""A position as text to paste: a figure for `figures.toml`, or a test of a clause."""

import json
import re
from collections.abc import Mapping

from tableronde import options
from tableronde.game import CHANCE, Json, Seat, is_open
from tableronde.record import compact
from tableronde.table import Table


def as_figure(table: Table, seat: Seat | None) -> str:
    """Write the position as a figure, as a seat sees it; None is a spectator."""
    lines = ["[name-it]"]
    if table.game.seats != min(table.game.players):
        lines.append(f"players = {table.game.seats}")
    if chosen := _chosen(table):
        lines.append(f"options = {_toml(chosen)}")
    lines.append(f"setup = {_toml(dict(table.setup))}")
    if table.events:
        lines.append(f"actions = [{', '.join(_toml(action) for action in _actions(table))}]")
    if seat is not None:
        lines.append(f"eyes = {seat}")
    return "\n".join(lines) + "\n"


def as_test(table: Table, seat: Seat | None) -> str:
    """Write the position as a test: where it is, who is to act, and one action that is legal."""
    given = [_python(action) for action in _actions(table)]
    if table.game.seats != min(table.game.players):
        given.append(f"players={table.game.seats}")
    if chosen := _chosen(table):
        given.append(f"options={chosen!r}")
    given.append(f"setup={dict(table.setup)!r}")
    arguments = "".join(f"        {each},\n" for each in ("BOX", *given))
    return f"def test_r_name_the_clause() -> None:\n    here = position(\n{arguments}    )\n{_claim(table)}"


def _claim(table: Table) -> str:
    if table.outcome is not None:
        return f"    assert here.outcome is not None\n    assert here.outcome.winners == {table.outcome.winners!r}\n"
    actor = next((actor for actor in table.to_act() if actor != CHANCE), None)
    spoken = [action for action in table.legal().get(actor, ()) if not is_open(action)] if actor is not None else []
    if not spoken:
        return "    assert here.outcome is None\n"
    return f"    here.check({_python(spoken[0])}, actor={actor})\n"


def _actions(table: Table) -> list[str]:
    """Return the actions with their actors, as figures and tests write them."""
    return [f"{event.actor}: {event.action}" for event in table.events]


def _chosen(table: Table) -> dict[str, Json]:
    """Return the options that are not their defaults."""
    known = options.write(table.game.options)
    plain = options.write(table.box.game(table.game.seats).options)
    return {name: value for name, value in known.items() if plain.get(name) != value}


def _python(text: str) -> str:
    return json.dumps(text)


def _toml(value: Json) -> str:
    """Write JSON as a value of TOML in one line; what TOML cannot write (null) is left out."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(name)} = {_toml(each)}" for name, each in value.items() if each is not None)
        return f"{{ {inside} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else compact(value)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)
