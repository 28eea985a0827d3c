"""Perspectives and commands need neither msgspec nor starlette, because they must also run in a page."""

import subprocess
import sys

import pytest

BLOCKED = ("msgspec", "starlette")
PLAIN = (
    "base.answers",
    "base.faults",
    "base.limits",
    "base.logs",
    "base.metrics",
    "base.ownership",
    "base.picture_delta",
    "base.refusals",
    "base.replies",
    "exercises.exercise",
    "exercises.lessons",
    "exercises.puzzles",
    "live.client_types",
    "live.commands",
    "live.connection",
    "live.messages",
    "live.perspective",
    "live.race",
    "live.table_description",
    "live.table_view",
    "people.guests",
    "people.keyring",
    "people.nicknames",
    "people.tokens",
    "store",
    "tables.decisions.change",
    "tables.decisions.chat",
    "tables.clocks",
    "tables.decisions.joining",
    "tables.load_session",
    "tables.decisions.pencil_notes",
    "tables.position_cache",
    "tables.decisions.proposals",
    "tables.reaction_windows",
    "tables.result_texts",
    "saved.saved",
    "saved.settings",
    "tables.table_session",
    "tables.timers",
)

BLOCKING = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Blocked())
import importlib
importlib.import_module({module!r})
assert not set(sys.modules) & set({blocked!r})
"""


def _import_blocked(module: str) -> "subprocess.CompletedProcess[str]":
    code = BLOCKING.format(blocked=BLOCKED, module=module)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", PLAIN)
def test_it_is_imported_where_neither_can_be(name: str) -> None:
    done = _import_blocked(f"tableronde.room.{name}")
    assert done.returncode == 0, done.stderr


def test_what_is_blocked_is_blocked() -> None:
    assert "blocked: msgspec" in _import_blocked("tableronde.room.base.encoding").stderr
    assert "blocked: starlette" in _import_blocked("tableronde.room.live.outbox").stderr
