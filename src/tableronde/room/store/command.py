"""`tableronde store`: maintenance of a room's tables, in a folder or in PostgreSQL, open or closed."""

import argparse
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

from tableronde.cli.bounded_numbers import whole
from tableronde.cli.configuration import read_options
from tableronde.cli.progress_bar import bar
from tableronde.room.base.logs import hash_secret
from tableronde.room.people import keyring
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance import refolding
from tableronde.room.store.maintenance.archive import Archive
from tableronde.room.store.maintenance.archives import find_keyring, make_archive, open_archive
from tableronde.room.store.maintenance.backups import back_up, back_up_dated
from tableronde.room.store.maintenance.checking import check_archive
from tableronde.room.store.maintenance.copying import copy, read_file, write_file
from tableronde.room.store.open_store import parse_address
from tableronde.room.store.sqlite.store import explain
from tableronde.room.store.statements import GRAVE_DAYS
from tableronde.room.store.store_arguments import add_store_arguments
from tableronde.shelf import Shelf

UNUSABLE: Final = 3


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return 0 on success, 1 if something is wrong in the store, 3 if the store cannot be used."""
    chosen = read_options(command_parser(), arguments).values
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
        print(f"tableronde: {_explain(error, place)}", file=sys.stderr)
    return UNUSABLE


def _explain(error: Exception, place: str) -> str:
    """Explain an error of PostgreSQL; any other one is a bug and raised again."""
    if not type(error).__module__.startswith("psycopg"):
        raise error
    from tableronde.room.store.postgres.connecting import explain as explain_postgres

    return explain_postgres(place, error)  # type: ignore[arg-type]


def command_parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    parser = argparse.ArgumentParser(prog="tableronde store", description="Maintain the stored tables of a room.")
    add_store_arguments(parser, "use a store in PostgreSQL instead")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, text in (
        ("check", _check, "check everything for damage and replay every record"),
        ("refold", _refold, "replay every game under its own edition and report the games that a change of the rules alters"),
        ("backup", _backup, "copy everything into a folder from which a room can be opened; works while the room is open"),
        ("export", _export, "write everything to a file of JSON lines; works while the room is open"),
        ("import", _import, "fill an empty store from such a file"),
        ("migrate", _migrate, "copy everything into another, empty store of either kind; the room must be closed"),
        ("forgotten", _forgotten, f"list the forgotten tables that can still be restored (for {GRAVE_DAYS} days)"),
        ("restore", _restore, "restore forgotten tables"),
        ("records", _records, "write the finished games whose players agreed to research, one record per line, without names"),
        ("worker-key", _write_worker_key, "write the keys with which `tableronde workers` opens sealed tasks, for --worker-key-file"),
        ("rotate-key", _rotate_key, "sign guests' cookies with a new key; the latest others are still accepted"),
        ("new-key", _make_new_key, "replace all keys by a new one; no guest is identified any more"),
    ):
        sign = "+" if name == "restore" else "-"  # an id may begin with -
        command = commands.add_parser(name, help=text, description=text, prefix_chars=sign)
        command.set_defaults(run=run)
        _add_arguments(name, command)
    return parser


def _add_arguments(name: str, command: argparse.ArgumentParser) -> None:
    match name:
        case "check" | "refold":
            command.add_argument("--game", action="append", default=[], help="add a game to the shelf: its file, folder or module")
            if name == "refold":
                command.add_argument("file", nargs="*", type=Path, help="an export or a file of records to read instead of the store")
        case "backup":
            command.add_argument("folder", type=Path, help="an empty or new folder; with --keep, the folder of all backups")
            command.add_argument(
                "--keep", type=whole(1, 9999), metavar="N", help="write a folder named after the time there, and keep the N latest"
            )
        case "worker-key":
            command.add_argument("file", type=Path, help="the file to write, readable by its owner alone")
        case "export" | "import" | "records":
            command.add_argument("file", type=Path, help="a file of JSON lines" if name == "import" else "a new file of JSON lines")
        case "migrate":
            command.add_argument("to", type=_parse_place, help="a folder, or postgresql://USER@HOST/DATABASE")
        case "restore":
            command.add_argument("table", nargs="+", help="the id of a table, as in its address")


def _parse_place(text: str) -> str:
    """Parse a folder or the address of a store."""
    return parse_address(text) if "://" in text else text


def _check(place: str, chosen: argparse.Namespace) -> int:
    shelf = Shelf.installed(*chosen.game)
    with closing(open_archive(place, reading=True)) as archive:
        lines = archive.find_faults()
        print("".join(f"{line}\n" for line in lines), end="", flush=True)
        found = check_archive(archive, {box.slug: box for box in shelf.boxes()}, bar)
        keyring.load(archive.keyring, is_new=False)
    for id, why in found.faults.items():
        print(f"table {id} (in logs {hash_secret(id)}) is damaged: {why}")
    for game, number in found.unknown_games.items():
        print(f"{number} tables of {game} were not replayed: that game is not on the shelf")
    state = "damaged" if lines or found.faults else "no fault"
    size = f"version {archive.version}, {found.tables} tables, {found.events} events"
    print(f"{archive.where}: {size}, {state} ({found.replayed} played again)")
    return 1 if lines or found.faults else 0


def _refold(place: str, chosen: argparse.Namespace) -> int:
    boxes = {box.slug: box for box in Shelf.installed(*chosen.game).boxes()}
    if chosen.file:
        games = [game for file in chosen.file for game in refolding.games_in_file(file)]
        report = refolding.refold(games, len(games), boxes, bar)
    else:
        with closing(open_archive(place, reading=True)) as archive, archive.snapshot():
            report = refolding.refold(refolding.games_in_archive(archive), archive.count(), boxes, bar)
    print("".join(f"{line}\n" for line in report.lines()), end="")
    print(f"{len(report.verdicts)} games played again: {'all the same' if report.is_same else 'not all the same'}")
    return 0 if report.is_same or not report.verdicts else 1


def _backup(place: str, chosen: argparse.Namespace) -> int:
    if chosen.keep is None:
        number = back_up(place, chosen.folder, bar)
        print(f"{number} tables copied to {chosen.folder}, and compared by their digests")
        return 0
    made, number, old = back_up_dated(place, chosen.folder, chosen.keep, bar)
    print(f"{number} tables copied to {made}, and compared by their digests")
    print("".join(f"deleted: {each}\n" for each in old), end="")
    return 0


def _migrate(place: str, chosen: argparse.Namespace) -> int:
    with closing(open_archive(place)) as source, source.lock(), closing(make_archive(chosen.to)) as target, target.lock():
        return _print_copied(copy(source, target, bar), source, target)


def _print_copied(number: int, source: Archive, target: Archive) -> int:
    print(f"{number} tables copied from {source.where} to {target.where}, and compared by their digests")
    return 0


def _records(place: str, chosen: argparse.Namespace) -> int:
    """Write only what makes the game: no names, no chat, no times, and nothing that leads back to the table."""
    with closing(open_archive(place, reading=True)) as archive, archive.snapshot():
        lines = [json.dumps(filed.read_record().json()) for filed in archive.read_tables() if filed.may_serve_research]
    chosen.file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"written: {len(lines)}")
    return 0


def _export(place: str, chosen: argparse.Namespace) -> int:
    with closing(open_archive(place, reading=True)) as source:
        number = write_file(source, chosen.file, bar)
        print(f"{number} tables written from {source.where} to {chosen.file}, each with its digest")
    return 0


def _import(place: str, chosen: argparse.Namespace) -> int:
    if not chosen.file.is_file():
        raise StoreTrouble(f"there is no file {chosen.file}")
    with closing(make_archive(place)) as target, target.lock():
        number = read_file(chosen.file, target, bar)
        print(f"{number} tables read from {chosen.file} into {target.where}, and compared by their digests")
    return 0


def _forgotten(place: str, chosen: argparse.Namespace) -> int:
    with closing(open_archive(place)) as archive:
        for id, game, left, events in archive.list_forgotten():
            print(f"{id}  {game}, {events} events, {max(0.0, left):.0f} days left")
    return 0


def _restore(place: str, chosen: argparse.Namespace) -> int:
    with closing(open_archive(place)) as archive:
        missing = [id for id in chosen.table if not archive.restore(id)]
    for id in missing:
        print(f"{id} is not among the forgotten tables", file=sys.stderr)
    print(f"brought back: {len(chosen.table) - len(missing)}")
    return 1 if missing else 0


def _rotate_key(place: str, chosen: argparse.Namespace) -> int:
    keyring.rotate(find_keyring(place))
    print("a new key signs when the room is next opened, or once all nodes know it; the latest others are still read")
    return 0


def _write_worker_key(place: str, chosen: argparse.Namespace) -> int:
    from tableronde.room.bus.seal import derive_keys, write_key_file

    write_key_file(chosen.file, derive_keys(keyring.load(find_keyring(place), is_new=False), "workers"))
    print(f"{chosen.file} opens tasks for workers, and nothing else; write it again after rotate-key")
    return 0


def _make_new_key(place: str, chosen: argparse.Namespace) -> int:
    keyring.renew(find_keyring(place))
    print("there is a new key: when the room is next opened, no guest is identified")
    return 0
