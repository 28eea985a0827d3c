"""What clients say on a socket: one small struct for each "do"."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

Seat = Annotated[int, Meta(ge=0, le=63)]
Word = Annotated[str, Meta(max_length=400)]
Line = Annotated[str, Meta(max_length=400)]
Ref = str | int | None
Ply = Annotated[int, Meta(ge=0, le=10_000_000)] | None


class Look(Struct, tag_field="do", tag="look"):
    """Show me the table as that seat sees it; null: as an onlooker does."""

    seat: Seat | None = None


class Pick(Struct, tag_field="do", tag="pick"):
    """These words are pressed; what can be pressed next? As a preview: what would the action they make look like?"""

    picked: Annotated[list[Word], Meta(max_length=64)] = []
    preview: bool = False


class Press(Struct, tag_field="do", tag="press"):
    """This word is pressed after those: it is picked, or let go, or it acts at once if it decides; if it cannot be pressed, why not?

    With `hold` it does not act yet: the action waits to be confirmed.
    """

    word: Word
    picked: Annotated[list[Word], Meta(max_length=64)] = []
    hold: bool = False
    ref: Ref = None
    ply: Ply = None


class Rotate(Struct, tag_field="do", tag="rotate"):
    """Turn what is held, by so many steps; what is picked is as after pressing."""

    picked: Annotated[list[Word], Meta(max_length=64)] = []
    by: Annotated[int, Meta(ge=-8, le=8)] = 1


class Recall(Struct, tag_field="do", tag="recall"):
    """Show me an earlier moment again, as I saw it when it had settled."""

    ply: Annotated[int, Meta(ge=0)]


class Act(Struct, tag_field="do", tag="act"):
    """Make an action happen for a seat of mine."""

    action: Word
    seat: Seat | None = None
    ref: Ref = None
    sure: bool = False  # a second thought has been given to it
    ply: Ply = None  # for which moment it is meant: said twice, it still happens once


class Sit(Struct, tag_field="do", tag="sit"):
    """Take an open seat, or take a seat of mine back from the bot that kept it warm."""

    seat: Seat
    name: Line = ""


class Stand(Struct, tag_field="do", tag="stand"):
    """Leave a seat; it is open again."""

    seat: Seat


class SeatBot(Struct, tag_field="do", tag="bot"):
    """Let a bot play a seat."""

    seat: Seat
    level: Line = ""


class Start(Struct, tag_field="do", tag="start"):
    """Begin now; bots take the seats still open."""


class Undo(Struct, tag_field="do", tag="undo"):
    """Take my last action back."""


class Answer(Struct, tag_field="do", tag="answer"):
    """Yes or no to what somebody asked."""

    ask: int
    yes: bool


class Resign(Struct, tag_field="do", tag="resign"):
    """Give the game up for a seat of mine."""

    seat: Seat | None = None


class Rematch(Struct, tag_field="do", tag="rematch"):
    """Once more, with the same group."""


class Chat(Struct, tag_field="do", tag="chat"):
    """Say something: one's own words, or a ready-made phrase by its number."""

    text: Line = ""
    phrase: Annotated[int, Meta(ge=0, le=99)] | None = None


class Mute(Struct, tag_field="do", tag="mute"):
    """Hear no more of somebody (or again, with `yes` false)."""

    guest: Line
    yes: bool = True


class Earlier(Struct, tag_field="do", tag="earlier"):
    """Tell me what happened before a ply."""

    before: Annotated[int, Meta(ge=0, le=10_000_000)]


class Jot(Struct, tag_field="do", tag="jot"):
    """Write a letter or two at a place of the picture, for my own eyes; nothing erases."""

    place: Word
    text: Line = ""
    seat: Seat | None = None


class Remove(Struct, tag_field="do", tag="remove"):
    """The host takes somebody's seat away."""

    seat: Seat


class Hint(Struct, tag_field="do", tag="hint"):
    """A hint in steps: where, which, what."""

    step: Annotated[int, Meta(ge=1, le=3)] = 1
    seat: Seat | None = None


class Coach(Struct, tag_field="do", tag="coach"):
    """What may I do now, and why did the bot do that?"""

    seat: Seat | None = None


class Outlook(Struct, tag_field="do", tag="outlook"):
    """Tell me from now on who is likely to win, if I may know (or no longer, with `yes` false)."""

    yes: bool = True


class Name(Struct, tag_field="do", tag="name"):
    """Call me that."""

    name: Line


class Ping(Struct, tag_field="do", tag="ping"):
    """Are you there?"""


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
_DECODER: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Message)


class NoMessage(ValueError):
    """Something that is not a message of ours; a sentence says why."""


def decode(text: str | bytes) -> Message:
    """A client's message; NoMessage if it is none."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NoMessage(str(error)) from None
    except RecursionError:
        raise NoMessage("it is nested too deeply") from None
