"""Shared code of many tests: recorded games, and tables in the middle of a game."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tableronde.box import Box
from tableronde.game import Actor, Illegal, read_actor
from tableronde.record import compact
from tableronde.shelf import Shelf
from tableronde.table import Table

SHELF = tuple(box.slug for box in Shelf.installed().boxes())  # the installed games, in the order of the shelf
OUTSIDE = Path(__file__).parents[1] / "outside"  # games by third parties
VECTORS = Path(__file__).parents[1] / "vectors"


@cache
def vectors(slug: str) -> list[Any]:
    """Return the recorded games of a game."""
    return [json.loads(line) for line in (VECTORS / f"{slug}.jsonl").read_text(encoding="ascii").splitlines()]


def check_vector(box: Box, vector: Any) -> None:
    """Replay a recorded game, comparing legal actions and facts at every step, string for string."""
    table = Table(box, vector["players"], vector["options"], vector["setup"])
    for i, step in enumerate(vector["steps"]):
        legal = {str(actor): list(actions) for actor, actions in table.legal().items()}
        facts = table.facts()
        assert {actor: len(actions) for actor, actions in legal.items()} == step["actors"], f"step {i}"
        assert facts == step.get("full", facts), f"step {i}"
        assert (hashed(legal), hashed(facts)) == (step["legal"], step["facts"]), f"step {i}"
        if "play" in step:
            actor, action = step["play"]
            table.play(read_actor(actor), action)


def hashed(value: Any) -> str:
    """Return the hash that recorded games store of a value."""
    return hashlib.sha256(compact(value).encode("ascii")).hexdigest()[:16]


def played(table: Table, actions: str | Iterable[str]) -> Table:
    """Play these actions, each as the only actor whose turn it is."""
    for action in actions.split() if isinstance(actions, str) else actions:
        [actor] = table.to_act()
        table.play(actor, action)
    return table


def refused(table: Table, action: str, clause: str, actor: Actor | None = None) -> str:
    """Check that an action is refused for that clause, in both languages, and changes nothing; return the English sentence."""
    before = table.state
    with pytest.raises(Illegal) as caught:
        table.play(next(iter(table.to_act()), 0) if actor is None else actor, action)
    refusal = caught.value.refusal
    assert refusal.clause == clause
    assert refusal.text.fr
    assert refusal.text.en
    assert refusal.text.fr != refusal.text.en
    assert "{" not in refusal.text.named(table.names).fr
    assert table.state is before
    return refusal.text.en


def plies(table: Table, actions: str) -> Iterator[Table]:
    """Yield the table after each of these actions."""
    for action in actions.split():
        yield played(table, [action])


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Simulate a keyboard on which these lines are typed and which is then closed."""
    left = list(lines)

    def read(prompt: str = "") -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", read)
