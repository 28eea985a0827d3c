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
    """Return whether a legal action leaves its last word to the player: "name *"."""
    return action.endswith(" *")


def read_actor(text: Json) -> Actor:
    """Parse an actor; ValueError with a sentence if the text is not one."""
    if text == CHANCE:
        return CHANCE
    if isinstance(text, str) and text.isascii() and text.isdecimal() and (text == "0" or text[0] != "0") and len(text) < 4:
        return int(text)
    raise ValueError(f'an actor is a seat\'s number as text, such as "0", or "chance", not {text!r}')


class Event(NamedTuple):
    """An action that happened, or an action as one seat heard it."""

    actor: Actor
    action: Action


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game. In a draw all seats that share it are winners."""

    winners: tuple[Seat, ...]
    reason: str
    scores: tuple[float, ...] = ()

    def json(self) -> dict[str, Json]:
        """Return the result as JSON."""
        return {"winners": list(self.winners), "reason": self.reason, "scores": list(self.scores)}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason an action is not legal: the clause that forbids it, and a sentence for the player."""

    clause: str
    text: Text

    def named(self, names: Sequence[Text]) -> "Refusal":
        """Return the refusal with players' names in place of seats."""
        return Refusal(self.clause, self.text.named(names))


class Illegal(ValueError):
    """Raised when an action is refused. The table is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text.en)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


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
        """Create the rules for this number of seats; ValueError with a sentence if seats or options do not fit."""
        if type(seats) is not int or seats not in self.players:
            raise ValueError(f"{self.slug} is for {count(self.players)} players, not {seats!r}")
        self.seats = seats
        self.options = options

    @abstractmethod
    def deal(self, rng: Random) -> Setup:
        """Return a random set-up as JSON: the only randomness in the rules."""

    @abstractmethod
    def start(self, setup: Setup) -> State:
        """Return the state after an explicit set-up; ValueError with a sentence if the rules refuse it."""

    @abstractmethod
    def legal(self, state: State) -> Legal:
        """Return the legal actions of each actor, sorted; empty when the game is over."""

    @abstractmethod
    def apply(self, state: State, actor: Actor, action: Action) -> State:
        """Return the state after a legal action."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return the result of the game, or None while it goes on."""

    @abstractmethod
    def view(self, state: State, seat: Seat | None) -> View:
        """Return what a seat (None: a spectator) may know, built from scratch."""

    @abstractmethod
    def facts(self, view: View) -> dict[str, Json]:
        """Return a view as JSON, with the keys of the dossier."""

    def notes(self, setup: Setup) -> Mapping[str, Json]:
        """Return notes on a set-up for people who read the record; the rules never read them back."""
        return {}

    def weights(self, state: State) -> Mapping[Action, float]:
        """Return the odds of the actions of chance; by default all equal."""
        return dict.fromkeys(self.legal(state)[CHANCE], 1.0)

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        """Return the teams; by default each seat plays alone."""
        return tuple((seat,) for seat in range(self.seats))

    def to_act(self, state: State) -> tuple[Actor, ...]:
        """Return the actors the game waits for; others in `legal` may act, but need not."""
        return tuple(self.legal(state))

    def sealed(self, state: State) -> bool:
        """Return whether the actors choose at the same time, so that the order of arrival does not matter."""
        return False

    def complete(self, action: Action, text: str) -> Action:
        """Return the canonical form of an open action ("name *") with the player's text filled in; Illegal if the text is not allowed."""
        return action.removesuffix("*") + text

    def hear(self, state: State, actor: Actor, action: Action, seat: Seat | None, over: bool = False) -> Action:
        """Return an action about to happen in `state` as that seat hears it; `over`: as it may be shown once the game has ended."""
        return action

    def public(self, state: State, actor: Actor, action: Action) -> bool:
        """Return whether the rules make an action public, even if what the seats see afterwards does not show it.

        Only the conformance kit asks. Otherwise two actions of another seat that lead to the same view must be heard alike.
        """
        return False

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from any seat; then views differ from the state, and `imagine` is defined."""
        return type(self).imagine is not Game.imagine

    @property
    def waits_for_all(self) -> bool:
        """Whether the game waits for every actor that may act."""
        return type(self).to_act is Game.to_act

    @property
    def hears_alike(self) -> bool:
        """Whether every seat hears every action as it is."""
        return type(self).hear is Game.hear

    @property
    def has_second_thoughts(self) -> bool:
        """Whether any action can deserve a second thought."""
        return type(self).second_thought is not Game.second_thought

    def imagine(self, view: View, rng: Random) -> State:
        """Return a state that gives this very view: true as far as the viewer knows, the rest chosen at random."""
        return view  # type: ignore[return-value]  # without secrets the view is the state

    def why_not(self, state: State, actor: Actor, action: Action) -> Refusal:
        """Return the clause that forbids an illegal action, whatever is wrong with it, and a sentence."""
        return refuse_in_general(self.legal(state), self.to_act(state), actor, action)

    def touch(self, action: Action) -> Sequence[str]:
        """Return the words to press for an action, in order."""
        return action.split(" ")

    def why_not_press(self, state: State, seat: Seat, words: Sequence[str]) -> Refusal:
        """Return why the last of these words cannot be pressed after the others; by default, why the action they make is illegal."""
        return self.why_not(state, seat, " ".join(words))

    def second_thought(self, view: View, seat: Seat, action: Action) -> Text | None:
        """Return why an action should be confirmed before it is final, from what the seat knows; None if it need not be."""
        return None


AnyGame = Game[Any, Any, Any]


def count(players: Collection[int]) -> str:
    """Format the allowed numbers of players for a message: "2", "2 to 4" or "4, 6 or 8"."""
    *others, most = sorted(players)
    if not others:
        return f"{most}"
    return f"{others[0]} to {most}" if others[0] + len(others) == most else f"{', '.join(map(str, others))} or {most}"


def refuse_in_general(legal: Legal, to_act: Sequence[Actor], actor: Actor, action: Action) -> Refusal:
    """Return what can be said about a refused action without knowing the game."""
    if not legal:
        return Refusal("", Text("La partie est terminée : on ne peut plus jouer.", "The game is over: no more moves can be made."))
    if actor not in legal:
        return Refusal("", _not_your_turn(to_act))
    return Refusal("", Text(f"« {action} » n’est pas un coup permis maintenant.", f"“{action}” is not a legal move now."))


def _not_your_turn(to_act: Sequence[Actor]) -> Text:
    if CHANCE in to_act:
        return Text("Il faut d’abord un tirage au hasard.", "Something has to be decided by chance first.")
    seats = [f"{{{seat}}}" for seat in to_act]
    return Text(f"Ce n’est pas votre tour ; on attend {', '.join(seats)}.", f"It is not your turn. Waiting for {', '.join(seats)}.")
