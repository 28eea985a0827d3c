"""`tableronde store`: look after what a room keeps, whether it is open or not, in a folder or in PostgreSQL."""

import argparse
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from tableronde.home import data_home
from tableronde.progress import bar
from tableronde.room import keys
from tableronde.room.logs import shadow
from tableronde.room.store import StoreTrouble
from tableronde.room.store.care.archive import Archive
from tableronde.room.store.care.archives import find, make, ring_of
from tableronde.room.store.care.checking import check
from tableronde.room.store.care.copying import copy, read_file, write_file
from tableronde.room.store.opening import address
from tableronde.room.store.schema import VERSION
from tableronde.room.store.sqlite import explain
from tableronde.room.store.statements import GRAVE
from tableronde.shelf import Shelf

UNUSABLE: Final = 3


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 if all is well, 1 if something was found wrong, 3 if the store cannot be used."""
    chosen = command_parser().parse_args(arguments)
    place = chosen.store or str(chosen.data)
    try:
        return int(chosen.run(place, chosen))
    except StoreTrouble as trouble:
        print(f"tableronde: {trouble}", file=sys.stderr)
    except (sqlite3.Error, OSError) as error:
        print(f"tableronde: {explain(chosen.data, error)}", file=sys.stderr)
    except LookupError as error:
        print(f"tableronde: {error.args[0]}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"tableronde: {_explained(error, place)}", file=sys.stderr)
    return UNUSABLE


def _explained(error: Exception, place: str) -> str:
    """What PostgreSQL said; any other error is one of ours."""
    if not type(error).__module__.startswith("psycopg"):
        raise error
    from tableronde.room.store.postgres.connecting import explain as explain_postgres

    return explain_postgres(place, error)  # type: ignore[arg-type]


def command_parser() -> argparse.ArgumentParser:
    """All commands, and what they take."""
    parser = argparse.ArgumentParser(prog="tableronde store", description="Look after what a room keeps.")
    parser.add_argument("--data", type=Path, default=data_home(), help="where tables are kept")
    parser.add_argument(
        "--store",
        type=address,
        default=os.environ.get("TABLERONDE_STORE", ""),
        metavar="URL",
        help="or where in PostgreSQL, postgresql://USER@HOST/DATABASE ($TABLERONDE_STORE)",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, text in (
        ("check", _check, "look through all of it for damage, and play every record again"),
        ("backup", _backup, "copy all of it into a folder from which a room can be opened; also while the room is open"),
        ("export", _export, "write all of it into a plain file (JSON lines); also while the room is open"),
        ("import", _import, "fill an empty store from such a file"),
        ("migrate", _migrate, "copy all of it into another empty store, of either kind; the room must be closed"),
        ("forgotten", _forgotten, f"list the tables that were forgotten and can still be brought back (for {GRAVE} days)"),
        ("restore", _restore, "bring forgotten tables back"),
        ("records", _records, "write the finished games whose players agreed to research, one record a line, without names"),
        ("rotate-key", _rotate, "sign guests' cookies with a new key; the latest others are still read"),
        ("new-key", _renew, "begin with a new key alone: every guest is a stranger"),
    ):
        sign = "+" if name == "restore" else "-"  # an id may begin with -
        command = commands.add_parser(name, help=text, description=text, prefix_chars=sign)
        command.set_defaults(run=run)
        _arguments(name, command)
    return parser


def _arguments(name: str, command: argparse.ArgumentParser) -> None:
    match name:
        case "check":
            command.add_argument("--game", action="append", default=[], help="a game beside those installed: its file, folder or module")
        case "backup":
            command.add_argument("folder", type=Path, help="a folder that is empty, or not there yet")
        case "export" | "import" | "records":
            command.add_argument("file", type=Path)
        case "migrate":
            command.add_argument("to", type=_place, help="a folder, or postgresql://USER@HOST/DATABASE")
        case "restore":
            command.add_argument("table", nargs="+", help="its id, as in its address")


def _place(text: str) -> str:
    """A folder, or the address of a store."""
    return address(text) if "://" in text else text


def _check(place: str, chosen: argparse.Namespace) -> int:
    shelf = Shelf.installed(*chosen.game)
    with closing(find(place)) as archive:
        said = archive.faults()
        print("".join(f"{line}\n" for line in said), end="", flush=True)
        found = check(archive, {box.slug: box for box in shelf.boxes()}, bar)
        keys.load(archive.ring, is_new=False)
    for id, why in found.faults.items():
        print(f"table {id} (in logs {shadow(id)}) is damaged: {why}")
    for game, number in found.strangers.items():
        print(f"{number} tables of {game} were not played again: that game is not on the shelf")
    state = "damaged" if said or found.faults else "no fault"
    print(f"{archive.where}: version {VERSION}, {found.tables} tables, {found.events} events, {state} ({found.replayed} played again)")
    return 1 if said or found.faults else 0


def _backup(place: str, chosen: argparse.Namespace) -> int:
    if chosen.folder.exists() and any(chosen.folder.iterdir()):
        raise StoreTrouble(f"{chosen.folder} is not empty: name another folder, or move it away")
    with closing(find(place)) as source, closing(make(str(chosen.folder))) as target:
        return _copied(copy(source, target, bar), source, target)


def _migrate(place: str, chosen: argparse.Namespace) -> int:
    with closing(find(place)) as source, source.unused(), closing(make(chosen.to)) as target, target.unused():
        return _copied(copy(source, target, bar), source, target)


def _copied(number: int, source: Archive, target: Archive) -> int:
    print(f"{number} tables copied from {source.where} to {target.where}, and compared by their digests")
    return 0


def _records(place: str, chosen: argparse.Namespace) -> int:
    """Of a table only what makes the game: no names, no chat, no times, and nothing that leads back to it."""
    with closing(find(place)) as archive, archive.snapshot():
        lines = [json.dumps(filed.read().json()) for filed in archive.filed() if filed.agreed]
    chosen.file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"written: {len(lines)}")
    return 0


def _export(place: str, chosen: argparse.Namespace) -> int:
    with closing(find(place)) as source:
        number = write_file(source, chosen.file, bar)
        print(f"{number} tables written from {source.where} to {chosen.file}, each with its digest")
    return 0


def _import(place: str, chosen: argparse.Namespace) -> int:
    if not chosen.file.is_file():
        raise StoreTrouble(f"there is no file {chosen.file}")
    with closing(make(place)) as target, target.unused():
        number = read_file(chosen.file, target, bar)
        print(f"{number} tables read from {chosen.file} into {target.where}, and compared by their digests")
    return 0


def _forgotten(place: str, chosen: argparse.Namespace) -> int:
    with closing(find(place)) as archive:
        for id, game, left, events in archive.forgotten():
            print(f"{id}  {game}, {events} events, {max(0.0, left):.0f} days left")
    return 0


def _restore(place: str, chosen: argparse.Namespace) -> int:
    with closing(find(place)) as archive:
        missing = [id for id in chosen.table if not archive.restore(id)]
    for id in missing:
        print(f"{id} is not among the forgotten tables", file=sys.stderr)
    print(f"brought back: {len(chosen.table) - len(missing)}")
    return 1 if missing else 0


def _rotate(place: str, chosen: argparse.Namespace) -> int:
    keys.rotate(ring_of(place))
    print("a new key signs when the room is next opened, or once all nodes know it; the latest others are still read")
    return 0


def _renew(place: str, chosen: argparse.Namespace) -> int:
    keys.renew(ring_of(place))
    print("there is a new key: when the room is next opened every guest is a stranger")
    return 0
