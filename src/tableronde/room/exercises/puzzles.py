"""Puzzles in the room. Nothing is stored: each request contains the answers given before.

A puzzle is operated like a step of a lesson, and judged by its proof.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Final, cast

from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.learn.figures import Figure
from tableronde.puzzles.puzzle import GRADES, Puzzle, Verdict, game_of_the_day, hints, judge, of_the_day, puzzles, question, told, workshop
from tableronde.room.base.answers import ExerciseAnswer, HintsAnswer, PuzzleAnswer, PuzzleOfTheDay, PuzzlesAnswer, TodayAnswer
from tableronde.room.base.faults import game_code
from tableronde.room.base.picture_delta import Film
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import SceneReply, both
from tableronde.room.exercises.exercise import Exercise, MarkedPosition, film_in_turn, offer_nothing, play_in_turn
from tableronde.room.live.messages import Message
from tableronde.room.live.perspective import describe_refusal
from tableronde.scene import Area
from tableronde.table import Table
from tableronde.text import Language

GLANCE: Final = 0.3  # between two positions to remember
LONGEST: Final = 16  # answers before the one that is judged


@dataclass(frozen=True)
class PuzzlePosition:
    """A puzzle after some right answers and the replies to them; in an exercise it replaces a lesson's step."""

    box: Box
    puzzle: Puzzle
    answers: tuple[Action, ...] = ()
    asks: ClassVar[bool] = True

    @property
    def seat(self) -> Seat:
        return self.puzzle.seat

    @property
    def figure(self) -> Figure:
        """A figure in which nothing is picked or marked."""
        return Figure(self.puzzle.id)

    @cached_property
    def table(self) -> Table:
        """The table at the current question; 400 if an earlier answer was wrong."""
        table = self.puzzle.table(self.box)
        for i in range(len(self.answers)):
            verdict = judge(self.box, self.puzzle, self.answers[: i + 1])
            if verdict.word != "right":
                raise Trouble(400, "Une des réponses précédentes n’est pas la bonne.", "One of the earlier answers is wrong.")
            _play(table, verdict)
        return table


class PuzzleStep(Exercise):
    """A puzzle for one person, in one language."""

    def __init__(self, situation: PuzzlePosition, language: Language) -> None:
        super().__init__(situation, MarkedPosition(situation), language)
        self.puzzle, self.answers, self.table = situation.puzzle, situation.answers, situation.table

    def begin(self) -> ExerciseAnswer:
        """Return the positions to remember, if any, and then the picture at the question."""
        with game_code(self.box):
            begun = self.show((), 0.0)
            film = 0 if self.answers else self.puzzle.film
            if film:
                begun["scene"], begun["told"] = self._make_memory_film(film), self._log(film)
            return begun

    def again(self) -> ExerciseAnswer:
        """Return the picture at the question, without the positions to remember."""
        with game_code(self.box):
            return self.show((), inf)

    def solution(self) -> ExerciseAnswer:
        """Return the film of the solution."""
        with game_code(self.box):
            table = self.puzzle.table(self.box)
            scene = play_in_turn([table, *_play_each(table, self.puzzle.solution)], self.seat, self.language)
            lines = [text[self.language] for text in told(self.box, self.puzzle)]
            return {"told": lines, "scene": scene, "choices": offer_nothing(self.seat)}

    def _make_memory_film(self, film: int) -> SceneReply:
        """Return the film of the last positions, ending with the current one."""
        table = self.table
        tables = [table.at(ply) for ply in range(table.plies - film, table.plies)]
        last = self.perspective.film(())
        before = film_in_turn(tables, self.seat, self.language, GLANCE)
        start = before.pictures[-1][0] + GLANCE
        pictures = (*before.pictures, *((start + at, picture) for at, picture in last.pictures))
        return self.perspective.scene(Film(pictures), 0.0)

    def _log(self, film: int) -> list[str]:
        return [
            text.named(self.table.names)[self.language] for text in self.table.tale(self.seat, self.table.plies - film, reader=self.seat)
        ]

    def judge(self, action: Action) -> ExerciseAnswer:
        """Return the verdict and its consequences: the replies to a right answer, the refutation of a wrong one."""
        verdict = judge(self.box, self.puzzle, [*self.answers, action])
        if verdict.refusal:
            return {"refused": describe_refusal(verdict.refusal, self.box, self.language)}
        tables = _play_each(self.table, verdict.events)
        lines = tables[-1].tale(self.seat, self.table.plies, reader=self.seat)
        return {
            "verdict": {"kind": verdict.word, "text": verdict.text[self.language], "action": verdict.events[0].action},
            "told": [line.named(tables[-1].names)[self.language] for line in lines],
            "scene": play_in_turn(tables, self.seat, self.language),
            "choices": offer_nothing(self.seat),
        }


class Puzzles:
    """The puzzles of all games. One request is handled at a time, because a proof may take a while."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._puzzles: dict[str, tuple[Puzzle, ...]] = {}
        self._data: dict[str, list[PuzzleAnswer]] = {}
        self._lock = asyncio.Lock()

    def has(self, box: Box) -> bool:
        """Return whether a game has puzzles."""
        return bool(self.of(box))

    def of(self, box: Box) -> tuple[Puzzle, ...]:
        """Return a game's puzzles."""
        if box.slug not in self._puzzles:
            with game_code(box):
                self._puzzles[box.slug] = puzzles(box)
        return self._puzzles[box.slug]

    async def all_of(self, box: Box, day: date) -> PuzzlesAnswer:
        """Return a game's puzzles as JSON, with the puzzle of the day; 404 if it has none."""
        async with self._lock:
            return await asyncio.to_thread(self._describe_all, box, day)

    def today(self, day: date) -> TodayAnswer:
        """Return the puzzle of the day of every game that has puzzles, and the game featured on that day."""
        found = {slug: box for slug, box in self._boxes.items() if self.has(box)}
        days = [self._describe_daily(box, day) for box in found.values()]
        return {"day": day.isoformat(), "game": game_of_the_day(list(found), day) if found else None, "games": days}

    async def ask(self, box: Box, id: str, answers: Sequence[Action], language: Language, what: str) -> ExerciseAnswer | HintsAnswer:
        """Return a puzzle's beginning, its question once more, its solution, or its hints."""
        async with self._lock:
            return await asyncio.to_thread(self._ask, box, id, answers, language, what)

    async def answer(self, box: Box, id: str, answers: Sequence[Action], language: Language, message: Message) -> ExerciseAnswer:
        """Answer a message about a puzzle."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._find(box, id, answers, language).answer(message))

    async def draw(self, box: Box, id: str, language: Language) -> Area:
        """Return the board at the question of a puzzle, as its player sees it; 404 if there is no such puzzle."""
        async with self._lock:
            return await asyncio.to_thread(self._draw, box, id, language)

    def _draw(self, box: Box, id: str, language: Language) -> Area:
        step = self._find(box, id, (), language)
        with game_code(box):
            return step.table.scene(step.puzzle.seat).areas[0]

    def _describe_all(self, box: Box, day: date) -> PuzzlesAnswer:
        if not self.has(box):
            raise Trouble(404, "Ce jeu n’a pas de problèmes.", "This game has no puzzles.")
        if box.slug not in self._data:
            with game_code(box):
                self._data[box.slug] = [puzzle_json(box, puzzle) for puzzle in self.of(box)]
        return {
            "game": box.slug,
            "title": both(box.title),
            "day": {"date": day.isoformat(), "puzzle": of_the_day(self.of(box), day).id},
            "grades": [both(grade) for grade in GRADES],
            "kinds": {name: both(kind.title) for name, kind in workshop(box).kinds.items()},
            "puzzles": self._data[box.slug],
        }

    def _describe_daily(self, box: Box, day: date) -> PuzzleOfTheDay:
        puzzle = of_the_day(self.of(box), day)
        return {
            "game": box.slug,
            "title": both(box.title),
            "puzzle": puzzle.id,
            "kind": both(workshop(box).kinds[puzzle.kind].title),
            "grade": both(GRADES[puzzle.grade]),
            "url": f"/puzzles/{box.slug}#{puzzle.id}",
        }

    def _ask(self, box: Box, id: str, answers: Sequence[Action], language: Language, what: str) -> ExerciseAnswer | HintsAnswer:
        step = self._find(box, id, answers, language)
        match what:
            case "hints":
                with game_code(box):
                    return {"hints": [{"text": hint.text[language], "mark": list(hint.mark)} for hint in hints(box, step.puzzle)]}
            case "solution":
                return step.solution()
            case "again":
                return step.again()
        return step.begin()

    def _find(self, box: Box, id: str, answers: Sequence[Action], language: Language) -> PuzzleStep:
        puzzle = next((puzzle for puzzle in self.of(box) if puzzle.id == id), None)
        if puzzle is None or len(answers) > LONGEST:
            raise Trouble(404, "Ce problème n’existe pas.", "There is no such puzzle.")
        with game_code(box):
            return PuzzleStep(PuzzlePosition(box, puzzle, tuple(answers)), language)


def puzzle_json(box: Box, puzzle: Puzzle) -> PuzzleAnswer:
    """Return a puzzle with everything a program needs to pose, solve and check it."""
    value: dict[str, Any] = {
        **puzzle.json(),
        "url": f"/puzzles/{box.slug}/{puzzle.id}",
        "question": both(question(box, puzzle)),
        "grade": puzzle.grade,
        "answers": [action for actor, action in puzzle.solution if actor == puzzle.seat],
    }
    return cast(PuzzleAnswer, value)


def without_positions(data: PuzzlesAnswer) -> PuzzlesAnswer:
    """Return a game's puzzles for a page: names, questions and grades, but no positions or solutions."""
    return {**data, "puzzles": [_strip_position(puzzle) for puzzle in data["puzzles"]]}


def _strip_position(puzzle: PuzzleAnswer) -> PuzzleAnswer:
    return {
        "id": puzzle["id"],
        "kind": puzzle["kind"],
        "grade": puzzle["grade"],
        "film": puzzle["film"],
        "url": puzzle["url"],
        "question": puzzle["question"],
    }


def _play_each(table: Table, events: Sequence[Any]) -> list[Table]:
    """Return the table after each of the events."""
    tables = [table]
    for actor, action in events:
        tables.append(tables[-1].at(tables[-1].plies))
        tables[-1].play(actor, action)
    return tables[1:]


def _play(table: Table, verdict: Verdict) -> None:
    for actor, action in verdict.events:
        table.play(actor, action)
