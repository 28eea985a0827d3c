"""`tableronde store`: look after what a room keeps, whether it is open or not."""

import argparse
import sqlite3
import sys
from pathlib import Path

from tableronde.home import data_home
from tableronde.room import keys
from tableronde.room.logs import shadow
from tableronde.room.store import StoreTrouble
from tableronde.room.store.schema import VERSION, version_of
from tableronde.room.store.sqlite import explain
from tableronde.room.store.statements import GRAVE, TODAY

_FORGOTTEN = f"""
SELECT id, game, {GRAVE} - ({TODAY} - forgotten), (SELECT count(*) FROM events WHERE events.id = tables.id)
FROM tables WHERE forgotten IS NOT NULL ORDER BY forgotten DESC
"""
_RESTORE = f"UPDATE tables SET forgotten = NULL, day = {TODAY} WHERE id = ? AND forgotten IS NOT NULL"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if something was found wrong, 3 if the store cannot be used."""
    parser = argparse.ArgumentParser(prog="tableronde store", description="Look after what a room keeps.")
    parser.add_argument("--data", type=Path, default=data_home(), help="where tables are kept")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, text in (
        ("check", _check, "look through all of it for damage"),
        ("forgotten", _forgotten, f"list the tables that were forgotten and can still be brought back (for {GRAVE} days)"),
        ("restore", _restore, "bring forgotten tables back"),
        ("rotate-key", _rotate, "sign guests' cookies with a new key; the latest others are still read"),
        ("new-key", _renew, "begin with a new key alone: every guest is a stranger"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        if run is _restore:
            command.add_argument("table", nargs="+", help="its id, as in its address")
    chosen = parser.parse_args(arguments)
    path = chosen.data / "room.sqlite"
    try:
        return int(chosen.run(chosen))
    except (sqlite3.Error, OSError) as error:
        print(f"tableronde: {explain(path, error)}", file=sys.stderr)
    except StoreTrouble as trouble:
        print(f"tableronde: {trouble}", file=sys.stderr)
    return 3


def _connect(folder: Path) -> sqlite3.Connection:
    """A store as it is, of today's version."""
    path = folder / "room.sqlite"
    if not path.exists():
        raise StoreTrouble(f"there is no store in {folder}")
    db = sqlite3.connect(path, isolation_level=None, timeout=10)
    if version_of(db) != VERSION:
        raise StoreTrouble(
            f"{path} is of version {version_of(db)}, not {VERSION}: open the room once, or use the Table Ronde that wrote it"
        )
    db.execute("PRAGMA synchronous=FULL")
    return db


def _check(chosen: argparse.Namespace) -> int:
    db = _connect(chosen.data)
    said = [line for (line,) in db.execute("PRAGMA integrity_check")]
    damaged = [
        id
        for (id,) in db.execute(
            "SELECT id FROM tables WHERE EXISTS (SELECT 1 FROM docs WHERE docs.id = tables.id AND NOT json_valid(value)) "
            "OR NOT EXISTS (SELECT 1 FROM docs WHERE docs.id = tables.id AND name = 'table') "
            "OR (SELECT count(*) FROM events WHERE events.id = tables.id) "
            "<> (SELECT coalesce(max(seq), -1) + 1 FROM events WHERE events.id = tables.id)"
        )
    ]
    [[tables], [events]] = (db.execute(f"SELECT count(*) FROM {name}").fetchone() for name in ("tables", "events"))
    keys.load(chosen.data, is_new=False)
    if said != ["ok"]:
        print("\n".join(said))
    for id in damaged:
        print(f"table {id} (in logs {shadow(id)}) is damaged")
    whole = said == ["ok"] and not damaged
    print(f"{chosen.data}: version {VERSION}, {tables} tables, {events} events, {'no fault' if whole else 'damaged'}")
    return 0 if whole else 1


def _forgotten(chosen: argparse.Namespace) -> int:
    for id, game, left, events in _connect(chosen.data).execute(_FORGOTTEN):
        print(f"{id}  {game}, {events} events, {max(0.0, left):.0f} days left")
    return 0


def _restore(chosen: argparse.Namespace) -> int:
    db = _connect(chosen.data)
    missing = [id for id in chosen.table if not db.execute(_RESTORE, (id,)).rowcount]
    for id in missing:
        print(f"{id} is not among the forgotten tables", file=sys.stderr)
    print(f"brought back: {len(chosen.table) - len(missing)}")
    return 1 if missing else 0


def _rotate(chosen: argparse.Namespace) -> int:
    keys.load(chosen.data, is_new=False)
    keys.rotate(chosen.data)
    print("a new key signs when the room is next opened; the latest others are still read")
    return 0


def _renew(chosen: argparse.Namespace) -> int:
    keys.renew(chosen.data)
    print("there is a new key: when the room is next opened every guest is a stranger")
    return 0
