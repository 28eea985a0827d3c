"""The bus between machines: NATS. It comes back by itself; what was said meanwhile is gone, and whoever listens is told so."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from tableronde.room.bus import Answer, Hear, Nobody
from tableronde.room.logs import watched

AGAIN: Final = 0.25  # seconds between two tries to connect
PING: Final = 1  # seconds between two looks whether the server still answers
UNANSWERED: Final = 2  # pings after which it is taken for gone
HELD: Final = 64_000_000  # bytes heard and not yet looked at, before some are dropped
BUSY: Final = b""  # the answer of somebody who has too much to do
log: Final = logging.getLogger("tableronde.room")


class NatsBus:
    """A connection to a NATS server, or to several of a cluster (addresses with commas between them)."""

    def __init__(self, url: str, name: str = "") -> None:
        self._servers, self._name = url.split(","), name
        self._client: Client | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._answering: set[asyncio.Task[None]] = set()
        self._lost: Callable[[], None] = _nothing
        self._fault = ""  # what was said last about it

    @property
    def is_up(self) -> bool:
        """Whether the server answers."""
        return self._client is not None and self._client.is_connected

    @property
    def most(self) -> int:
        """What the server takes."""
        return self._client.max_payload if self._client is not None else 1_000_000

    async def open(self, lost: Callable[[], None]) -> None:
        """Begin to connect."""
        self._lost = lost
        self._connecting = watched(asyncio.create_task(self._connect(), name="bus"))

    async def publish(self, subject: str, message: bytes) -> bool:
        """Say something now or never."""
        if self._client is None or not self._client.is_connected:
            return False
        try:
            await self._client.publish(subject, message)
        except (Error, OSError):
            return False
        return True

    async def subscribe(self, subject: str, hear: Hear) -> None:
        """Listen from when the server answers on, and again whenever it is back."""

        async def heard(message: Msg) -> None:
            hear(message.data)

        client = await self._connected()
        await client.subscribe(subject, cb=heard, pending_msgs_limit=0, pending_bytes_limit=HELD)
        await _settled(client)

    async def answer(self, subject: str, group: str, answer: Answer) -> None:
        """Answer questions, many at a time."""

        async def asked(message: Msg) -> None:
            task = asyncio.create_task(self._reply(message, answer))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

        client = await self._connected()
        await client.subscribe(subject, group, cb=asked)
        await _settled(client)

    async def ask(self, subject: str, message: bytes, seconds: float) -> bytes:
        """Ask one of those who answer there."""
        if self._client is None or not self._client.is_connected:
            raise Nobody
        try:
            answer = bytes((await self._client.request(subject, message, timeout=seconds)).data)
        except (Error, OSError, TimeoutError):
            raise Nobody from None
        if answer == BUSY:
            raise Nobody
        return answer

    async def close(self) -> None:
        """Hang up."""
        for task in (self._connecting, *self._answering):
            if task is not None:
                task.cancel()
        if self._client is not None:
            with contextlib.suppress(Error, OSError, TimeoutError):
                await self._client.close()

    async def _connected(self) -> Client:
        await self._ready.wait()
        assert self._client is not None
        return self._client

    async def _connect(self) -> None:
        """Connect as soon as there is a server; afterwards the client comes back by itself."""
        while self._client is None:
            try:
                self._client = await nats.connect(self._servers, name=self._name, **self._how())
            except (Error, OSError, TimeoutError) as error:
                await self._failed(error)
                await asyncio.sleep(AGAIN)
        log.info("the bus is up")
        self._fault = ""
        self._ready.set()

    def _how(self) -> dict[str, Any]:
        return {
            "disconnected_cb": self._disconnected,
            "reconnected_cb": self._reconnected,
            "error_cb": self._failed,
            "max_reconnect_attempts": -1,
            "reconnect_time_wait": AGAIN,
            "connect_timeout": 2,
            "ping_interval": PING,
            "max_outstanding_pings": UNANSWERED,
            "pending_size": 0,  # while it is away nothing is kept for later: who waits for an answer asks anew
        }

    async def _disconnected(self) -> None:
        if self._client is None or self._client.is_closed:
            return
        log.warning("the bus is away")
        self._lost()

    async def _reconnected(self) -> None:
        log.info("the bus is back")
        self._fault = ""
        self._lost()

    async def _failed(self, error: Exception) -> None:
        """Something went wrong; if messages were dropped, whoever listens has to know. That a bus has gone is said already."""
        if isinstance(error, nats.errors.SlowConsumerError):
            log.warning("messages of the bus were dropped: this node cannot keep up")
            self._lost()
        elif self._client is None:
            self._say("the bus cannot be reached yet", error)
        elif not isinstance(error, nats.errors.StaleConnectionError | OSError | EOFError):
            self._say("the bus met a fault", error)

    def _say(self, event: str, error: Exception) -> None:
        """Say it once: it may be met four times a second."""
        fault = f"{type(error).__name__} {error}"
        if fault != self._fault:
            log.error(event, extra={"fault": fault})
        self._fault = fault

    async def _reply(self, message: Msg, answer: Answer) -> None:
        given = await answer(message.data)
        with contextlib.suppress(Error, OSError):
            await message.respond(BUSY if given is None else given)


async def _settled(client: Client) -> None:
    """Wait until the server knows; if it has just gone it is told when it is back."""
    with contextlib.suppress(Error, OSError, TimeoutError):
        await client.flush()


def _nothing() -> None:
    """Nobody wants to know."""
