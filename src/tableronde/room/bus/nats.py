"""The bus between machines: NATS. It reconnects by itself; messages sent meanwhile are lost, and listeners are informed."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from tableronde.room.base.log_events import (
    BUS_CONNECTED,
    BUS_DISCONNECTED,
    BUS_FAILED,
    BUS_MESSAGES_DROPPED,
    BUS_RECONNECTED,
    BUS_UNREACHABLE,
    LogEvent,
)
from tableronde.room.base.logs import watch
from tableronde.room.bus import AnswerMessage, NoAnswer, OnMessage

RETRY_SECONDS: Final = 0.25  # between two attempts to connect
PING_SECONDS: Final = 1  # between two checks that the server answers
MAX_UNANSWERED_PINGS: Final = 2  # before the server counts as gone
MAX_PENDING_BYTES: Final = 64_000_000  # received and not yet handled, before messages are dropped
BUSY: Final = b""  # the reply of a node that is too busy to answer


class NatsBus:
    """A connection to a NATS server, or to several of a cluster (addresses with commas between them)."""

    def __init__(self, url: str, name: str = "", password: str = "") -> None:
        self._servers, self._name = url.split(","), name
        self._login = {"user": urlsplit(self._servers[0]).username, "password": password} if password else {}
        self._client: Client | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._answering: set[asyncio.Task[None]] = set()
        self._on_lost: Callable[[], None] = _ignore
        self._last_fault = ""  # the last fault that was logged

    @property
    def is_up(self) -> bool:
        """Return whether the server answers."""
        return self._client is not None and self._client.is_connected

    @property
    def max_bytes(self) -> int:
        """The largest message that the server accepts."""
        return self._client.max_payload if self._client is not None else 1_000_000

    async def open(self, on_lost: Callable[[], None]) -> None:
        """Start to connect in the background."""
        self._on_lost = on_lost
        self._connecting = watch(asyncio.create_task(self._connect(), name="bus"))

    async def publish(self, subject: str, message: bytes) -> bool:
        """Send a message if there is a connection; return whether it was sent."""
        if self._client is None or not self._client.is_connected:
            return False
        try:
            await self._client.publish(subject, message)
        except (Error, OSError):
            return False
        return True

    async def subscribe(self, subject: str, on_message: OnMessage) -> None:
        """Subscribe as soon as the server answers; the client subscribes again after a reconnection."""

        async def receive(message: Msg) -> None:
            on_message(message.data)

        client = await self._wait_for_client()
        await client.subscribe(subject, cb=receive, pending_msgs_limit=0, pending_bytes_limit=MAX_PENDING_BYTES)
        await _flush(client)

    async def answer(self, subject: str, group: str, answer: AnswerMessage) -> None:
        """Answer requests, many at a time."""

        async def receive(message: Msg) -> None:
            task = asyncio.create_task(self._reply(message, answer))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

        client = await self._wait_for_client()
        await client.subscribe(subject, group, cb=receive)
        await _flush(client)

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Ask one of those that answer a subject; raise NoAnswer if none does in time."""
        if self._client is None or not self._client.is_connected:
            raise NoAnswer
        try:
            answer = bytes((await self._client.request(subject, message, timeout=seconds)).data)
        except (Error, OSError, TimeoutError):
            raise NoAnswer from None
        if answer == BUSY:
            raise NoAnswer
        return answer

    async def close(self) -> None:
        """Cancel what is in progress and close the connection."""
        for task in (self._connecting, *self._answering):
            if task is not None:
                task.cancel()
        if self._client is not None:
            with contextlib.suppress(Error, OSError, TimeoutError):
                await self._client.close()

    async def _wait_for_client(self) -> Client:
        await self._ready.wait()
        assert self._client is not None
        return self._client

    async def _connect(self) -> None:
        """Connect as soon as there is a server; afterwards the client reconnects by itself."""
        while self._client is None:
            try:
                self._client = await nats.connect(self._servers, name=self._name, **self._list_options())
            except (Error, OSError, TimeoutError) as error:
                await self._on_error(error)
                await asyncio.sleep(RETRY_SECONDS)
        BUS_CONNECTED.log()
        self._last_fault = ""
        self._ready.set()

    def _list_options(self) -> dict[str, Any]:
        return {
            "disconnected_cb": self._on_disconnected,
            "reconnected_cb": self._on_reconnected,
            "error_cb": self._on_error,
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": RETRY_SECONDS,
            "connect_timeout": 2,
            "ping_interval": PING_SECONDS,
            "max_outstanding_pings": MAX_UNANSWERED_PINGS,
            **self._login,
            "pending_size": 0,  # nothing is kept for later while it is away: senders that need an answer ask again
        }

    async def _on_disconnected(self) -> None:
        if self._client is None or self._client.is_closed:
            return
        BUS_DISCONNECTED.log()
        self._on_lost()

    async def _on_reconnected(self) -> None:
        BUS_RECONNECTED.log()
        self._last_fault = ""
        self._on_lost()

    async def _on_error(self, error: Exception) -> None:
        """Log a fault of the client, and report dropped messages. A lost connection is logged elsewhere."""
        if isinstance(error, nats.errors.SlowConsumerError):
            BUS_MESSAGES_DROPPED.log()
            self._on_lost()
        elif self._client is None:
            self._log_once(BUS_UNREACHABLE, error)
        elif not isinstance(error, nats.errors.StaleConnectionError | OSError | EOFError):
            self._log_once(BUS_FAILED, error)

    def _log_once(self, event: LogEvent, error: Exception) -> None:
        """Log a fault once: it may occur four times a second."""
        fault = f"{type(error).__name__} {error}"
        if fault != self._last_fault:
            event.log(fault=fault)
        self._last_fault = fault

    async def _reply(self, message: Msg, answer: AnswerMessage) -> None:
        reply = await answer(message.data)
        with contextlib.suppress(Error, OSError):
            await message.respond(BUSY if reply is None else reply)


async def _flush(client: Client) -> None:
    """Wait until the server knows the subscription; if it has just gone, the client repeats it after the reconnection."""
    with contextlib.suppress(Error, OSError, TimeoutError):
        await client.flush()


def _ignore() -> None:
    """Do nothing."""
