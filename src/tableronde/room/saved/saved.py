"""Everything that is stored of a table beside its events, and the documents it is stored as.

The names of the documents are spelled only here. Fields are compared by identity: an unchanged field is the very same object, so that
saving a move does not cost more at a large table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from itertools import compress
from operator import is_not
from typing import Any, Final, Literal, NamedTuple

from tableronde.game import Event, Json, Outcome, Seat
from tableronde.record import Record
from tableronde.room.saved.seat_holders import SeatHolder
from tableronde.room.saved.settings import Settings
from tableronde.table import Table
from tableronde.text import Text

TABLE: Final = "table"
SEAT: Final = "seat"  # followed by a number, like the next two
NOTES: Final = "jots"
CHAT: Final = "chat"
SEEN: Final = "seen"  # when somebody last woke the table; written by the stores, never read back into a table
RESIGNED: Final = "resign"  # the reason of a result that a resignation decided
STOPPED: Final = "stopped"  # the reason of a result that nothing could change any more when the players stopped
UNLISTED: Final = (f"{CHAT} ", f"{NOTES} ")  # prefixes of the documents that a list of tables does not need

Moderated = Literal["", "closed", "hidden"]  # closed: nobody plays there; hidden: nobody sees it either
Docs = Mapping[str, Any]


@dataclass(frozen=True)
class Header:
    """The facts fixed when a table is opened; the record changes only if the cards are dealt again before the first move."""

    record: Json  # without events and digest
    settings: Settings
    host: str
    opened: float

    def json(self) -> Json:
        """Return the header as it is stored."""
        return {"record": self.record, "settings": self.settings.json(), "host": self.host, "opened": self.opened}


@dataclass(frozen=True)
class Note:
    """Why a table ended without the rules: a seat resigned, or the players stopped a decided game."""

    seat: Seat
    winners: tuple[Seat, ...]
    reason: str = RESIGNED
    scores: tuple[float, ...] = ()

    def json(self) -> Json:
        """Return the note as it is stored; that of a resignation as ever."""
        more = {} if self.reason == RESIGNED else {"reason": self.reason, "scores": list(self.scores)}
        return {"seat": self.seat, "winners": list(self.winners), **more}


@dataclass(frozen=True)
class Ended:
    """Who won, when and why; unknown for tables that ended before this was stored."""

    winners: tuple[Seat, ...] | None = None
    at: float | None = None
    reason: str | None = None
    scores: tuple[float, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """The result as the record names it; None if it ended before records did."""
        return None if self.winners is None or self.reason is None else Outcome(self.winners, self.reason, self.scores)


class Turn(NamedTuple):
    """The seats whose turn it is, after how many events, and since when."""

    to_act: tuple[Seat, ...] = ()
    ply: int = 0
    at: float | None = None


BEFORE: Final = Turn()


@dataclass(frozen=True)
class ChatLine:
    """A line of chat."""

    seat: Seat | None
    who: str  # the speaker's public id, from which no cookie can be derived
    name: str
    fr: str
    en: str
    at: float
    ply: int | None = None  # the number of events before it, for lines of the room itself

    @property
    def text(self) -> Text:
        """The line in both languages; a person's words are the same in both."""
        return Text(self.fr, self.en)


@dataclass(frozen=True)
class Chat:
    """The latest lines of chat. A new line is stored in the place of the oldest."""

    most: int
    lines: tuple[ChatLine, ...] = ()
    said: int = 0  # number of lines so far

    def with_line(self, line: ChatLine) -> "Chat":
        """Return the chat with one more line."""
        return Chat(self.most, (*self.lines, line)[-self.most :], self.said + 1)

    def lines_since(self, said: int) -> tuple[ChatLine, ...]:
        """Return the lines after the first `said` ones."""
        return self.lines[-(self.said - said) :] if self.said > said else ()


@dataclass(frozen=True)
class FormerHolder:
    """Somebody who held a seat during the game and left it or was removed."""

    seat: Seat
    name: str
    guests: frozenset[str]
    removed: bool = False
    left: int = 0  # after how many events


@dataclass(frozen=True)
class Saved:
    """Everything that is stored of a table beside its events."""

    header: Header
    seats: tuple[SeatHolder, ...]
    chat: Chat
    notes: tuple[Mapping[str, str], ...]  # pencil notes of each seat by place, visible to the seat only
    note: Note | None = None
    next: str = ""  # the table of the rematch
    away: frozenset[str] = frozenset()  # guests who have hidden the table from their list
    removed: frozenset[str] = frozenset()  # guests who may not sit down again
    former: tuple[FormerHolder, ...] = ()  # who held a seat of this game and left it
    over: Ended | None = None
    turn: Turn = BEFORE
    moderated: Moderated = ""  # what the operator has done to the table

    @property
    def settings(self) -> Settings:
        return self.header.settings

    @property
    def host(self) -> str:
        return self.header.host

    def with_status(self, over: Ended | None, turn: Turn) -> "Saved":
        """Return the same with another status. Every move does this, and `replace` would look at each field four times."""
        new = object.__new__(Saved)
        vars(new).update(vars(self), over=over, turn=turn)
        return new

    def guests(self) -> frozenset[str]:
        """Return the guests who have the table in their list."""
        return frozenset({self.host}.union(*(holder.guests for holder in self.seats)))


def changed_documents(old: Saved | None, new: Saved) -> dict[str, Json]:
    """Return the documents that must be written to get from `old` to `new`; all of them for a new table."""
    if old is None:
        everything = {TABLE: new.header.json(), **_seats((), new.seats), "over": _over(new.over), "turn": _turn(new.turn)}
        return everything | ({"removed": sorted(new.removed)} if new.removed else {})
    docs: dict[str, Json] = {}
    before, after = vars(old), vars(new)
    for name in compress(_FIELDS, map(is_not, before.values(), after.values())):  # in C, as every move asks
        docs |= _DOCUMENTS[name](before[name], after[name])
    return docs


def read_saved(docs: Docs, chat_lines: int = 1) -> Saved:
    """Read what was stored; raise LookupError, TypeError or ValueError if it is damaged. Lists of tables need no chat and no notes."""
    header = read_header(docs)
    seats = tuple(SeatHolder.read(docs[f"{SEAT} {seat}"]) for seat in range(header.record["players"]))
    return Saved(
        header,
        seats,
        _read_chat(docs, max(1, chat_lines)),
        tuple(dict(docs.get(f"{NOTES} {seat}", {})) for seat in range(len(seats))),
        _read_note(docs["note"]) if "note" in docs else None,
        str(docs.get("next", "")),
        frozenset(docs.get("away", ())),
        frozenset(docs.get("removed", ())),
        tuple(_read_former(value) for value in docs.get("former", ())),
        _read_over(docs.get("over")),
        _read_turn(docs.get("turn")),
        _read_moderated(docs.get("moderated")),
    )


def read_header(docs: Docs) -> Header:
    """Return what was fixed when the table was opened."""
    top = docs[TABLE]
    return Header(top["record"], Settings.read(top["settings"]), str(top["host"]), float(top["opened"]))


def is_hidden(docs: Docs) -> bool:
    """Return whether the operator has hidden a table from everybody."""
    return _read_moderated(docs.get("moderated")) == "hidden"


def read_record(saved: Saved, events: Iterable[Event]) -> Record:
    """Return the record of a stored table: its events come from elsewhere, its notes name the result."""
    record = replace(Record.read({**saved.header.record, "events": []}), events=tuple(events))
    return record.with_outcome(saved.over.outcome) if saved.over and saved.over.outcome else record


def record_header(table: Table) -> Json:
    """Return the record of a table without its events."""
    return {key: value for key, value in table.record().json().items() if key not in ("events", "digest")}


def document_names() -> set[str]:
    """Return the names of all documents of a table, without their numbers."""
    return {{"header": TABLE, "seats": SEAT, "notes": NOTES}.get(name, name) for name in _FIELDS} | {SEEN}


def _seats(before: tuple[SeatHolder, ...], after: tuple[SeatHolder, ...]) -> dict[str, Json]:
    return {f"{SEAT} {holder.seat}": holder.json() for holder in after if not any(holder is old for old in before)}


def _chat(before: Chat, after: Chat) -> dict[str, Json]:
    new = enumerate(after.lines_since(before.said), max(before.said, after.said - len(after.lines)))
    return {f"{CHAT} {number % after.most}": {"n": number, **asdict(line)} for number, line in new}


def _notes(before: tuple[Mapping[str, str], ...], after: tuple[Mapping[str, str], ...]) -> dict[str, Json]:
    return {f"{NOTES} {seat}": dict(notes) for seat, notes in enumerate(after) if notes is not before[seat]}


def _over(over: Ended | None) -> Json:
    if over is None:
        return False
    known = {"winners": list(over.winners or ()), "at": over.at}
    return known if over.reason is None else {**known, "reason": over.reason, "scores": list(over.scores)}


def _turn(turn: Turn) -> Json:
    return {"to_act": list(turn.to_act), "ply": turn.ply, "at": turn.at}


def _former(former: Iterable[FormerHolder]) -> Json:
    return [{**asdict(each), "guests": sorted(each.guests)} for each in former]


_FIELDS: Final = tuple(field.name for field in fields(Saved))
_DOCUMENTS: Final[dict[str, Callable[[Any, Any], dict[str, Json]]]] = {
    "header": lambda before, after: {TABLE: after.json()},
    "seats": _seats,
    "chat": _chat,
    "notes": _notes,
    "note": lambda before, after: {"note": after.json()},
    "next": lambda before, after: {"next": after},
    "away": lambda before, after: {"away": sorted(after)},
    "removed": lambda before, after: {"removed": sorted(after)},
    "former": lambda before, after: {"former": _former(after)},
    "over": lambda before, after: {"over": _over(after)},
    "turn": lambda before, after: {"turn": _turn(after)},
    "moderated": lambda before, after: {"moderated": after},
}


def _read_chat(docs: Docs, most: int) -> Chat:
    stored = {int(name.removeprefix(f"{CHAT} ")): value for name, value in docs.items() if name.startswith(f"{CHAT} ")}
    numbered = sorted(((value.get("n", place), value) for place, value in stored.items()), key=lambda pair: pair[0])
    return Chat(most, tuple(_read_line(value) for _, value in numbered[-most:]), numbered[-1][0] + 1 if numbered else 0)


def _read_line(value: Docs) -> ChatLine:
    seat, ply = value["seat"], value.get("ply")
    who, name, fr, en = (str(value[name]) for name in ("who", "name", "fr", "en"))
    return ChatLine(None if seat is None else int(seat), who, name, fr, en, float(value["at"]), None if ply is None else int(ply))


def _read_note(value: Docs) -> Note:
    scores = tuple(float(score) for score in value.get("scores", ()))
    return Note(int(value["seat"]), tuple(_numbers(value["winners"])), str(value.get("reason", RESIGNED)), scores)


def _read_former(value: Docs) -> FormerHolder:
    guests, removed = frozenset(value["guests"]), bool(value.get("removed", False))
    return FormerHolder(int(value["seat"]), str(value["name"]), guests, removed, int(value.get("left", 0)))


def _read_over(value: Any) -> Ended | None:
    if not value:
        return None
    known = value if isinstance(value, dict) else {}
    winners, reason = known.get("winners"), known.get("reason")
    scores = tuple(map(float, known.get("scores", ())))
    return Ended(None if winners is None else tuple(_numbers(winners)), known.get("at"), None if reason is None else str(reason), scores)


def _read_turn(value: Any) -> Turn:
    known = value or {}
    return Turn(tuple(_numbers(known.get("to_act", ()))), int(known.get("ply") or 0), known.get("at"))


def _read_moderated(value: Any) -> Moderated:
    """Return what the operator has done to the table; anything unknown hides it."""
    return "closed" if value == "closed" else "hidden" if value else ""


def _numbers(values: Iterable[Any]) -> Iterator[int]:
    return (int(value) for value in values)
