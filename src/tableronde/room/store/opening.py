"""Opening a store by its name: a folder for a room alone, or the address of a PostgreSQL server that nodes share."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Final

from tableronde.room import keys
from tableronde.room.store import Store, StoreTrouble
from tableronde.room.store.sqlite import SqliteStore, explain

FILE: Final = "room.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")


def open_store(data: Path, address: str = "") -> tuple[Store, keys.Keys]:
    """The store at an address, or without one that of a data folder, which is made if there is none; and the keys of the room."""
    return _shared(address) if address else _alone(data)


def address(text: str) -> str:
    """The address of a store that nodes share, for argparse. Its error does not repeat what was said: it may hold a password."""
    if text and not text.startswith(SCHEMES):
        raise ArgumentTypeError("the address of a store is postgresql://USER@HOST/DATABASE; a folder is named with --data")
    return text


def must_have_psycopg() -> None:
    """StoreTrouble where what speaks to PostgreSQL is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreTrouble("a store in PostgreSQL needs psycopg: install it with `pip install 'tableronde[cluster]'`") from None


def _alone(data: Path) -> tuple[Store, keys.Keys]:
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StoreTrouble(f"{data} cannot be made ({error.strerror}): see who may write there, or use another folder") from None
    store = SqliteStore(data / FILE)
    try:
        return store, keys.load(data, store.is_new)
    except StoreTrouble:
        store.close()
        raise
    except OSError as error:
        store.close()
        raise StoreTrouble(explain(data / keys.NAME, error)) from None


def _shared(url: str) -> tuple[Store, keys.Keys]:
    must_have_psycopg()
    from tableronde.room.store.postgres.opening import open_postgres

    return open_postgres(url)
