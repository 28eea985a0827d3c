"""Forget tables that nobody visits: in small batches, so that other writes wait only briefly, and a limited number a day."""

from typing import Final

from tableronde.room.store import Store, Write
from tableronde.room.store.statements import MAX_FORGOTTEN

DAILY_DIVISOR: Final = 100  # at most a hundredth of the tables is forgotten in a day, but always up to MAX_FORGOTTEN


async def forget_tables(store: Store, days: int) -> int:
    """Forget tables not visited for that many days, the oldest first; return how many."""
    before = await store.count()
    for _ in range(max(1, before // DAILY_DIVISOR // MAX_FORGOTTEN)):
        left = await store.count()
        await store.write(Write("", forget=days))
        if left - await store.count() < MAX_FORGOTTEN:
            break
    return max(0, before - await store.count())  # others may have been opened meanwhile
