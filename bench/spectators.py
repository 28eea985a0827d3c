"""Measure what an action costs the room when many spectators watch.

    python bench/spectators.py [--beside ../another-checkout] [--game SLUG …] [--spectators 300] [--actions 12]

Every spectator accepts compressed messages and only reads. The result is the room's CPU time for an action, by the clock of its
process: the median over some actions of a random game, once with a single spectator and once with all of them, each
time at a new table. With `--beside`, the same is measured in another checkout, in turns, so that both run under the same load.
The last figure is the CPU time the system needs to send the same bytes to as many bare connections: the lower bound.
"""

import argparse
import json
import multiprocessing
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from tableronde.game import is_open
from tableronde.shelf import Shelf, find

HERE = Path(__file__).resolve().parents[1]
ROOM = (  # raises the limits for connections from one address
    "viewers_per_table",
    "connections_per_address",
    "tcp_per_address",
    "tcp_burst",
    "messages_per_address",
    "requests_per_second",
    "request_burst",
)
HANDS = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
CLOCK = 2  # Linux: the clock id for the CPU time of a whole process
PING, PONG = 0x89, 0x8A  # the first byte of these frames
PAUSE = 0.15  # seconds after each action until all have read it
QUIET = 0.5  # seconds of silence after which all spectators are connected
AGAIN = 0.3  # seconds before an action that came too early is tried again


class Cost(NamedTuple):
    """The cost of one action: milliseconds of the room's CPU time, milliseconds until it was confirmed, bytes to each spectator."""

    spent: float
    confirmed: float
    sent: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", type=Path, default=None, help="another checkout to compare with")
    parser.add_argument("--spectators", type=int, default=300)
    parser.add_argument("--game", nargs="*", default=list(Shelf.installed()))
    parser.add_argument("--actions", type=int, default=12, help="the most actions to measure; a game may end before")
    chosen = parser.parse_args()
    trees = [*([chosen.beside.resolve()] if chosen.beside else []), HERE]
    with ExitStack() as stack:
        rooms = {tree: stack.enter_context(serving(tree)) for tree in trees}
        for game in chosen.game:
            for tree, (base, pid) in rooms.items():
                one, many = (measure(base, pid, game, count, chosen.actions) for count in (1, chosen.spectators))
                price = floor(chosen.spectators, int(many.sent))
                print(
                    f"{game}, {tree.name}: {many.spent:.1f} ms of CPU an action with {chosen.spectators} spectators, "
                    f"{one.spent:.1f} with one; "
                    f"confirmed after {many.confirmed:.0f} ms; sending {many.sent:.0f} bytes to each {price:.1f} ms",
                    flush=True,
                )


@contextmanager
def serving(tree: Path) -> Iterator[tuple[str, int]]:
    """Run a room with the code of a checkout; yield its address and process. Older checkouts have fewer limits."""
    command, path = [sys.executable, "-m", "tableronde.room"], {**os.environ, "PYTHONPATH": str(tree / "src")}
    known = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True, env=path).stdout
    limits = [part for name in ROOM if name in known for part in ("--limit", f"{name}=5000")]
    with tempfile.TemporaryDirectory() as folder:
        more = ["--port", "0", "--no-browser", "--data", str(Path(folder) / "data"), *limits]
        with subprocess.Popen([*command, *more], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=path) as room:
            assert room.stdout is not None
            try:
                yield room.stdout.readline().split()[-1].rstrip("/"), room.pid
            finally:
                room.terminate()


def measure(base: str, pid: int, game: str, spectators: int, actions: int) -> Cost:
    """Play at a new table with a crowd of spectators."""
    seats = [{"kind": "here", "name": f"P{seat}"} for seat in range(min(find(game).game_type.players))]
    with urlopen(Request(f"{base}/tables", json.dumps({"game": game, "seats": seats}).encode(), {"Accept": "application/json"})) as answer:
        table = json.load(answer)
    with ExitStack() as stack:
        players = [Player(stack.enter_context(connect(_seat(base, link), ping_interval=None, max_size=None))) for link in table["seats"]]
        crowd = stack.enter_context(Crowd.around(base, table["url"], spectators))
        costs = list(play(pid, players, actions, crowd, Random(game)))
    return Cost(*(median(column) for column in zip(*costs, strict=True)))


def play(pid: int, players: list["Player"], actions: int, crowd: "Crowd", rng: Random) -> Iterator[Cost]:
    """Play random actions with a pause after each, and yield their costs, until the game is over."""
    for _ in range(actions):
        ready = [(player, *choice) for player in players for choice in player.choices()]
        if not ready:
            return
        player, seat, action = rng.choice(ready)
        cpu, sent, began = time.clock_gettime(~pid << 3 | CLOCK), crowd.bytes, time.perf_counter()
        ply = player.act(seat, action)
        confirmed = time.perf_counter() - began
        for other in players:
            other.catch_up(ply)
        time.sleep(PAUSE)
        yield Cost(1000 * (time.clock_gettime(~pid << 3 | CLOCK) - cpu), 1000 * confirmed, (crowd.bytes - sent) / len(crowd.lines))


def _seat(base: str, link: str) -> str:
    table, _, token = link.partition("/seat/")
    return f"{base.replace('http', 'ws', 1)}{table}/live?feed=facts&token={token}"


class Player:
    """A program in a seat, and the last message it got."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.acts = socket, 0
        self.known: dict[str, Any] = {"turn": {"ply": -1}}
        self.catch_up(0)

    def choices(self) -> list[tuple[int, str]]:
        """Return the actions the table waits for from it, without open ones."""
        every = ((int(seat), action) for seat, actions in self.known["legal"].items() for action in actions)
        return [(seat, action) for seat, action in every if seat in self.known["turn"]["to_act"] and not is_open(action)]

    def catch_up(self, ply: int) -> None:
        """Read messages until it knows the table after this many events."""
        while self.known["turn"]["ply"] < ply:
            self._hear()

    def act(self, seat: int, action: str) -> int:
        """Act, again if it is too early; return the number of events then."""
        self.acts += 1
        while True:
            self.socket.send(json.dumps({"do": "act", "seat": seat, "action": action, "ref": self.acts}))
            while "error" not in (message := self._hear()):
                if message.get("ok") == self.acts:
                    return int(message["turn"]["ply"])
                assert "refused" not in message, message
            time.sleep(AGAIN)

    def _hear(self) -> Any:
        message = json.loads(self.socket.recv(60))
        if "legal" in message:
            self.known = message
        return message


class Crowd:
    """Spectators, all in one thread, that read and discard."""

    def __init__(self) -> None:
        self.bytes = 0
        self.lines: list[socket.socket] = []
        self.unread: defaultdict[socket.socket, bytearray] = defaultdict(bytearray)  # the beginning of a frame
        self.eyes = selectors.DefaultSelector()

    @classmethod
    @contextmanager
    def around(cls, base: str, url: str, count: int) -> Iterator["Crowd"]:
        """Connect this many spectators, and wait until they have read everything."""
        crowd, (host, port) = cls(), base.removeprefix("http://").split(":")
        hello = f"GET {url}/live?lang=fr HTTP/1.1\r\nHost: {host}\r\n{HANDS}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        reader = threading.Thread(target=crowd._read, daemon=True)
        reader.start()
        for _ in range(count):
            line = socket.create_connection((host, int(port)))
            line.sendall(hello)
            assert _head(line).startswith(b"HTTP/1.1 101")
            crowd.lines.append(line)
            crowd.eyes.register(line, selectors.EVENT_READ, line)
        before = -1
        while before != (before := crowd.bytes):
            time.sleep(QUIET)
        yield crowd
        lines, crowd.lines = crowd.lines, []
        reader.join()
        for line in lines:
            line.close()

    def _read(self) -> None:
        while self.lines or not self.bytes:
            for key, _ in self.eyes.select(0.1):
                data = key.data.recv(65536)
                self.bytes += len(data)
                if data:
                    _answer_pings(key.data, self.unread[key.data], data)
                else:
                    self.eyes.unregister(key.data)
                    print("the room has closed the connection of a spectator", file=sys.stderr)


def _head(line: socket.socket) -> bytes:
    """Read the room's answer to the handshake, and not a byte more."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1)
    return head


def _answer_pings(line: socket.socket, unread: bytearray, data: bytes) -> None:
    """Discard the data, but answer pings: connections that do not are closed."""
    unread += data
    while len(unread) >= 2:
        head = {126: 4, 127: 10}.get(unread[1], 2)
        end = head + (unread[1] if head == 2 else int.from_bytes(unread[2:head]))
        if len(unread) < max(head, end):
            return
        if unread[0] == PING:
            line.send(bytes((PONG, 0x80 | unread[1], 0, 0, 0, 0)) + unread[head:end])
        del unread[:end]


def floor(count: int, size: int, rounds: int = 20) -> float:
    """Return the milliseconds of CPU time to send this many bytes to this many connections whose other ends are reading."""
    pairs, costs, body = [], [], bytes(size)
    with socket.create_server(("127.0.0.1", 0), backlog=count) as server:
        for _ in range(count):
            reader = socket.create_connection(server.getsockname())
            pairs.append((server.accept()[0], reader))
    child = multiprocessing.get_context("fork").Process(target=_drain, args=([reader for _, reader in pairs],), daemon=True)
    child.start()
    for _ in range(rounds):
        time.sleep(PAUSE / 3)
        began = time.thread_time()
        for writer, _ in pairs:
            writer.send(body)
        costs.append(time.thread_time() - began)
    child.terminate()
    for pair in pairs:
        for end in pair:
            end.close()
    return 1000 * median(costs)


def _drain(readers: list[socket.socket]) -> None:
    eyes = selectors.DefaultSelector()
    for reader in readers:
        eyes.register(reader, selectors.EVENT_READ, reader)
    while True:
        for key, _ in eyes.select():
            key.data.recv(65536)


if __name__ == "__main__":
    main()
