"""Checks that a game is the same in another process: records are read years later, and bots think in other processes.

Python orders sets differently in every process. Only another process shows what depends on that order, on `hash` or on `id`.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tableronde.box import Box
from tableronde.conformance.behavior.canonical import canonical
from tableronde.conformance.report import Advice, Finding
from tableronde.game import Json
from tableronde.plugins import loader
from tableronde.record import Record
from tableronde.shelf import load
from tableronde.table import Table
from tableronde.text import LANGUAGES

PLACES: Final = 12  # positions of a game that are compared
SEED: Final = "PYTHONHASHSEED"
HERE: Final = "TABLERONDE_ELSEWHERE"  # set in the other process, so that it starts no further one
PICTURE: Final = "the picture"
ASPECTS: Final[dict[str, Callable[[Table], Any]]] = {
    "the state": lambda table: canonical(table.state),
    "the legal actions": lambda table: [(str(actor), list(actions)) for actor, actions in table.legal().items()],
    "the facts": lambda table: [table.facts(seat) for seat in (None, *range(table.game.seats))],
    PICTURE: lambda table: [table.scene().json(language) for language in LANGUAGES],
    "the log": lambda table: [str(text) for text in table.tale(None, max(0, table.plies - 1))],
}


def games_are_the_same_elsewhere(box: Box, records: Sequence[Record]) -> Iterator[Finding]:
    """Games played here give the same results in another process."""
    place = _place(box)
    if place is None or not records or HERE in os.environ:
        return
    asked = json.dumps({"place": place, "records": [record.json() for record in records]})
    command = [sys.executable, "-m", "tableronde.conformance.behavior.other_process"]
    run = subprocess.run(command, input=asked, capture_output=True, text=True, env=_another_world(), check=False)
    if run.returncode:
        yield Finding("a game cannot be replayed in another process", run.stderr.strip().rpartition("\n")[2])
        return
    for record, there in zip(records, json.loads(run.stdout.rpartition("\n")[2]), strict=False):
        here = _digests(box, record)
        for name in [name for name in ASPECTS if here[name] != there[name]]:
            kind = Advice if name == PICTURE else Finding  # the order of shapes matters only where they overlap
            yield kind(f"{name} differs from one process to the next: it depends on the order of a set, on hash or on id", record.game)


def _another_world() -> dict[str, str]:
    """Return the environment of the other process: the same modules, but sets in another order."""
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return {**os.environ, SEED: "1" if os.environ.get(SEED) != "1" else "2", "PYTHONPATH": found, HERE: "1"}


def _place(box: Box) -> str | None:
    """Return where another process finds this box; None if it was built at run time."""
    name = box.game_type.__module__
    for module in (name, name.rpartition(".")[0]):
        if module and getattr(sys.modules.get(module), "BOX", None) is box:
            return loader.place(module) or f"{module}:BOX"
    return None


def _digests(box: Box, record: Record) -> dict[str, str]:
    """Compute a digest of each aspect of a game over some of its positions."""
    table = Table.replay(box, record)
    step = max(1, table.plies // PLACES)
    moments = [table.at(ply) for ply in range(0, table.plies + 1, step)]
    return {name: _digest([look(sample) for sample in moments]) for name, look in ASPECTS.items()}


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()


def main() -> None:
    """Read records, and write their digests in this process."""
    asked = json.load(sys.stdin)
    print("\n" + json.dumps(_answers(asked["place"], asked["records"])), end="")


def _answers(place: str, records: Sequence[Json]) -> list[dict[str, str]]:
    """Compute the digests of games; none if the box cannot be found from here, as in a script being run."""
    try:
        box = load(place)
    except LookupError:
        return []
    return [_digests(box, Record.read(record)) for record in records]


if __name__ == "__main__":
    main()
