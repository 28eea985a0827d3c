"""Lessons in the terminal, with the same steps, judgements and texts as in the browser."""

from collections.abc import Iterator, Sequence
from random import Random
from textwrap import wrap
from typing import Final, NoReturn

from tableronde import touch
from tableronde.bots import default_level
from tableronde.box import Box
from tableronde.game import Action, Refusal, Seat
from tableronde.learn.figures import marks_of, ringed, shapes_named
from tableronde.learn.lessons import Lesson, Step, lessons
from tableronde.play.terminal.screen import Leave, Screen
from tableronde.play.terminal.terminal_game import WORDS, TerminalGame
from tableronde.scene import Scene
from tableronde.text import Text

ON: Final = Text("Entrée pour continuer. ", "Press Enter to continue. ")
OVER: Final = Text("Bravo, vous savez jouer ! Une partie contre un robot : {0}", "Well done, you can play! A game against a bot: {0}")


class TerminalLesson(TerminalGame):
    """One step of a lesson at the keyboard."""

    def __init__(self, step: Step, head: str, screen: Screen) -> None:
        super().__init__(step.table.at(step.table.plies), {}, screen, Random(0), _nobody)
        self.step, self.head, self.shown = step, head, step.seat
        self.hinted = False

    def run(self) -> None:
        """Run until the step is done; Leave if the learner quits first."""
        while self.step.asks and self.table.plies == self.step.table.plies:
            self._choose(self.step.seat)
        if not self.step.asks:
            self._draw(self.step.seat, (), below=1)
        self._on()

    def _on(self) -> None:
        answer = self.screen.read(ON[self.screen.language]).strip().lower()
        if answer in WORDS["quit"]:
            raise Leave

    def _play(self, seat: Seat, action: Action) -> None:
        """Judge an action: a right one is played and answered, a wrong or illegal one changes nothing."""
        verdict = self.step.judge(action)
        if verdict.after is None:
            return self._explain(Refusal(verdict.clause, verdict.text))
        if verdict.kind == "done":
            self.table = (self.step.answered(verdict.after) or [verdict.after])[-1]
            self._draw(seat, (), below=4)
            self._print_events()
        self.listed = None
        self.screen.write(("✓ " if verdict.kind == "done" else "✗ ") + verdict.text[self.screen.language])

    def _hint(self, seat: Seat) -> None:
        """Print the lesson's hint; the second time, or if it has none, print what to do."""
        if self.step.hint and not self.hinted:
            self.screen.write(self.step.hint.named(self.table.names)[self.screen.language])
        else:
            action = self.step.some_good()
            self.screen.say(f"Écrivez : {action}", f"Type: {action}")
        self.hinted = True

    def _scene(self, seat: Seat | None, picked: touch.Picked) -> Scene:
        """Return the picture with rings around what the step marks."""
        scene = super()._scene(seat, picked)
        begins = self.table.plies == self.step.table.plies
        ids = frozenset(shape.id for name in self.step.figure.mark for shape in shapes_named(scene, name)) if begins else frozenset()
        return ringed(scene, ids)

    def _draw(self, seat: Seat | None, picked: touch.Picked, offers: Sequence[str] = (), below: int = 0) -> None:
        """Print the picture and, while there is something to do or to read, the lesson's text below it."""
        if self.drawn == (self.table.plies, seat, picked):
            return
        lines = list(self._words(picked)) if self.table.plies == self.step.table.plies else []
        super()._draw(seat, picked, offers, below + len(lines))
        if lines:
            self.screen.write("\n".join(lines))

    def _words(self, picked: touch.Picked) -> Iterator[str]:
        """Yield the lesson's text and the names of marked shapes, because not every terminal shows rings."""
        yield self.head
        for text in (self.step.text.named(self.table.names), marks_of(self._scene(self.step.seat, picked))):
            yield from wrap(text[self.screen.language], self.screen.size[0])


def _nobody(seat: Seat) -> NoReturn:
    raise AssertionError("a lesson has its own hints")


def chosen(course: Sequence[Lesson], name: str) -> Sequence[Lesson]:
    """Return the lessons starting from one named by id or number; LookupError if there is none."""
    ids = [lesson.id for lesson in course]
    if name.isdecimal() and 0 < int(name) <= len(course):
        return course[int(name) - 1 :]
    if name not in ids:
        raise LookupError(f"there is no lesson {name!r}; there is {', '.join(ids)}")
    return course[ids.index(name) :]


def teach(box: Box, screen: Screen, name: str = "") -> None:
    """Run a game's lessons in order, starting from one; Leave if the learner quits before the end."""
    course = lessons(box)
    if not course:
        raise LookupError(f"{box.slug} has no lessons")
    for lesson in chosen(course, name) if name else course:
        for i, step in enumerate(lesson.steps, 1):
            head = f"── {course.index(lesson) + 1}/{len(course)} {lesson.title[screen.language]} ({i}/{len(lesson.steps)})"
            TerminalLesson(step, head, screen).run()
    command = f"tableronde play {box.slug} --bot {default_level(box)}"
    screen.write(OVER[screen.language].replace("{0}", command))
