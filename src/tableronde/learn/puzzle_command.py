"""The actions of `tableronde puzzles GAME`: solve puzzles in the terminal, make new ones, prove them again."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Final

from tableronde.bots import Bot
from tableronde.box import PUZZLES, Box
from tableronde.game import Action, Seat
from tableronde.learn.puzzle_maker import Progress, make, table_of_shares, verify
from tableronde.play.terminal.screen import Leave, Screen
from tableronde.play.terminal.terminal_game import TerminalGame
from tableronde.puzzles.puzzle import GRADES, Puzzle, Verdict, hints, judge, of_the_day, puzzles, question, shares_in_words, told, write
from tableronde.text import Text

SOLUTION: Final = "solution"
HOW: Final = Text("(« conseil » : un pas de plus ; « solution » : la voir jouée)", "(“hint”: one more step; “solution”: watch it played)")
SEEN: Final = Text("Entrée quand vous avez tout retenu. ", "Press Enter once you remember it all. ")


class Solver(TerminalGame):
    """A puzzle at the keyboard: a right action is played and answered, a wrong one is refuted and taken back."""

    def __init__(self, box: Box, puzzle: Puzzle, screen: Screen) -> None:
        super().__init__(puzzle.table(box), {}, screen, Random(0), _nobody)
        self.box, self.puzzle, self.shown = box, puzzle, puzzle.seat
        self.answers: list[Action] = []
        self.steps = hints(box, puzzle)
        self.solved = False

    def run(self) -> None:
        """Run until the puzzle is solved; Leave if the player quits first or asks for the solution."""
        self._show_film()
        self._ask_question()
        while not self.solved:
            self._choose(self.puzzle.seat)

    def _show_film(self) -> None:
        """Show the moves to remember one after the other, then clear them."""
        start = self.table.plies - self.puzzle.film
        for text in self.table.tale(self.puzzle.seat, start, reader=self.puzzle.seat) if self.puzzle.film else ():
            self.screen.write("· " + text.named(self.table.names)[self.screen.language])
        if self.puzzle.film:
            self.screen.read(SEEN[self.screen.language])
            self.screen.write("\n" * self.screen.size[1])

    def _ask_question(self) -> None:
        text = f"{question(self.box, self.puzzle)[self.screen.language]} {HOW[self.screen.language]}"
        self.screen.write("\n".join(wrap(text, self.screen.size[0])))

    def _play(self, seat: Seat, action: Action) -> None:
        verdict = judge(self.box, self.puzzle, [*self.answers, action])
        if verdict.refusal:
            return self._explain(verdict.refusal)
        self.screen.write(f"{'✗' if verdict.word == 'wrong' else '✓'} {verdict.text[self.screen.language]}")
        self._after(seat, action, verdict)

    def _after(self, seat: Seat, action: Action, verdict: Verdict) -> None:
        """Print what followed an action; only a right one is kept."""
        after = self.table.at(self.table.plies)
        for actor, happened in verdict.events:
            after.play(actor, happened)
        for text in after.tale(seat, self.table.plies, reader=seat):
            self.screen.write("  · " + text.named(after.names)[self.screen.language])
        self.listed = self.drawn = None
        if verdict.word != "wrong":
            self.table, self.solved = after, verdict.word == "solved"
            self.answers.append(action)

    def _hint(self, seat: Seat) -> None:
        """Print the next hint; after the last one, the solution."""
        if self.steps:
            self.screen.write(self.steps.pop(0).text[self.screen.language])
        else:
            self._tell_solution()

    def _tell_solution(self) -> None:
        for text in told(self.box, self.puzzle):
            self.screen.write("  · " + text[self.screen.language])

    def _command(self, answer: str, seat: Seat) -> None:
        if answer.lower() == SOLUTION:
            self._tell_solution()
            raise Leave
        super()._command(answer, seat)

    def _undo(self) -> None:
        """Do nothing: a wrong answer is never kept."""


def _nobody(seat: Seat) -> Bot:
    raise AssertionError("a puzzle has its own hints")


def solve(box: Box, screen: Screen, name: str = "") -> int:
    """Run one puzzle at the keyboard: that of the day, or the one named."""
    made = _all(box)
    today = datetime.now(UTC).date()
    puzzle = _named(made, name) if name else of_the_day(made, today)
    if not name:
        screen.say(f"Le problème du jour, {today:%d/%m/%Y}", f"The puzzle of the day, {today.isoformat()}")
    screen.write(f"{puzzle.id} ({GRADES[puzzle.grade][screen.language]})")
    try:
        Solver(box, puzzle, screen).run()
    except (Leave, EOFError, KeyboardInterrupt):
        return 0
    return 0


def show(box: Box, screen: Screen) -> int:
    """List all puzzles of a game: their names, how hard they are, and which levels solve them."""
    for puzzle in _all(box):
        screen.write(f"{puzzle.id:12} {GRADES[puzzle.grade][screen.language]:12} {shares_in_words(puzzle)[screen.language]}")
    return 0


def make_all(box: Box, seed: int, out: Path | None, processes: int, progress: Progress) -> int:
    """Make a game's puzzles, write them to a file or into its folder, and print the share each level solves."""
    made = make(box, seed, processes, progress)
    path = out or _folder(box) / PUZZLES
    path.write_text(write(box, seed, made), encoding="utf-8")
    print(f"{box.slug}: {len(made)} puzzles in {path.name}")
    for kind, shares in table_of_shares(made).items():
        print(f"  {kind:10} {', '.join(f'{level} {100 * share:.0f} %' for level, share in shares.items())}")
    return 0


def verify_all(box: Box, sample: int, progress: Progress) -> int:
    """Prove a game's puzzles again, or only every `sample`-th of them; return 1 if a proof fails."""
    made, faults = _all(box)[::sample], []
    for i, puzzle in enumerate(made, 1):
        faults += [fault] if (fault := verify(box, puzzle)) else []
        progress(i, len(made))
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{box.slug}: {len(made)} puzzles proved, {len(faults)} faults")
    return 1 if faults else 0


def _all(box: Box) -> Sequence[Puzzle]:
    made = puzzles(box)
    if not made:
        raise LookupError(f"{box.slug} has no puzzles; make some with: tableronde puzzles {box.slug} make")
    return made


def _named(made: Sequence[Puzzle], name: str) -> Puzzle:
    found = next((puzzle for puzzle in made if puzzle.id == name), None)
    if found is None:
        raise LookupError(f"there is no puzzle {name!r}; there are {made[0].id} to {made[-1].id}")
    return found


def _folder(box: Box) -> Path:
    return Path(str(box.folder()))
