"""Shared code of the attacks: a room to attack, a hostile address, and clients that break the rules."""

import contextlib
import os
import re
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx

from support.rooms import HERE, ME, TOKEN, Message, Person, Server

HOSTILE = "127.0.0.2"  # all of 127/8 is this machine, so that guests and attackers need not share an address
CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an attack."""

    held: bool
    told: str


@dataclass
class Target:
    """A room under attack, with a table in it."""

    server: Server
    table: Message
    data: Path
    source: str = HOSTILE

    @property
    def port(self) -> int:
        """The port of the room."""
        return int(self.server.base.rpartition(":")[2])

    def dial(self, source: str = "", timeout: float = 5.0, buffer: int = 0) -> socket.socket:
        """Connect from a hostile address; with a small buffer, unread data backs up in the room."""
        line = socket.socket()
        if buffer:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        line.settimeout(timeout)
        line.bind((source or self.source, 0))
        line.connect(("127.0.0.1", self.port))
        return line

    def upgrade(self, source: str = "", query: str = "feed=facts", more: str = "", buffer: int = 0) -> socket.socket:
        """Open a WebSocket at the table, whose messages are not read."""
        line = self.dial(source, 30.0, buffer)
        line.sendall(
            f"GET {self.table['url']}/live?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n".encode()
        )
        head = b""
        while b"\r\n\r\n" not in head:
            byte = line.recv(1)
            if not byte:
                break
            head += byte
        if not head.startswith(b"HTTP/1.1 101"):
            line.close()
            raise ConnectionRefusedError(head[:40].decode())
        return line

    def rss(self) -> float:
        """Return the room's memory in megabytes."""
        return self._status("VmRSS")

    def peak(self) -> float:
        """Return the room's peak memory in megabytes."""
        return self._status("VmHWM")

    def metric(self, name: str) -> int:
        """Return a metric of the room."""
        text = httpx.get(f"{self.server.base}/metrics", timeout=30, headers={"Authorization": f"Bearer {TOKEN}"}).text
        found = re.search(rf"^tableronde_{name} (\d+)", text, re.MULTILINE)
        assert found is not None, name
        return int(found[1])

    def honest(self) -> bool:
        """Return whether a guest from elsewhere is served."""
        try:
            return httpx.get(f"{self.server.base}/", timeout=10).status_code == 200
        except httpx.HTTPError:
            return False

    def _status(self, key: str) -> float:
        text = Path(f"/proc/{self.server.process.pid}/status").read_text()
        found = re.search(rf"^{key}:\s+(\d+) kB", text, re.MULTILINE)
        assert found is not None
        return int(found[1]) / 1024


@contextlib.contextmanager
def target(server: Server, data: Path) -> Iterator[Target]:
    """Open a table in a room as an honest guest."""
    with Person(server.base) as ana:
        yield Target(server, ana.open("four-circles", ME, HERE, chat="free"), data)


def flood(line: socket.socket, what: bytes, seconds: float) -> int:
    """Send the same data until the room closes the connection, or the time is over; return the number of bytes sent."""
    end, sent = time.monotonic() + seconds, 0
    line.settimeout(0.2)
    while time.monotonic() < end:
        try:
            sent += line.send(what)
        except TimeoutError:
            continue  # the room has stopped reading, as it may
        except OSError:
            break
    return sent


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """Return a masked frame."""
    size = len(payload)
    head = bytes([opcode | (0x80 if fin else 0)])
    head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def last_words(line: socket.socket, timeout: float = 5.0) -> bytes:
    """Return everything the room still sends until it closes the connection, or the time is over."""
    line.settimeout(timeout)
    said, end = b"", time.monotonic() + timeout
    with contextlib.suppress(OSError):
        while time.monotonic() < end:
            data = line.recv(CHUNK)
            if not data:
                break
            said += data
    return said


def close_code(line: socket.socket, timeout: float = 5.0) -> int | None:
    """Return the close code of a WebSocket; None if the connection is only cut, 0 if it is still open."""
    line.settimeout(timeout)
    buffer, open_still = b"", True
    try:
        while True:
            data = line.recv(CHUNK)
            if not data:
                open_still = False
                break
            buffer += data
    except TimeoutError:
        pass
    except OSError:
        open_still = False
    code = _code_in(buffer)
    return code if code is not None else (0 if open_still else None)


def _code_in(buffer: bytes) -> int | None:
    """Return the code of the first close frame among a room's frames."""
    at = 0
    while len(buffer) >= at + 4:
        size, start = buffer[at + 1], at + 2
        if size == 126:
            size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
        elif size == 127:
            size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
        if buffer[at] & 0x0F == 8:
            return int.from_bytes(buffer[start : start + 2], "big")
        at = start + size
    return None


def status_of(said: bytes) -> int:
    """Return the status of an HTTP answer; 0 if there is none."""
    found = re.match(rb"HTTP/1\.1 (\d+)", said)
    return int(found[1]) if found else 0
