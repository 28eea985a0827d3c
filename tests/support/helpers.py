"""What many tests share: recorded games, and tables that have got somewhere."""

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

SHELF = tuple(Shelf.installed())  # the games that are installed, by slug
OUTSIDE = Path(__file__).parent / "outside"  # strangers' games
VECTORS = Path(__file__).parent / "vectors"


@cache
def vectors(slug: str) -> list[Any]:
    """The recorded games of a game."""
    return [json.loads(line) for line in (VECTORS / f"{slug}.jsonl").read_text(encoding="ascii").splitlines()]


def check_vector(box: Box, vector: Any) -> None:
    """Play a recorded game, and compare legal actions and facts at every step, string for string."""
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
    """What the recorded games keep of a value."""
    return hashlib.sha256(compact(value).encode("ascii")).hexdigest()[:16]


def played(table: Table, actions: str | Iterable[str]) -> Table:
    """The table after these actions, each by the one actor the table waits for."""
    for action in actions.split() if isinstance(actions, str) else actions:
        [actor] = table.to_act()
        table.play(actor, action)
    return table


def refused(table: Table, action: str, clause: str, actor: Actor | None = None) -> str:
    """The action is refused for that clause, in both languages, and nothing changes; gives the English sentence."""
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
    """The table after each of these actions."""
    for action in actions.split():
        yield played(table, [action])


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Somebody at the keyboard types these lines and then closes it."""
    left = list(lines)

    def read(prompt: str = "") -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", read)
