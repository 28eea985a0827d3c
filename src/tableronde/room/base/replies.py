"""Messages on a table's socket: a type for each. At run time they are plain dicts, sent in the order of their keys."""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from tableronde.game import Action, Json, Seat
from tableronde.text import Text


class TextReply(TypedDict):
    """A text in both languages."""

    fr: str
    en: str


def both(text: Text) -> TextReply:
    """Return a text in both languages as JSON."""
    return {"fr": text.fr, "en": text.en}


# Pictures


class ShapeReply(TypedDict):
    """A shape of a picture, without empty fields."""

    id: NotRequired[str]
    path: NotRequired[str]  # M, L, C and Z
    style: NotRequired[str]  # theme words
    at: NotRequired[list[float]]
    turn: NotRequired[float]
    label: NotRequired[str]
    size: NotRequired[float]
    title: NotRequired[str]
    word: NotRequired[str]  # pressed with this word
    jot: NotRequired[str]  # a place for a pencil note


class AreaReply(TypedDict):
    """An area of a picture, or its changes."""

    id: str
    box: NotRequired[list[float]]  # x, y, width, height
    seat: NotRequired[Seat]
    role: NotRequired[str]
    title: NotRequired[str]
    shapes: NotRequired[list[ShapeReply]]  # all of them, or the new and changed ones
    gone: NotRequired[list[str]]  # ids of shapes to remove
    order: NotRequired[list[str]]  # all ids from the back to the front


class PictureReply(TypedDict):
    """A whole picture (`full`), or the changes since the one before."""

    full: bool
    list: NotRequired[Sequence[str]]  # all current areas, if some came, went or moved
    areas: Sequence[AreaReply]
    captions: Sequence[str]


LaterReply = TypedDict(
    "LaterReply",
    {
        "in": int,  # milliseconds after the message
        "full": bool,
        "list": NotRequired[Sequence[str]],
        "areas": Sequence[AreaReply],
        "captions": Sequence[str],
    },
)
LaterReply.__doc__ = "A later picture of the same film, as changes from the one before it."


class FilmReply(PictureReply):
    """A picture, and the later ones of its film."""

    later: NotRequired[Sequence[LaterReply]]
    unfolds: NotRequired[bool]  # whether the film only leads up to its last picture


class SceneReply(FilmReply):
    """A position as a seat sees it."""

    seat: Seat | None
    ply: int
    last: Sequence[str]  # ids of the shapes that the last action touched


class TableSceneReply(SceneReply):
    """A position as a seat sees it, for a connection that may already hold a picture."""

    base: int  # the ply of the picture it holds


class RecallSceneReply(PictureReply):
    """The whole picture of an earlier position."""

    seat: Seat | None


# What can be pressed


class OfferReply(TypedDict):
    """A word that can be pressed."""

    word: str
    label: str


class RaceButtonReply(TypedDict):
    """A button of a player who races others on the same screen."""

    action: Action
    label: str


RaceReply = TypedDict("RaceReply", {"seats": Sequence[Seat], "jump": RaceButtonReply, "pass": RaceButtonReply})
RaceReply.__doc__ = "A race between several players on one screen."


class ChoicesReply(TypedDict):
    """The picked words, and the words that can be picked next."""

    seat: Seat | None
    picked: Sequence[str]
    offers: Sequence[OfferReply]
    open: bool  # whether the player types the last word of the action
    action: NotRequired[Action]  # the action that the picked words make
    second: NotRequired[str]  # why the player should reconsider it
    rotates: NotRequired[bool]
    race: NotRequired[RaceReply]


class RefusalReply(TypedDict):
    """Why the rules refuse an action, with a link to the clause."""

    clause: str
    text: str
    link: str | None


class RefusedReply(RefusalReply):
    """An action that the rules refuse."""

    ref: str | int | None


class WhyReply(TypedDict):
    """Why a word cannot be pressed, and what can be pressed instead."""

    word: str
    clause: str
    text: str
    link: str | None
    possible: Sequence[str]


class PreviewReply(PictureReply):
    """The picture after an action that the picked words would make."""

    picked: Sequence[str]


class SecondReply(TypedDict):
    """Why the player should reconsider an action."""

    seat: Seat
    action: Action
    text: str
    ref: str | int | None


# The table and its people


class SeatReply(TypedDict):
    """A seat and its player."""

    seat: Seat
    kind: Literal["open", "person", "bot"]
    name: str
    level: str
    online: bool
    yours: bool
    style: str
    who: Sequence[str]  # ids of their devices
    told: NotRequired[str]  # what the log calls a player without a name
    link: NotRequired[str]


ClockKind = Literal["move", "game"]
AtZero = Literal["bot", "resign", "nothing"]  # who goes on when a clock has run out


class ClockSettingReply(TypedDict):
    """The clock of a table."""

    kind: ClockKind
    seconds: int
    zero: AtZero


class TableReply(TypedDict):
    """The seats of a table and how it was set up."""

    id: str
    game: str
    title: str
    players: int
    options: dict[str, Json]
    private: bool
    status: Literal["waiting", "playing", "over"]
    seats: Sequence[SeatReply]
    host: bool
    chat: Literal["free", "phrases", "off"]
    phrases: Sequence[str]
    levels: Sequence[str]
    suggested: Sequence[str]
    clock: ClockSettingReply | None
    friendly: bool
    programs: bool
    research: bool
    house: str
    departs: str
    rules: str | None
    watchers: int
    reach: str | None
    goal: str
    previews: bool


class TurnReply(TypedDict):
    """The actors whose turn it is."""

    to_act: Sequence[Seat | Literal["chance"]]
    yours: bool
    ply: int
    text: str
    undo: NotRequired[Literal["now", "ask"] | None]
    acted: NotRequired[int]  # the ply after one's own last action
    decided: NotRequired[str]  # a sentence, once nothing can change the result: players may stop


class ClockReply(TypedDict):
    """The clocks, in milliseconds."""

    seats: Sequence[int]
    running: Sequence[Seat]
    window: int | None
    opens: NotRequired[int]
    first: NotRequired[bool]


class OutcomeReply(TypedDict):
    """How the game ended."""

    winners: Sequence[Seat]
    scores: Sequence[float]
    reason: str
    text: str
    personal: NotRequired[str]


class AskReply(TypedDict):
    """A proposal to the other players, or its result."""

    id: int
    what: Literal["undo", "rematch", "sit", "stop"]
    by: Seat
    asked: NotRequired[Sequence[Seat]]
    yours: NotRequired[bool]
    text: NotRequired[str]
    closed: NotRequired[bool]
    yes: NotRequired[bool]


class ChatReply(TypedDict):
    """A line of chat."""

    seat: Seat | None
    who: str
    name: str
    text: str
    at: float
    ply: NotRequired[int]


class NextReply(TypedDict):
    """The address of the rematch."""

    url: str


# Events


class LogLineReply(TypedDict):
    """An event as text."""

    ply: int
    text: str


Heard = Sequence[tuple[str, str]]  # actors and actions


class ChapterReply(TypedDict):
    """The end of a round or of one game of a match."""

    ply: int
    text: str


class PastReply(TypedDict):
    """Earlier events, as text or as a seat heard them."""

    first: int
    told: NotRequired[Sequence[LogLineReply]]
    heard: NotRequired[Heard]


class RecallReply(TypedDict):
    """An earlier position."""

    ply: int
    plies: int
    scene: RecallSceneReply
    told: Sequence[str]


# Help


class HintReply(TypedDict):
    """A step of a hint."""

    step: int
    text: str
    why: NotRequired[str]
    words: Sequence[str]
    action: NotRequired[Action]


class CoachReply(TypedDict):
    """A message of the coach."""

    ply: int
    now: str
    why: str


class OutlookReply(TypedDict):
    """Each seat's share of the win."""

    ply: int
    shares: Sequence[float]


class Reply(TypedDict, total=False):
    """A message to a client: one or more of these keys."""

    ok: str | int
    table: TableReply
    back: int  # the ply from which events were taken back
    earlier: int  # the ply before which events are omitted
    turn: TurnReply
    heard: Heard
    facts: dict[str, Json]
    legal: dict[str, Sequence[Action]]
    chapter: ChapterReply
    told: Sequence[LogLineReply]
    scene: TableSceneReply
    choices: ChoicesReply
    scores: Sequence[float]
    jots: dict[str, str]
    clock: ClockReply
    outcome: OutcomeReply
    fault: str
    ask: AskReply
    next: NextReply
    chat: ChatReply
    refused: RefusedReply
    error: str
    ref: str | int
    unsure: bool
    why: WhyReply
    second: SecondReply
    preview: PreviewReply
    recall: RecallReply
    past: PastReply
    hint: HintReply
    coach: CoachReply
    outlook: OutlookReply
    pong: bool
    line: Literal["lost", "open"]
    move: bool
