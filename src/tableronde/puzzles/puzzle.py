"""Puzzles: a position with one right answer, and a proof of it.

A game's folder may hold puzzles as data (`puzzles.json`, made by `tableronde puzzles GAME make`), and its module `puzzles` may
define their kinds: a `Workshop`. A kind defines the question, the right actions (proved, never estimated), the replies of the
others, and why another action fails. Everything here works for any game.
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
_EDGES: Final = (0.75, 0.5, 0.25)  # the share of the levels' attempts that succeed, between grades


class Hint(NamedTuple):
    """A step towards the solution: a sentence, and the words of the shapes it marks in the picture."""

    text: Text
    mark: tuple[str, ...] = ()


class Refutation(NamedTuple):
    """The reason an answer is wrong, and what happens after it."""

    text: Text
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A position that may be a puzzle."""

    kind: str
    table: Table
    seat: Seat
    plies: int = 1  # events until it is solved, at most
    film: int = 0  # how many of the last events are shown one by one before the question


class Kind(ABC):
    """A kind of puzzle: its question, its right actions and the comments on answers.

    `left` is the number of events within which it must be solved.
    """

    title: Text

    @abstractmethod
    def question(self, table: Table, seat: Seat) -> Text:
        """Return the question to the seat in this position."""

    @abstractmethod
    def right(self, table: Table, seat: Seat, left: int) -> Sequence[Action]:
        """Return the right actions, proved; a puzzle has exactly one. More than two need not be found."""

    def is_right(self, table: Table, seat: Seat, action: Action, left: int) -> bool:
        """Return whether an action is right."""
        return action in self.right(table, seat, left)

    def reply(self, table: Table, seat: Seat, left: int) -> Sequence[Event]:
        """Return what the others do after a right action."""
        return ()

    def solved(self, table: Table, seat: Seat, left: int) -> bool:
        """Return whether the puzzle is solved after a right action and the reply to it."""
        return True

    def refute(self, table: Table, seat: Seat, action: Action, left: int) -> Refutation:
        """Return why another action fails, from the position before it."""
        return Refutation(Text("Ce n’est pas la solution.", "That is not the solution."))

    def attempt(self, bot: "Bot", table: Table, seat: Seat) -> Action | None:
        """Return a bot's answer; None if it has none."""
        return bot.choose(table.view(seat), table.heard(seat), table.legal()[seat])

    def hints(self, table: Table, seat: Seat, action: Action) -> Sequence[Hint]:
        """Return steps towards an action: what to press first, then next; the last one nearly gives it away."""
        words = tuple(table.game.touch(action))
        named = [(word, table.called(seat, words[:i], word)) for i, word in enumerate(words) if word != "*"]
        return [Hint(_step(BEGIN if not i else THEN, name), (word,)) for i, (word, name) in enumerate(named) if name.en]


@dataclass(frozen=True, slots=True)
class Workshop:
    """The settings for making a game's puzzles, which are searched for in games that bots have played to the end."""

    kinds: Mapping[str, Kind]
    wanted: Mapping[str, int]  # how many of each kind
    find: Callable[[Table], Iterator[Draft]]  # the positions of a finished game that may be puzzles; at most one of a kind is taken
    levels: tuple[str, ...] = ("random",)  # the levels that play these games
    tables: tuple[tuple[int, Mapping[str, Json]], ...] = ((2, {}),)  # seats and options, in turn


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, the seat that sees it, and the only solution with the replies of the others."""

    id: str
    kind: str
    position: Record
    seat: Seat
    plies: int
    film: int
    solution: tuple[Event, ...]
    shares: Mapping[str, float] = field(default_factory=dict)  # how often each level solves it

    @property
    def grade(self) -> int:
        """The difficulty from 0 (easy) upward, by how often all levels together solve it."""
        share = sum(self.shares.values()) / max(1, len(self.shares))
        return sum(share < edge for edge in _EDGES)

    @property
    def answer(self) -> Action:
        """The right first action."""
        return self.solution[0].action

    def table(self, box: Box) -> Table:
        """Return the position as a new table; playing there does not change the puzzle."""
        return Table.replay(box, self.position)

    def json(self) -> dict[str, Json]:
        """Return the puzzle as it is stored."""
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
    """The judgement of the last of several answers: it solves the puzzle, is right so far, wrong, or refused by the rules."""

    word: Literal["solved", "right", "wrong", "refused"]
    text: Text = NOTHING
    events: tuple[Event, ...] = ()  # the answer and what followed; empty if it was refused
    refusal: Refusal | None = None


SOLVED: Final = Text("C’est résolu !", "Solved!")
RIGHT: Final = Text("Bien vu. Continuez.", "Well spotted. Go on.")


def workshop(box: Box) -> Workshop:
    """Return a game's workshop: its module `puzzles`, or the one for any open game; LookupError if there is none."""
    from tableronde.puzzles.wins import for_any

    module = box.part("puzzles")
    shop: Workshop = module.WORKSHOP if module else for_any(box)
    return shop


def puzzles(box: Box) -> tuple[Puzzle, ...]:
    """Read the puzzles in a game's folder, if any."""
    text = box.text(PUZZLES)
    return parse(box, text) if text else ()


def parse(box: Box, text: str) -> tuple[Puzzle, ...]:
    """Parse the puzzles of a game for the edition they were made for; ValueError with a sentence if it does not have that."""
    whole = json.loads(text)
    edition = whole.get("edition", box.first_edition)
    if whole.get("format") != FORMAT or whole.get("game") != box.slug or not box.has_edition(edition):
        raise ValueError(f"these puzzles are not for edition {box.game_type.edition} of {box.slug}; {box.describe_editions()}")
    return tuple(_read(box, edition, item) for item in whole["puzzles"])


def write(box: Box, seed: int, made: Sequence[Puzzle]) -> str:
    """Return puzzles as text, one a line, so that two sets can be compared."""
    head = {"format": FORMAT, "game": box.slug, "edition": box.game_type.edition, "seed": seed}
    lines = ",\n".join(json.dumps(puzzle.json(), ensure_ascii=False, separators=(",", ":")) for puzzle in made)
    return f'{json.dumps(head)[:-1]}, "puzzles": [\n{lines}\n]}}\n'


def judge(box: Box, puzzle: Puzzle, answers: Sequence[Action]) -> Verdict:
    """Judge the last of these answers, after those before it and the replies of the others."""
    kind, table, left = workshop(box).kinds[puzzle.kind], puzzle.table(box), puzzle.plies
    verdict = Verdict("right")
    for answer in answers:
        verdict = _answered(kind, table, puzzle.seat, answer, left)
        if verdict.word != "right":
            return verdict
        left -= len(verdict.events)
    return verdict


def _answered(kind: Kind, table: Table, seat: Seat, answer: Action, left: int) -> Verdict:
    """Judge one answer; a right one and the reply to it are played on the table."""
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
    """Play the replies of the others on the table and return them."""
    replies = kind.reply(table.at(table.plies), seat, left)
    for actor, action in replies:
        table.play(actor, action)
    return replies


def line(kind: Kind, table: Table, seat: Seat, plies: int) -> tuple[Event, ...]:
    """Play out the solution: the right actions, the first in order if several are, and the replies to them."""
    table, start = table.at(table.plies), table.plies
    left = plies
    while left == plies or not kind.solved(table, seat, left):
        table.play(seat, min(kind.right(table, seat, left)))
        left -= 1 + len(_replied(kind, table, seat, left - 1))
    return tuple(table.events[start:])


def question(box: Box, puzzle: Puzzle) -> Text:
    """Return the question of a puzzle."""
    table = puzzle.table(box)
    return workshop(box).kinds[puzzle.kind].question(table, puzzle.seat).named(table.names)


def hints(box: Box, puzzle: Puzzle) -> list[Hint]:
    """Return the hints towards its solution."""
    table = puzzle.table(box)
    found = workshop(box).kinds[puzzle.kind].hints(table, puzzle.seat, puzzle.answer)
    return [Hint(hint.text.named(table.names), hint.mark) for hint in found]


def told(box: Box, puzzle: Puzzle) -> list[Text]:
    """Describe the solution, action by action."""
    table = puzzle.table(box)
    start = table.plies
    for actor, action in puzzle.solution:
        table.play(actor, action)
    return [text.named(table.names) for text in table.tale(puzzle.seat, start, reader=puzzle.seat)]


def of_the_day(made: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day, the same for every player; none returns before all others have been used."""
    cycle, place = divmod(day.toordinal(), len(made))
    return Random(f"{cycle}").sample(sorted(made, key=lambda puzzle: puzzle.id), len(made))[place]


def game_of_the_day(slugs: Sequence[str], day: date) -> str:
    """Return the game whose puzzle is the one of the day: each game in turn."""
    return sorted(slugs)[day.toordinal() % len(slugs)]


def shares_in_words(puzzle: Puzzle) -> Text:
    """Say which levels solve it, and how often."""
    return join(
        [Text(f"{name} {100 * share:.0f} %", f"{name} {100 * share:.0f}%") for name, share in puzzle.shares.items()], Text(", ", ", ")
    )


def _step(first: Text, name: Text) -> Text:
    return Text(f"{first.fr} : {_within(name.fr)}", f"{first.en}: {_within(name.en)}")


def _within(name: str) -> str:
    """Adapt a name for use inside a sentence: a word begins with a lowercase letter, a place such as H7 is unchanged."""
    return name[:1].lower() + name[1:] if name[1:2].islower() else name


def _written(events: Sequence[Event]) -> list[list[str]]:
    return [[str(actor), action] for actor, action in events]


def _events(items: Json) -> tuple[Event, ...]:
    return tuple(Event(read_actor(actor), action) for actor, action in items)


def _read(box: Box, edition: int, item: Json) -> Puzzle:
    position = Record(box.slug, edition, item["players"], item["options"], item["setup"], _events(item["events"]))
    return Puzzle(item["id"], item["kind"], position, item["seat"], item["plies"], item["film"], _events(item["solution"]), item["shares"])
