"""The author's session: the game as it was last saved, the game that is being played, and what the check says.

The record is kept here and on disk, never only in the game's process, so that no mistake in the game's code can lose it.
"""

import asyncio
import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any, Final

from tableronde.dev.game_process import PATIENCE, GameProcess
from tableronde.dev.watching import look, next_save
from tableronde.game import Json

PAST: Final = 50  # games that can be taken back
CALM: Final = 0.4  # seconds after a save in which nothing else needs the processor
MOVES: Final = 3000  # of bots in a row

Answer = dict[str, Json]


class DevSession:
    """What the page shows, and everything it can ask for."""

    def __init__(self, place: str, watched: Path, kept: Path, wishes: Answer, patience: float = PATIENCE) -> None:
        self.place, self.watched, self.wishes = place, watched, wishes
        self.file = kept / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.json"
        self.record: Json = _read(self.file)
        self.past: list[Json] = []
        self.game: Json = None  # what the game says of itself, as it was last loaded
        self.fault: Json = None  # why the files as they are now cannot be loaded
        self.misfit: Json = None  # the first event of the record that the rules no longer allow
        self.verdict: Answer = {"status": "waiting"}
        self.version = 0
        self.saved = 0.0  # when a file was last saved, in seconds since 1970
        self.playing = False
        self._changed = asyncio.Condition()
        self._patience = patience
        self._process: GameProcess | None = None
        self._spare: GameProcess | None = None
        self._checking: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def follow(self) -> None:
        """Load the game, and load it again after each save, for ever."""
        stamps = look(self.watched)
        await self.reload()
        while True:
            stamps = await next_save(self.watched, stamps)
            self.saved = max((stamp for stamp, _ in stamps.values()), default=0) / 1e9
            await self.reload()

    async def reload(self) -> None:
        """Load the game in a fresh process and fold the record again. If it cannot be loaded, the last version stays."""
        await self._stop_check()
        self.verdict = {"status": "waiting"}
        fresh, self._spare = self._spare or GameProcess(self._patience), None
        loaded = await fresh.ask(do="load", place=self.place)
        folded = loaded if "fault" in loaded else await self._fold(fresh)
        async with self._lock:
            self.fault = folded.get("fault")
            if self.fault is None:
                fresh, self._process = self._process or fresh, fresh
                self.game, self.misfit = loaded["game"], folded.get("misfit")
            await self._publish()
        if fresh is not self._process:
            await fresh.close()
        self._checking = asyncio.create_task(self._prepare())

    async def _fold(self, process: GameProcess) -> Answer:
        """Fold the record, or deal the first game."""
        if self.record is not None:
            folded = await process.ask(do="fold", record=self.record, language=self.wishes.get("language", "en"))
            if "fault" not in folded:
                return folded
        dealt = await process.ask(do="new", **self.wishes)
        if "record" in dealt and self.record is None:
            self._keep(dealt["record"])
        return dealt

    async def ask(self, **request: Any) -> Answer:
        """Ask the game; a record in the answer becomes the game that is played."""
        async with self._lock:
            if self._process is None:
                return {"fault": self.fault}
            answer = await self._process.ask(**request)
            if answer.get("record"):
                await self._take(answer["record"])
            elif answer.get("fault", {}).get("kind") in ("Timeout", "Ended"):
                await self._restart()
            return answer

    async def let_bots_play(self, ply: int, level: str, language: str) -> Answer:
        """Let bots play to the end; what they have played is shown as it comes, and any other wish stops them."""
        self.playing = True
        answer: Answer = {}
        for _ in range(MOVES):
            answer = await self.ask(do="bot", ply=ply, level=level, language=language)
            if not self.playing or answer.get("over", True):
                break
            ply = answer["plies"]
        self.playing = False
        return answer

    async def open(self, record: Json) -> Answer:
        """Look at another game, such as that of a fault; the one before can be taken back."""
        async with self._lock:
            assert self._process is not None
            answer = await self._process.ask(do="fold", record=record, language="en")
            if "fault" not in answer:
                self.misfit = answer.get("misfit")
                await self._take(record, self.misfit)
            return answer

    async def take_back(self) -> Answer:
        """Go back to the game before the last change."""
        if not self.past:
            return {}
        before = self.past.pop()
        kept = list(self.past)
        answer = await self.open(before)
        self.past = kept
        return answer

    async def wait(self, version: int) -> int:
        """Wait until there is something newer than this version."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.version != version)
            return self.version

    async def close(self) -> None:
        """End all processes."""
        await self._stop_check()
        for process in (self._process, self._spare):
            if process:
                await process.close()

    def json(self) -> Answer:
        """Return what there is to say beside the position."""
        return {
            "version": self.version,
            "game": self.game,
            "fault": self.fault,
            "misfit": self.misfit,
            "events": len(self.record["events"]) if self.record else 0,
            "check": self.verdict,
            "past": len(self.past),
            "saved": self.saved,
            "playing": self.playing,
            "place": self.place,
        }

    async def _take(self, record: Json, misfit: Json = None) -> None:
        if self.record is not None and not _continues(self.record, record):
            self.past = [*self.past[-PAST:], self.record]
        self.misfit = misfit
        self._keep(record)
        await self._publish()

    def _keep(self, record: Json) -> None:
        """Keep the record on disk: a new process of `tableronde dev` goes on with it."""
        self.record = record
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            draft = self.file.with_suffix(".draft")
            draft.write_text(json.dumps(record), encoding="utf-8")
            draft.replace(self.file)

    async def _restart(self) -> None:
        """Load the same files again after the process has ended."""
        fresh, self._spare = self._spare or GameProcess(self._patience), None
        await fresh.ask(do="load", place=self.place)
        await self._fold(fresh)
        self._process, self._spare = fresh, GameProcess(self._patience)

    async def _prepare(self) -> None:
        """Start a process for the next save, and check the game; the browser draws first."""
        await asyncio.sleep(CALM)
        self._spare = self._spare or GameProcess(self._patience)
        if self.fault is None:
            await self._check()

    async def _check(self) -> None:
        """Run the check until the first fault, in a process of its own."""
        self.verdict = {"status": "running"}
        await self._publish()
        checker = GameProcess(self._patience)
        try:
            answer = await checker.ask(do="load", place=self.place)
            if "fault" not in answer:
                answer = await checker.ask(do="check")
            self.verdict = {"status": "fault" if "first" in answer or "fault" in answer else "sound", **answer}
            await self._publish()
        finally:
            await checker.close()

    async def _stop_check(self) -> None:
        if self._checking:
            self._checking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._checking
            self._checking = None

    async def _publish(self) -> None:
        async with self._changed:
            self.version += 1
            self._changed.notify_all()


def _continues(old: Json, new: Json) -> bool:
    """Return whether a record only adds events to another one."""
    same = all(old.get(key) == new.get(key) for key in ("game", "players", "options", "setup"))
    return bool(same and new["events"][: len(old["events"])] == old["events"])


def _read(file: Path) -> Json:
    """Read the record kept of the last time; None if there is none, or if it is damaged."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("events"), list) else None
