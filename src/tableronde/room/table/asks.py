"""What needs consent: taking an action back after others have seen more, and one more game."""

from dataclasses import dataclass, field
from typing import Any, Literal

from tableronde.game import Seat
from tableronde.room.live.viewer import Viewer
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import Chair
from tableronde.room.table.gathering import RoomTable
from tableronde.text import Language, Text

What = Literal["undo", "rematch"]


@dataclass
class Ask:
    """A question to everybody else at the table."""

    id: int
    what: What
    by: Seat
    text: Text
    ply: int  # where an undo leads back to
    asked: frozenset[Seat]
    agreed: set[Seat] = field(default_factory=set)

    def json(self, language: Language) -> dict[str, Any]:
        """The question as a client shows it."""
        return {"id": self.id, "what": self.what, "by": self.by, "asked": sorted(self.asked - self.agreed), "text": self.text[language]}


async def undo(table: RoomTable, viewer: Viewer) -> None:
    """Take one's last action back: at once if nobody else has acted or learned anything since, else by consent."""
    async with table.lock:
        if table.note is not None:
            raise Refused("La partie est terminée.", "The game is over.")
        ply = table.undo_ply(viewer.seats)
        if ply is None:
            raise Refused("Vous n'avez encore rien joué.", "You have not played anything yet.")
        if table.undo_kind(viewer.seats) == "now":
            await table.take_back(ply)
        else:
            seat = table.table.events[ply].actor
            assert isinstance(seat, int)
            name = table.table.names[seat]
            text = Text(f"{name.fr} voudrait reprendre son coup. D'accord ?", f"{name.en} would like to take a move back. All right?")
            _put(table, "undo", seat, text, ply, table.people_but(viewer.seats))


async def rematch(table: RoomTable, viewer: Viewer) -> bool:
    """Ask for one more game; whether everybody is agreed already."""
    async with table.lock:
        if table.status != "over":
            raise Refused("La partie n'est pas terminée.", "The game is not over.")
        if not viewer.seats:
            raise Refused("Seuls les joueurs peuvent demander une revanche.", "Only players can ask for a rematch.")
        others = table.people_but(viewer.seats)
        standing = next((ask for ask in table.asks.values() if ask.what == "rematch"), None)
        if standing is not None:
            return _agree(table, viewer, standing)
        if not others:
            return True
        seat = min(viewer.seats)
        name = table.table.names[seat]
        text = Text(f"{name.fr} propose une revanche. D'accord ?", f"{name.en} proposes a rematch. All right?")
        _put(table, "rematch", seat, text, table.table.plies, others)
        return False


async def answer(table: RoomTable, viewer: Viewer, id: int, yes: bool) -> Ask | None:
    """An answer to a question; the question, if everybody has now agreed to it."""
    async with table.lock:
        ask = table.asks.get(id)
        if ask is None or not ask.asked & viewer.seats:
            raise Refused("Cette question ne se pose plus.", "That question is no longer open.")
        if not yes:
            table.close_ask(ask, False)
            return None
        if not _agree(table, viewer, ask):
            return None
        if ask.what == "undo":
            await table.take_back(ask.ply)
        return ask


def turned(chairs: list[Chair]) -> list[Chair]:
    """The chairs for a rematch: everybody moves up one seat, so that somebody else begins."""
    moved = chairs[-1:] + chairs[:-1]
    return [Chair(seat, old.kind, old.name, old.level, holders=set(old.holders)) for seat, old in enumerate(moved)]


def _put(table: RoomTable, what: What, by: Seat, text: Text, ply: int, asked: frozenset[Seat]) -> None:
    if any(ask.what == what for ask in table.asks.values()):
        raise Refused("La question est déjà posée.", "That has been asked already.")
    table.asked += 1
    ask = table.asks[table.asked] = Ask(table.asked, what, by, text, ply, asked)
    for viewer in table.viewers:
        viewer.send({"ask": ask.json(viewer.language)})


def _agree(table: RoomTable, viewer: Viewer, ask: Ask) -> bool:
    """Note that a viewer agrees; whether all do now, and then the question is closed."""
    ask.agreed |= ask.asked & viewer.seats
    if ask.agreed < ask.asked:
        return False
    table.close_ask(ask, True)
    return True
