"""Opens a store: a folder for a single node, or the address of a PostgreSQL server that nodes share."""

from argparse import ArgumentTypeError
from pathlib import Path
from typing import Final

from tableronde.room.people import keyring
from tableronde.room.store import Store, StoreTrouble
from tableronde.room.store.private_files import make_private_folder
from tableronde.room.store.sqlite.store import SqliteStore, explain

FILE: Final = "room.sqlite"
SCHEMES: Final = ("postgresql://", "postgres://")


def open_store(data: Path, address: str = "") -> tuple[Store, keyring.Keys]:
    """Open the store at an address, or else that of a data folder, creating it if needed; return it with the room's keys."""
    return _open_shared(address) if address else _open_folder(data)


def parse_address(text: str) -> str:
    """Parse the address of a shared store for argparse. The error does not repeat the text, which may hold a password."""
    if text and not text.startswith(SCHEMES):
        raise ArgumentTypeError("the address of a store must be postgresql://USER@HOST/DATABASE; use --data for a folder")
    return text


def check_psycopg() -> None:
    """Raise StoreTrouble if the PostgreSQL driver is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        raise StoreTrouble("a store in PostgreSQL needs psycopg: install it with `pip install 'tableronde[cluster]'`") from None


def _open_folder(data: Path) -> tuple[Store, keyring.Keys]:
    try:
        make_private_folder(data, (FILE, keyring.FILE))
    except OSError as error:
        raise StoreTrouble(f"{data} cannot be created ({error.strerror}): check its permissions, or use another folder") from None
    store = SqliteStore(data / FILE)
    try:
        return store, keyring.load(data, store.is_new)
    except StoreTrouble:
        store.close()
        raise
    except OSError as error:
        store.close()
        raise StoreTrouble(explain(data / keyring.FILE, error)) from None


def _open_shared(url: str) -> tuple[Store, keyring.Keys]:
    check_psycopg()
    from tableronde.room.store.postgres.open_postgres import open_postgres

    return open_postgres(url)
