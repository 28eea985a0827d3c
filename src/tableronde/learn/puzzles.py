"""Puzzles: a position with one right answer, and a proof of it.

A game's folder may hold puzzles as data (`puzzles.json`, made by `tableronde puzzles GAME make`) and say in its module `puzzles`
what kinds there are: a `Workshop`. A kind knows what it asks, which actions are right (proved, never guessed), what the others
reply, and why another action fails. Everything here works for any game.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from tableronde.box import PUZZLES, Box
from tableronde.game import Action, Event, Illegal, Json, Refusal, Seat, read_actor
from tableronde.record import Record
from tableronde.table import Table
from tableronde.text import NOTHING, Text, join

if TYPE_CHECKING:
    from tableronde.bots.bot import Bot

FORMAT: Final = "tableronde-puzzles-1"
GRADES: Final = (
    Text("facile", "easy"),
    Text("moyen", "medium"),
    Text("difficile", "hard"),
    Text("redoutable", "fiendish"),
)
BEGIN: Final = Text("Commencez par", "Begin with")
THEN: Final = Text("Puis", "Then")
_EDGES: Final = (0.75, 0.5, 0.25)  # the share of our levels' attempts that succeed, from grade to grade


class Hint(NamedTuple):
    """A step towards the solution: a sentence, and the words of what it speaks of in the picture."""

    text: Text
    mark: tuple[str, ...] = ()


class Refutation(NamedTuple):
    """Why an answer is wrong, and what happens after it."""

    text: Text
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A position that may be a puzzle."""

    kind: str
    table: Table
    seat: Seat
    plies: int = 1  # events until it is solved, at most
    film: int = 0  # so many of the last events are shown one by one before the question is asked


class Kind(ABC):
    """A kind of puzzle: what is asked, what is right, and what is said about an answer.

    `left` is how many events may still happen until it must be solved.
    """

    title: Text

    @abstractmethod
    def question(self, table: Table, seat: Seat) -> Text:
        """What is asked of the seat in this position."""

    @abstractmethod
    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        """Every right action, proved; a puzzle has exactly one. More than two need not be found."""

    def is_right(self, table: Table, seat: Seat, action: Action, left: int) -> bool:
        """Whether an action is right."""
        return action in self.right(table, seat, left)

    def reply(self, table: Table, seat: Seat, left: int) -> Sequence[Event]:
        """What the others do after a right action."""
        return ()

    def solved(self, table: Table, seat: Seat, left: int) -> bool:
        """Whether nothing is left to be found after a right action and the reply to it."""
        return True

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        """Why another action fails, in the position before it."""
        return Refutation(Text("Ce n’est pas la solution.", "That is not the solution."))

    def attempt(self, bot: "Bot", table: Table, seat: Seat) -> Action | None:
        """What a bot would answer; None if it has no answer."""
        return bot.choose(table.view(seat), table.heard(seat), table.legal()[seat])

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        """Steps towards an action: what to press first, then what next; the last one says nearly everything."""
        words = tuple(table.game.touch(action))
        named = [(word, table.called(seat, words[:i], word)) for i, word in enumerate(words) if word != "*"]
        return [Hint(_step(BEGIN if not i else THEN, name), (word,)) for i, (word, name) in enumerate(named) if name.en]


@dataclass(frozen=True, slots=True)
class Workshop:
    """How a game makes its puzzles: they are looked for in games that our bots have played to the end."""

    kinds: Mapping[str, Kind]
    wanted: Mapping[str, int]  # how many of each kind
    find: Callable[[Table], Iterator[Draft]]  # the moments of a finished game that may be puzzles; one of a kind is taken at most
    levels: tuple[str, ...] = ("random",)  # who plays these games
    tables: tuple[tuple[int, Mapping[str, Json]], ...] = ((2, {}),)  # seats and options, in turn


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, whose eyes see it, and the one solution, with the replies of the others."""

    id: str
    kind: str
    position: Record
    seat: Seat
    plies: int
    film: int
    solution: tuple[Event, ...]
    shares: Mapping[str, float] = field(default_factory=dict)  # how often each of our levels solves it

    @property
    def grade(self) -> int:
        """From 0 (easy) on: by how often our levels solve it, all together."""
        share = sum(self.shares.values()) / max(1, len(self.shares))
        return sum(share < edge for edge in _EDGES)

    @property
    def answer(self) -> Action:
        """The right first action."""
        return self.solution[0].action

    def table(self, box: Box) -> Table:
        """The position as a table; playing there leaves the puzzle as it is."""
        return Table.replay(box, self.position)

    def json(self) -> dict[str, Json]:
        """What is kept of a puzzle."""
        position = self.position
        return {
            "id": self.id,
            "kind": self.kind,
            "players": position.players,
            "options": dict(position.options),
            "setup": dict(position.setup),
            "events": _written(position.events),
            "seat": self.seat,
            "plies": self.plies,
            "film": self.film,
            "solution": _written(self.solution),
            "shares": dict(self.shares),
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the last of a line of answers: it solves the puzzle, is right so far, wrong, or refused by the rules."""

    word: Literal["solved", "right", "wrong", "refused"]
    text: Text = NOTHING
    events: tuple[Event, ...] = ()  # what happened from the answer on, it included; nothing if it was refused
    refusal: Refusal | None = None


SOLVED: Final = Text("C’est résolu !", "Solved!")
RIGHT: Final = Text("Bien vu. Continuez.", "Well seen. Go on.")


def workshop(box: Box) -> Workshop:
    """How a game makes puzzles: as its own module `puzzles` says, else as any open game can; LookupError if it cannot."""
    from tableronde.learn.wins import for_any

    module = box.part("puzzles")
    shop: Workshop = module.WORKSHOP if module else for_any(box)
    return shop


def puzzles(box: Box) -> tuple[Puzzle, ...]:
    """The puzzles in a game's folder; none if it has none."""
    text = box.text(PUZZLES)
    return parse(box, text) if text else ()


def parse(box: Box, text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game from their text; ValueError with a sentence if they are not its own."""
    whole = json.loads(text)
    if whole.get("format") != FORMAT or whole.get("game") != box.slug or whole.get("edition") != box.game_type.edition:
        raise ValueError(f"these are no puzzles for edition {box.game_type.edition} of {box.slug}")
    return tuple(_read(box, item) for item in whole["puzzles"])


def write(box: Box, seed: int, made: Sequence[Puzzle]) -> str:
    """Puzzles as text, one a line, so that people can compare two sets."""
    head = {"format": FORMAT, "game": box.slug, "edition": box.game_type.edition, "seed": seed}
    lines = ",\n".join(json.dumps(puzzle.json(), ensure_ascii=False, separators=(",", ":")) for puzzle in made)
    return f'{json.dumps(head)[:-1]}, "puzzles": [\n{lines}\n]}}\n'


def judge(box: Box, puzzle: Puzzle, answers: Sequence[Action]) -> Verdict:
    """What to say of the last of these answers, after those before it and what the others replied."""
    kind, table, left = workshop(box).kinds[puzzle.kind], puzzle.table(box), puzzle.plies
    verdict = Verdict("right")
    for answer in answers:
        verdict = _answered(kind, table, puzzle.seat, answer, left)
        if verdict.word != "right":
            return verdict
        left -= len(verdict.events)
    return verdict


def _answered(kind: Kind, table: Table, seat: Seat, answer: Action, left: int) -> Verdict:
    """One answer; a right one and the reply to it are played on the table."""
    before = table.at(table.plies)
    try:
        event = table.play(seat, answer)
    except Illegal as illegal:
        return Verdict("refused", illegal.refusal.text, refusal=illegal.refusal)
    if not kind.is_right(before, seat, event.action, left):
        text, events = kind.refute(before, seat, event.action, left)
        return Verdict("wrong", text.named(table.names), (event, *events))
    replies = _replied(kind, table, seat, left - 1)
    solved = kind.solved(table, seat, left - 1 - len(replies))
    return Verdict("solved" if solved else "right", SOLVED if solved else RIGHT, (event, *replies))


def _replied(kind: Kind, table: Table, seat: Seat, left: int) -> Sequence[Event]:
    """What the others reply, now played on the table."""
    replies = kind.reply(table.at(table.plies), seat, left)
    for actor, action in replies:
        table.play(actor, action)
    return replies


def line(kind: Kind, table: Table, seat: Seat, plies: int) -> tuple[Event, ...]:
    """The solution played out: the right actions, the first by name where several are, and the replies to them."""
    table, start = table.at(table.plies), table.plies
    left = plies
    while left == plies or not kind.solved(table, seat, left):
        table.play(seat, min(kind.right(table, seat, left)))
        left -= 1 + len(_replied(kind, table, seat, left - 1))
    return tuple(table.events[start:])


def question(box: Box, puzzle: Puzzle) -> Text:
    """What a puzzle asks."""
    table = puzzle.table(box)
    return workshop(box).kinds[puzzle.kind].question(table, puzzle.seat).named(table.names)


def hints(box: Box, puzzle: Puzzle) -> list[Hint]:
    """The steps towards its solution."""
    table = puzzle.table(box)
    found = workshop(box).kinds[puzzle.kind].hints(table, puzzle.seat, puzzle.answer)
    return [Hint(hint.text.named(table.names), hint.mark) for hint in found]


def told(box: Box, puzzle: Puzzle) -> list[Text]:
    """The solution in words, action by action."""
    table = puzzle.table(box)
    start = table.plies
    for actor, action in puzzle.solution:
        table.play(actor, action)
    return [text.named(table.names) for text in table.tale(puzzle.seat, start)]


def of_the_day(made: Sequence[Puzzle], day: date) -> Puzzle:
    """The same puzzle for everybody on a day; all others come before it comes back."""
    cycle, place = divmod(day.toordinal(), len(made))
    return Random(f"{cycle}").sample(sorted(made, key=lambda puzzle: puzzle.id), len(made))[place]


def game_of_the_day(slugs: Sequence[str], day: date) -> str:
    """Whose puzzle is everybody's on a day: each game's in turn."""
    return sorted(slugs)[day.toordinal() % len(slugs)]


def shares_in_words(puzzle: Puzzle) -> Text:
    """Which of our levels solve it, and how often."""
    return join(
        [Text(f"{name} {100 * share:.0f} %", f"{name} {100 * share:.0f}%") for name, share in puzzle.shares.items()], Text(", ", ", ")
    )


def _step(first: Text, name: Text) -> Text:
    return Text(f"{first.fr} : {_within(name.fr)}", f"{first.en}: {_within(name.en)}")


def _within(name: str) -> str:
    """A name inside a sentence: a word begins small, a place such as H7 stays as it is."""
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


def _written(events: Sequence[Event]) -> list[list[str]]:
    return [[str(actor), action] for actor, action in events]


def _events(items: Json) -> tuple[Event, ...]:
    return tuple(Event(read_actor(actor), action) for actor, action in items)


def _read(box: Box, item: Json) -> Puzzle:
    game = box.game_type
    position = Record(game.slug, game.edition, item["players"], item["options"], item["setup"], _events(item["events"]))
    return Puzzle(item["id"], item["kind"], position, item["seat"], item["plies"], item["film"], _events(item["solution"]), item["shares"])
