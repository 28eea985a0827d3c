"""The proxy: whatever node a guest reaches, the owner answers, and a socket outlives its owner."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from support.nodes import SIGNER, TABLE, Leases, Line, Small, nodes, run
from tableronde.room.base.limits import Limits
from tableronde.room.base.ownership import MOVED_CODE
from tableronde.room.base.packets import Packet
from tableronde.room.bus.here import Exchange, HereBus
from tableronde.room.cluster import peers, remote_clients
from tableronde.room.cluster.frames import Broadcast, FromClient, Open, encode_envelope, find_table, restore_scope
from tableronde.room.cluster.proxy import SAFE_METHODS
from tableronde.room.live.outbox import BACK, PACKET_SINK
from tableronde.room.people.guests import COOKIE
from tableronde.room.web.routes import routes

Message = dict[str, Any]


class App:
    """Answers with the request; on sockets it says its name and echoes each message."""

    def __init__(self, name: str, is_late: bool = True) -> None:
        self.name = name
        self.is_late = is_late  # whether it returns what comes too late, and sends the guest elsewhere
        self.scopes: list[Message] = []
        self.bodies: list[bytes] = []
        self.sends: list[Any] = []  # of the open sockets
        self.heard: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(dict(scope))
        if scope["type"] == "http":
            self.bodies.append((await receive())["body"])
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-who", self.name.encode())]})
            await send({"type": "http.response.body", "body": scope["path"].encode()})
        else:
            await self._talk(scope, receive, send)

    async def _talk(self, scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": f"this is {self.name}"})
        self.sends.append(send)
        try:
            while (message := await receive())["type"] == "websocket.receive":
                self.heard.append(message["text"])
                if self.is_late and message["text"] == "too late":
                    scope["extensions"][BACK]()
                    await send({"type": "websocket.close", "code": MOVED_CODE})
                    return
                await send({"type": "websocket.send", "text": f"{self.name} heard {message['text']}"})
        finally:
            self.sends.remove(send)


def test_every_address_of_a_table_names_it_by_one_rule() -> None:
    for path in routes():
        address = path.replace("{id}", TABLE).replace("{token}", "x" * 22)
        assert (find_table(address) == TABLE) == ("{id}" in path), path
    strange = (f"/t/{TABLE}x", "/t/../../x", f"/t/{TABLE[:-1]}*", f"/T/{TABLE}", "/t/", f"/t/{TABLE[:-1]}>", f"/t/{TABLE}%2e")
    assert not any(map(find_table, strange))


def test_a_request_is_answered_by_the_keeper() -> None:
    async def work() -> None:
        apps = App("one"), App("two")
        async with nodes(*apps) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            answer = await small[1].get(f"/t/{TABLE}.json", headers=[(b"cookie", b"guest=x")], query_string=b"since=3")
            assert (answer.status, answer.body, answer.headers[b"x-who"]) == (200, f"/t/{TABLE}.json".encode(), b"one")
            [scope] = apps[0].scopes
            assert (scope["query_string"], scope["headers"], scope["client"]) == (
                b"since=3",
                [(b"cookie", b"guest=x")],
                ("192.0.2.7", 1234),
            )
            assert not apps[1].scopes
            assert (await small[1].get("/rules/x")).headers[b"x-who"] == b"two"

    run(work)


def test_what_nobody_keeps_is_taken_by_whom_it_is_asked_of_and_what_is_not_there_is_said_to_be_so_here() -> None:
    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            assert (await small[1].get(f"/replay/{TABLE}")).headers[b"x-who"] == b"two"
            assert leases.kept[TABLE] == ("node1", 1)
            assert (await small[0].get(f"/t/{'N' * 22}")).headers[b"x-who"] == b"one"

    run(work)


def test_a_guest_cannot_say_where_they_come_from_nor_what_another_node_is_told() -> None:
    async def work() -> None:
        apps = App("one"), App("two")
        async with nodes(*apps) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"tableronde-node", b"node0")]
            await small[1].get(
                f"/t/{TABLE}", headers=headers, state={"elsewhere": False}, extensions={PACKET_SINK: 1}, app="mine", user="root"
            )
            [scope] = apps[0].scopes
            assert scope["client"] == ("192.0.2.7", 1234)
            assert "app" not in scope
            assert "user" not in scope
            assert isinstance(scope["extensions"][PACKET_SINK], remote_clients.RemoteClient)

    run(work)


def test_a_long_answer_travels_in_pieces() -> None:
    size = 3 * remote_clients.MAX_PIECE_BYTES + 17

    async def long(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * size})

    async def work() -> None:
        async with nodes(long, App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            answer = await small[1].get(f"/t/{TABLE}.svg")
            assert len(answer.body) == size
            assert answer.pieces == 4

    run(work)


class Falls:
    """Dies during every request."""

    def __init__(self) -> None:
        self.die: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.die()
        while (await receive())["type"] != "http.disconnect":
            pass


def _die(node: Small, leases: Leases) -> None:
    leases.kill("node0")
    node.bus.cut_off()


def test_a_request_whose_answer_is_lost_is_asked_again_only_if_it_changes_nothing() -> None:
    async def work(method: str) -> None:
        falls, two = Falls(), App("two")
        async with nodes(falls, two) as (small, leases):
            falls.die = partial(_die, small[0], leases)
            leases.kept[TABLE] = "node0", 1
            answer = await small[1].get(f"/games/{TABLE}/away", method)
            assert answer.headers[b"x-who"] == b"two"
            assert two.scopes[-1].get("state", {}).get("elsewhere", False) == (method not in SAFE_METHODS)

    for method in ("GET", "POST"):
        run(partial(work, method))


@asynccontextmanager
async def talking() -> AsyncIterator[tuple[list[Small], Leases, Line]]:
    """Two nodes, the first of which owns the table, and a guest at the other one."""
    async with nodes(App("one"), App("two")) as (small, leases):
        leases.kept[TABLE] = "node0", 1
        async with small[1].socket() as line:
            assert await line.text() == "this is one"
            yield small, leases, line


def test_a_socket_talks_with_the_keeper() -> None:
    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as line:
                assert await line.text() == "this is one"
                for i in range(50):  # more than may be in flight at once
                    line.say(str(i))
                assert [await line.text() for _ in range(50)] == [f"one heard {i}" for i in range(50)]
            assert line.fault is None
            await _until(lambda: not small[0].node.remote_clients.clients and not small[1].node.streams.streams)

    run(work)


def test_a_socket_stays_open_when_the_keeper_dies() -> None:
    async def work() -> None:
        async with talking() as (small, leases, line):
            small[0].bus.cut_off()
            assert json.loads(await line.text()) == {"line": "lost"}
            line.say("while nobody listens")
            leases.kill("node0")
            await _goes_on(line)
            assert await line.text() == "this is two"
            assert await line.text() == "two heard while nobody listens"

    run(work)


def test_a_socket_goes_on_elsewhere_when_its_table_moves_and_no_message_is_lost_or_heard_twice() -> None:
    async def work() -> None:
        apps = App("one"), App("two", is_late=False)
        async with nodes(*apps) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as far, small[0].socket() as near:
                for line in (far, near):
                    assert await line.text() == "this is one"
                    line.say("a")
                    assert await line.text() == "one heard a"
                leases.kept[TABLE] = "node1", 2
                small[0].leases.drop(TABLE)
                for line in (far, near):
                    line.say("too late")
                    line.say("b")
                    await _goes_on(line)
                    assert [await line.text() for _ in range(3)] == ["this is two", "two heard too late", "two heard b"]
            assert apps[0].heard == ["a", "a", "too late", "too late"]
            assert apps[1].heard == ["too late", "b"] * 2

    run(work)


@pytest.mark.parametrize("cookie", [b"", b"lang=en; guest=" + b"x" * 22 + b".forged"])
def test_a_socket_without_a_cookie_is_the_same_guest_for_every_owner(cookie: bytes) -> None:
    async def work() -> None:
        apps = App("one"), App("two")
        async with nodes(*apps) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            headers = [(b"host", b"x"), *([(b"cookie", cookie)] if cookie else [])]
            async with small[1].socket(headers=headers) as line, small[1].socket(headers=headers) as other:
                assert [await each.text() for each in (line, other)] == ["this is one"] * 2
                leases.kept[TABLE] = "node1", 2
                small[0].leases.drop(TABLE)
                for each in (line, other):
                    each.say("too late")
                    await _goes_on(each)
            guests = [{_find_guest(scope) for scope in app.scopes} for app in apps]
            assert guests[0] == guests[1]
            assert len(guests[0] - {None}) == 2
            assert all((b"host", b"x") in scope["headers"] for app in apps for scope in app.scopes)

    run(work)


def test_a_socket_with_a_cookie_keeps_it_as_it_is() -> None:
    async def work() -> None:
        app, headers = App("one"), [(b"cookie", f"lang=fr; guest={SIGNER.sign('g' * 22)}".encode())]
        async with nodes(app) as (small, _), small[0].socket(headers=headers) as line:
            assert await line.text() == "this is one"
        assert app.scopes[0]["headers"] == headers

    run(work)


def _find_guest(scope: Message) -> str | None:
    return SIGNER.read(HTTPConnection({"type": "http", **scope, "app": None}).cookies.get(COOKIE, ""))


def test_a_frame_that_is_missing_tears_the_stream_and_the_socket_is_opened_again() -> None:
    async def work() -> None:
        async with talking() as (small, _, line):
            [guest] = small[0].node.remote_clients.clients.values()
            guest.frames_sent += 1  # as if the bus had lost one
            line.say("x")
            await _goes_on(line)
            assert await line.text() == "this is one"

    run(work)


def test_the_last_frame_is_missed_as_well() -> None:
    async def work() -> None:
        async with talking() as (small, _, line):
            [guest] = small[0].node.remote_clients.clients.values()
            guest.frames_sent += 1  # nothing follows it: only a probe finds out
            await _goes_on(line)

    run(work)


def test_a_node_that_only_slept_learns_that_its_guests_were_given_up() -> None:
    async def work() -> None:
        async with talking() as (small, _, line):
            small[0].node.peers.on_lost("node1")
            await _goes_on(line)
            assert await line.text() == "this is one"

    run(work)


def test_a_keeper_waits_for_a_guest_who_does_not_read() -> None:
    """However much there is to say, only a window of it is in flight: the application waits with the rest."""
    said = 0

    async def talker(scope: Any, receive: Any, send: Any) -> None:
        nonlocal said
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await send({"type": "websocket.send", "text": "x" * 10_000})
            said += 1

    async def work() -> None:
        async with nodes(talker, App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as line:
                line.reading.clear()
                stuck = await _once_still(lambda: said)
                assert stuck <= remote_clients.WINDOW_BYTES // 10_000 + 2
                assert small[1].backlog.total <= remote_clients.WINDOW_BYTES + 20_000
                line.reading.set()
                await line.hear()
                await _until(lambda: said > stuck)
                small[0].node.remote_clients.drop_node(None)

    run(work)


def test_many_guests_of_one_relay_share_a_message() -> None:
    async def work() -> None:
        app = App("one")
        async with nodes(app, App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as a, small[1].socket() as b:
                assert [await a.text(), await b.text()] == ["this is one", "this is one"]
                packet = Packet({"news": 1})
                assert all(guest.write_now(packet) for guest in small[0].node.remote_clients.clients.values())
                [frame] = small[0].node.peers._out["node1"]
                assert isinstance(frame, Broadcast)
                assert len(frame.targets) == 2
                assert [await a.text(), await b.text()] == ['{"news":1}', '{"news":1}']

    run(work)


def test_a_long_message_on_a_socket_comes_whole() -> None:
    text = "é" * (2 * remote_clients.MAX_PIECE_BYTES + 5)

    async def talker(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 4404})

    async def work() -> None:
        async with nodes(talker, App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as line:
                assert await line.text() == text
                assert await line.hear() == {"type": "websocket.close", "code": 4404}

    run(work)


def test_frames_of_before_a_cut_are_not_listened_to() -> None:
    """A node that was cut off has given up its streams: its earlier messages must not take effect later."""

    async def work() -> None:
        apps = App("one"), App("two")
        async with nodes(*apps) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            async with small[1].socket() as line:
                assert await line.text() == "this is one"
                [number] = small[1].node.streams.streams
                late = encode_envelope(
                    "node1", small[1].node.peers.epoch, [FromClient(number, 2, {"type": "websocket.receive", "text": "late"})]
                )
                small[1].bus.cut_off()
                small[1].bus.reconnect()
                assert json.loads(await line.text()) in ({"line": "lost"}, {"line": "open"})
                await _until(lambda: small[0].node.peers._last_seen["node1"][1] == small[1].node.peers.epoch)
                small[0].node.peers._receive(late)
                line.say("after")
                async with asyncio.timeout(10):
                    while await line.text() != "one heard after":  # before it come the words that the line was lost and is open
                        pass
                assert "late" not in apps[0].heard

    run(work)


def test_what_is_no_letter_is_passed_over() -> None:
    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            for junk in (b"", b"\xff", b"\x93\xa1x\x00\x91\x91\x63", b"{}" * 1000):
                small[0].node.peers._receive(junk)
            leases.kept[TABLE] = "node0", 1
            assert (await small[1].get(f"/t/{TABLE}")).status == 200

    run(work)


def test_a_leaving_node_hands_its_tables_over_and_asks_its_guests_to_move() -> None:
    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            async with small[0].socket() as line:
                assert await line.text() == "this is one"
                leaving = asyncio.create_task(small[0].node.leave())
                assert json.loads(await line.text()) == {"move": True}
                await _until(lambda: leases.kept[TABLE][0] != "node0")
                assert small[0].handed_over == [TABLE]
                async with small[0].socket() as late:  # a guest that stays is served by another node
                    assert await late.text() == "this is two"
            await leaving
            assert leases.kept[TABLE] == ("node1", 2)

    run(work)


def test_nobody_has_to_find_out_that_a_node_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest that comes a moment later is not sent to a node that has gone."""
    monkeypatch.setattr(peers, "SILENT_SECONDS", 60.0)

    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            assert (await small[1].get(f"/t/{TABLE}")).headers[b"x-who"] == b"one"
            await small[0].node.leave()
            await small[0].leases.release([TABLE])
            leases.kept[TABLE] = "", 1
            await small[0].node.peers.close()
            assert (await small[1].get(f"/t/{TABLE}")).headers[b"x-who"] == b"two"
            assert small[1].node.peers.alive == []

    run(work)


def test_a_leaving_node_does_not_wait_for_who_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.cluster.node.GOODBYE_SECONDS", 0.1)

    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            async with small[0].socket() as deaf, small[0].socket() as line:
                assert [await deaf.text(), await line.text()] == ["this is one", "this is one"]
                deaf.reading.clear()
                await small[0].node.leave()
                assert json.loads(await line.text()) == {"move": True}
            assert leases.kept[TABLE][0] != "node0"

    run(work)


def test_when_the_store_is_away_guests_wait_and_go_on_by_themselves() -> None:
    async def work() -> None:
        async with nodes(App("one"), App("two")) as (small, leases):
            leases.away = True
            async with small[0].socket() as line:
                assert json.loads(await line.text()) == {"line": "lost"}
                leases.away = False
                assert await line.text() == "this is one"

    run(work)


def test_a_letter_is_not_too_long() -> None:
    frames: Any = [Broadcast([(1, 1)], b"x" * 200_000) for _ in range(7)]
    letters = peers._split_frames(frames, peers.MAX_MESSAGE_BYTES)
    assert [len(letter) for letter in letters] == [2, 2, 2, 1]
    assert [frame for letter in letters for frame in letter] == frames


@pytest.mark.parametrize("letter", ["\N{FULLWIDTH LATIN CAPITAL LETTER A}", "\N{GAME DIE}", "a"])
def test_whatever_guests_send_and_ask_for_at_once_a_letter_fits_the_bus(letter: str) -> None:
    scope = {"type": "http", "path": "/", "headers": [(b"cookie", b"x" * 8_000), (b"referer", b"y" * 8_000)]}
    said = {"type": "websocket.receive", "text": letter * 4_000}
    frames: Any = [frame for number in range(100) for frame in (Open(number, TABLE, scope, "request"), FromClient(number, 1, said))]
    for most in (1_000_000, 64_000):
        bus = HereBus(Exchange())
        bus.max_bytes = most
        letters = peers._split_frames(frames, peers.Peers(bus, "me").max_bytes)
        assert max(len(encode_envelope("me", 1, letter)) for letter in letters) <= most
        assert [frame for letter in letters for frame in letter] == frames


def test_a_bus_that_takes_little_at_once_carries_long_messages_all_the_same() -> None:
    text = "\N{GAME DIE}" * 300_000

    async def talker(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": text.encode()})
        else:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": text})
            assert not scope["extensions"][PACKET_SINK].write_now(Packet({"long": "x" * 64_000}))
            await send({"type": "websocket.close", "code": 4404})

    async def work() -> None:
        async with nodes(talker, App("two")) as (small, leases):
            leases.kept[TABLE] = "node0", 1
            for each in small:
                each.bus.max_bytes = 64_000
            assert (await small[1].get(f"/t/{TABLE}")).body == text.encode()
            async with small[1].socket() as line:
                assert await line.text() == text

    run(work)


def test_too_much_at_once_is_refused_before_it_travels() -> None:
    from tableronde.room.base.refusals import TooMuch

    async def work() -> None:
        async with nodes(App("one"), App("two"), limits=Limits()) as (small, _):
            answers: list[Message] = []

            async def receive() -> Message:
                raise TooMuch

            async def send(message: Any) -> None:
                answers.append(message)

            scope = {"type": "http", "path": f"/t/{TABLE}", "method": "POST", "headers": []}
            await small[0].node.proxy(scope, receive, send)
            assert answers[0]["status"] == 413

    run(work)


def test_what_travels_is_whole_again() -> None:
    scope = restore_scope({"type": "http", "path": "/", "headers": [[b"a", b"b"]], "client": ["192.0.2.1", 5], "server": None})
    assert scope["headers"] == [(b"a", b"b")]
    assert scope["client"] == ("192.0.2.1", 5)
    assert scope["server"] is None


async def _goes_on(line: Line) -> None:
    """Wait until the guest is told that everything is sent again."""
    while (told := json.loads(await line.text())) != {"line": "open"}:
        assert told == {"line": "lost"}


async def _once_still(count: Callable[[], int]) -> int:
    """A count once it has stayed the same for that many turns of the event loop that whatever can go on has gone on."""
    seen, turns = -1, 0
    async with asyncio.timeout(10):
        while turns < 1000:
            turns, seen = (turns + 1 if count() == seen else 0), count()
            await asyncio.sleep(0)
    return seen


async def _until(true: Any) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.01)
