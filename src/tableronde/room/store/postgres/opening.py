"""Opening a PostgreSQL store: whatever is wrong is said in a sentence."""

import psycopg

from tableronde.room import keys
from tableronde.room.store import StoreTrouble
from tableronde.room.store.postgres.connecting import explain
from tableronde.room.store.postgres.ring import PostgresRing
from tableronde.room.store.postgres.store import PostgresStore


def open_postgres(url: str) -> tuple[PostgresStore, keys.Keys]:
    """The store at an address, made if there is none, and its keys."""
    try:
        store = PostgresStore(url)
    except psycopg.Error as error:
        raise StoreTrouble(explain(url, error)) from None
    try:
        return store, keys.load(PostgresRing(url), store.is_new)
    except BaseException:
        store.close()
        raise
