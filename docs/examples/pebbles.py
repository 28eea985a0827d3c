"""Pebbles: a ring of pebbles; take one, two or three; the player who takes the last one wins. A complete game in one file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from random import Random

from tableronde.box import Box
from tableronde.game import Action, Actor, Event, Game, Json, Legal, Outcome, Seat, Setup
from tableronde.options import option
from tableronde.scene import Area, Scene, Shape, circle
from tableronde.text import Text


@dataclass(frozen=True)
class Options:
    most: int = option(3, Text("Combien de galets on peut prendre au plus.", "How many pebbles one may take at most."), low=2, high=5)


@dataclass(frozen=True)
class State:
    pebbles: int
    mover: Seat = 0


class Pebbles(Game[Options, State, State]):
    slug, edition, players, options_type = "pebbles", 1, range(2, 5), Options

    def deal(self, rng: Random) -> Setup:
        return {"pebbles": rng.randint(12, 20)}

    def start(self, setup: Setup) -> State:
        if set(setup) != {"pebbles"} or type(setup["pebbles"]) is not int or not 1 <= setup["pebbles"] <= 40:
            raise ValueError("a set-up must be {pebbles: 1 to 40}")
        return State(setup["pebbles"])

    def legal(self, state: State) -> Legal:
        most = min(self.options.most, state.pebbles)
        return {state.mover: [f"take {n}" for n in range(1, most + 1)]} if most else {}

    def apply(self, state: State, actor: Actor, action: Action) -> State:
        left = state.pebbles - int(action.split()[1])
        return replace(state, pebbles=left, mover=(state.mover + 1) % self.seats)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.pebbles else Outcome(((state.mover - 1) % self.seats,), "last pebble")

    def view(self, state: State, seat: Seat | None) -> State:
        return state

    def facts(self, view: State) -> dict[str, Json]:
        return {"pebbles": view.pebbles, "to_act": [str(view.mover)] if view.pebbles else []}


def draw(view: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    places = [(8 * cos(2 * pi * i / 40), 8 * sin(2 * pi * i / 40)) for i in range(view.pebbles)]
    shapes = tuple(Shape(f"pebble-{i}", circle(0.5), "ivory", at) for i, at in enumerate(places))
    left = Text(f"Galets restants : {view.pebbles}.", f"Pebbles left: {view.pebbles}.")
    return Scene((Area("ring", (-10, -10, 20, 20), shapes, Text("L’anneau", "The ring")),), (left,))


def tell(before: State, event: Event, after: State) -> Text:
    taken = before.pebbles - after.pebbles
    return Text(f"{{{event.actor}}} prend {taken}.", f"{{{event.actor}}} takes {taken}.")


def label(word: str, picked: tuple[str, ...]) -> Text:
    return Text("Prendre", "Take") if word == "take" else Text(word, word)


REASONS = {"last pebble": Text("le dernier galet est pris", "the last pebble is taken")}
BOX = Box(rules=Pebbles, title=Text("Galets", "Pebbles"), draw=draw, tell=tell, label=label, reasons=REASONS)
