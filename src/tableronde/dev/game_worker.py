"""The process in which an author's game runs: loaded once, asked in JSON lines, dropped at the next save.

It is started before it is needed, so that a save finds everything but the game loaded. What the game prints goes to standard
error. If the game does not answer in time, the process ends and says in which line it was.
"""

import faulthandler
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Final

import msgspec

from tableronde import bots, conformance  # loaded ahead, because most games need them
from tableronde.bots.improvised_words import improvised
from tableronde.box import Box
from tableronde.dev.fold_record import refold
from tableronde.dev.game_faults import describe_fault
from tableronde.dev.position_data import PositionData, describe_game
from tableronde.dev.position_text import as_figure, as_test
from tableronde.game import CHANCE, Illegal, Json, is_open, read_actor
from tableronde.play.arena import roll
from tableronde.plugins import loader
from tableronde.record import Record
from tableronde.room.live.perspective import describe_refusal
from tableronde.room.web.pages.themes import looks
from tableronde.shelf import load
from tableronde.table import Table

AHEAD: Final = 400  # events that are played in a row until somebody has a choice
THINKING: Final = 0.05  # seconds of a bot for a move

Request = dict[str, Any]


class GameWorker:
    """The game, and the table that is looked at."""

    def __init__(self) -> None:
        self.box: Box | None = None
        self.table: Table | None = None
        self.rng = Random()
        self._shown: PositionData | None = None
        self._does: dict[str, Callable[[Request], Json]] = {
            "load": self.load,
            "fold": self.fold,
            "new": self.new,
            "show": self.show,
            "data": self.data,
            "pick": self.pick,
            "press": self.press,
            "play": self.play,
            "random": self.random,
            "bot": self.bot,
            "copy": self.copy,
            "looks": self.looks,
            "check": self.check,
        }

    def answer(self, request: Request) -> Json:
        """Answer a request; an error of the game's code is an answer, too."""
        try:
            return self._does[request["do"]](request)
        except Illegal as illegal:
            return {"refused": illegal.refusal.text[request.get("language", "en")]}
        except Exception as error:
            return {"fault": describe_fault(error)}

    def load(self, request: Request) -> Json:
        """Load the game of a file, folder or module."""
        place = request["place"]
        if Path(place).exists():
            loader.load(Path(place))
        self.box = load(place)
        return {"game": describe_game(self.box)}

    def fold(self, request: Request) -> Json:
        """Play a record again under the rules as they are now, as far as it fits."""
        self.table, misfit = refold(self._box(), Record.read(request["record"]), request["language"])
        return {"misfit": misfit, "plies": self.table.plies}

    def new(self, request: Request) -> Json:
        """Deal a new game."""
        box = self._box()
        seats = request.get("players") or min(box.game_type.players)
        self.table = Table(box, seats, request.get("options"), rng=Random(request["seed"]) if "seed" in request else self.rng)
        return self._record()

    def show(self, request: Request) -> Json:
        """Show a position to every seat and to spectators."""
        return self._position(request["ply"], request["language"]).json()

    def data(self, request: Request) -> Json:
        """Return what a seat knows and may do, as data."""
        return self._position(request["ply"], request["language"]).data(request["seat"])

    def pick(self, request: Request) -> Json:
        """Show what a seat sees with these words picked."""
        position = self._position(request["ply"], request["language"])
        return {"seat": position.seat_json(request["seat"], tuple(request["picked"]))}

    def press(self, request: Request) -> Json:
        """Press a word: the answer is a picture with more words to press, a refusal, or the record with the action."""
        position = self._position(request["ply"], request["language"])
        perspective = position.perspective(request["seat"])
        picked = tuple(request["picked"])
        if perspective.acting is None:
            refusal = position.table.why_not_press(request["seat"], (*picked, request["word"]))
            return {"why": describe_refusal(refusal, self._box(), request["language"])}
        pressed = perspective.press(picked, request["word"], False)
        if pressed.picked is None:
            return {"why": perspective.explain(picked, request["word"])}
        action = pressed.action or position.position.action(request["seat"], pressed.picked)
        if action is None or is_open(action):
            return {"seat": position.seat_json(request["seat"], pressed.picked)}
        return self.play({**request, "actor": str(request["seat"]), "action": action})

    def play(self, request: Request) -> Json:
        """Play an action at a position; what happened after it is left out."""
        table = self._at(request["ply"])
        table.play(read_actor(request["actor"]), request["action"])
        self._roll(table)
        return self._continue_at(table)

    def random(self, request: Request) -> Json:
        """Play one action at random, and on until a player has a choice."""
        table = self._at(request["ply"])
        for played in range(AHEAD):
            if not table.legal() or (played and _has_choice(table)):
                break
            self._play_at_random(table)
        return self._continue_at(table)

    def bot(self, request: Request) -> Json:
        """Let a bot play the next action, and chance before and after it."""
        table = self._at(request["ply"])
        self._roll(table)
        seats = [actor for actor in table.to_act() if actor != CHANCE]
        if seats:
            make = bots.find(table.box, request["level"])
            player = make(table.box, table.game, seats[0], self.rng)
            player.seconds = THINKING
            action = player.choose(table.view(seats[0]), table.heard(seats[0]), table.legal()[seats[0]])
            if action is None:
                self._play_at_random(table)
            else:
                table.play(seats[0], action)
            self._roll(table)
        return {**self._continue_at(table), "over": not table.legal()}

    def copy(self, request: Request) -> Json:
        """Write a position as a figure or as a test."""
        write = as_figure if request["form"] == "figure" else as_test
        return {"text": write(self._at(request["ply"]), request["seat"])}

    def looks(self, request: Request) -> Json:
        """Return the looks of the game's style words."""
        return looks(self._box())

    def check(self, request: Request) -> Json:
        """Check the game until the first fault."""
        faulthandler.cancel_dump_traceback_later()  # it takes as long as it takes; a save ends it
        report = conformance.check(self._box(), enough=lambda report: bool(report.faults))
        count = {"games": report.games, "plies": report.plies, "positions": report.moments}
        advice = [str(each) for each in report.advice]
        if not report.faults:
            return {"count": count, "advice": advice}
        first = report.faults[0]
        return {"count": count, "advice": advice, "first": str(first), "record": first.where and first.where.json()}

    def _box(self) -> Box:
        assert self.box is not None
        return self.box

    def _at(self, ply: int) -> Table:
        assert self.table is not None
        return self.table.at(min(ply, self.table.plies))

    def _position(self, ply: int, language: str) -> PositionData:
        """Return the data of a position; the last one asked for is kept."""
        table = self._at(ply)
        known = self._shown
        if known is None or known.table.state is not table.state or known.language != language:
            known = self._shown = PositionData(self.table or table, table, "fr" if language == "fr" else "en")
        return known

    def _continue_at(self, table: Table) -> dict[str, Json]:
        self.table, self._shown = table, None
        return self._record()

    def _record(self) -> dict[str, Json]:
        assert self.table is not None
        return {"record": self.table.record().json(), "plies": self.table.plies}

    def _roll(self, table: Table) -> None:
        """Let chance act as long as it is its turn."""
        for _ in range(AHEAD):
            if CHANCE not in table.to_act():
                return
            table.play(*roll(table, self.rng))

    def _play_at_random(self, table: Table) -> None:
        if CHANCE in table.to_act():
            table.play(*roll(table, self.rng))
            return
        actor = self.rng.choice(table.to_act())
        action = improvised(table, actor, self.rng)
        if action is None:
            raise ValueError(f"no word was found that seat {actor} can write")
        table.play(actor, action)


def _has_choice(table: Table) -> bool:
    """Return whether a player has more than one action."""
    return any(actor != CHANCE and len(table.legal()[actor]) > 1 for actor in table.to_act())


def serve(questions: BinaryIO, answers: BinaryIO, patience: float) -> None:
    """Answer one line after the other, until the questions end; end if an answer takes longer than `patience`."""
    worker = GameWorker()
    for line in questions:
        faulthandler.dump_traceback_later(patience, exit=True)
        answer = worker.answer(msgspec.json.decode(line))
        answers.write(msgspec.json.encode(answer, enc_hook=repr) + b"\n")
        answers.flush()
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Answer on standard output; what the game prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers, float(sys.argv[1]))


if __name__ == "__main__":
    main()
