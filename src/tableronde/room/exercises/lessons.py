"""Lessons in the room. Nothing is stored: each request says which step it is about."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Final

from tableronde.box import Box
from tableronde.game import Action, Refusal, is_open
from tableronde.learn.lessons import Lesson, Step, Verdict, lessons
from tableronde.room.base.answers import CourseAnswer, ExerciseAnswer, LessonAnswer, LessonStepAnswer, VerdictAnswer
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import both
from tableronde.room.exercises.exercise import Exercise, MarkedPosition, offer_nothing, play_in_turn
from tableronde.room.live.messages import Message
from tableronde.room.live.perspective import describe_refusal
from tableronde.text import Language

MAX_CACHED: Final = 32  # positions


class LessonStep(Exercise):
    """A step of a lesson for one learner."""

    def __init__(self, step: Step, position: MarkedPosition, language: Language) -> None:
        super().__init__(step, position, language)
        self.step = step

    def judge(self, action: Action) -> ExerciseAnswer:
        """Return the verdict and the table after the action; if it was right, also after the replies of the others."""
        step, seat, language = self.step, self.seat, self.language
        verdict = step.judge(action)
        if verdict.after is None:
            return {"refused": describe_refusal(Refusal(verdict.clause, verdict.text), self.box, language)}
        tables = [verdict.after, *(step.answered(verdict.after) if verdict.kind == "done" else [])]
        last = tables[-1]
        return {
            "verdict": verdict_json(verdict, language),
            "told": [line.named(last.names)[language] for line in last.tale(seat, step.table.plies, reader=seat)],
            "scene": play_in_turn(tables, seat, language),
            "choices": offer_nothing(seat),
        }


class Lessons:
    """The lessons of all games, with a cache of positions. One request is handled at a time."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._lessons: dict[str, tuple[Lesson, ...]] = {}
        self._positions: OrderedDict[tuple[str, str, int], MarkedPosition] = OrderedDict()
        self._courses: dict[str, CourseAnswer] = {}
        self._lock = asyncio.Lock()

    async def course(self, box: Box) -> CourseAnswer:
        """Return all lessons of a game as JSON; 404 if it has none."""
        async with self._lock:
            return await asyncio.to_thread(self._make_course, box)

    async def begin(self, box: Box, lesson: str, step: int, language: Language) -> ExerciseAnswer:
        """Return the picture at the beginning of a step."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._find(box, lesson, step, language).begin())

    async def answer(self, box: Box, lesson: str, step: int, language: Language, message: Message) -> ExerciseAnswer:
        """Answer a learner's message in a step."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._find(box, lesson, step, language).answer(message))

    def _make_course(self, box: Box) -> CourseAnswer:
        if box.slug not in self._courses:
            with game_code(box):
                self._courses[box.slug] = course_json(box, self._find_lessons(box))
        return self._courses[box.slug]

    def _find_lessons(self, box: Box) -> tuple[Lesson, ...]:
        if not box.has_lessons:
            raise Trouble(404, "Ce jeu n’a pas de leçons.", "This game has no lessons.")
        if box.slug not in self._lessons:
            self._lessons[box.slug] = lessons(box)
        return self._lessons[box.slug]

    def _find(self, box: Box, lesson: str, step: int, language: Language) -> LessonStep:
        with game_code(box):
            found = next((each for each in self._find_lessons(box) if each.id == lesson), None)
            if found is None or step >= len(found.steps):
                raise Trouble(404, "Cette leçon n’existe pas.", "There is no such lesson.")
            key = (box.slug, lesson, step)
            if key not in self._positions:
                self._positions[key] = MarkedPosition(found.steps[step])
            self._positions.move_to_end(key)
            while len(self._positions) > MAX_CACHED:
                self._positions.popitem(last=False)
            return LessonStep(found.steps[step], self._positions[key], language)


def verdict_json(verdict: Verdict, language: Language) -> VerdictAnswer:
    """Convert a verdict to JSON in one language."""
    return {"kind": verdict.kind, "text": verdict.text[language]}


def course_json(box: Box, course: tuple[Lesson, ...]) -> CourseAnswer:
    """Return a game's lessons with everything that a program needs to teach or to take them."""
    return {
        "game": box.slug,
        "title": both(box.title),
        "rules": f"/rules/{box.slug}" if box.has_rulebook else None,
        "openings": f"/openings/{box.slug}" if box.has_openings else None,
        "lessons": [
            {"id": lesson.id, "title": both(lesson.title), "steps": [_describe_step(lesson, i) for i in range(len(lesson.steps))]}
            for lesson in course
        ],
    }


def without_records(course: CourseAnswer) -> CourseAnswer:
    """Return the lessons without the records of their positions, which only programs read."""
    lessons: list[LessonAnswer] = [{**each, "steps": [{**step, "record": None} for step in each["steps"]]} for each in course["lessons"]]
    return {**course, "lessons": lessons}


def _describe_step(lesson: Lesson, i: int) -> LessonStepAnswer:
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
        "words": [] if action is None else _list_words(step, action),
        "wrong": [{"actions": list(wrong.actions), "text": both(wrong.text.named(step.table.names))} for wrong in step.wrong],
        "reply": list(step.reply),
        "picked": list(step.figure.picked),
        "mark": list(step.figure.mark),
        "clauses": sorted({*step.clauses, *step.figure.clauses}),
        "record": step.table.record().json(),
    }


def _list_words(step: Step, action: Action) -> list[str]:
    """Return the words to press for an action; a word that is typed comes last."""
    legal = step.table.legal().get(step.seat, ())
    for each in legal:
        if is_open(each) and action.startswith(each[:-1]):
            return [*list(step.table.game.touch(each))[:-1], "*", action[len(each) - 1 :]]
    return list(step.table.game.touch(action))
