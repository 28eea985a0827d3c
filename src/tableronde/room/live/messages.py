"""Messages of clients on a socket: one small class for each "do". `message_decoder` reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, get_args

MOST_PICKED: Final = 64


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a value: minimum and maximum of a number, maximum length of a text or list."""

    ge: int | None = None
    le: int | None = None
    max_length: int | None = None


Seat = Annotated[int, Bounds(ge=0, le=63)]
Word = Annotated[str, Bounds(max_length=400)]
Line = Annotated[str, Bounds(max_length=400)]
Words = Annotated[Sequence[Word], Bounds(max_length=MOST_PICKED)]
Ref = str | int | None
Ply = Annotated[int, Bounds(ge=0, le=10_000_000)] | None


@dataclass(frozen=True, slots=True)
class Look:
    """Show the table as that seat sees it; null: as a spectator does."""

    do: ClassVar[Literal["look"]] = "look"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Pick these words and show what can be pressed next; as a preview, show the action they would make."""

    do: ClassVar[Literal["pick"]] = "pick"
    picked: Words = ()
    preview: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """Press this word after those: it is picked, released or played at once; if it cannot be pressed, the answer says why.

    With `hold` an action is not played yet but waits to be confirmed.
    """

    do: ClassVar[Literal["press"]] = "press"
    word: Word
    picked: Words = ()
    hold: bool = False
    ref: Ref = None
    ply: Ply = None


@dataclass(frozen=True, slots=True)
class Rotate:
    """Rotate the held piece by some steps; the picked words are those after pressing it."""

    do: ClassVar[Literal["rotate"]] = "rotate"
    picked: Words = ()
    by: Annotated[int, Bounds(ge=-8, le=8)] = 1


@dataclass(frozen=True, slots=True)
class Recall:
    """Show an earlier position, as the seat saw it after its film."""

    do: ClassVar[Literal["recall"]] = "recall"
    ply: Annotated[int, Bounds(ge=0)]


@dataclass(frozen=True, slots=True)
class Act:
    """Play an action for a seat of the client."""

    do: ClassVar[Literal["act"]] = "act"
    action: Word
    seat: Seat | None = None
    ref: Ref = None
    sure: bool = False  # the player has been asked and confirms it
    ply: Ply = None  # the position it is meant for: repeated, it still happens once


@dataclass(frozen=True, slots=True)
class Sit:
    """Take an open seat, or take the client's own seat back from the bot that substitutes."""

    do: ClassVar[Literal["sit"]] = "sit"
    seat: Seat
    name: Line = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """Leave a seat, which is open again."""

    do: ClassVar[Literal["stand"]] = "stand"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Let a bot play a seat."""

    do: ClassVar[Literal["bot"]] = "bot"
    seat: Seat
    level: Line = ""


@dataclass(frozen=True, slots=True)
class Start:
    """Begin now; bots take the open seats."""

    do: ClassVar[Literal["start"]] = "start"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take my last action back."""

    do: ClassVar[Literal["undo"]] = "undo"


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a proposal with yes or no."""

    do: ClassVar[Literal["answer"]] = "answer"
    ask: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign for a seat of the client."""

    do: ClassVar[Literal["resign"]] = "resign"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop a game whose result nothing can change any more."""

    do: ClassVar[Literal["stop"]] = "stop"


@dataclass(frozen=True, slots=True)
class Rematch:
    """Propose another game with the same group."""

    do: ClassVar[Literal["rematch"]] = "rematch"


@dataclass(frozen=True, slots=True)
class Chat:
    """Say something: free text, or a phrase by its number."""

    do: ClassVar[Literal["chat"]] = "chat"
    text: Line = ""
    phrase: Annotated[int, Bounds(ge=0, le=99)] | None = None


@dataclass(frozen=True, slots=True)
class Mute:
    """Mute somebody, or with `yes` false show their chat again."""

    do: ClassVar[Literal["mute"]] = "mute"
    guest: Line
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Earlier:
    """Show the events before a ply."""

    do: ClassVar[Literal["earlier"]] = "earlier"
    before: Annotated[int, Bounds(ge=0, le=10_000_000)]


@dataclass(frozen=True, slots=True)
class Jot:
    """Write a pencil note of a letter or two at a place of the picture, visible to its writer only; an empty text erases it."""

    do: ClassVar[Literal["jot"]] = "jot"
    place: Word
    text: Line = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a player from a seat, as the host."""

    do: ClassVar[Literal["remove"]] = "remove"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Hint:
    """Give a hint in steps: where, which, what."""

    do: ClassVar[Literal["hint"]] = "hint"
    step: Annotated[int, Bounds(ge=1, le=3)] = 1
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Coach:
    """Explain what the player may do now and why the bot acted as it did."""

    do: ClassVar[Literal["coach"]] = "coach"
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """Send win probabilities from now on, if the client may have them (or stop, with `yes` false)."""

    do: ClassVar[Literal["outlook"]] = "outlook"
    yes: bool = True


@dataclass(frozen=True, slots=True)
class Name:
    """Set the client's name."""

    do: ClassVar[Literal["name"]] = "name"
    name: Line


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask for a sign of life."""

    do: ClassVar[Literal["ping"]] = "ping"


Message = (
    Look
    | Pick
    | Press
    | Rotate
    | Recall
    | Act
    | Sit
    | Stand
    | SeatBot
    | Start
    | Undo
    | Answer
    | Resign
    | Stop
    | Rematch
    | Chat
    | Mute
    | Earlier
    | Jot
    | Remove
    | Hint
    | Coach
    | Outlook
    | Name
    | Ping
)
MESSAGES: Final[tuple[type[Message], ...]] = get_args(Message)


class NoMessage(ValueError):
    """Raised for data that is not a message of a client, with a sentence that says why."""
