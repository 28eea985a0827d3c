"""Forgetting: a little at a time, so that others wait only briefly, and never much in a day."""

from typing import Final

from tableronde.room.store import Store, Write
from tableronde.room.store.statements import FORGOTTEN

STEP: Final = 100  # one in so many tables may be forgotten in a day, but FORGOTTEN in any case


async def forget(store: Store, keep: int) -> int:
    """Forget tables nobody came to for so many days, the oldest first and not too many at once; how many."""
    first = await store.count()
    for _ in range(max(1, first // STEP // FORGOTTEN)):
        left = await store.count()
        await store.write(Write("", forget=keep))
        if left - await store.count() < FORGOTTEN:
            break
    return max(0, first - await store.count())  # others may have been opened meanwhile
