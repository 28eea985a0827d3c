"""The Escort: a game in one file in which the second player never has a choice, so that the coach always explains its move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from tableronde.box import Box
from tableronde.game import Action, Actor, Event, Game, Json, Legal, Outcome, Seat, Setup
from tableronde.scene import Area, Scene, Shape, circle
from tableronde.text import Text, same

STEPS = 9


@dataclass(frozen=True)
class Options:
    """The game has no options."""


@dataclass(frozen=True)
class State:
    """The steps that are left, and the seat to move."""

    left: int = STEPS
    mover: Seat = 0


class Escort(Game[Options, State, State]):
    """The guide walks or runs, and the guard follows; the guide wins at the end of the path."""

    slug, edition, players, options_type = "escort", 1, range(2, 3), Options

    def deal(self, rng: Random) -> Setup:
        return {}

    def start(self, setup: Setup) -> State:
        if setup:
            raise ValueError("a set-up is empty")
        return State()

    def legal(self, state: State) -> Legal:
        if self.outcome(state):
            return {}
        return {1: ["follow"]} if state.mover else {0: ["run", "walk"]}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        steps = {"run": 2, "walk": 1, "follow": 0}[action]
        return replace(state, left=max(0, state.left - steps), mover=1 - state.mover)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.left else Outcome((0,), "arrived")

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def facts(self, view: State) -> dict[str, Json]:
        return {"left": view.left, "to_act": [str(view.mover)] if view.left else []}


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw a stone for each step that is left, and a larger one for each word on offer."""
    path = [Shape(f"stone {i}", circle(0.4), "ivory", (1.0 + i, 0)) for i in range(view.left)]
    signs = [
        Shape(f"sign {word}", circle(1), "ivory press", (1 + 3.0 * i, 3), title=same(word), word=word) for i, word in enumerate(offers)
    ]
    return Scene((Area("path", (0, -1, STEPS + 2, 6), (*path, *signs), Text("Le chemin", "The path")),), (same(f"{view.left}"),))


def tell(before: State, event: Event, after: State) -> Text:
    """Describe an action."""
    return same(f"{{{event.actor}}}: {event.action}.")


BOX = Box(
    rules=Escort,
    title=Text("L’escorte", "The Escort"),
    draw=draw,
    tell=tell,
    reasons={"arrived": Text("le chemin est fini", "the path ends")},
)
