"""Games of a batch shared out among processes, which write into memory they share.

Threads would wait for each other, since compiled kernels hold Python's lock. As with all processes that are started afresh, a script that
asks for them keeps its own work behind `if __name__ == "__main__":`.
"""

import multiprocessing
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tableronde.research.moment import Form, Moment, NotLegal, Numbers, arrays_of, forms
from tableronde.research.players import players_of

MEMORY = Path("/dev/shm")  # where files never touch a disk, if the system has such a place
ALIGNED = 64  # bytes at which every array begins
BEGIN, STEP = b"begin", b"step"


class Shape(NamedTuple):
    """What the arrays of a moment depend on."""

    games: int
    seats: int
    actions: int
    size: int


class Part(NamedTuple):
    """What a process must know of its part of the games."""

    game: str
    options: dict[str, Any]
    shape: Shape
    rows: slice
    deals: list[int]
    lots: list[int]


class SharedGames:
    """Each process plays its part of the games and writes its rows of the arrays."""

    def __init__(self, game: str, options: dict[str, Any], shape: Shape, deals: list[int], lots: list[int], processes: int) -> None:
        bounds = [shape.games * i // processes for i in range(processes + 1)]
        rows = [slice(start, end) for start, end in pairwise(bounds) if start < end]
        with NamedTemporaryFile(dir=MEMORY if MEMORY.is_dir() else None) as file:
            file.truncate(_needed(shape))
            self.now, self.chosen = _arrays(file.name, shape)
            parts = [Part(game, options, shape, each, deals[each], lots[each]) for each in rows]
            started = [_started(file.name, part) for part in parts]
            self._lines, self._workers = [line for line, _ in started], [worker for _, worker in started]
            self._wait()  # until all have opened the file; then nobody needs its name

    def begin(self) -> Moment:
        self._tell(BEGIN)
        return self.now

    def step(self, numbers: Numbers) -> Moment:
        known = (numbers >= 0) & (numbers < self.now.mask.shape[1])
        legal = known & self.now.mask[np.arange(len(numbers)), np.where(known, numbers, 0)]
        if not legal.all():
            raise NotLegal(int(legal.argmin()), int(numbers[legal.argmin()]))
        self.chosen[:] = numbers
        self._tell(STEP)
        return self.now

    def close(self) -> None:
        for line in self._lines:
            line.close()
        for worker in self._workers:
            worker.join()
        self._lines, self._workers = [], []

    def _tell(self, what: bytes) -> None:
        for line in self._lines:
            line.send_bytes(what)
        self._wait()

    def _wait(self) -> None:
        try:
            for line in self._lines:
                line.recv_bytes()
        except EOFError:
            self.close()
            raise RuntimeError("a process of the batch has ended; what it said before stands on stderr") from None


def _started(file: str, part: Part) -> tuple[Connection, Any]:
    spawn = multiprocessing.get_context("spawn")
    line, other = spawn.Pipe()
    worker = spawn.Process(target=_work, args=(other, file, part), daemon=True)
    worker.start()
    other.close()
    return line, worker


def _work(line: Connection, file: str, part: Part) -> None:
    """Play on whenever it is told to, until nobody is there to tell."""
    now, chosen = _arrays(file, part.shape)
    played = players_of(part.game, part.shape.seats, part.options, part.deals, part.lots)
    mine = [array[part.rows] for array in arrays_of(now)]
    with suppress(EOFError, KeyboardInterrupt):
        line.send_bytes(b"")
        while True:
            told = line.recv_bytes()
            seen = played.begin() if told == BEGIN else played.step(chosen[part.rows])
            for ours, theirs in zip(mine, arrays_of(seen), strict=True):
                np.copyto(ours, theirs)
            line.send_bytes(b"")


def _needed(shape: Shape) -> int:
    return sum(_bytes(form) + ALIGNED for form in _all_forms(shape))


def _arrays(file: str, shape: Shape) -> tuple[Moment, Numbers]:
    """The arrays in the file, and the numbers chosen behind them."""
    memory, start = np.memmap(file, np.uint8, "r+"), 0
    arrays: list[NDArray[Any]] = []
    for form in _all_forms(shape):
        arrays.append(np.ndarray(form[0], form[1], memory, start))
        start += -(-_bytes(form) // ALIGNED) * ALIGNED
    return Moment(*arrays[:-1]), arrays[-1]


def _all_forms(shape: Shape) -> list[Form]:
    return [*forms(*shape), ((shape.games,), np.int64)]


def _bytes(form: Form) -> int:
    return int(np.prod(form[0])) * np.dtype(form[1]).itemsize
