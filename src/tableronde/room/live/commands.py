"""The command for each message of a client."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, Protocol

from tableronde.game import Action, Json, Seat
from tableronde.room.administration.enforcement import Enforcement
from tableronde.room.base.limits import Gates
from tableronde.room.base.metrics import Metrics
from tableronde.room.base.refusals import Refused
from tableronde.room.base.replies import Reply
from tableronde.room.live import messages
from tableronde.room.live.connection import Connection
from tableronde.room.tables.decisions import chat, joining, proposals
from tableronde.room.tables.decisions.change import Change
from tableronde.room.tables.decisions.pencil_notes import check_note, write_note
from tableronde.room.tables.decisions.playing import acted_since, resign
from tableronde.room.tables.position_cache import Picked
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.updates import Cause
from tableronde.room.workers.coaching import coach
from tableronde.room.workers.hints import give_hint


class Tables(Protocol):
    """The room, as commands see it."""

    glances: Gates
    metrics: Metrics
    enforcement: Enforcement

    async def rematch(self, old: TableSession) -> None:
        """Open the next game for the same group."""


Command = Callable[[Connection, Tables, Any], Awaitable[None]]


async def execute(connection: Connection, tables: Tables, message: messages.Message) -> None:
    """Execute a message; raise Illegal or Refused if that is impossible."""
    session = connection.session
    if (session.storage.lost or not session.storage.is_certain) and message.do != "ping":
        if (message.do == "act" or message.do == "press") and await _has_happened(connection, message):
            return connection.send(_confirm(message.ref))
        await session.storage.settle()
        session.storage.check_certain()
    await COMMANDS[message.do](connection, tables, message)


# Playing


async def _press(connection: Connection, tables: Tables, message: messages.Press) -> None:
    seat, ply = connection.seat, message.ply
    async with _glance(connection, tables):
        late = seat is not None and acted_since(connection.session.table, seat, ply) is not None
        action = None if late else show_press(connection, tuple(message.picked), message.word, message.hold)
    if action is not None:
        await _play(connection, tables, _own_seat(connection, None), action, message.ref, ply)
    elif late:
        connection.send(_confirm(message.ref))


def show_press(connection: Connection, picked: Picked, word: str, hold: bool) -> Action | None:
    """Show the effect of a press: the words picked now, or why the word cannot be pressed. Return the action to play at once, if any."""
    view = connection.view
    perspective = view.perspective()
    pressed = perspective.press(picked, word, hold)
    if pressed.picked is None:
        if connection.seat is not None:
            connection.send({"why": perspective.explain(picked, word, view.refusal())})
    elif pressed.action is None:
        view.show_picked(pressed.picked)
    return pressed.action


async def _act(connection: Connection, tables: Tables, message: messages.Act) -> None:
    seat = _own_seat(connection, message.seat)
    if not message.sure and connection.watches:  # programs need no second thought
        async with connection.session.lock:
            if connection.view.ask_again(seat, message.action, message.ref):
                return
    await _play(connection, tables, seat, message.action, message.ref, message.ply)


async def _play(connection: Connection, tables: Tables, seat: Seat, action: Action, ref: messages.Ref, ply: int | None) -> None:
    began = time.perf_counter()
    connection.view.forget_question()
    if not await connection.session.act(seat, action, Cause(connection, ref), seen=ply):
        connection.send(_confirm(ref))  # it had happened before: the first answer was lost
    tables.metrics.count_action(time.perf_counter() - began)


def _confirm(ref: Json) -> Reply:
    return {"ok": ref}


async def _has_happened(connection: Connection, message: messages.Act | messages.Press) -> bool:
    """Return whether a repeated message was already executed and only its answer was lost.

    Then it can be confirmed even while this node is not certain that it owns the table.
    """
    session = connection.session
    seat = message.seat if message.do == "act" and message.seat is not None else connection.seat
    if session.storage.lost or session.storage.is_certain or seat not in connection.seats:
        return False
    async with session.lock:  # what is in memory under the lock has been written
        done = acted_since(session.table, seat, message.ply)
        return not session.storage.lost and done is not None and (message.do == "press" or done == message.action)


async def _resign(connection: Connection, tables: Tables, message: messages.Resign) -> None:
    await connection.session.decide(resign, _own_seat(connection, message.seat))


async def _stop(connection: Connection, tables: Tables, message: messages.Stop) -> None:
    await connection.session.decide(proposals.stop, connection)


async def _undo(connection: Connection, tables: Tables, message: messages.Undo) -> None:
    await connection.session.decide(proposals.undo, connection)


# Viewing


async def _pick(connection: Connection, tables: Tables, message: messages.Pick) -> None:
    async with _glance(connection, tables):
        (show_preview if message.preview else show_picked)(connection, tuple(message.picked))


def show_picked(connection: Connection, picked: Picked) -> None:
    """Show the picture and the choices after some words were pressed."""
    connection.view.show_picked(picked)


def show_preview(connection: Connection, picked: Picked) -> None:
    """Show the picture after the action that these words would make; nothing if they make none."""
    shown = connection.view.held.picture
    if shown is not None and (preview := connection.view.perspective().preview(picked, connection.session.age, shown)) is not None:
        connection.send({"preview": preview})


async def _rotate(connection: Connection, tables: Tables, message: messages.Rotate) -> None:
    async with _glance(connection, tables):
        show_rotated(connection, tuple(message.picked), message.by)


def show_rotated(connection: Connection, picked: Picked, by: int) -> None:
    """Show the picture after the held piece was rotated by some steps."""
    perspective = connection.view.perspective()
    if perspective.acting is not None:
        connection.view.show_picked(perspective.rotate(picked, by))


async def _look(connection: Connection, tables: Tables, message: messages.Look) -> None:
    async with _glance(connection, tables):
        connection.view.switch_seat(message.seat)


async def _recall(connection: Connection, tables: Tables, message: messages.Recall) -> None:
    async with _glance(connection, tables):
        connection.send({"recall": connection.view.perspective().recall(message.ply, connection.view.reader)})


async def _earlier(connection: Connection, tables: Tables, message: messages.Earlier) -> None:
    async with _glance(connection, tables):
        connection.view.show_past(message.before)


async def _jot(connection: Connection, tables: Tables, message: messages.Jot) -> None:
    async with _in_turn(connection, tables):
        seat = _own_seat(connection, message.seat)
        note = check_note(message.text)
        if not connection.note_bucket.take(time.monotonic()):
            raise Refused("Moins vite avec le crayon.", "Not so fast with your pencil.")
        await connection.session.decide(write_note, seat, message.place, note)


# Seats


async def _sit(connection: Connection, tables: Tables, message: messages.Sit) -> None:
    await connection.session.decide(joining.sit, connection, message.seat, message.name)


async def _stand(connection: Connection, tables: Tables, message: messages.Stand) -> None:
    await connection.session.decide(joining.stand, connection, message.seat)


async def _seat_bot(connection: Connection, tables: Tables, message: messages.SeatBot) -> None:
    await connection.session.decide(joining.lend, connection, message.seat, message.level)


async def _start(connection: Connection, tables: Tables, message: messages.Start) -> None:
    await connection.session.decide(joining.start, connection)


async def _remove(connection: Connection, tables: Tables, message: messages.Remove) -> None:
    await connection.session.decide(joining.remove, connection, message.seat)


async def _name(connection: Connection, tables: Tables, message: messages.Name) -> None:
    connection.rename(message.name)
    await connection.session.decide(joining.rename, connection, message.name)


# Talking


async def _rematch(connection: Connection, tables: Tables, message: messages.Rematch) -> None:
    await _open_if_agreed(tables, connection.session, await connection.session.decide(proposals.rematch, connection))


async def _answer(connection: Connection, tables: Tables, message: messages.Answer) -> None:
    change = await connection.session.decide(proposals.answer, connection, message.ask, message.yes)
    await _open_if_agreed(tables, connection.session, change)


async def _open_if_agreed(tables: Tables, session: TableSession, change: Change) -> None:
    """Open the table of the rematch once everybody has agreed."""
    if change.agreed is not None and change.agreed.what == "rematch":
        await tables.rematch(session)


async def _chat(connection: Connection, tables: Tables, message: messages.Chat) -> None:
    session = connection.session
    tables.enforcement.check_chat(connection.guest, connection.place)
    async with session.lock:
        change = chat.say_line(session.snapshot(), connection, message.text, message.phrase)
        session.chat_limits.check(connection)
        await session.commit(change)


async def _mute(connection: Connection, tables: Tables, message: messages.Mute) -> None:
    connection.mute(message.guest, message.yes)


# Help


async def _hint(connection: Connection, tables: Tables, message: messages.Hint) -> None:
    session, seat = connection.session, _own_seat(connection, message.seat)
    assert session.driver is not None
    connection.send({"hint": await give_hint(session, session.driver, connection, seat, message.step)})


async def _coach(connection: Connection, tables: Tables, message: messages.Coach) -> None:
    session, seat = connection.session, _own_seat(connection, message.seat)
    assert session.driver is not None
    connection.send({"coach": await coach(session, session.driver, connection, seat)})


async def _outlook(connection: Connection, tables: Tables, message: messages.Outlook) -> None:
    async with connection.session.lock:
        connection.want_evaluation(message.yes)


async def _ping(connection: Connection, tables: Tables, message: messages.Ping) -> None:
    connection.send({"pong": True})


COMMANDS: Final[dict[str, Command]] = {
    "press": _press,
    "act": _act,
    "pick": _pick,
    "rotate": _rotate,
    "look": _look,
    "recall": _recall,
    "earlier": _earlier,
    "jot": _jot,
    "sit": _sit,
    "stand": _stand,
    "bot": _seat_bot,
    "start": _start,
    "remove": _remove,
    "name": _name,
    "resign": _resign,
    "stop": _stop,
    "undo": _undo,
    "rematch": _rematch,
    "answer": _answer,
    "chat": _chat,
    "mute": _mute,
    "hint": _hint,
    "coach": _coach,
    "outlook": _outlook,
    "ping": _ping,
}


@contextlib.asynccontextmanager
async def _in_turn(connection: Connection, tables: Tables) -> AsyncIterator[None]:
    """Let the clients of one address take turns, with a turn of the event loop in between for everybody else."""
    async with tables.glances.enter(connection.place):
        await asyncio.sleep(0)
        yield


@contextlib.asynccontextmanager
async def _glance(connection: Connection, tables: Tables) -> AsyncIterator[None]:
    """Hold the table's lock while something of it is drawn."""
    async with _in_turn(connection, tables), connection.session.lock:
        yield


def _own_seat(connection: Connection, seat: Seat | None) -> Seat:
    """Return the seat that a message is about; it must be the client's own."""
    chosen = connection.seat if seat is None else seat
    if chosen is None or chosen not in connection.seats:
        raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
    return chosen
