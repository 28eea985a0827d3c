"""The protocol of a game: its rules as pure functions on frozen data.

An instance of `Game` is the rules for one table, with the number of seats and the options fixed.
Everything else (validation, clicks, bots, pictures, records) is derived from these few methods.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, NamedTuple, TypeVar

from tableronde.text import Text

Seat = int
CHANCE: Final = "chance"
Actor = Seat | Literal["chance"]
Action = str
Json = Any  # None, bool, int, float, str, list and dict of the same
Setup = Mapping[str, Json]
Legal = Mapping[Actor, Sequence[Action]]

Options = TypeVar("Options")
State = TypeVar("State")
View = TypeVar("View")


def is_open(action: Action) -> bool:
    """Whether a legal action leaves its last word to the player: "name *"."""
    return action.endswith(" *")


def read_actor(text: Json) -> Actor:
    """An actor from text; ValueError with a sentence if it is none."""
    if text == CHANCE:
        return CHANCE
    if isinstance(text, str) and text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0") and len(text) < 4:
        return int(text)
    raise ValueError(f'an actor is a seat\'s number as text, such as "0", or "chance", not {text!r}')


class Event(NamedTuple):
    """An action that happened, or, as one seat learns it, an action that was heard."""

    actor: Actor
    action: Action


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. A draw lists everybody who shares it as winners."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the clause that forbids it, and a sentence for the player."""

    clause: str
    text: Text

    def named(self, names: Sequence[Text]) -> "Refusal":
        """The same with the players' names in place of their seats."""
        return Refusal(self.clause, self.text.named(names))


class Illegal(ValueError):
    """An action was refused. The table is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text.en)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game in which nothing can be chosen."""


class Game(ABC, Generic[Options, State, View]):
    """The rules of a game for one table. All methods are pure.

    A state is frozen and compares by value. For a game without secrets the view is the state itself.
    """

    slug: ClassVar[str]
    edition: ClassVar[int] = 1  # raised when a stored record would replay differently
    players: ClassVar[range]  # how many seats a table may have
    private: ClassVar[bool] = False  # whether two seats may know different things
    options_type: ClassVar[type] = NoOptions  # a frozen dataclass made with tableronde.options.option

    def __init__(self, seats: int, options: Options) -> None:
        """Rules for that many seats; ValueError with a sentence if they do not fit."""
        if type(seats) is not int or seats not in self.players:
            raise ValueError(f"{self.slug} is for {count(self.players)} players, not {seats!r}")
        self.seats = seats
        self.options = options

    @abstractmethod
    def deal(self, rng: Random) -> Setup:
        """A random set-up, as JSON: the only randomness in the rules."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """The state after an explicit set-up; ValueError with a sentence if the rules refuse it."""

    @abstractmethod
    def legal(self, state: State) -> Legal:
        """Who may do what now, each list sorted; empty when the game is over."""

    @abstractmethod
    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """The state after a legal action."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat (None: an onlooker) may know, built up from nothing."""

    @abstractmethod
    def facts(self, view: View) -> dict[str, Json]:
        """A view as JSON, with the keys of the dossier."""

    def notes(self, setup: Setup) -> Mapping[str, Json]:
        """What a record should say of a set-up for people to read; the rules never read it back."""
        return {}

    def weights(self, state: State) -> Mapping[Action, float]:
        """The odds of chance's actions; all alike unless a game says otherwise."""
        return dict.fromkeys(self.legal(state)[CHANCE], 1.0)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Who plays together."""
        return tuple((seat,) for seat in range(self.seats))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Whom the game waits for; others in `legal` may act, but nobody waits for them."""
        return tuple(self.legal(state))

    def sealed(self, state: State) -> bool:
        """Whether those to act choose at the same time, so that the order of arrival does not matter."""
        return False

    def complete(self, action: Action, text: str) -> Action:
        """The canonical form of an open action ("name *") with the player's own text in it; Illegal if it will not do."""
        return action.removesuffix("*") + text

    def hear(self, state: State, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        """An action about to happen in `state`, as that seat learns it; `over`: as it may be told once the game has ended."""
        return action

    def public(self, state: State, actor: Actor, action: Action) -> bool:
        """Whether the rules say that all learn an action as it is, even if what they see afterwards does not tell it.

        Only the conformance kit asks. Otherwise two actions of another after which a seat sees the same must sound the same to it.
        """
        return False

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from anybody; then a view is not the state itself, and there is something to imagine."""
        return type(self).imagine is not Game.imagine

    def imagine(self, view: View, rng: Random) -> State:
        """A state that gives this very view: the truth as far as the viewer knows, the rest drawn by lot."""
        return view  # type: ignore[return-value]  # without secrets the view is the state

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        """The clause that forbids an action that is not legal, whatever is wrong with it."""
        return refuse_in_general(self.legal(state), self.to_act(state), actor, action)

    def touch(self, action: Action) -> Sequence[str]:
        """The words to press for an action, in order."""
        return action.split(" ")

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        """Why the last of these words cannot be pressed after the others: as for the action they make, unless a game knows better."""
        return self.why_not(state, seat, " ".join(words))

    def second_thought(self, view: View, seat: Seat, action: Action) -> Text | None:
        """Why an action deserves a second thought before it is final, from what the seat knows; None if it does not."""
        return None


AnyGame = Game[Any, Any, Any]


def count(players: Collection[int]) -> str:
    """How many players, in words for a message: "2", "2 to 4" or "4, 6 or 8"."""
    *others, most = sorted(players)
    if not others:
        return f"{most}"
    return f"{others[0]} to {most}" if others[0] + len(others) == most else f"{', '.join(map(str, others))} or {most}"


def refuse_in_general(legal: Legal, to_act: Sequence[Actor], actor: Actor, action: Action) -> Refusal:
    """What can be said of a refused action without knowing the game."""
    if not legal:
        return Refusal("", Text("La partie est terminée : plus rien ne se joue.", "The game is over; nothing more can be played."))
    if actor not in legal:
        return Refusal("", _not_your_turn(to_act))
    return Refusal(
        "", Text(f"« {action} » ne fait pas partie des coups permis maintenant.", f"“{action}” is not among the actions allowed now.")
    )


def _not_your_turn(to_act: Sequence[Actor]) -> Text:
    if CHANCE in to_act:
        return Text("C’est d’abord au hasard de parler.", "Chance comes first.")
    seats = [f"{{{seat}}}" for seat in to_act]
    return Text(f"Ce n’est pas votre tour ; on attend {', '.join(seats)}.", f"It is not your turn; the table waits for {', '.join(seats)}.")
