"""A process for the game, seen from the page's side: started before it is needed, asked one question at a time."""

import asyncio
import contextlib
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from typing import Final

import msgspec

from tableronde.game import Json
from tableronde.plugins.loader import is_authors

WORKER: Final = ("-P", "-m", "tableronde.dev.game_worker")
LONGEST: Final = 64 << 20  # bytes of an answer
PATIENCE: Final = 20.0  # seconds for an answer; what takes longer counts as an endless loop
REMEMBERED: Final = 60  # lines of standard error
FRAME: Final = re.compile(r'File "(.+)", line (\d+) in (\w+)')


class GameProcess:
    """A worker process; `ask` may be called before it has started."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self._starting = asyncio.ensure_future(
            asyncio.create_subprocess_exec(sys.executable, *WORKER, str(patience), stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST)
        )
        self._lock = asyncio.Lock()
        self._errors: deque[str] = deque(maxlen=REMEMBERED)
        self._reading: asyncio.Task[None] | None = None

    async def ask(self, **request: Json) -> dict[str, Json]:
        """Return the answer to a request; a fault if the process has ended."""
        async with self._lock:
            process = await self._ready()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(msgspec.json.encode(request) + b"\n")
                await process.stdin.drain()
                line = await process.stdout.readline()
            except (ConnectionError, ValueError):
                line = b""
            if line:
                answer = msgspec.json.decode(line)
                assert isinstance(answer, dict)
                return answer
            return {"fault": await self._describe_end(process)}

    async def close(self) -> None:
        """End the process, whatever it does."""
        process = await self._starting
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if self._reading:
            await self._reading

    async def _ready(self) -> Process:
        process = await asyncio.shield(self._starting)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_errors(process))
        return process

    async def _read_errors(self, process: Process) -> None:
        """Pass on what the game prints, and remember the last lines."""
        assert process.stderr is not None
        async for line in process.stderr:
            text = line.decode(errors="replace").rstrip("\n")
            self._errors.append(text)
            if not FRAME.search(text):
                print(text, file=sys.stderr)

    async def _describe_end(self, process: Process) -> dict[str, Json]:
        """Say why the process ended: after some seconds without an answer it says in which line it was."""
        await process.wait()
        if self._reading:
            await self._reading
        found = [FRAME.search(line) for line in self._errors]
        theirs = [match for match in found if match and is_authors(match[1])]
        if any("Timeout" in line for line in self._errors):
            lines = [{"file": match[1], "line": int(match[2]), "name": match[3], "code": ""} for match in reversed(theirs)]
            where = f"{theirs[0][1]}:{theirs[0][2]}" if theirs else ""
            return {"kind": "Timeout", "text": "the game did not answer in time: does a loop never end?", "lines": lines, "where": where}
        text = f"the process of the game ended with status {process.returncode}"
        return {"kind": "Ended", "text": text, "lines": [], "where": ""}
