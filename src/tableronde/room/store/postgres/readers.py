"""Queries to a PostgreSQL server beside the event loop: a few threads, each with a connection that is restored by itself."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import psycopg

from tableronde.room.store import StoreFault
from tableronde.room.store.postgres.connecting import PATIENCE, Db, connect

READERS: Final = 6
Answer = TypeVar("Answer")


class Readers:
    """Threads that run queries. Each query is one transaction, and may be repeated if the connection was lost."""

    def __init__(self, url: str, threads: int = READERS) -> None:
        self._url = url
        self._local = threading.local()
        self._all: list[Db] = []
        self._threads = ThreadPoolExecutor(threads, "store-read")

    async def ask(self, question: Callable[[Db], Answer]) -> Answer:
        """Return the answer; raise StoreFault if there is none within a few seconds. A server that hangs blocks only these threads."""
        try:
            asked = asyncio.get_running_loop().run_in_executor(self._threads, self._run, question)
        except RuntimeError:
            raise StoreFault("the room is closing") from None
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())  # all callers may have gone
        try:
            async with asyncio.timeout(2 * PATIENCE):
                return await asyncio.shield(asked)
        except TimeoutError:
            raise StoreFault("the store does not answer") from None
        except psycopg.Error as error:
            raise StoreFault(str(error) or type(error).__name__) from None

    def close(self) -> None:
        """Stop the threads and close their connections."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for db in self._all:
            with contextlib.suppress(psycopg.Error):
                db.close()

    def _run(self, question: Callable[[Db], Answer]) -> Answer:
        db: Db | None = getattr(self._local, "db", None)
        if db is not None and not db.closed:
            try:
                return self._once(db, question)
            except psycopg.OperationalError:
                if not db.closed:
                    raise  # otherwise the server was restarted, perhaps
        self._local.db = db = connect(self._url, "tableronde", haste=True)
        self._all = [*(other for other in self._all if not other.closed), db]
        return self._once(db, question)

    @staticmethod
    def _once(db: Db, question: Callable[[Db], Answer]) -> Answer:
        with db.transaction():
            return question(db)
