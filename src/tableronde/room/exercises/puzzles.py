"""Puzzles in the room: what is seen, pressed and said at a puzzle. Nothing is kept: each question says what was answered before.

A puzzle is pressed through like a step of a lesson (learning.py), and judged by its proof (puzzles.py).
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Final

from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.learn.figures import Figure
from tableronde.learn.puzzles import GRADES, Puzzle, Verdict, game_of_the_day, hints, judge, of_the_day, puzzles, question, told, workshop
from tableronde.room.faults import game_code
from tableronde.room.live import messages
from tableronde.room.live.viewer import refusal_json
from tableronde.room.pictures import Film
from tableronde.room.refusals import Trouble
from tableronde.room.web.learning import Desk, Marked, shown_in_turn
from tableronde.room.web.pages import both
from tableronde.table import Table
from tableronde.text import Language
from tableronde.trace import trace

Payload = dict[str, Any]
GLANCE: Final = 0.3  # seconds between two moments that must be remembered
LONGEST: Final = 16  # answers before the one that is judged


@dataclass(frozen=True)
class Position:
    """A puzzle after some right answers and the replies to them; it takes the place of a lesson's step at a desk."""

    box: Box
    puzzle: Puzzle
    answers: tuple[Action, ...] = ()
    asks: ClassVar[bool] = True

    @property
    def seat(self) -> Seat:
        return self.puzzle.seat

    @property
    def figure(self) -> Figure:
        """Nothing is picked or marked beforehand."""
        return Figure(self.puzzle.id)

    @cached_property
    def table(self) -> Table:
        """Where it is asked now; 400 if an answer before was not right."""
        table = self.puzzle.table(self.box)
        for i in range(len(self.answers)):
            verdict = judge(self.box, self.puzzle, self.answers[: i + 1])
            if verdict.word != "right":
                raise Trouble(400, "Ce qui précède n’est pas juste.", "What was answered before is not right.")
            _play(table, verdict)
        return table


class Bench(Desk):
    """A puzzle in front of somebody, in one language."""

    def __init__(self, box: Box, position: Position, language: Language) -> None:
        super().__init__(box, position, Marked(position), language)
        self.position = position

    def begin(self) -> Payload:
        """What is to be remembered, if anything, and then what is seen where the question is asked."""
        with game_code(self.box):
            begun = self._show((), 0.0)
            film = 0 if self.position.answers else self.position.puzzle.film
            return {**begun, "scene": self._remembered(film), "told": self._tale(film)} if film else begun

    def again(self) -> Payload:
        """The same once more, without what was to be remembered."""
        with game_code(self.box):
            return self._show((), inf)

    def solution(self) -> Payload:
        """The solution played out."""
        with game_code(self.box):
            puzzle, table = self.position.puzzle, self.position.puzzle.table(self.box)
            tables = [table, *_after_each(table, puzzle.solution)]
            return {"told": [text[self.language] for text in told(self.box, puzzle)], **self._ended(tables)}

    def _remembered(self, film: int) -> Payload:
        """The last moments one after the other, and at last the present one as it stays."""
        table = self.position.table
        tables = [table.at(ply) for ply in range(table.plies - film, table.plies)]
        last = self.moment.film(self.seat, (), self.language)
        before = shown_in_turn(tables, self.seat, self.language, GLANCE)
        start = before.pictures[-1][0] + GLANCE
        pictures = (*before.pictures, *((start + at, picture) for at, picture in last.pictures))
        return self._scene(Film(pictures), 0.0, table.plies, self.moment.trace(self.seat))

    def _tale(self, film: int) -> list[str]:
        table = self.position.table
        return [text.named(table.names)[self.language] for text in table.tale(self.seat, table.plies - film)]

    def _judge(self, action: Action) -> Payload:
        """The verdict, and what then happened: the replies to a right answer, the refutation of a wrong one."""
        verdict = judge(self.box, self.position.puzzle, [*self.position.answers, action])
        if verdict.refusal:
            return {"refused": refusal_json(verdict.refusal, self.box, self.language)}
        tables = _after_each(self.position.table, verdict.events)
        lines = tables[-1].tale(self.seat, self.position.table.plies)
        return {
            "verdict": {"kind": verdict.word, "text": verdict.text[self.language], "action": verdict.events[0].action},
            "told": [line.named(tables[-1].names)[self.language] for line in lines],
            **self._ended(tables),
        }

    def _ended(self, tables: Sequence[Table]) -> Payload:
        """These tables one after the other, with nothing to press."""
        film = shown_in_turn(tables, self.seat, self.language)
        return {
            "scene": self._scene(film, 0.0, tables[-1].plies, trace(tables[-1], self.seat)),
            "choices": {"seat": self.seat, "picked": [], "offers": [], "open": False},
        }


class Gallery:
    """The puzzles of all games. One question at a time: a proof may take a moment."""

    def __init__(self, boxes: Mapping[str, Box]) -> None:
        self._boxes = boxes
        self._puzzles: dict[str, tuple[Puzzle, ...]] = {}
        self._data: dict[str, list[Payload]] = {}
        self._lock = asyncio.Lock()

    def has(self, box: Box) -> bool:
        """Whether a game has puzzles."""
        return bool(self.of(box))

    def of(self, box: Box) -> tuple[Puzzle, ...]:
        """A game's puzzles."""
        if box.slug not in self._puzzles:
            with game_code(box):
                self._puzzles[box.slug] = puzzles(box)
        return self._puzzles[box.slug]

    async def all_of(self, box: Box, day: date) -> Payload:
        """A game's puzzles as JSON, and which is that of the day; 404 if it has none."""
        async with self._lock:
            return await asyncio.to_thread(self._all_of, box, day)

    def today(self, day: date) -> Payload:
        """The puzzle of the day of every game that has some, and the one that is everybody's."""
        found = {slug: box for slug, box in self._boxes.items() if self.has(box)}
        days = [self._of_the_day(box, day) for box in found.values()]
        return {"day": day.isoformat(), "game": game_of_the_day(list(found), day) if found else None, "games": days}

    async def ask(self, box: Box, id: str, answers: Sequence[Action], language: Language, what: str) -> Payload:
        """What is seen at a puzzle: where it begins, once more, or its solution; or its hints."""
        async with self._lock:
            return await asyncio.to_thread(self._ask, box, id, answers, language, what)

    async def hear(self, box: Box, id: str, answers: Sequence[Action], language: Language, message: messages.Message) -> Payload:
        """The answer to what is said at a puzzle."""
        async with self._lock:
            return await asyncio.to_thread(lambda: self._bench(box, id, answers, language).hear(message))

    def _all_of(self, box: Box, day: date) -> Payload:
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

    def _of_the_day(self, box: Box, day: date) -> Payload:
        puzzle = of_the_day(self.of(box), day)
        return {
            "game": box.slug,
            "title": both(box.title),
            "puzzle": puzzle.id,
            "kind": both(workshop(box).kinds[puzzle.kind].title),
            "grade": both(GRADES[puzzle.grade]),
            "url": f"/puzzles/{box.slug}#{puzzle.id}",
        }

    def _ask(self, box: Box, id: str, answers: Sequence[Action], language: Language, what: str) -> Payload:
        bench = self._bench(box, id, answers, language)
        match what:
            case "hints":
                with game_code(box):
                    return {"hints": [{"text": hint.text[language], "mark": list(hint.mark)} for hint in hints(box, bench.position.puzzle)]}
            case "solution":
                return bench.solution()
            case "again":
                return bench.again()
        return bench.begin()

    def _bench(self, box: Box, id: str, answers: Sequence[Action], language: Language) -> Bench:
        puzzle = next((puzzle for puzzle in self.of(box) if puzzle.id == id), None)
        if puzzle is None or len(answers) > LONGEST:
            raise Trouble(404, "Ce problème n’existe pas.", "There is no such puzzle.")
        with game_code(box):
            position = Position(box, puzzle, tuple(answers))
            return Bench(box, position, language)


def puzzle_json(box: Box, puzzle: Puzzle) -> Payload:
    """A puzzle with all that a program needs to set it, to solve it and to check it."""
    return {
        **puzzle.json(),
        "url": f"/puzzles/{box.slug}/{puzzle.id}",
        "question": both(question(box, puzzle)),
        "grade": puzzle.grade,
        "answers": [action for actor, action in puzzle.solution if actor == puzzle.seat],
    }


def without_positions(data: Payload) -> Payload:
    """The puzzles of a game as a page needs them: what they are called, what they ask, how hard they are; no solutions."""
    kept = ("id", "kind", "grade", "film", "url", "question")
    return {**data, "puzzles": [{key: puzzle[key] for key in kept} for puzzle in data["puzzles"]]}


def _after_each(table: Table, events: Sequence[Any]) -> list[Table]:
    """The table after each of these events."""
    tables = [table]
    for actor, action in events:
        tables.append(tables[-1].at(tables[-1].plies))
        tables[-1].play(actor, action)
    return tables[1:]


def _play(table: Table, verdict: Verdict) -> None:
    for actor, action in verdict.events:
        table.play(actor, action)
