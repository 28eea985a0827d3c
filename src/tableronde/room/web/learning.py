"""Lessons in the room: what a learner sees, presses and is told. Nothing is kept: each question says where it is asked.

The messages are those of a table's socket, so that a client presses its way through a lesson as through a game.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final, Protocol

from tableronde.box import Box
from tableronde.game import Action, Refusal, Seat, is_open
from tableronde.learn.figures import Figure, ringed, shapes_named
from tableronde.learn.lessons import Lesson, Step, Verdict, lessons
from tableronde.room.faults import game_code
from tableronde.room.live import messages
from tableronde.room.live.viewer import refusal_json
from tableronde.room.pictures import Film, Picture
from tableronde.room.refusals import Trouble
from tableronde.room.table.moment import Moment, Picked
from tableronde.room.web.pages import both
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language
from tableronde.trace import trace

KEPT: Final = 32  # moments, for who asks about them again
PAUSE: Final = 1.2  # seconds between what the learner did and what others do
Payload = dict[str, Any]


class Situation(Protocol):
    """A position to act in, of a lesson or a puzzle: who sits there, what is picked and marked, and whether there is anything to do."""

    @property
    def table(self) -> Table: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def asks(self) -> bool: ...
    @property
    def figure(self) -> Figure: ...


class Marked(Moment):
    """The moment where a step begins, with rings around what it speaks of."""

    most = 12

    def __init__(self, step: Situation) -> None:
        super().__init__(step.table)
        self.step = step

    def _finished(self, scene: Scene) -> Scene:
        """The picture with rings around what is marked and in sight; a film has its own areas, which stay as they are."""
        ids = frozenset(shape.id for name in self.step.figure.mark for shape in shapes_named(scene, name))
        return ringed(scene, ids) if ids else scene


class School:
    """The lessons of all games, and the moments that were asked about lately. One question at a time."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._lessons: dict[str, tuple[Lesson, ...]] = {}
        self._moments: OrderedDict[tuple[str, str, int], Marked] = OrderedDict()
        self._data: dict[str, Payload] = {}
        self._lock = asyncio.Lock()

    async def course(self, box: Box) -> Payload:
        """A game's lessons as JSON, whole; 404 if it has none."""
        async with self._lock:
            return await asyncio.to_thread(self._course, box)

    async def begin(self, box: Box, lesson: str, step: int, language: Language) -> Payload:
        """What is seen where a step begins."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._desk(box, lesson, step, language).begin())

    async def hear(self, box: Box, lesson: str, step: int, language: Language, message: messages.Message) -> Payload:
        """The answer to what a learner says at a step."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._desk(box, lesson, step, language).hear(message))

    def _course(self, box: Box) -> Payload:
        if box.slug not in self._data:
            with game_code(box):
                self._data[box.slug] = course_json(box, self._of(box))
        return self._data[box.slug]

    def _of(self, box: Box) -> tuple[Lesson, ...]:
        if not box.has_lessons:
            raise Trouble(404, "Ce jeu n’a pas de leçons.", "This game has no lessons.")
        if box.slug not in self._lessons:
            self._lessons[box.slug] = lessons(box)
        return self._lessons[box.slug]

    def _desk(self, box: Box, lesson: str, step: int, language: Language) -> "Lectern":
        with game_code(box):
            found = next((each for each in self._of(box) if each.id == lesson), None)
            if found is None or step >= len(found.steps):
                raise Trouble(404, "Cette leçon n’existe pas.", "There is no such lesson.")
            key = (box.slug, lesson, step)
            if key not in self._moments:
                self._moments[key] = Marked(found.steps[step])
            self._moments.move_to_end(key)
            while len(self._moments) > KEPT:
                self._moments.popitem(last=False)
            return Lectern(box, found.steps[step], self._moments[key], language)


class Desk:
    """A position in front of somebody who acts in it, in one language. Whoever judges says how: `_judge`."""

    def __init__(self, box: Box, step: Situation, moment: Marked, language: Language) -> None:
        self.box, self.step, self.moment, self.language = box, step, moment, language

    @property
    def seat(self) -> Seat:
        return self.step.seat

    @property
    def acting(self) -> Seat | None:
        """Who may press: the learner, where there is something to do."""
        return self.seat if self.step.asks else None

    def begin(self) -> Payload:
        """The picture as it comes about, and what can be pressed in it."""
        with game_code(self.box):
            return self._show(self.step.figure.picked, 0.0)

    def hear(self, message: messages.Message) -> Payload:
        """What is said to a press, a pick, a turn or an action; 400 to anything else."""
        with game_code(self.box):
            match message:
                case messages.Press(word, picked, hold):
                    return self._press(tuple(picked), word, hold)
                case messages.Pick(picked, preview):
                    return self._preview(tuple(picked)) if preview else self._show(tuple(picked))
                case messages.Rotate(picked, by):
                    return self._show(self.moment.rotated(self.seat, self.moment.settle(self.acting, tuple(picked)), by))
                case messages.Act(action) if self.acting is not None:
                    return self._judge(action)
        raise Trouble(400, "Une leçon n’entend que ce qui se joue.", "A lesson listens to press, pick, rotate and act only.")

    def _show(self, picked: Picked, age: float = inf) -> Payload:
        settled = self.moment.settle(self.acting, picked)
        film = self.moment.film(self.seat, None if self.acting is None else settled, self.language)
        choices = {**self.moment.choices(self.acting, settled, self.language), "seat": self.seat}
        return {"scene": self._scene(film, age, self.moment.ply, self.moment.trace(self.seat)), "choices": choices}

    def _scene(self, film: Film, age: float, ply: int, last: list[str]) -> Payload:
        return {**film.message(age, None), "seat": self.seat, "ply": ply, "last": last}

    def _press(self, picked: Picked, word: str, hold: bool) -> Payload:
        words = None if self.acting is None else self.moment.press(self.seat, picked, word)
        if words is None:
            return self._explain(picked, word)
        action = self.moment.action(self.seat, words)
        waits = hold or action is None or is_open(action) or self.moment.choices(self.seat, words, self.language).get("second")
        return self._show(words) if waits or action is None else self._judge(action)

    def _explain(self, picked: Picked, word: str) -> Payload:
        if self.acting is None:
            return {}
        settled = self.moment.settle(self.seat, picked)
        refusal = self.step.table.why_not_press(self.seat, (*settled, word))
        possible = [offer["word"] for offer in self.moment.choices(self.seat, settled, self.language)["offers"]]
        return {"why": {"word": word, **refusal_json(refusal, self.box, self.language), "possible": possible}}

    def _preview(self, picked: Picked) -> Payload:
        if self.acting is None or self.moment.action(self.seat, picked) is None:
            return {}
        return {"preview": {"picked": picked, **self.moment.film(self.seat, picked, self.language).at(inf).whole()}}

    def _judge(self, action: Action) -> Payload:
        """What is said of an action."""
        raise NotImplementedError


class Lectern(Desk):
    """A step of a lesson in front of a learner."""

    def __init__(self, box: Box, lesson: Step, moment: Marked, language: Language) -> None:
        super().__init__(box, lesson, moment, language)
        self.lesson = lesson

    def _judge(self, action: Action) -> Payload:
        """The verdict, and the table as it is then: with what others do, where it was the thing to do."""
        verdict = self.lesson.judge(action)
        if verdict.after is None:
            return {"refused": refusal_json(Refusal(verdict.clause, verdict.text), self.box, self.language)}
        tables = [verdict.after, *(self.lesson.answered(verdict.after) if verdict.kind == "done" else [])]
        ply, last = tables[-1].plies, trace(tables[-1], self.seat)
        return {
            "verdict": verdict_json(verdict, self.language),
            "told": [line.named(tables[-1].names)[self.language] for line in tables[-1].tale(self.seat, self.step.table.plies)],
            "scene": self._scene(shown_in_turn(tables, self.seat, self.language), 0.0, ply, last),
            "choices": {"seat": self.seat, "picked": [], "offers": [], "open": False},
        }


def shown_in_turn(tables: Sequence[Table], seat: Seat, language: Language, pause: float = PAUSE) -> Film:
    """One table after the other, each with its own film and some time to be seen."""
    pictures: list[tuple[float, Picture]] = []
    start = 0.0
    for table in tables:
        film = Film.of(table.draw(seat).named(table.names), language)
        pictures += [(start + at, picture) for at, picture in film.pictures]
        start += film.pictures[-1][0] + pause
    return Film(tuple(pictures), unfolds=len(tables) > 1)


def verdict_json(verdict: Verdict, language: Language) -> Payload:
    """A verdict as JSON, in one language."""
    return {"kind": verdict.kind, "text": verdict.text[language]}


def course_json(box: Box, course: tuple[Lesson, ...]) -> Payload:
    """A game's lessons with all that a program needs to give or to take them."""
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "openings": f"/openings/{box.slug}" if box.has_openings else None,
        "lessons": [
            {"id": lesson.id, "title": both(lesson.title), "steps": [_step_json(lesson, i) for i in range(len(lesson.steps))]}
            for lesson in course
        ],
    }


def in_short(course: Payload) -> Payload:
    """The lessons without the records of their positions, which only programs read."""
    lessons = [{**each, "steps": [{**step, "record": None} for step in each["steps"]]} for each in course["lessons"]]
    return {**course, "lessons": lessons}


def _step_json(lesson: Lesson, i: int) -> Payload:
    step = lesson.steps[i]
    action = step.some_good()
    return {
        "url": f"/learn/{step.box.slug}/{lesson.id}/{i}",
        "text": both(step.text.named(step.table.names)),
        "hint": both(step.hint.named(step.table.names)) if step.hint else None,
        "done": both(step.done.named(step.table.names)) if step.done else None,
        "asks": step.asks,
        "seat": step.seat,
        "good": list(step.good),
        "goal": dict(step.goal),
        "words": [] if action is None else _words(step, action),
        "wrong": [{"actions": list(wrong.actions), "text": both(wrong.text.named(step.table.names))} for wrong in step.wrong],
        "reply": list(step.reply),
        "picked": list(step.figure.picked),
        "mark": list(step.figure.mark),
        "clauses": sorted({*step.clauses, *step.figure.clauses}),
        "record": step.table.record().json(),
    }


def _words(step: Step, action: Action) -> list[str]:
    """What to press for an action; where a word is to be written, that word last."""
    legal = step.table.legal().get(step.seat, ())
    for each in legal:
        if is_open(each) and action.startswith(each[:-1]):
            return [*list(step.table.game.touch(each))[:-1], "*", action[len(each) - 1 :]]
    return list(step.table.game.touch(action))
