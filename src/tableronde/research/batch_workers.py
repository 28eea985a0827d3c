"""Games of a batch divided among processes, which write into shared memory.

Threads would wait for each other, because compiled kernels hold the GIL. The processes are spawned, so a script that
uses them must keep its own work behind `if __name__ == "__main__":`.
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

from tableronde.research.batch_players import players_of
from tableronde.research.batch_step import BatchStep, Form, NotLegal, Numbers, arrays_of, forms
from tableronde.research.kernel_batch import WAITS

MEMORY = Path("/dev/shm")  # a folder in memory, if the system has one
ALIGNED = 64  # alignment of every array, in bytes
BEGIN, STEP = b"begin", b"step"


class Shape(NamedTuple):
    """The numbers that determine the shapes of the arrays."""

    games: int
    seats: int
    actions: int
    size: int


class Part(NamedTuple):
    """A process's part of the games."""

    game: str
    options: dict[str, Any]
    shape: Shape
    rows: slice
    deals: list[int]
    lots: list[int]


class SharedGames:
    """Games in several processes, each of which plays its part and writes its rows of the arrays."""

    def __init__(self, game: str, options: dict[str, Any], shape: Shape, deals: list[int], lots: list[int], processes: int) -> None:
        bounds = [shape.games * i // processes for i in range(processes + 1)]
        rows = [slice(start, end) for start, end in pairwise(bounds) if start < end]
        with NamedTemporaryFile(dir=MEMORY if MEMORY.is_dir() else None) as file:
            file.truncate(_needed(shape))
            self.now, self.chosen = _arrays(file.name, shape)
            parts = [Part(game, options, shape, each, deals[each], lots[each]) for each in rows]
            started = [_started(file.name, part) for part in parts]
            self._lines, self._workers = [line for line, _ in started], [worker for _, worker in started]
            self._wait()  # until all have opened the file; then its name is no longer needed

    def begin(self) -> BatchStep:
        self._send(BEGIN)
        return self.now

    def step(self, numbers: Numbers) -> BatchStep:
        known = (numbers >= 0) & (numbers < self.now.mask.shape[1])
        legal = (numbers == WAITS) | known & self.now.mask[np.arange(len(numbers)), np.where(known, numbers, 0)]
        if not legal.all():
            raise NotLegal(int(legal.argmin()), int(numbers[legal.argmin()]))
        self.chosen[:] = numbers
        self._send(STEP)
        return self.now

    def close(self) -> None:
        for line in self._lines:
            line.close()
        for worker in self._workers:
            worker.join()
        self._lines, self._workers = [], []

    def _send(self, what: bytes) -> None:
        for line in self._lines:
            line.send_bytes(what)
        self._wait()

    def _wait(self) -> None:
        try:
            for line in self._lines:
                line.recv_bytes()
        except EOFError:
            self.close()
            raise RuntimeError("a process of the batch has ended; its error is on stderr") from None


def _started(file: str, part: Part) -> tuple[Connection, Any]:
    spawn = multiprocessing.get_context("spawn")
    line, other = spawn.Pipe()
    worker = spawn.Process(target=_work, args=(other, file, part), daemon=True)
    worker.start()
    other.close()
    return line, worker


def _work(line: Connection, file: str, part: Part) -> None:
    """Run a worker process: play a step for each message, until the pipe is closed."""
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


def _arrays(file: str, shape: Shape) -> tuple[BatchStep, Numbers]:
    """Return the arrays in the file, and the array of chosen numbers behind them."""
    memory, start = np.memmap(file, np.uint8, "r+"), 0
    arrays: list[NDArray[Any]] = []
    for form in _all_forms(shape):
        arrays.append(np.ndarray(form[0], form[1], memory, start))
        start += -(-_bytes(form) // ALIGNED) * ALIGNED
    return BatchStep(*arrays[:-1]), arrays[-1]


def _all_forms(shape: Shape) -> list[Form]:
    return [*forms(*shape), ((shape.games,), np.int64)]


def _bytes(form: Form) -> int:
    return int(np.prod(form[0])) * np.dtype(form[1]).itemsize
