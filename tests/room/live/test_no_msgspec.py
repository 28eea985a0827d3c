"""Perspectives and commands need neither msgspec nor starlette, because they must also run in a page."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import tableronde.room

ROOM = Path(tableronde.room.__file__).parent
BLOCKED = ("msgspec", "starlette")
FOLDERS = ("saved", "tables", "live", "exercises", "people")
SERVER_ONLY = ("live.socket", "live.outbox", "live.message_decoder")  # what encodes and sends
BASE = ("answers", "faults", "limits", "logs", "log_events", "metrics", "ownership", "picture_delta", "refusals", "replies")

IMPORTING = """
import json, sys
blocked, names = json.loads(sys.argv[1])
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocked())
import importlib
faults = {}
for name in names:
    try:
        importlib.import_module("tableronde.room." + name)
    except ImportError as error:
        faults[name] = str(error)
assert not set(sys.modules) & set(blocked)
print(json.dumps(faults))
"""


def find_modules(folder: str) -> list[str]:
    paths = sorted((ROOM / folder).rglob("*.py"))
    return [".".join(path.relative_to(ROOM).with_suffix("").parts).removesuffix(".__init__") for path in paths]


PLAIN = [
    *(name for folder in FOLDERS for name in find_modules(folder) if name not in SERVER_ONLY),
    *(f"base.{name}" for name in BASE),
    "store",
]


@cache
def import_blocked() -> dict[str, str]:
    """Import all of them in one process in which neither can be imported; return what went wrong, by module."""
    command = [sys.executable, "-c", IMPORTING, json.dumps([BLOCKED, [*PLAIN, *SERVER_ONLY, "base.encoding"]])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    faults: dict[str, str] = json.loads(done.stdout)
    return faults


@pytest.mark.parametrize("name", PLAIN)
def test_it_is_imported_where_neither_can_be(name: str) -> None:
    assert name not in import_blocked()


def test_what_is_blocked_is_blocked() -> None:
    assert import_blocked().keys() == {"live.outbox", "live.socket", "live.message_decoder", "base.encoding"}
    assert import_blocked()["base.encoding"] == "blocked: msgspec"
    assert import_blocked()["live.outbox"] == "blocked: starlette"
