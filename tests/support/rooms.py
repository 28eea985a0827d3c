"""Shared code of the room's tests: a real server on a loopback port, and people and programs that use it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
TOKEN = "for the operator"
PATIENCE = 60.0  # on a busy machine
LIMITS = ("--limit", "metrics_seconds=0", "--limit", "review_seconds=6", "--limit", f"closing_seconds={PATIENCE:.0f}")


@dataclass
class Server:
    """A room in a process of its own."""

    process: "subprocess.Popen[str]"
    base: str
    log: Path


@contextmanager
def serving(data: Path, *more: str, before: Sequence[str] = (), told: bool = True, python: str | Path = sys.executable) -> Iterator[Server]:
    """Run a room with its data in a folder; it is stopped cleanly at the end. `before` is a prefix of the command."""
    command = [*before, str(python), "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(data), *more]
    command += ["--metrics-token", TOKEN, *LIMITS] if told else []
    log = data.with_suffix(".log")
    with log.open("a") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        with process.stdout:
            said = process.stdout.readline()
            assert said.startswith("Table Ronde: http"), log.read_text()
            yield Server(process, said.split()[-1].rstrip("/"), log)
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(PATIENCE)


@dataclass
class Line:
    """An open socket. Every message is recorded as it came."""

    socket: ClientConnection
    heard: list[str] = field(default_factory=list)

    def say(self, do: str, **more: Any) -> None:
        """Send a message."""
        self.socket.send(msgspec.json.encode({"do": do, **more}).decode())

    def hear(self, timeout: float = PATIENCE) -> Message:
        """Return the next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Message = msgspec.json.decode(text)
        return message

    def until(self, wanted: "str | Callable[[Message], bool]") -> Message:
        """Return the first message with a key, or for which a predicate holds; those before it are skipped."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.hear(end - time.monotonic())
            if wanted in message if isinstance(wanted, str) else wanted(message):
                return message
        raise TimeoutError(wanted)

    def asked(self, do: str, key: str, **more: Any) -> Any:
        """Send a message, and return what comes back under a key."""
        self.say(do, **more)
        return self.until(key)[key]

    def act(self, action: str, seat: int, ref: int = 1) -> Message:
        """Play an action; return the message that confirms it."""
        self.say("act", action=action, seat=seat, ref=ref)
        answer = self.until(lambda message: message.get("ok") == ref or message.get("refused", {}).get("ref") == ref)
        assert "ok" in answer, answer
        return answer


class Person:
    """Somebody with a browser: cookies, pages, sockets."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.web = httpx.Client(base_url=base, timeout=PATIENCE)

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *error: object) -> None:
        self.web.close()

    def numbers(self) -> str:
        """Return the metrics, as an operator reads them."""
        return self.web.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text

    def whole(self, table: Message) -> Message:
        """Return a table's page with all its events, requested in parts."""
        page: Message = self.web.get(f"{table['url']}.json?since=0").json()
        while (got := len(page["heard"])) < page["turn"]["ply"]:
            page["heard"] += self.web.get(f"{table['url']}.json?since={got}").json()["heard"]
        return page

    def open(self, game: str, *seats: Message, **more: Any) -> Message:
        """Open a table; return its id, address and the links of its seats."""
        answer = self.web.post("/tables", json={"game": game, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        table: Message = answer.json()
        return table

    @contextmanager
    def at(self, table: str, **query: Any) -> Iterator[Line]:
        """Open a socket at a table with this person's cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.web.cookies.items())
        address = f"{self.base.replace('http', 'ws', 1)}/t/{table}/live?{urlencode({'lang': 'en', **query})}"
        with connect(address, additional_headers={"Cookie": cookies} if cookies else {}, max_size=None, close_timeout=1) as socket:
            yield Line(socket)


ME: Message = {"kind": "me", "name": "Ana"}
HERE: Message = {"kind": "here", "name": "Bo"}
OPEN: Message = {"kind": "open"}


def bot(level: str) -> Message:
    """Return a seat for a bot."""
    return {"kind": "bot", "level": level}


def token_of(link: str) -> str:
    """Return the token in a seat's link."""
    return link.rpartition("/")[2]
