"""Looks back at finished games: asked for by people, worked out by the bots' workers, and kept in case they are asked for again.

Each choice is a question of its own, and one review asks one question at a time: bots at other tables have their turn in between.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from tableronde import options
from tableronde.game import Action, Event, Seat
from tableronde.paint.svg import paint
from tableronde.review import Slip, choices, costliest, marked, slip_at, storyline, weighed, wording
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.mind import Question
from tableronde.room.refusals import Refused
from tableronde.room.table.gathering import Gathering
from tableronde.table import Table
from tableronde.text import Language, Text
from tableronde.theme import THEMES

LONGEST: Final = 1.0  # seconds for one choice, at most
FORESIGHT: Final = 0.3  # seconds for each action foreseen
CHOICES: Final = 200  # looked at, the latest; with so many each gets a tenth of a second
KEPT: Final = 100  # reviews that need not be worked out again
WAITING: Final = 20  # reviews being worked out, or waiting for it
log: Final = logging.getLogger("tableronde.room")

Key = tuple[str, Seat, str]  # the table, the seat, and what was played: an end may be taken back, and another one found


@dataclass(frozen=True, slots=True)
class Story:
    """An action in words, and what would probably have come next."""

    text: Text
    ahead: list[Text]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A slip in words."""

    slip: Slip
    played: Story
    better: Story


@dataclass(eq=False)
class Review:
    """A look back at one seat's game: as far as it has come, and its lessons once it is ready."""

    table: Table
    seat: Seat
    share: str  # out of which it is thought
    choices: int = 0
    done: int = 0
    lessons: list[Lesson] = field(default_factory=list)
    task: "asyncio.Task[None] | None" = None

    @property
    def ready(self) -> bool:
        return self.task is not None and self.task.done()

    def draw(self, ply: int, theme: str, language: Language) -> str | None:
        """The picture of one of its moments as the seat saw it, with what would have been better marked."""
        better = next((lesson.slip.better for lesson in self.lessons if lesson.slip.ply == ply), None)
        if better is None:
            return None
        return paint(marked(self.table.at(ply), self.seat, better), self.table.box.looks, THEMES[theme], language, tall=True)


class Reviews:
    """All reviews of a room. One worker is always left to the bots."""

    def __init__(self, crew: Crew, names: Mapping[str, str], seconds: float) -> None:
        self._crew, self._names = crew, names  # under which name a game's box is found in a worker
        self._seconds = seconds  # of thinking for a review, shared by all choices
        self._turns = asyncio.Semaphore(max(1, crew.count - 1))
        self._kept: dict[Key, Review] = {}

    def find(self, gathering: Gathering, seat: Seat) -> Review | None:
        """The review of a seat's game, if it has been asked for."""
        return self._kept.get(_key(gathering, seat))

    def begin(self, gathering: Gathering, seat: Seat, share: str) -> Review:
        """Have a seat's game looked at for somebody; Refused if there is too much to do already."""
        if sum(not review.ready for review in self._kept.values()) >= WAITING:
            raise Refused("Trop d’analyses sont en cours ; revenez bientôt.", "Too many reviews are under way; come back soon.")
        key, played = _key(gathering, seat), gathering.table
        review = self._kept[key] = Review(played.at(played.plies), seat, share)
        review.task = asyncio.create_task(self._work(review))
        review.task.add_done_callback(lambda task: self._finished(key, played.game.slug, task))
        self._forget()
        return review

    async def close(self) -> None:
        """Look no further."""
        tasks = [review.task for review in self._kept.values() if review.task is not None and not review.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, review: Review) -> None:
        async with self._turns:
            moments = await asyncio.to_thread(lambda: list(islice(choices(review.table, review.seat), CHOICES)))
            review.choices = len(moments)
            slips = [slip for then in moments if (slip := await self._look(review, then))]
            review.lessons = [await self._lesson(review, slip) for slip in costliest(slips)]

    async def _lesson(self, review: Review, slip: Slip) -> Lesson:
        then = review.table.at(slip.ply)
        return Lesson(slip, await self._story(review, then, slip.played), await self._story(review, then, slip.better))

    async def _story(self, review: Review, then: Table, action: Action) -> Story:
        """An action as the seat could have known it, with what would have followed where nothing was hidden."""
        seat = review.seat
        event, ahead = Event(seat, action), list[Event]()
        if not then.game.hides:
            question = await asyncio.to_thread(self._question, then, seat, (action,), FORESIGHT)
            ahead = await self._crew.foresee(question, review.share)
        return await asyncio.to_thread(lambda: Story(wording(then, seat, action), storyline(then, event, ahead)))

    async def _look(self, review: Review, then: Table) -> Slip | None:
        """What one choice cost."""
        played = review.table.events[then.plies].action
        actions, seconds = weighed(then, review.seat, played), min(LONGEST, self._seconds / review.choices)
        question = await asyncio.to_thread(self._question, then, review.seat, actions, seconds)
        worths = await self._crew.weigh(question, review.share)
        review.done += 1
        return slip_at(then, review.seat, played, worths)

    def _question(self, then: Table, seat: Seat, actions: tuple[Action, ...], seconds: float) -> Question:
        game, seed = then.game, f"review {then.plies}"
        return Question(
            self._names[game.slug],
            game.seats,
            options.write(game.options),
            seat,
            "",
            then.view(seat),
            tuple(then.heard(seat)),
            actions,
            seconds,
            seed,
            seed,
        )

    def _finished(self, key: Key, game: str, task: "asyncio.Task[None]") -> None:
        """A review that failed is worked out anew when it is asked for again."""
        if task.cancelled() or task.exception() is not None:
            self._kept.pop(key, None)
        if not task.cancelled() and task.exception() is not None:
            log.error("a review failed", exc_info=task.exception(), extra={"game": game})

    def _forget(self) -> None:
        """Of too many reviews the oldest finished ones go."""
        ready = [key for key, review in self._kept.items() if review.ready]
        for key in ready[: max(0, len(self._kept) - KEPT)]:
            del self._kept[key]


def may_review(gathering: Gathering, seat: Seat, guest: str, token: str) -> bool:
    """Whether somebody may see what a seat might have done better: anybody, unless it knew what others did not."""
    return not gathering.table.game.private or gathering.chairs[seat].knows(guest, token)


def review_json(review: Review, id: str, language: Language) -> dict[str, Any]:
    """A review as far as it has come."""
    return {
        "status": "ready" if review.ready else "thinking",
        "done": review.done,
        "choices": review.choices,
        "moments": [_lesson_json(lesson, id, review.seat, language) for lesson in review.lessons],
    }


def _key(gathering: Gathering, seat: Seat) -> Key:
    return gathering.id, seat, gathering.table.record().digest


def _lesson_json(lesson: Lesson, id: str, seat: Seat, language: Language) -> dict[str, Any]:
    slip = lesson.slip
    return {
        "ply": slip.ply,
        "played": _story_json(slip.played, slip.share, lesson.played, language),
        "better": _story_json(slip.better, slip.best, lesson.better, language),
        "lost": round(100 * slip.best) - round(100 * slip.share),  # as the two shares are shown
        "link": f"/replay/{id}?ply={slip.ply}",
        "picture": f"/review/{id}.svg?seat={seat}&ply={slip.ply}",
    }


def _story_json(action: Action, share: float, story: Story, language: Language) -> dict[str, Any]:
    ahead = [text[language] for text in story.ahead]
    return {"action": action, "text": story.text[language], "share": round(share, 4), "ahead": ahead}
