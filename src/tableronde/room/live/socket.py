"""The socket of a table: reads a client's messages within its limits and reports refusals."""

import asyncio
import contextlib
import time
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableronde.game import Illegal
from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.base.limits import Backlog, Limits
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.ownership import MOVED_CODE, RETRY_CODE, MovedElsewhere
from tableronde.room.base.refusals import Refused, ResultUnknown
from tableronde.room.base.tracing import TRACE_KEY, span
from tableronde.room.live.commands import execute
from tableronde.room.live.connection import Connection
from tableronde.room.live.message_decoder import decode
from tableronde.room.live.messages import NoMessage
from tableronde.room.live.outbox import BACK, Outbox
from tableronde.room.live.perspective import describe_refusal
from tableronde.room.live.table_description import Feed
from tableronde.room.room import Room
from tableronde.room.tables.table_session import TableSession
from tableronde.text import Language, Text

TOO_FAST: Final = Text("Doucement : trop de messages à la fois.", "Slow down: too many messages at once.")


class SocketConnection(Connection):
    """A client that uses a socket."""

    outbox: Outbox


def connect_socket(
    socket: WebSocket,
    session: TableSession,
    guest: str,
    language: Language,
    feed: Feed,
    limits: Limits,
    metrics: Metrics,
    *,
    backlog: Backlog | None = None,
    **more: Any,
) -> SocketConnection:
    """Make a connection for a socket; `more` are fields of Connection."""
    return SocketConnection(Outbox(socket, metrics, backlog or Backlog()), session, guest, language, feed, limits, **more)


async def converse(connection: SocketConnection, room: Room, since: int, address: str) -> None:
    """Show a client the table and handle its messages until it leaves."""
    session, socket = connection.session, connection.outbox.socket
    async with room.openings.enter(address), session.lock:  # nothing half-written is ever shown
        if session.storage.lost or not session.storage.is_certain:
            return await socket.close(RETRY_CODE)  # nor what may have changed on another node
        session.audience.add(connection)
        connection.open(since)
    session.presence_changed()
    sender = asyncio.create_task(connection.outbox.deliver())
    try:
        await _listen(connection, room)  # never cancelled from outside: what it has begun to write it also shows
    finally:
        connection.close()
        session.audience.discard(connection)
        session.presence_changed()
        sender.cancel()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the client may have hung up first
            await socket.close(MOVED_CODE if session.storage.lost else 1008)


async def _listen(connection: SocketConnection, room: Room) -> None:
    """Handle messages; those over the limit are dropped, and clients that persist are cut off by the connection limits."""
    warned, session, socket = False, connection.session, connection.outbox.socket
    while not session.storage.lost and (message := await socket.receive())["type"] != "websocket.disconnect":
        room.metrics.messages_in += 1
        if connection.bucket.take(time.monotonic()):
            warned = False
            with span("socket.message", message.get(TRACE_KEY, ""), game=session.box.slug, table=hash_secret(session.id)):
                await _receive(connection, room, message.get("text") or message.get("bytes") or b"")
        else:
            room.metrics.turn_away("messages")
            if not warned:
                connection.send_error(TOO_FAST)
            warned = True


async def _receive(connection: SocketConnection, room: Room, text: str | bytes) -> None:
    """Handle one message: execute it, refuse it with a reason, or report that it cannot be read."""
    ref = None
    try:
        message = decode(text)
        ref = getattr(message, "ref", None)
        with game_code(connection.session.box):
            await execute(connection, room, message)
    except Illegal as illegal:
        room.metrics.refuse(by_rules=True)
        refusal = describe_refusal(illegal.refusal, connection.session.box, connection.language)
        connection.send({"refused": {**refusal, "ref": ref}})
    except Faulty as fault:
        room.metrics.faults += 1
        connection.send_error(fault.text, ref)
    except MovedElsewhere as elsewhere:
        give_back = connection.outbox.socket.scope.get("extensions", {}).get(BACK)
        if give_back is None:
            connection.send_error(elsewhere.text, ref)
        else:
            give_back()  # it was not executed: it is repeated at the table's new owner
    except Refused as refused:
        room.metrics.refuse(by_rules=False)
        connection.send_error(refused.text, ref, isinstance(refused, ResultUnknown))
    except NoMessage as error:
        connection.send_error(Text(f"Ce message n’a pas été compris ({error}).", f"This message cannot be read: {error}"))
