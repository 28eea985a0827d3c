"""A program in any language as a bot: it reads a JSON object a line and answers each with one line.

Commands come from the command line only, never from data. A program that is slow, silent or wrong forfeits its turn: a random legal
action is played for it, and `fault` says why.
"""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from typing import Any, Final

from tableronde import options
from tableronde.bots.bot import Bot, BotMaker
from tableronde.bots.simple import settled
from tableronde.box import Box
from tableronde.game import Action, AnyGame, Event, Illegal, Json, Seat, is_open

PREFIX: Final = "cmd:"
PROTOCOL: Final = 1
STARTING: Final = 10.0  # seconds for the answer to `new`: the program may have to start
GRACE: Final = 1.0  # seconds beyond the thinking time
LONGEST: Final = 1_000_000  # bytes in an answer
MOST: Final = 16  # programs a process keeps running
TRIES: Final = 3  # turns forfeited in a row, after which a program is not asked again in this game
SHOWN: Final = 60  # characters of a wrong answer in a fault


class ProgramFault(Exception):
    """Raised with a sentence when a program does not answer as it should."""


def find_program(name: str) -> BotMaker:
    """Return what makes a bot of a program named as `cmd:./mybot --flag`; LookupError with a sentence if there is no such program."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError as error:
        raise LookupError(f"{name!r} is not a command: {error}") from None
    if not words:
        raise LookupError(f"a bot that is a program is named as {PREFIX}PROGRAM ARGUMENTS")
    if shutil.which(words[0]) is None:
        raise LookupError(f"there is no program {words[0]!r}, or it may not be run")
    return partial(ProgramBot, command=tuple(words))


def describe_program(name: str) -> str:
    """Return the program's file name without its folder and its arguments."""
    return Path(shlex.split(name.removeprefix(PREFIX))[0]).stem


class ProgramBot(Bot):
    """A bot whose choices are those of a program."""

    def __init__(self, box: Box, game: AnyGame, seat: Seat, rng: Random, seconds: float = 1.0, *, command: tuple[str, ...] = ()) -> None:
        super().__init__(box, game, seat, rng, seconds)
        self.command, self.seed = command, rng.getrandbits(32)
        self.faults: Counter[str] = Counter()  # the turns it forfeited, by reason

    def choose(self, view: Any, heard: Sequence[Event], legal: Sequence[Action]) -> Action | None:
        """Return the program's choice; where it gives none that is legal, a random one, and `fault` says why."""
        self.fault, self.value = "", None
        facts, events = self.game.facts(view), [[str(actor), action] for actor, action in heard]
        request = {"op": "choose", "view": facts, "heard": events, "legal": list(legal), "seconds": self.seconds}
        try:
            answer = _program_of(self.command, self.seat).choose(self._describe_game(), request, self.seconds + GRACE)
            action = self._read_action(answer, legal)
            self.value = _read_value(answer)
        except ProgramFault as fault:
            self.fault = str(fault)
            self.faults[self.fault] += 1
            actions = settled(legal)
            return self.rng.choice(actions) if actions else None
        return action

    def _describe_game(self) -> dict[str, Json]:
        """Return what the program is told of the game before its first choice."""
        return {
            "op": "new",
            "protocol": PROTOCOL,
            "game": self.game.slug,
            "edition": self.game.edition,
            "players": self.game.seats,
            "options": options.write(self.game.options),
            "seat": self.seat,
            "seed": self.seed,
        }

    def _read_action(self, answer: dict[str, Any], legal: Sequence[Action]) -> Action | None:
        """Return the action of an answer, an open one with its word; ProgramFault if it is not legal."""
        if "action" not in answer:
            raise ProgramFault(f"it answered without an action: {_shorten(answer)}")
        action = answer["action"]
        if action is None or (isinstance(action, str) and action in legal and not is_open(action)):
            return action
        for open_action in legal if isinstance(action, str) else ():
            if is_open(open_action) and action.startswith(open_action[:-1]):
                with contextlib.suppress(Illegal):
                    return self.game.complete(open_action, action[len(open_action) - 1 :])
        raise ProgramFault(f"it chose {_shorten(action)}, which is not legal")


class _Program:
    """A program in one seat, started when it is asked, and asked one thing at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._described: dict[str, Json] = {}  # of the game
        self._knows = False  # whether the running program knows it
        self._misses = 0  # in a row
        self._asked = 0
        self._thread = ThreadPoolExecutor(1)  # a program may neither read nor write: only a thread can be given up

    def choose(self, game: dict[str, Json], request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a request about a game, of which the program is told first; ProgramFault if there is none."""
        if game != self._described:
            self._described, self._knows, self._misses = game, False, 0
        if self._misses >= TRIES:
            raise ProgramFault("it failed too often and is not asked again in this game")
        try:
            if not self._knows or not self._is_running():
                self._misses += TRIES - 1  # one that does not even start is not waited for again
                self._ask(game, STARTING)
                self._knows = True
                self._misses -= TRIES - 1
            answer = self._ask(request, seconds)
        except ProgramFault:
            self._misses += 1
            raise
        self._misses = 0
        return answer

    def _is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a request; ProgramFault if there is none in time, and the program is stopped."""
        if not self._is_running():
            self._start()
        self._asked += 1
        line = json.dumps({"id": self._asked, **request}).encode() + b"\n"
        try:
            answer = _parse(self._thread.submit(self._exchange, line).result(seconds))
            if answer.get("id", self._asked) != self._asked:
                raise ProgramFault("it answered another request")
            return answer
        except TimeoutError:
            self._kill()
            raise ProgramFault(f"it did not answer within {seconds:g} s") from None
        except (OSError, ValueError):
            self._kill()
            raise ProgramFault("it ended") from None
        except BaseException:
            self._kill()
            raise

    def _start(self) -> None:
        self._kill()
        try:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise ProgramFault(f"it cannot be started: {error.strerror or error}") from None

    def _exchange(self, line: bytes) -> bytes:
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()
        return self._process.stdout.readline(LONGEST + 1)

    def _kill(self) -> None:
        """Kill the program and what it has started, if it runs."""
        process, self._process, self._knows = self._process, None, False
        if process is None:
            return
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                self._thread.submit(stream.close)  # after what still waits for it

    def stop(self) -> None:
        """Kill the program for good."""
        self._kill()
        self._thread.shutdown()


_programs: Final[dict[tuple[int, tuple[str, ...], Seat], _Program]] = {}  # by process, command and seat; the latest used last


def _program_of(command: tuple[str, ...], seat: Seat) -> _Program:
    """Return the program for a seat."""
    key = os.getpid(), command, seat
    if not any(known[0] == key[0] for known in _programs):
        Finalize(None, stop_all, exitpriority=1)  # also in processes that multiprocessing has forked
    program = _programs.pop(key, None)
    if program is None:
        program = _Program(command)
        if len(_programs) >= MOST:
            _programs.pop(next(iter(_programs))).stop()
    _programs[key] = program
    return program


def stop_all() -> None:
    """Stop all programs that this process has started."""
    for key in [key for key in _programs if key[0] == os.getpid()]:
        _programs.pop(key).stop()


def _parse(line: bytes) -> dict[str, Any]:
    if not line:
        raise ProgramFault("it ended")
    if len(line) > LONGEST:
        raise ProgramFault(f"it answered with more than {LONGEST} bytes")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramFault(f"it answered no JSON: {_shorten(line.decode(errors='replace').strip())}") from None
    if not isinstance(answer, dict):
        raise ProgramFault(f"it answered no JSON object: {_shorten(answer)}")
    return answer


def _read_value(answer: dict[str, Any]) -> float | None:
    value = answer.get("value")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None


def _shorten(value: Any) -> str:
    """Return a value of a program as it may be shown: short, and on one line."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
