"""The quick siege tests: each attack once, briefly, on a room of its own or a shared one. They check what the room did."""

import importlib
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from siege.ping import worked
from siege.target import Target, target
from support.rooms import Server, serving

SHARED = ("headers", "pings", "fragments", "ahead", "bodies", "bombs")
HASTE = ("--limit", "header_seconds=1", "--limit", "body_seconds=1")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A room that waits for nobody."""
    with serving(tmp_path_factory.mktemp("siege") / "data", *HASTE) as running:
        yield running


@pytest.mark.parametrize("name", SHARED)
def test_the_room_holds(name: str, server: Server, tmp_path: Path) -> None:
    with target(server, tmp_path) as aim:
        aim.source = f"127.0.1.{SHARED.index(name) + 1}"
        outcome = importlib.import_module(f"siege.attack_{name}").attack(aim, 0.6)
        assert outcome.held, outcome.told
        assert aim.honest()
        assert aim.metric("faults_total") == 0


def test_silent_connections_do_not_use_up_the_room(tmp_path: Path) -> None:
    from siege import attack_silent

    with serving(tmp_path / "data", *HASTE, before=attack_silent.BEFORE) as server, target(server, tmp_path) as aim:
        outcome = attack_silent.attack(aim, 0.5)
        assert outcome.held, outcome.told


def test_every_attack_is_a_module_with_one_function() -> None:
    for path in Path(__file__).parent.glob("attack_*.py"):
        module = importlib.import_module(f"siege.{path.stem}")
        assert module.__doc__
        assert callable(module.attack)
        assert module.attack.__annotations__["target"] is Target


def test_work_is_told_apart_from_waiting() -> None:
    """The siege's measure is the CPU time of a process in all its threads, not its waiting time."""
    before, began = worked(os.getpid()), time.process_time()
    time.sleep(0.3)
    asleep = worked(os.getpid()) - before
    worker = threading.Thread(target=lambda: sum(range(20_000_000)))
    worker.start()
    worker.join()
    spent = 1000 * (time.process_time() - began)
    assert asleep < spent / 2
    assert worked(os.getpid()) - before >= 0.5 * spent
