"""The socket of a table: what a client says, and what is done about it."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.websockets import WebSocketDisconnect

from tableronde.game import Action, Illegal, Seat
from tableronde.room.faults import Faulty, game_code
from tableronde.room.keeping import LATER, MOVED, Elsewhere
from tableronde.room.live import messages
from tableronde.room.live.outbox import BACK
from tableronde.room.live.viewer import Viewer, refusal_json
from tableronde.room.minds.coaching import coach
from tableronde.room.minds.hints import hint
from tableronde.room.refusals import Refused
from tableronde.room.room import Room
from tableronde.room.table import consent, seating, talk
from tableronde.room.table.jots import jot
from tableronde.room.table.news import Cause
from tableronde.text import Text

TOO_FAST: Final = Text("Doucement : trop de messages à la fois.", "Slow down: too many messages at once.")


async def converse(viewer: Viewer, room: Room, since: int, address: str) -> None:
    """Show a viewer the table and listen until it leaves."""
    async with room.openings.through(address), viewer.gathering.lock:  # nothing half written is ever shown
        if viewer.gathering.lost or not viewer.gathering.is_kept:
            return await viewer.socket.close(LATER)  # nor what may have gone on elsewhere
        viewer.gathering.viewers.add(viewer)
        viewer.gathering.count_heads()
        viewer.open(since)
    viewer.gathering.presence_changed()
    sender = asyncio.create_task(viewer.outbox.deliver())
    try:
        await _listen(viewer, room)  # never cut off from outside: what it has begun to write it also shows
    finally:
        viewer.close()
        viewer.gathering.viewers.discard(viewer)
        viewer.gathering.presence_changed()
        sender.cancel()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # the client may have hung up first
            await viewer.socket.close(MOVED if viewer.gathering.lost else 1008)


async def _listen(viewer: Viewer, room: Room) -> None:
    """Do what is said; what is beyond the limit is dropped, and who goes on like that is cut off at the edge."""
    warned = False
    while not viewer.gathering.lost and (message := await viewer.socket.receive())["type"] != "websocket.disconnect":
        room.metrics.messages_in += 1
        if viewer.bucket.take(time.monotonic()):
            warned = False
            await _receive(viewer, room, message.get("text") or message.get("bytes") or b"")
        else:
            room.metrics.turned_away += 1
            if not warned:
                viewer.error(TOO_FAST)
            warned = True


async def _receive(viewer: Viewer, room: Room, text: str | bytes) -> None:
    """One message: done, refused with a reason, or not understood."""
    ref = None
    try:
        message = messages.decode(text)
        ref = getattr(message, "ref", None)
        with game_code(viewer.gathering.box):
            await _do(viewer, room, message)
    except Illegal as illegal:
        room.metrics.refusals += 1
        refusal = refusal_json(illegal.refusal, viewer.gathering.box, viewer.language)
        viewer.send({"refused": {**refusal, "ref": ref}})
    except Faulty as fault:
        room.metrics.faults += 1
        viewer.error(fault.text, ref)
    except Elsewhere as elsewhere:
        give_back = viewer.socket.scope.get("extensions", {}).get(BACK)
        if give_back is None:
            viewer.error(elsewhere.text, ref)
        else:
            give_back()  # it has not happened: it is said again where the table is kept now
    except Refused as refused:
        room.metrics.refusals += 1
        viewer.error(refused.text, ref)
    except messages.NoMessage as error:
        viewer.error(Text(f"Ce message n’a pas été compris ({error}).", f"This message cannot be read: {error}"))


async def _do(viewer: Viewer, room: Room, message: messages.Message) -> None:
    gathering = viewer.gathering
    if (gathering.lost or not gathering.is_kept) and not isinstance(message, messages.Ping):
        if isinstance(message, (messages.Act, messages.Press)) and await _has_happened(viewer, message):
            return viewer.send({"ok": message.ref})
        if not gathering.is_kept:
            await gathering.keeping.settle()
        gathering.must_be_kept()
    match message:
        case messages.Press(word, picked, hold, ref, ply):
            async with _glance(viewer, room):
                late = viewer.seat is not None and gathering.acted_since(viewer.seat, ply) is not None
                action = None if late else viewer.press(tuple(picked), word, hold)
            if action is not None:
                await _act(viewer, room, _mine(viewer, None), action, ref, ply)
            elif late:
                viewer.send({"ok": ref})
        case messages.Rotate(picked, by):
            async with _glance(viewer, room):
                viewer.rotate(tuple(picked), by)
        case messages.Recall(ply):
            async with _glance(viewer, room):
                viewer.recall(ply)
        case messages.Act(action, seat, ref, sure, ply):
            chosen = _mine(viewer, seat)
            if sure or not viewer.watches or not await _thinks_twice(viewer, chosen, action, ref):  # programs know what they do
                await _act(viewer, room, chosen, action, ref, ply)
        case messages.Pick(picked, preview):
            async with _glance(viewer, room):
                (viewer.preview if preview else viewer.show_picked)(tuple(picked))
        case messages.Look(seat):
            async with _glance(viewer, room):
                viewer.look(seat)
        case messages.Sit(seat, name):
            await seating.sit(gathering, viewer, seat, name)
        case messages.Stand(seat):
            await seating.stand(gathering, viewer, seat)
        case messages.SeatBot(seat, level):
            await seating.lend(gathering, viewer, seat, level)
        case messages.Start():
            await seating.start(gathering, viewer)
        case messages.Remove(seat):
            await seating.remove(gathering, viewer, seat)
        case messages.Name(name):
            await seating.rename(gathering, viewer, name)
        case messages.Resign(seat):
            await gathering.resign(_mine(viewer, seat))
        case messages.Undo():
            await consent.undo(gathering, viewer)
        case messages.Rematch():
            if await consent.rematch(gathering, viewer):
                await room.rematch(gathering)
        case messages.Answer(id, yes):
            agreed = await consent.answer(gathering, viewer, id, yes)
            if agreed is not None and agreed.what == "rematch":
                await room.rematch(gathering)
            if agreed is not None and agreed.what == "sit":
                await seating.welcome(gathering, agreed)
        case messages.Chat(text, phrase):
            await talk.say(gathering, viewer, text, phrase)
        case messages.Mute(guest, yes):
            viewer.mute(guest, yes)
        case messages.Earlier(before):
            async with _glance(viewer, room):
                viewer.recount(before)
        case messages.Jot(place, text, seat):
            async with _in_turn(viewer, room):
                await jot(gathering, viewer, _mine(viewer, seat), place, text)
        case messages.Hint(step, seat):
            assert gathering.driver is not None
            viewer.send({"hint": await hint(gathering, gathering.driver, viewer, _mine(viewer, seat), step)})
        case messages.Coach(seat):
            assert gathering.driver is not None
            viewer.send({"coach": await coach(gathering, gathering.driver, viewer, _mine(viewer, seat))})
        case messages.Outlook(yes):
            async with gathering.lock:
                viewer.wonder(yes)
        case messages.Ping():
            viewer.send({"pong": True})


@contextlib.asynccontextmanager
async def _in_turn(viewer: Viewer, room: Room) -> AsyncIterator[None]:
    """Something is drawn for somebody: for one after the other of an address, and everybody else has a turn in between."""
    async with room.glances.through(viewer.place):
        await asyncio.sleep(0)
        yield


@contextlib.asynccontextmanager
async def _glance(viewer: Viewer, room: Room) -> AsyncIterator[None]:
    """The table holds still while something of it is drawn."""
    async with _in_turn(viewer, room), viewer.gathering.lock:
        yield


async def _has_happened(viewer: Viewer, message: messages.Act | messages.Press) -> bool:
    """Whether something is said again that had happened when its answer was lost. Nobody is told that it could not be kept, even at a
    moment when nothing can be, because it is unknown who keeps the table."""
    gathering = viewer.gathering
    seat = message.seat if isinstance(message, messages.Act) and message.seat is not None else viewer.seat
    if gathering.lost or gathering.is_kept or seat not in viewer.seats:
        return False
    async with gathering.lock:  # what is here then has been written
        done = gathering.acted_since(seat, message.ply)
        return not gathering.lost and done is not None and (isinstance(message, messages.Press) or done == message.action)


async def _act(viewer: Viewer, room: Room, seat: Seat, action: Action, ref: Any, ply: int | None) -> None:
    began, viewer.doubted = time.perf_counter(), ""
    if not await viewer.gathering.act(seat, action, Cause(viewer, ref), seen=ply):
        viewer.send({"ok": ref})  # it had happened before: the answer was lost
    room.metrics.acted(time.perf_counter() - began)


async def _thinks_twice(viewer: Viewer, seat: Seat, action: Action, ref: Any) -> bool:
    """Whether a person is asked once more before an action that deserves it."""
    async with viewer.gathering.lock:
        return viewer.doubt(seat, action, ref)


def _mine(viewer: Viewer, seat: Seat | None) -> Seat:
    """The seat meant, which must be the viewer's own."""
    chosen = viewer.seat if seat is None else seat
    if chosen is None or chosen not in viewer.seats:
        raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
    return chosen
