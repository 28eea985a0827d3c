"""Fixed spaces for machine learning: a game's actions as numbers, its views as rows of bytes, its deal as draws.

A game's folder defines them (`SPACES`, a subclass of `Spaces`); without them it gets `PlainSpaces`, made of hashes. Numbers and
bytes are relative to the observing seat: it is always the first, and the seats after it follow in turn order. Everything here is
plain Python; other kinds of arrays can be made from the `bytes`.
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
DEALS: Final = 10_000  # deals told apart in a game that does not define its draws
SLOTS: Final = 4096  # numbers of a game that does not number its actions
FEATURES: Final = 1024  # bytes of an observation in a game that does not encode its views


class Symmetry(NamedTuple):
    """A symmetry of the game: where it moves every action, and where every byte of the moved observation comes from."""

    actions: tuple[int, ...]  # action n becomes actions[n]
    places: tuple[int, ...]  # byte i of the moved observation is byte places[i] of this one


class Spaces(ABC, Generic[View]):
    """The numbers of one table: its game with seats and options fixed."""

    edition: ClassVar[int] = 1  # raised when the meaning of a number or a byte changes
    actions: int  # numbers run from 0 to actions - 1
    parts: Mapping[str, tuple[int, ...]]  # the parts of an observation, in order, with their shapes
    chances: int = DEALS  # the most outcomes of a single draw or action of chance
    steady: ClassVar[bool] = False  # whether the numbers of actions depend only on the seat and the legal actions, not on the view

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def size(self) -> int:
        """The number of bytes of an observation."""
        return sum(map(prod, self.parts.values()))

    @abstractmethod
    def number(self, view: View, seat: Seat, action: Action) -> int:
        """Return the number of an action that the seat may choose now; LookupError if it has none."""

    @abstractmethod
    def action(self, view: View, seat: Seat, number: int) -> Action:
        """Return the action of a number in this position; LookupError if it stands for none."""

    @abstractmethod
    def observe(self, view: View, seat: Seat) -> bytes:
        """Return what a seat sees as numbers from 0 to 255, one part after the other."""

    def numbered(self, view: View, seat: Seat, legal: Sequence[Action]) -> dict[int, Action]:
        """Return a seat's legal actions by number, including the words that fill in an open one ("name *")."""
        found = {self.number(view, seat, action): action for action in legal if not is_open(action)}
        return found | {number: self.action(view, seat, number) for number in self.opened(legal)}

    def opened(self, legal: Sequence[Action]) -> range:
        """Return the numbers of all words that fill in an open action; none unless a game lists its words."""
        return range(0)

    def symmetries(self) -> Sequence[Symmetry]:
        """Return all symmetries of the game, the first of which is the identity."""
        return (Symmetry(tuple(range(self.actions)), tuple(range(self.size))),)

    def draws(self, drawn: Sequence[int]) -> int:
        """Return the number of equally likely outcomes of the next draw of the deal after these; 0 when everything is dealt.

        By default, one of several thousand deals is drawn at once.
        """
        return 0 if drawn or self._always_alike else DEALS

    def dealt(self, drawn: Sequence[int]) -> Setup:
        """Return the set-up after all draws."""
        return self.game.deal(Random(drawn[0] if drawn else 0))

    @cached_property
    def _always_alike(self) -> bool:
        """Return whether a few deals all give the same set-up."""
        return all(self.game.deal(Random(seed)) == self.game.deal(Random(0)) for seed in range(1, 8))


def spaces_of(box: Box, game: AnyGame) -> Spaces[Any]:
    """Return the spaces of a game: its own, if they are proved for its edition, or the ones for any game."""
    return box.spaces(game) if box.spaces and box.proves("spaces") else PlainSpaces(game)


def row(*parts: Sequence[int]) -> bytes:
    """Join the parts of an observation; numbers larger than 255 are cut to 255."""
    numbers = list(chain.from_iterable(parts))
    try:
        return bytes(numbers)
    except ValueError:  # rare; most rows are faster without a check of every number
        return bytes([min(number, TOP) for number in numbers])


def one_of(count: int, *chosen: int | None) -> list[int]:
    """Return a list of `count` numbers, 1 at the chosen indexes and 0 elsewhere."""
    return [int(i in chosen) for i in range(count)]


def from_seat(seat: Seat, seats: int) -> list[Seat]:
    """Return the seats in turn order, beginning with `seat`."""
    return [(seat + i) % seats for i in range(seats)]


class PlainSpaces(Spaces[Any]):
    """The spaces of a game without its own, made of the text of actions and facts.

    An action's number is a hash of its text; of two legal ones with the same hash, the later takes the next free number. So
    legal actions never share a number, and an action has the same number in nearly every position. An observation has a byte for a
    hash of each fact. This works for any game, but two facts may share a byte, and nothing is relative to the observing seat.
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
            raise LookupError(
                f"{self.game.slug} has {len(legal)} actions at once, more than there are numbers: define SPACES in its folder"
            )
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
        """Return a seat's legal actions, which its view determines: any state with this view gives them."""
        return self.game.legal(self.game.imagine(view, Random(0))).get(seat, ())


def _leaves(name: str, value: Json) -> Iterator[tuple[str, int]]:
    """Yield the values in a fact by name: words are part of the name, fractions are rounded, negative numbers have another name."""
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
