"""Reviews of finished games: requested by people, computed by the workers, and cached.

Each choice is a task of its own, and a review sends one task at a time, so that bots at other tables get their turn in between.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from tableronde.game import Action, Event, Seat
from tableronde.play.review import Slip, choices, costliest, marked, slip_at, storyline, weighed, wording
from tableronde.render.svg import OUTLINES, paint
from tableronde.room.base.answers import ReviewMomentAnswer, ReviewProgressAnswer, StoryAnswer
from tableronde.room.base.log_events import REVIEW_FAILED
from tableronde.room.base.refusals import Refused
from tableronde.room.tables.table_session import TableSession
from tableronde.room.workers.pool import WorkerPool
from tableronde.room.workers.tasks import make_task
from tableronde.room.workers.worker import WorkerTask
from tableronde.table import Table
from tableronde.text import Language, Text
from tableronde.theme import THEMES

LONGEST_SECONDS: Final = 1.0  # for one choice, at most
FORESEEING_SECONDS: Final = 0.3  # for each continuation
MAX_CHOICES: Final = 200  # the latest ones; with this many each gets a tenth of a second
MAX_SAVED: Final = 100  # reviews
MAX_WAITING: Final = 20  # reviews in progress or waiting

Key = tuple[str, Seat, str]  # table, seat and record: an end may be taken back and another one played


@dataclass(frozen=True, slots=True)
class Story:
    """An action as text, and its expected continuation."""

    text: Text
    ahead: list[Text]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A mistake as text."""

    slip: Slip
    played: Story
    better: Story


@dataclass(eq=False)
class Review:
    """The review of one seat's game, and its lessons once it is ready."""

    table: Table
    seat: Seat
    share: str  # charged with the thinking time
    choices: int = 0
    done: int = 0
    lessons: list[Lesson] = field(default_factory=list)
    task: "asyncio.Task[None] | None" = None

    @property
    def is_ready(self) -> bool:
        return self.task is not None and self.task.done()

    def draw(self, ply: int, theme: str, language: Language) -> str | None:
        """Return the picture of a reviewed position as the seat saw it, with the better action marked."""
        better = next((lesson.slip.better for lesson in self.lessons if lesson.slip.ply == ply), None)
        if better is None:
            return None
        scene = marked(self.table.at(ply), self.seat, better)
        return paint(scene, self.table.box.looks, THEMES[theme], language, tall=True, fonts=OUTLINES)


class Reviews:
    """All reviews of a room. One worker is always left to the bots."""

    def __init__(self, pool: WorkerPool, names: Mapping[str, str], seconds: float) -> None:
        self._pool, self._names = pool, names  # by which a worker can load a game's box
        self._seconds = seconds  # of thinking for a review, shared by all choices
        self._slots = asyncio.Semaphore(max(1, pool.count - 1))
        self._reviews: dict[Key, Review] = {}

    def find(self, session: TableSession, seat: Seat) -> Review | None:
        """Return the review of a seat's game, if it was requested."""
        return self._reviews.get(_make_key(session, seat))

    def begin(self, session: TableSession, seat: Seat, share: str) -> Review:
        """Start the review of a seat's game; raise Refused if too many are in progress."""
        if sum(not review.is_ready for review in self._reviews.values()) >= MAX_WAITING:
            raise Refused(
                "Trop d’analyses sont en cours ; réessayez dans quelques minutes.",
                "Too many reviews are in progress; try again in a few minutes.",
            )
        key, played = _make_key(session, seat), session.table
        review = self._reviews[key] = Review(played.at(played.plies), seat, share)
        review.task = asyncio.create_task(self._run(review))
        review.task.add_done_callback(lambda task: self._on_finished(key, played.game.slug, task))
        self._drop_oldest()
        return review

    async def close(self) -> None:
        """Cancel all reviews."""
        tasks = [review.task for review in self._reviews.values() if review.task is not None and not review.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, review: Review) -> None:
        async with self._slots:
            positions = await asyncio.to_thread(lambda: list(islice(choices(review.table, review.seat), MAX_CHOICES)))
            review.choices = len(positions)
            slips = [slip for then in positions if (slip := await self._find_slip(review, then))]
            review.lessons = [await self._make_lesson(review, slip) for slip in costliest(slips)]

    async def _make_lesson(self, review: Review, slip: Slip) -> Lesson:
        then = review.table.at(slip.ply)
        return Lesson(slip, await self._make_story(review, then, slip.played), await self._make_story(review, then, slip.better))

    async def _make_story(self, review: Review, then: Table, action: Action) -> Story:
        """Describe an action as the seat could have known it, with its continuation unless the game hides something."""
        seat = review.seat
        event, ahead = Event(seat, action), list[Event]()
        if not then.game.hides:
            task = await asyncio.to_thread(self._make_task, then, seat, (action,), FORESEEING_SECONDS)
            ahead = await self._pool.foresee_game(task, review.share)
        return await asyncio.to_thread(lambda: Story(wording(then, seat, action), storyline(then, event, ahead)))

    async def _find_slip(self, review: Review, then: Table) -> Slip | None:
        """Return what one choice cost, if it was a mistake."""
        played = review.table.events[then.plies].action
        actions, seconds = weighed(then, review.seat, played), min(LONGEST_SECONDS, self._seconds / review.choices)
        task = await asyncio.to_thread(self._make_task, then, review.seat, actions, seconds)
        values = await self._pool.evaluate_moves(task, review.share)
        review.done += 1
        return slip_at(then, review.seat, played, values)

    def _make_task(self, then: Table, seat: Seat, actions: tuple[Action, ...], seconds: float) -> WorkerTask:
        seed = f"review {then.plies}"
        return make_task(self._names[then.game.slug], then, seat, actions, seconds=seconds, bot_seed=seed, move_seed=seed)

    def _on_finished(self, key: Key, game: str, task: "asyncio.Task[None]") -> None:
        """Log a failure and forget the review, so that it is computed again on the next request."""
        if task.cancelled() or task.exception() is not None:
            self._reviews.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            REVIEW_FAILED.log(error, game=game)

    def _drop_oldest(self) -> None:
        """Drop the oldest finished reviews if there are too many."""
        ready = [key for key, review in self._reviews.items() if review.is_ready]
        for key in ready[: max(0, len(self._reviews) - MAX_SAVED)]:
            del self._reviews[key]


def may_review(session: TableSession, seat: Seat, guest: str, token: str) -> bool:
    """Return whether somebody may see a seat's review: anybody, unless the seat knew what others did not."""
    return not session.table.game.private or session.saved.seats[seat].knows(guest, token)


def describe_review(review: Review, id: str, language: Language) -> ReviewProgressAnswer:
    """Return a review as far as it is computed."""
    return {
        "status": "ready" if review.is_ready else "thinking",
        "done": review.done,
        "choices": review.choices,
        "moments": [_describe_lesson(lesson, id, review.seat, language) for lesson in review.lessons],
    }


def _make_key(session: TableSession, seat: Seat) -> Key:
    return session.id, seat, session.table.record().digest


def _describe_lesson(lesson: Lesson, id: str, seat: Seat, language: Language) -> ReviewMomentAnswer:
    slip = lesson.slip
    return {
        "ply": slip.ply,
        "played": _describe_story(slip.played, slip.share, lesson.played, language),
        "better": _describe_story(slip.better, slip.best, lesson.better, language),
        "lost": round(100 * slip.best) - round(100 * slip.share),  # as the two shares are shown
        "link": f"/replay/{id}?ply={slip.ply}",
        "picture": f"/review/{id}.svg?seat={seat}&ply={slip.ply}",
    }


def _describe_story(action: Action, share: float, story: Story, language: Language) -> StoryAnswer:
    ahead = [text[language] for text in story.ahead]
    return {"action": action, "text": story.text[language], "share": round(share, 4), "ahead": ahead}
