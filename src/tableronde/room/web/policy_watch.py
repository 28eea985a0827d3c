"""Follows what the operator decides: every second the room asks the store whether the policy has changed, and applies it."""

import asyncio
import contextlib
from time import monotonic
from typing import Final

from tableronde.room.administration.enforcement import Enforcement
from tableronde.room.base.log_events import POLICY_CHANGED, POLICY_UNREADABLE, QUOTA_FREED, QUOTA_REACHED
from tableronde.room.base.logs import hash_secret
from tableronde.room.base.replies import Reply
from tableronde.room.live.connection import Connection
from tableronde.room.room import Room
from tableronde.room.store import PolicyText, StoreFault
from tableronde.text import Text

WATCH_SECONDS: Final = 1.0
MEASURE_SECONDS: Final = 10.0  # between two comparisons of the store with the quotas
BANNED_CODE: Final = 4403  # the close code for somebody who was banned; clients do not come back by themselves
SPEAKER: Final = "Table Ronde"


class PolicyWatch:
    """Applies the operator's decisions to a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._measured_at = -MEASURE_SECONDS
        self._is_unreadable = False

    @property
    def enforcement(self) -> Enforcement:
        """The policy in use."""
        return self.room.enforcement

    async def run(self) -> None:
        """Follow for ever."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            await self.look()

    async def look(self) -> None:
        """Apply the latest policy, if it has changed, and measure what quotas need."""
        with contextlib.suppress(StoreFault):  # the store is away: others say so
            stored = await self.room.store.read_policy(self.enforcement.revision)
            if stored is not None:
                await self._apply(stored)
                self._measured_at = -MEASURE_SECONDS
            if monotonic() - self._measured_at >= MEASURE_SECONDS:
                await self._measure()

    async def _apply(self, stored: PolicyText) -> None:
        was_paused, notice = self.enforcement.is_read_only, self.enforcement.notice
        try:
            touched = self.enforcement.use(stored)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            return self._log_unreadable(error)
        self._is_unreadable = False
        self._log_change(len(touched))
        for table in [id for id in self.room.tables if hash_secret(id) in touched]:
            self.room.lose(table)  # its people come back and find it as it is now
        self._close_banned()
        if was_paused != self.enforcement.is_read_only:
            await asyncio.gather(*(table.follow_operator() for table in tuple(self.room.tables.values())))
        if self.enforcement.notice not in (None, notice):
            self._tell(self.enforcement.notice)

    def _close_banned(self) -> None:
        for viewer in self._list_viewers():
            if (text := self.enforcement.describe_ban(viewer.guest, viewer.place)) is not None:
                viewer.send_error(text)
                viewer.close(BANNED_CODE)

    def _tell(self, notice: Text | None) -> None:
        """Tell everybody at a table, as a line of the room in their chat; it is not stored there."""
        for viewer in self._list_viewers():
            if notice is not None:
                said: Reply = {
                    "chat": {"seat": None, "who": "", "name": SPEAKER, "text": notice[viewer.language], "at": self.enforcement.clock()}
                }
                viewer.send(said)

    def _list_viewers(self) -> list[Connection]:
        return [viewer for table in self.room.tables.values() for viewer in tuple(table.audience.viewers) if isinstance(viewer, Connection)]

    async def _measure(self) -> None:
        """Compare the store with the quotas, if there are any."""
        self._measured_at = monotonic()
        before, quotas = self.enforcement.full, self.enforcement.policy.quotas
        if quotas.tables or quotas.database_bytes or quotas.free_bytes:
            report = await self.room.store.read_report()
            self.enforcement.measure(await self.room.store.count(), report.get("database_bytes", 0), report.get("free_bytes"))
        else:
            self.enforcement.full = None
        if self.enforcement.full is not None and before is None:
            QUOTA_REACHED.log(fault=self.enforcement.full.en)
        elif before is not None and self.enforcement.full is None:
            QUOTA_FREED.log()

    def _log_change(self, tables: int) -> None:
        rules = [rule.measure for rule in self.enforcement.policy.rules]
        POLICY_CHANGED.log(
            revision=self.enforcement.revision,
            mode=self.enforcement.policy.mode,
            bans=rules.count("ban"),
            mutes=rules.count("mute"),
            tables=tables,
        )

    def _log_unreadable(self, error: Exception) -> None:
        if not self._is_unreadable:
            POLICY_UNREADABLE.log(fault=f"{type(error).__name__}: {error}")
        self._is_unreadable = True
