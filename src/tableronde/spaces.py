"""Fixed spaces: a game's actions as numbers, its views as rows of bytes, its deal as draws. For programs that learn.

A game's folder says how (`SPACES`, a subclass of `Spaces`); one that says nothing gets `PlainSpaces`, made of hashes. Numbers and bytes
are told from the seat that looks: it is always the first, and the seats after it follow in turn order. Everything here is plain
Python: who wants arrays of another kind makes them of `bytes`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import prod
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar
from zlib import crc32

from tableronde.box import Box
from tableronde.game import Action, AnyGame, Json, Seat, Setup, is_open

View = TypeVar("View")
TOP: Final = 255  # the largest number in an observation
DEALS: Final = 10_000  # of a game that does not say how it is dealt: as many deals are told apart
SLOTS: Final = 4096  # numbers of a game that does not number its actions
FEATURES: Final = 1024  # bytes of a game that does not say what its views look like


class Symmetry(NamedTuple):
    """A way to turn the game about: where every action goes, and from where every byte of an observation comes."""

    actions: tuple[int, ...]  # action n becomes actions[n]
    places: tuple[int, ...]  # byte i of the turned observation is byte places[i] of this one


class Spaces(ABC, Generic[View]):
    """The numbers of one table: its game with seats and options fixed."""

    edition: ClassVar[int] = 1  # raised when a number or a byte comes to mean something else
    actions: int  # numbers run from 0 to one less
    parts: Mapping[str, tuple[int, ...]]  # what an observation is made of, in order, with the shape of each part
    chances: int = DEALS  # ways in which chance may act at once, at most
    steady: ClassVar[bool] = False  # whether the numbers of actions depend on the seat and the legal actions alone, whatever is seen

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def size(self) -> int:
        """How many bytes an observation has."""
        return sum(map(prod, self.parts.values()))

    @abstractmethod
    def number(self, view: View, seat: Seat, action: Action) -> int:
        """The number of an action that the seat may choose now; LookupError if it has none."""

    @abstractmethod
    def action(self, view: View, seat: Seat, number: int) -> Action:
        """The action of a number, as things stand; LookupError if it stands for none."""

    @abstractmethod
    def observe(self, view: View, seat: Seat) -> bytes:
        """What a seat sees, each number from 0 to 255, one part after the other."""

    def numbered(self, view: View, seat: Seat, legal: Sequence[Action]) -> dict[int, Action]:
        """A seat's legal actions by their numbers, and the words that fill in an open one ("name *")."""
        found = {self.number(view, seat, action): action for action in legal if not is_open(action)}
        return found | {number: self.action(view, seat, number) for number in self.opened(legal)}

    def opened(self, legal: Sequence[Action]) -> range:
        """The numbers of all words that fill in an open action; none, unless a game lists its words."""
        return range(0)

    def symmetries(self) -> Sequence[Symmetry]:
        """All ways to turn the game about, the first of which leaves it as it is."""
        return (Symmetry(tuple(range(self.actions)), tuple(range(self.size))),)

    def draws(self, drawn: Sequence[int]) -> int:
        """How many ways the next draw of the deal may go after these, all equally likely; 0 when everything is dealt.

        Where a game does not say more, one of some thousand deals is drawn at once.
        """
        return 0 if drawn or self._always_alike else DEALS

    def dealt(self, drawn: Sequence[int]) -> Setup:
        """The set-up after all draws."""
        return self.game.deal(Random(drawn[0] if drawn else 0))

    @cached_property
    def _always_alike(self) -> bool:
        """Whether nothing is left to chance in the set-up, as far as a few deals show."""
        return all(self.game.deal(Random(seed)) == self.game.deal(Random(0)) for seed in range(1, 8))


def spaces_of(box: Box, game: AnyGame) -> Spaces[Any]:
    """The spaces of a game: its own, or those that any game can have."""
    return box.spaces(game) if box.spaces else PlainSpaces(game)


def row(*parts: Sequence[int]) -> bytes:
    """An observation of its parts; what is larger than a byte can say is as large as it can."""
    numbers = list(chain.from_iterable(parts))
    try:
        return bytes(numbers)
    except ValueError:  # rare, and most rows are faster without looking at every number
        return bytes([min(number, TOP) for number in numbers])


def one_of(count: int, *chosen: int | None) -> list[int]:
    """So many numbers, all 0 but the chosen ones, which are 1."""
    return [int(i in chosen) for i in range(count)]


def from_seat(seat: Seat, seats: int) -> list[Seat]:
    """The seats in turn order, beginning with one."""
    return [(seat + i) % seats for i in range(seats)]


class PlainSpaces(Spaces[Any]):
    """The spaces of a game that has none of its own, made of its words alone.

    An action's number is a hash of its text; of two legal ones with the same hash the later moves on to the next free number. So
    legal actions never share a number, and an action has the same number in nearly every position. An observation has a byte for a hash of
    each fact: whatever the game, but two facts may fall on the same byte, and nothing is told from the seat that looks.
    """

    actions = SLOTS
    steady = True

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.parts = {"seat": (game.seats,), "facts": (FEATURES,)}

    def number(self, view: Any, seat: Seat, action: Action) -> int:
        found = {text: number for number, text in self.numbered(view, seat, self._legal(view, seat)).items()}
        if action not in found:
            raise LookupError(f"{action!r} has no number now")
        return found[action]

    def action(self, view: Any, seat: Seat, number: int) -> Action:
        found = self.numbered(view, seat, self._legal(view, seat))
        if number not in found:
            raise LookupError(f"{number} stands for no action now")
        return found[number]

    def numbered(self, view: Any, seat: Seat, legal: Sequence[Action]) -> dict[int, Action]:
        if len(legal) > SLOTS:
            raise LookupError(f"{self.game.slug} has {len(legal)} actions at once, more than there are numbers: it needs spaces of its own")
        found: dict[int, Action] = {}
        for action in sorted(legal):
            if not is_open(action):
                number = crc32(action.encode()) % SLOTS
                while number in found:
                    number = (number + 1) % SLOTS
                found[number] = action
        return found

    def observe(self, view: Any, seat: Seat) -> bytes:
        features = [0] * FEATURES
        for name, value in _leaves("", self.game.facts(view)):
            features[crc32(name.encode()) % FEATURES] += value
        return row(one_of(self.game.seats, seat), features)

    def _legal(self, view: Any, seat: Seat) -> Sequence[Action]:
        """A seat can tell from its view what it may do: any state that gives this view will say so."""
        return self.game.legal(self.game.imagine(view, Random(0))).get(seat, ())


def _leaves(name: str, value: Json) -> Iterator[tuple[str, int]]:
    """Everything a fact says, each with a name and a number: words by name alone, fractions rounded, negative numbers apart."""
    match value:
        case dict():
            for key, part in value.items():
                yield from _leaves(f"{name}.{key}", part)
        case list():
            for i, part in enumerate(value):
                yield from _leaves(f"{name}.{i}", part)
        case bool() | int() | float():
            yield f"{name}{'-' if value < 0 else ''}", round(abs(value))
        case str():
            yield f"{name}={value}", 1
