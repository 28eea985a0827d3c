"""Answers to requests about lessons, puzzles, replays, reviews and evaluation graphs: a type for each, plain dicts at run time."""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from tableronde.game import Action, Json, Seat
from tableronde.room.base.replies import (
    ChoicesReply,
    LogLineReply,
    PreviewReply,
    RefusalReply,
    SceneReply,
    TextReply,
    WhyReply,
)


class VerdictAnswer(TypedDict):
    """The verdict on an action in a lesson or a puzzle."""

    kind: str
    text: str
    action: NotRequired[Action]


class ExerciseAnswer(TypedDict, total=False):
    """The picture and the texts of a step of a lesson, or of a puzzle."""

    verdict: VerdictAnswer
    told: Sequence[str]
    scene: SceneReply
    choices: ChoicesReply
    why: WhyReply
    preview: PreviewReply
    refused: RefusalReply


class WrongAnswer(TypedDict):
    """The reply of a lesson to certain wrong actions."""

    actions: Sequence[Action]
    text: TextReply


class LessonStepAnswer(TypedDict):
    """A step of a lesson."""

    url: str
    text: TextReply
    hint: TextReply | None
    done: TextReply | None
    asks: bool
    seat: Seat
    good: Sequence[Action]
    goal: dict[str, Json]
    words: Sequence[str]
    wrong: Sequence[WrongAnswer]
    reply: Sequence[Action]
    picked: Sequence[str]
    mark: Sequence[str]
    clauses: Sequence[str]
    record: Json


class LessonAnswer(TypedDict):
    """A lesson."""

    id: str
    title: TextReply
    steps: Sequence[LessonStepAnswer]


class CourseAnswer(TypedDict):
    """A game's lessons."""

    game: str
    title: TextReply
    rules: str | None
    openings: str | None
    lessons: Sequence[LessonAnswer]
    players: NotRequired[Sequence[int]]  # for a first table
    level: NotRequired[str]


class HintsAnswer(TypedDict):
    """The hints of a puzzle."""

    hints: "Sequence[PuzzleHint]"


class PuzzleHint(TypedDict):
    """A hint of a puzzle."""

    text: str
    mark: Sequence[str]


class PuzzleOfTheDay(TypedDict):
    """A game's puzzle of the day."""

    game: str
    title: TextReply
    puzzle: str
    kind: TextReply
    grade: TextReply
    url: str


class TodayAnswer(TypedDict):
    """The puzzle of the day of every game."""

    day: str
    game: str | None
    games: Sequence[PuzzleOfTheDay]


class PuzzleAnswer(TypedDict):
    """A puzzle for a page, without its positions and solutions."""

    id: str
    kind: str
    grade: int
    film: int
    url: str
    question: TextReply


class DayAnswer(TypedDict):
    """A day, and its puzzle."""

    date: str
    puzzle: str


class PuzzlesAnswer(TypedDict):
    """A game's puzzles."""

    game: str
    title: TextReply
    day: DayAnswer
    grades: Sequence[TextReply]
    kinds: dict[str, TextReply]
    puzzles: Sequence[PuzzleAnswer]


class PlayerAnswer(TypedDict):
    """The person or bot in a seat, and the style of their pieces."""

    seat: Seat
    name: str
    style: str


class FinishedAnswer(TypedDict):
    """How a finished game ended."""

    winners: Sequence[Seat]
    scores: Sequence[float]
    reason: str
    text: str


class ReplayAnswer(TypedDict):
    """A finished game at one of its positions."""

    id: str
    game: str
    title: str
    seats: Sequence[PlayerAnswer]
    ply: int
    plies: int
    told: Sequence[LogLineReply]
    scene: SceneReply
    scores: Sequence[float] | None
    outcome: FinishedAnswer | None


class ReviewPlayerAnswer(PlayerAnswer):
    """A seat, and whether its game can be reviewed."""

    open: bool


class ReviewPageAnswer(TypedDict):
    """The seat that a review is about, and the seats that can be reviewed."""

    id: str
    game: str
    title: str
    plies: int
    seat: Seat
    seats: Sequence[ReviewPlayerAnswer]


class StoryAnswer(TypedDict):
    """An action, its share of the win, and the expected continuation."""

    action: Action
    text: str
    share: float
    ahead: Sequence[str]


class ReviewMomentAnswer(TypedDict):
    """A position in which another action was better."""

    ply: int
    played: StoryAnswer
    better: StoryAnswer
    lost: int
    link: str
    picture: str


class ReviewProgressAnswer(TypedDict):
    """A review as far as it is computed."""

    status: Literal["ready", "thinking"]
    done: int
    choices: int
    moments: Sequence[ReviewMomentAnswer]


class ReviewAnswer(TypedDict):
    """The whole answer to a request for a review."""

    id: str
    game: str
    title: str
    plies: int
    seat: Seat
    seats: Sequence[ReviewPlayerAnswer]
    status: Literal["ready", "thinking"]
    done: int
    choices: int
    moments: Sequence[ReviewMomentAnswer]


class SwingAnswer(TypedDict):
    """A turning point of a game."""

    ply: int
    seat: Seat
    change: float
    text: str


class CurveAnswer(TypedDict):
    """Each seat's expected share of the win over a game, as far as it is computed."""

    status: Literal["ready", "thinking"]
    plies: int
    shares: Sequence[tuple[int, Sequence[float]]]
    swings: Sequence[SwingAnswer]


class ChancesAnswer(CurveAnswer):
    """The evaluation graph of a game, with its players."""

    seats: Sequence[PlayerAnswer]
