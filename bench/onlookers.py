"""What an action costs the room when many look on: python bench/onlookers.py [PYTHON] [--onlookers 300] [--game SLUG] [--actions N]

Every onlooker takes compressed messages and only reads. PYTHON is the interpreter of the tree to be measured (default: this one).
"""

import argparse
import json
import os
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
    (alone, _), _, _ = play(pid, players, chosen.actions, None)
    crowd = Crowd(base, table["url"], chosen.onlookers)
    (cost, system), confirmed, sent = play(pid, players, chosen.actions, crowd)
    own, base_cost = f"{cost * 1000:.1f} ms of the room an action, {system * 1000:.1f} of them the system's", f"{alone * 1000:.1f}"
    print(f"{chosen.game}, {chosen.onlookers} onlookers: {own} ({base_cost} without them); {sent:.0f} bytes to each;", end=" ")
    print(f"confirmed after {confirmed * 1000:.1f} ms (median)")
    for player in players:
        player.close()


def play(pid: int, players: list[Any], actions: int, crowd: "Crowd | None") -> tuple[tuple[float, float], float, float]:
    """Some actions, a pause after each: the processor time of one, how long its confirmation took, and bytes to each onlooker."""
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
    spent, system = ((now - then) / actions for now, then in zip(cpu(pid), before, strict=True))
    return (spent, system), sorted(times)[len(times) // 2], (crowd.bytes - sent) / actions / len(crowd.lines) if crowd else 0.0


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


def cpu(pid: int) -> tuple[float, float]:
    """The processor time of a process, and how much of it was the system's."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, system = int(fields[11]), int(fields[12])
    tick = os.sysconf("SC_CLK_TCK")
    return (own + system) / tick, system / tick


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
