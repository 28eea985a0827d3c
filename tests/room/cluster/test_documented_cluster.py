"""The commands of the guide start a cluster on the guide's own files, and no process shows a password in its command."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from support.stores import new_schema
from tableronde.room.bus.nats_server import Server as Nats

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = (DOCS / "guides" / "deploy.md").read_text().replace("\\\n", " ")
PASSWORDS = {"NODE_PASSWORD": "n0de-secret", "MINDS_PASSWORD": "m1nds-secret"}
PATIENCE = 60.0


def _find_command(name: str) -> list[str]:
    [command] = re.findall(rf"^tableronde {name} ([^#\n]*)", GUIDE, re.MULTILINE)
    return shlex.split(command)


@contextmanager
def _started(words: list[str], secret: dict[str, str], log: Path) -> Iterator[tuple[str, int]]:
    """Run a documented command on loopback ports; yield its address and its process."""
    command = [sys.executable, "-m", "tableronde", *words]
    with log.open("a") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **secret})
    assert process.stdout is not None
    try:
        with process.stdout:
            said = process.stdout.readline()
        assert said.startswith("Table Ronde"), log.read_text()
        yield said.split()[-1].rstrip("/"), process.pid
    finally:
        process.terminate()
        process.wait(PATIENCE)


async def _until_ready(base: str) -> dict[str, object]:
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(base_url=base, timeout=10) as web:
        while (answer := await web.get("/readyz", headers={"Host": "localhost"})).status_code != 200:
            await asyncio.sleep(0.1)
    found: dict[str, object] = answer.json()
    return found


def _give_password(by_file: bool, user: str, folder: Path) -> dict[str, str]:
    """Return how a process learns the password of its user, as documented."""
    if not by_file:
        return {"TABLERONDE_BUS_PASSWORD": PASSWORDS[user]}
    file = folder / user
    file.write_text(PASSWORDS[user] + "\n")
    return {"TABLERONDE_BUS_PASSWORD_FILE": str(file)}


@pytest.mark.parametrize("by_file", [False, True], ids=["environment", "file"])
def test_the_documented_commands_work_with_the_documented_file_of_the_bus(by_file: bool, postgres: str, tmp_path: Path) -> None:
    nats = Nats(tmp_path / "nats.log", more=("-c", str(DOCS / "deploy" / "nats.conf")), environment=PASSWORDS)
    bus, store = nats.url.removeprefix("nats://"), new_schema(postgres)
    places = {"bus:4222": bus, "postgresql://tableronde@db/tableronde": store, "0.0.0.0": "127.0.0.1"}
    with ExitStack() as stack:
        stack.callback(nats.stop)
        nats.start()
        assert nats.process is not None
        bases, processes = [], [nats.process.pid]
        for node in ("node0", "node1"):
            words = ["serve", *(_replace(word, places) for word in _find_command("serve"))]
            words += ["--port", "0", "--data", str(tmp_path / node), "--no-browser", "--workers", "1"]
            secret = _give_password(by_file, "NODE_PASSWORD", tmp_path)
            base, process = stack.enter_context(_started(words, secret, tmp_path / f"{node}.log"))
            bases.append(base)
            processes.append(process)
        words = ["workers", *(_replace(word, places) for word in _find_command("workers")), "--workers", "1"]
        secret = _give_password(by_file, "MINDS_PASSWORD", tmp_path)
        processes.append(stack.enter_context(_started(words, secret, tmp_path / "workers.log"))[1])
        assert [asyncio.run(_until_ready(base))["bus"] for base in bases] == ["ok", "ok"]
        commands = [Path(f"/proc/{process}/cmdline").read_bytes() for process in processes]
        assert not any(password.encode() in command for password in PASSWORDS.values() for command in commands)


def _replace(word: str, places: dict[str, str]) -> str:
    for old, new in places.items():
        word = word.replace(old, new)
    return word
