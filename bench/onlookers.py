"""What an action costs the room when many look on: python bench/onlookers.py [PYTHON] [--onlookers 300] [--game SLUG] [--actions N]

Every onlooker takes compressed messages and only reads. PYTHON is the interpreter of the tree to be measured (default: this one).
What is measured is processor time, which does not depend on what else the machine does; beside it, what the system asks for
handing the same bytes to as many connections with nothing around it: less is not possible.
"""

import argparse
import json
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

ROOM = ("--limit", "viewers_per_table=5000", "--limit", "connections_per_address=5000")
EDGE = ("tcp_per_address", "tcp_burst", "messages_per_address")  # limits older rooms do not know
HANDS = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"


def main() -> None:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", default=sys.executable)
    parser.add_argument("--onlookers", type=int, default=300)
    parser.add_argument("--game", default="four-circles")
    parser.add_argument("--actions", type=int, default=16)
    chosen = parser.parse_args()
    help_text = subprocess.run([chosen.python, "-m", "tableronde.room", "--help"], capture_output=True, text=True, check=True).stdout
    limits = [*ROOM, *(part for name in EDGE if name in help_text for part in ("--limit", f"{name}=5000"))]
    with tempfile.TemporaryDirectory() as folder:
        command = [chosen.python, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(Path(folder) / "data"), *limits]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as room:
            assert room.stdout is not None
            measure(room.pid, room.stdout.readline().split()[-1].rstrip("/"), chosen)
            room.terminate()


def measure(pid: int, base: str, chosen: argparse.Namespace) -> None:
    """Play at a table with and without a crowd around it."""
    body = json.dumps({"game": chosen.game, "seats": [{"kind": "me", "name": "A"}, {"kind": "here", "name": "B"}]}).encode()
    with urlopen(Request(f"{base}/tables", body, {"Content-Type": "application/json"})) as answer:
        table = json.load(answer)
    token = table["seats"][0].rpartition("/")[2], table["seats"][1].rpartition("/")[2]
    players = [
        connect(f"{base.replace('http', 'ws')}{table['url']}/live?feed=facts&seat={i}&token={token[i]}", ping_interval=None) for i in (0, 1)
    ]
    alone, _, _ = play(pid, players, chosen.actions, None)
    lone = Crowd(base, table["url"], 1)
    one, _, _ = play(pid, players, chosen.actions, lone)
    crowd = Crowd(base, table["url"], chosen.onlookers - 1)
    cost, confirmed, sent = play(pid, players, chosen.actions, crowd)
    print(
        f"{chosen.game}, {chosen.onlookers} onlookers: {cost:.1f} ms of the room an action, {one:.1f} with one, {alone:.1f} with none;",
        end=" ",
    )
    print(
        f"the system's price for {sent:.0f} bytes to each {floor(chosen.onlookers, int(sent)):.1f} ms; confirmed after {confirmed:.1f} ms"
    )
    for player in players:
        player.close()


def play(pid: int, players: list[Any], actions: int, crowd: "Crowd | None") -> tuple[float, float, float]:
    """Some actions, a pause after each: milliseconds of processor time of one, until its confirmation, and bytes to each onlooker."""
    state = [latest(player) for player in players]
    before, sent, times = cpu(pid), crowd.bytes if crowd else 0, []
    for i in range(actions):
        [seat, *_] = state[0]["turn"]["to_act"]
        action = state[seat]["legal"][str(seat)][0]
        began = time.perf_counter()
        players[seat].send(json.dumps({"do": "act", "seat": seat, "action": action, "ref": i}))
        state[seat] = until(players[seat], _is("ok", i))
        times.append(time.perf_counter() - began)
        ply = state[seat]["turn"]["ply"]
        other = 1 - seat
        state[other] = until(players[other], _at(ply))
        time.sleep(0.15)
    spent, median = (cpu(pid) - before) / actions, 1000 * sorted(times)[len(times) // 2]
    return spent, median, (crowd.bytes - sent) / actions / len(crowd.lines) if crowd else 0.0


def latest(player: Any) -> Any:
    """What a player knows now."""
    player.send(json.dumps({"do": "pick", "picked": []}))
    player.send(json.dumps({"do": "ping"}))
    found = getattr(player, "known", None)
    while "pong" not in (message := json.loads(player.recv(60))):
        found = message if "legal" in message else found
    player.known = found
    return found


def until(player: Any, wanted: Callable[[Any], bool]) -> Any:
    """The first message of which something is true."""
    while not wanted(message := json.loads(player.recv(60))):
        pass
    player.known = message
    return message


def _is(key: str, value: int) -> Callable[[Any], bool]:
    return lambda message: bool(message.get(key) == value)


def _at(ply: int) -> Callable[[Any], bool]:
    return lambda message: bool(message.get("turn", {}).get("ply") == ply)


def cpu(pid: int) -> float:
    """Milliseconds of processor time that all threads of a process have had."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e6


def floor(count: int, size: int, rounds: int = 20) -> float:
    """Milliseconds of processor time for handing so many bytes to so many connections whose other ends read."""
    pairs, body = [], bytes(size)
    with socket.create_server(("127.0.0.1", 0)) as server:
        for _ in range(count):
            reader = socket.create_connection(server.getsockname())
            pairs.append((server.accept()[0], reader))
    spent = 0.0
    for _ in range(rounds):
        began = time.thread_time()
        for writer, _ in pairs:
            writer.send(body)
        spent += time.thread_time() - began
        for _, reader in pairs:
            reader.recv(65536)
    for pair in pairs:
        for end in pair:
            end.close()
    return 1000 * spent / rounds


class Crowd:
    """People who look on, all in one thread: they read and throw away."""

    def __init__(self, base: str, url: str, count: int) -> None:
        self.bytes = 0
        host, port = base.removeprefix("http://").split(":")
        hello = f"GET {url}/live?lang=fr HTTP/1.1\r\nHost: {host}\r\n{HANDS}Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n".encode()
        self.eyes = selectors.DefaultSelector()
        self.lines = []
        for _ in range(count):
            line = socket.create_connection((host, int(port)))
            line.sendall(hello)
            assert line.recv(12) == b"HTTP/1.1 101"
            self.eyes.register(line, selectors.EVENT_READ, line)
            self.lines.append(line)
        threading.Thread(target=self._read, daemon=True).start()
        time.sleep(3)

    def _read(self) -> None:
        while True:
            for key, _ in self.eyes.select():
                self.bytes += len(key.data.recv(65536))


if __name__ == "__main__":
    main()
