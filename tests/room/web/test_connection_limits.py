"""Limits of connections: what is admitted, counted and cut. The attacks themselves are in tests/siege."""

import asyncio
import contextlib
import gc
import resource
import socket
import weakref
from collections.abc import Iterator
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.server import ServerProtocol
from websockets.sync.client import connect

from siege.target import Target, close_code, frame, last_words, status_of, target
from support.rooms import serving
from tableronde.room.base.limits import Backlog, ConnectionCounts, Gates, Limits, group_address
from tableronde.room.base.metrics import Metrics
from tableronde.room.room import Room
from tableronde.room.saved.settings import Order, SeatOrder
from tableronde.room.web.server.connection_limits import CROWD, EXTRA_NEAR, FULL, LINGER_SECONDS, ConnectionLimits, compute_capacity
from tableronde.room.web.server.http_protocol import HttpProtocol
from tableronde.room.web.server.middleware import is_known_host
from tableronde.room.web.server.websocket_protocol import WebSocketProtocol


@pytest.fixture(scope="module")
def aim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A room to attack."""
    data = tmp_path_factory.mktemp("limits") / "data"
    few = ("--limit", "request_burst=30", "--limit", "requests_per_second=0")
    with serving(data, "--name", "room.example", *few) as server, target(server, data) as found:
        yield found


class Transport:
    """A connection that records what was done to it."""

    def __init__(self, closing: bool = False) -> None:
        self.closing, self.aborted = closing, False

    def is_closing(self) -> bool:
        """Return whether it is closing."""
        return self.closing

    def abort(self) -> None:
        """Record the cut."""
        self.aborted = True


class FakeLine:
    """A connection as its limits see it."""

    def __init__(self, request_deadline: float = inf, read_deadline: float = inf, closing: bool = False) -> None:
        self.request_deadline, self.read_deadline, self.late = request_deadline, read_deadline, False
        self.transport: Any = Transport(closing)

    def on_late(self) -> None:
        """Record the missed deadline."""
        self.late = True


def _make_limits(most: int = 100, **limits: int) -> ConnectionLimits:
    return ConnectionLimits(Limits(**limits), Metrics(), ["10.0.0.1"], most)


def test_connections_are_counted_by_address() -> None:
    limits = _make_limits(tcp_per_address=2)
    assert [limits.admit("192.0.2.1") for _ in range(3)] == [None, None, CROWD]
    assert limits.admit("192.0.2.2") is None
    limits.leave("192.0.2.1")
    assert limits.admit("192.0.2.1") is None
    assert [limits.admit("10.0.0.1") for _ in range(5)] == [None] * 5  # a proxy carries many guests


def test_new_connections_have_a_rate() -> None:
    limits = _make_limits(tcp_burst=3, tcp_per_second=1)
    for _ in range(3):
        assert limits.admit("192.0.2.1") is None
        limits.leave("192.0.2.1")
    assert limits.admit("192.0.2.1") == CROWD
    assert not limits.open_by_address


def test_a_full_room_keeps_a_few_connections_for_this_machine() -> None:
    limits = _make_limits(most=2)
    assert [limits.admit(f"192.0.2.{i}") for i in range(3)] == [None, None, FULL]
    assert [limits.admit("127.0.0.1") for _ in range(EXTRA_NEAR + 1)] == [None] * EXTRA_NEAR + [FULL]


def test_the_room_takes_no_more_connections_than_there_are_descriptors() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert 16 <= compute_capacity(Limits()) < soft
    assert compute_capacity(Limits(tcp_in_all=7)) == 7


def test_who_takes_too_long_is_cut() -> None:
    limits = _make_limits()
    silent, stalled, closing, well = FakeLine(request_deadline=0.0), FakeLine(read_deadline=0.0), FakeLine(closing=True), FakeLine()
    limits.cut_overdue([silent, stalled, closing, well])
    assert (silent.late, stalled.transport.aborted, well.late, well.transport.aborted) == (True, True, False, False)
    assert closing.read_deadline < inf
    assert not closing.transport.aborted
    closing.read_deadline -= LINGER_SECONDS + 1  # a while later
    limits.cut_overdue([closing])
    assert closing.transport.aborted


def test_who_does_not_read_is_waited_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("tableronde.room.web.server.connection_limits.monotonic", lambda: now)

    async def live() -> None:
        limits = _make_limits(stall_seconds=7)
        made: dict[str, Any] = {"config": uvicorn.Config(_listening), "server_state": ServerState(), "app_state": {}}
        for line in (HttpProtocol(limits, **made), WebSocketProtocol(limits, **made)):
            line.transport = Transport()  # type: ignore[assignment]
            if isinstance(line, HttpProtocol):
                line.flow = FlowControl(line.transport)
            line.pause_writing()
            assert line.read_deadline == now + 7
            line.resume_writing()
            assert line.read_deadline == inf
            line.pause_writing()
            line.read_deadline -= 8  # a while later
            limits.cut_overdue([line])
            assert line.transport.aborted  # type: ignore[attr-defined]

    asyncio.run(live())


class Read(Transport):
    """A connection whose reading can be paused."""

    paused = False

    def pause_reading(self) -> None:
        """Pause reading."""
        self.paused = True

    def resume_reading(self) -> None:
        """Resume reading."""
        self.paused = False


def test_while_a_message_waits_to_be_heard_no_more_than_another_is_read() -> None:
    async def live() -> None:
        line = WebSocketProtocol(_make_limits(), config=uvicorn.Config(_listening), server_state=ServerState(), app_state={})
        line.transport = transport = Read()  # type: ignore[assignment]
        paused: list[bool] = []
        for said in (b"one", b"two"):
            line.curr_msg_data_type, line.frames = "text", [said]
            line.send_receive_event_to_app()
            paused.append(transport.paused)
        heard: list[Any] = []
        for _ in range(2):
            heard.append((await line.receive())["text"])
            paused.append(transport.paused)
        assert heard == ["one", "two"]
        assert paused == [False, True, True, False]

    asyncio.run(live())


def test_what_an_address_sends_too_much_of_has_to_wait() -> None:
    limits = _make_limits(messages_per_address=100)
    assert limits.charge("192.0.2.1", 10) == 0
    assert limits.charge("192.0.2.1", 60) > 0.3
    assert limits.charge("192.0.2.1") > 0.3
    assert limits.charge("192.0.2.2") == 0
    assert limits.charge("10.0.0.1", 10_000) == 0


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("?", "?"),
    ],
)
def test_addresses_are_counted_by_neighbourhood(address: str, counted: str) -> None:
    assert group_address(address) == counted


def test_addresses_that_have_gone_are_not_kept() -> None:
    heads = ConnectionCounts()
    heads["a"] += 2
    heads.leave("a")
    assert dict(heads) == {"a": 1}
    heads.leave("a")
    assert not heads


def test_gates_let_a_few_in_at_a_time_and_forget_who_has_gone() -> None:
    async def live() -> int:
        gates, inside, most = Gates(3), 0, 0

        async def guest() -> None:
            nonlocal inside, most
            async with gates.enter("a"):
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(guest() for _ in range(20)))
        assert not gates.semaphores
        assert not gates.counts
        return most

    assert asyncio.run(live()) == 3


class Reader:
    """A connection that may be cut."""

    closed = False

    def close(self) -> None:
        """Record the cut."""
        self.closed = True


def test_what_waits_is_counted_in_bytes() -> None:
    backlog = Backlog(Limits(waiting_bytes=100, waiting_in_all=400))
    slow, slower, quick = Reader(), Reader(), Reader()
    backlog.add(quick, 350)  # one message may be longer than the limit, or nobody could view a long game
    backlog.remove(quick, 350)
    backlog.add(slow, 101)
    assert not slow.closed
    backlog.add(slow, 1)
    assert slow.closed
    backlog.drop(slow)
    backlog.add(slower, 300)
    backlog.add(quick, 150)
    assert (slower.closed, quick.closed) == (True, False)  # the total is too much: the one with most is cut
    backlog.drop(slower)
    backlog.remove(quick, 150)
    assert (backlog.total, backlog.waiting) == (0, {})


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("::1", False),
        ("[127.0.0.1]", False),
        ("[127.0.0.1", False),
        ("fe80::1%evil.example", False),
        ("[fe80::1%evil.example]", False),
        ("testserver", False),
        ("localhost:80:80", False),
        ("evil.example", False),
        ("", False),
    ],
)
def test_names_of_the_room(host: str, known: bool) -> None:
    assert is_known_host(host, frozenset({"localhost"})) is known


def _ask(aim: Target, *headers: str, source: str) -> int:
    with aim.dial(source) as line:
        line.sendall("\r\n".join(["GET /healthz HTTP/1.1", *headers, "Connection: close", "", ""]).encode())
        return status_of(last_words(line, 20))


def test_a_request_calls_the_room_by_one_name_it_knows(aim: Target) -> None:
    assert _ask(aim, "Host: room.example", source="127.0.2.1") == 200
    assert _ask(aim, "Host: testserver", source="127.0.2.1") == 421
    assert _ask(aim, "Host: room.example", "Host: evil.example", source="127.0.2.1") == 400


def test_a_socket_is_refused_for_what_it_did(aim: Target) -> None:
    """Finding 29: too often is 429, from another site 403, under another name 421."""
    address = f"{aim.server.base.replace('http', 'ws', 1)}{aim.table['url']}/live"

    def refused(**headers: str) -> int:
        with pytest.raises(InvalidStatus) as error, connect(address, additional_headers=headers, source_address=("127.0.2.2", 0)):
            pass
        return error.value.response.status_code

    assert refused(Origin="http://evil.example") == 403
    for _ in range(40):
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.2.2")) as web:
            web.get(f"{aim.server.base}/healthz")
    assert refused() == 429


@pytest.mark.parametrize(
    ("source", "request_"),
    [
        ("127.0.2.21", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
        ("127.0.2.22", b"POST /tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nContent-Length: 0\r\n\r\n"),
        ("127.0.2.23", b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"),
        ("127.0.2.24", b"HEAD /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ],
    ids=["name", "site", "order", "head"],
)
def test_what_is_refused_counts_too_and_who_goes_on_is_hung_up_on(source: str, request_: bytes, aim: Target) -> None:
    """An invalid request counts as well: nobody sends thousands on one connection."""
    said = b""
    with aim.dial(source, 60.0) as line:
        for _ in range(3):
            line.sendall(request_ * 15)
            said += _answers(line, 15)
    assert said.count(b"HTTP/1.1 429") == 1
    assert said.count(b"HTTP/1.1 ") == 31
    assert said.count(b"connection: close") == 1


def _answers(line: socket.socket, number: int) -> bytes:
    """Return that many answers, or those until the room closes the connection."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while said.count(b"HTTP/1.1 ") < number and (data := line.recv(65_536)):
            said += data
    return said


def test_nobody_is_believed_about_where_they_come_from(aim: Target) -> None:
    """Without a trusted proxy, X-Forwarded-For is a header like any other."""
    statuses = [_ask(aim, "Host: localhost", f"X-Forwarded-For: 192.0.2.{i}", source="127.0.2.3") for i in range(35)]
    assert (statuses[0], statuses[-1]) == (200, 429)
    assert aim.server.log.read_text().count('"event": "untrusted_proxy"') == 1


def test_a_proxy_is_believed(tmp_path: Path) -> None:
    small = ("--limit", "request_burst=2", "--limit", "requests_per_second=1", "--limit", "tcp_burst=2", "--proxy", "127.0.2.4")
    with serving(tmp_path / "data", *small) as server, target(server, tmp_path) as aim:
        statuses = [_ask(aim, "Host: localhost", f"X-Forwarded-For: 192.0.2.{i}", source="127.0.2.4") for i in range(6)]
        assert statuses == [200] * 6


class Gone(Transport):
    """A connection whose client has left, without notice yet."""

    def get_extra_info(self, name: str) -> None:
        """Return nothing."""

    def write(self, data: bytes) -> None:
        """Fail if the connection is closed."""
        assert not self.closing, "the handler is closed"


def test_who_hangs_up_in_the_middle_of_an_answer_is_no_fault() -> None:
    """Finding 23: otherwise anybody could raise an alarm by sending a request and leaving."""
    answered: list[bool] = []

    async def live() -> None:
        gone = Gone()

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            gone.closing = True
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
            await send({"type": "http.response.body", "body": b"x"})
            answered.append(True)

        config = uvicorn.Config(answer, lifespan="off", log_config=None)
        config.load()
        http = HttpProtocol(_make_limits(), config=config, server_state=ServerState(), app_state={})
        http.connection_made(gone)
        http.data_received(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await asyncio.gather(*http.tasks)

    asyncio.run(live())
    assert answered


def test_text_that_is_none_closes_the_socket_and_is_no_fault(aim: Target) -> None:
    with aim.upgrade("127.0.2.5") as line:
        line.sendall(frame(1, b"\xff\xfe"))
        assert close_code(line) == 1007
    assert "Invalid UTF-8" not in aim.server.log.read_text()


def test_a_malformed_request_is_answered_and_not_logged(aim: Target) -> None:
    with aim.dial("127.0.2.6") as line:
        line.sendall(b"NONSENSE\r\n\r\n")
        assert status_of(last_words(line)) == 400
    assert "Invalid HTTP" not in aim.server.log.read_text()


def test_a_socket_that_cannot_be_opened_is_not_kept_open(aim: Target) -> None:
    """With a body it is not a handshake, and nothing that comes later would make it one."""
    with aim.dial(timeout=60.0) as line:
        line.sendall(
            f"GET {aim.table['url']}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nContent-Length: 5\r\n\r\n".encode()
        )
        assert line.recv(1) == b""


def test_a_message_in_honest_fragments_is_understood(aim: Target) -> None:
    with aim.upgrade("127.0.2.7") as line:
        line.sendall(frame(1, b'{"do":', fin=False) + frame(9, b"hello") + frame(0, b'"ping"}'))
        said = last_words(line, 2.0)
    assert b'{"pong":true}' in said
    assert b"\x8a\x05hello" in said


def test_a_long_message_in_small_pieces_is_understood(aim: Target) -> None:
    with aim.upgrade("127.0.2.8") as line:
        message = frame(1, b'{"do":"ping","x":"' + b"y" * 15_000 + b'"}')
        for start in range(0, len(message), 700):
            line.sendall(message[start : start + 700])
        assert b'{"pong":true}' in last_words(line, 2.0)


def test_too_many_messages_close_the_socket(aim: Target) -> None:
    with aim.upgrade("127.0.2.9") as line:
        line.sendall(frame(1, b'{"do":"ping"}') * 2000)
        assert close_code(line, 30) == 1008


async def _listening(scope: Any, receive: Any, send: Any) -> None:
    """Accept a socket and read until it is closed."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


def _come_and_go(port: int) -> None:
    """Connect and disconnect, some cleanly, some abruptly."""
    for i in range(10):
        with connect(f"ws://127.0.0.1:{port}/", close_timeout=1) as line:
            line.send("hello")
            if i % 2:
                line.socket.shutdown(socket.SHUT_RDWR)


def test_closed_sockets_leave_nothing_behind() -> None:
    """Finding 26: the objects of a closed socket are freed without garbage collection."""

    def left() -> list[object]:
        return [thing for thing in gc.get_objects() if type(thing) in (HttpProtocol, WebSocketProtocol, ServerProtocol)]

    async def live() -> list[object]:
        limits, listener = _make_limits(), socket.create_server(("127.0.0.1", 0))
        http: Any = partial(HttpProtocol, limits)
        websocket: Any = partial(WebSocketProtocol, limits)
        server = uvicorn.Server(uvicorn.Config(_listening, http=http, ws=websocket, lifespan="off", log_config=None))
        running = asyncio.create_task(server.serve([listener]))
        await asyncio.to_thread(_come_and_go, listener.getsockname()[1])
        deadline = monotonic() + 10
        while (limits.total or left()) and monotonic() < deadline:  # the last one's task may still have to end
            await asyncio.sleep(0.05)
        remains = left()
        server.should_exit = True
        await running
        return remains

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(live()) == []
    finally:
        gc.enable()


def test_a_table_asleep_leaves_nothing_behind(tmp_path: Path) -> None:
    """Finding 26: a table that is put to sleep is freed without garbage collection, too."""

    async def live() -> None:
        room, here = Room.at(tmp_path / "data", workers=1), SeatOrder("here", "P")
        table = await room.open(Order("four-circles", seats=[here, here]), "guest")
        await table.act(0, table.table.legal()[0][0])
        left = weakref.ref(table)
        del table
        gc.collect()
        gc.disable()
        try:
            room.put_to_sleep(inf)
            assert left() is None
        finally:
            gc.enable()
        await room.close()

    asyncio.run(live())
