"""An exercise: a position of a lesson or a puzzle to act in. Nothing is stored between two requests.

The messages are those of a table's socket, so that a client handles an exercise like a game.
"""

from collections.abc import Sequence
from math import inf
from typing import Final, Protocol

from tableronde.box import Box
from tableronde.game import Action, Seat
from tableronde.learn.figures import Figure, ringed, shapes_named
from tableronde.render.last_move import trace
from tableronde.room.base.answers import ExerciseAnswer
from tableronde.room.base.faults import game_code
from tableronde.room.base.picture_delta import Film, Picture
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.replies import ChoicesReply, SceneReply
from tableronde.room.live.messages import Message
from tableronde.room.live.perspective import Perspective
from tableronde.room.tables.position_cache import Picked, PositionCache
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language

PAUSE: Final = 1.2  # between the learner's action and those of the others


class Situation(Protocol):
    """A position to act in: the seat, what is picked and marked, and whether an action is asked for."""

    @property
    def table(self) -> Table: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def asks(self) -> bool: ...
    @property
    def figure(self) -> Figure: ...


class MarkedPosition(PositionCache):
    """The position of an exercise, with rings around the marked shapes."""

    most = 12

    def __init__(self, situation: Situation) -> None:
        super().__init__(situation.table)
        self.figure = situation.figure

    def _decorate_scene(self, scene: Scene) -> Scene:
        """Return the picture with rings around the marked shapes; a film keeps its own areas unchanged."""
        ids = frozenset(shape.id for name in self.figure.mark for shape in shapes_named(scene, name))
        return ringed(scene, ids) if ids else scene


class Exercise:
    """A position for one person to act in, in one language. Lessons and puzzles define how an action is judged."""

    def __init__(self, situation: Situation, position: MarkedPosition, language: Language) -> None:
        self.position, self.seat, self.language = position, situation.seat, language
        self.perspective = Perspective(position, self.seat, language, self.seat if situation.asks else None)

    @property
    def box(self) -> Box:
        """The game's box."""
        return self.position.table.box

    def begin(self) -> ExerciseAnswer:
        """Return the picture with its film, and the words that can be pressed."""
        with game_code(self.box):
            return self.show(self.position.figure.picked, 0.0)

    def answer(self, message: Message) -> ExerciseAnswer:
        """Answer a press, a pick, a rotation or an action; refuse anything else with status 400."""
        with game_code(self.box):
            match message.do:
                case "press":
                    return self._press(tuple(message.picked), message.word, message.hold)
                case "pick":
                    return self._preview(tuple(message.picked)) if message.preview else self.show(tuple(message.picked))
                case "rotate":
                    return self.show(self.perspective.rotate(tuple(message.picked), message.by))
                case "act" if self.perspective.acting is not None:
                    return self.judge(message.action)
        raise Trouble(
            400, "Une leçon n’accepte que les messages press, pick, rotate et act.", "A lesson accepts only press, pick, rotate and act."
        )

    def show(self, picked: Picked, age: float = inf) -> ExerciseAnswer:
        """Return the picture and the choices after some words were pressed."""
        perspective = self.perspective
        settled = perspective.settle(picked)
        choices = perspective.choices(settled)
        choices["seat"] = self.seat
        return {"scene": perspective.scene(perspective.film(settled), age), "choices": choices}

    def _press(self, picked: Picked, word: str, hold: bool) -> ExerciseAnswer:
        pressed = self.perspective.press(picked, word, hold)
        if pressed.picked is None:
            return {} if self.perspective.acting is None else {"why": self.perspective.explain(picked, word)}
        return self.show(pressed.picked) if pressed.action is None else self.judge(pressed.action)

    def _preview(self, picked: Picked) -> ExerciseAnswer:
        preview = self.perspective.preview(picked)
        return {} if preview is None else {"preview": preview}

    def judge(self, action: Action) -> ExerciseAnswer:
        """Judge an action."""
        raise NotImplementedError


def offer_nothing(seat: Seat) -> ChoicesReply:
    """Return choices without any word to press."""
    return {"seat": seat, "picked": [], "offers": [], "open": False}


def play_in_turn(tables: Sequence[Table], seat: Seat, language: Language) -> SceneReply:
    """Return the film of several tables one after the other, as a seat sees them."""
    last, film = tables[-1], film_in_turn(tables, seat, language)
    return {**film.message(0.0, None), "seat": seat, "ply": last.plies, "last": trace(last, seat)}


def film_in_turn(tables: Sequence[Table], seat: Seat, language: Language, pause: float = PAUSE) -> Film:
    """Join the films of several tables, with a pause after each."""
    pictures: list[tuple[float, Picture]] = []
    start = 0.0
    for table in tables:
        film = Film.of(table.draw(seat).named(table.names), language)
        pictures += [(start + at, picture) for at, picture in film.pictures]
        start += film.pictures[-1][0] + pause
    return Film(tuple(pictures), unfolds=len(tables) > 1)
