"""Opens a PostgreSQL store and describes what is wrong with it in a sentence."""

import psycopg

from tableronde.room.people import keyring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.postgres.connecting import explain
from tableronde.room.store.postgres.keyring import PostgresKeyring
from tableronde.room.store.postgres.store import PostgresStore


def open_postgres(url: str) -> tuple[PostgresStore, keyring.Keys]:
    """Open the store at an address, creating it if needed; return it with its keys."""
    try:
        store = PostgresStore(url)
    except psycopg.Error as error:
        raise StoreTrouble(explain(url, error)) from None
    try:
        return store, keyring.load(PostgresKeyring(url), store.is_new)
    except BaseException:
        store.close()
        raise
