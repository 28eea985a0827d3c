"""`tableronde admin`: what the operator of a room can do for its community, whether the room is open or not."""

import argparse
import getpass
import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from tableronde.cli.bounded_numbers import whole
from tableronde.cli.configuration import read_options
from tableronde.room.administration import durations
from tableronde.room.administration.copies import clean_copy
from tableronde.room.administration.finding import (
    FoundGuest,
    FoundTable,
    describe_guest,
    describe_table,
    find_guest,
    find_table,
    list_guests,
    list_tables,
)
from tableronde.room.administration.guest_acts import erase_guest, export_guest
from tableronde.room.administration.ledger import Act, Ledger
from tableronde.room.administration.policy import LONGEST_NOTICE, MODES, Kind, Notice, Quotas, Rule, hash_guest, parse_address
from tableronde.room.administration.table_acts import erase_table, moderate
from tableronde.room.base.logs import hash_secret
from tableronde.room.store import StoreTrouble
from tableronde.room.store.maintenance.archives import SqliteArchive, open_archive
from tableronde.room.store.private_files import open_private
from tableronde.room.store.sqlite.store import explain
from tableronde.room.store.store_arguments import add_store_arguments

UNUSABLE: Final = 3
STATES: Final = ("waiting", "playing", "over", "forgotten", "damaged", "closed", "hidden")
LARGEST: Final = 10**15
TABLE: Final = "a table: its id, its address, or its hash from the log"
GUEST: Final = "a guest: their hash, TABLE:SEAT, or TABLE:SPEAKER with the id of a speaker in the chat"
Answer = tuple[Any, Iterable[str]]  # for programs, and as lines for people
Run = Callable[[Ledger, argparse.Namespace], Answer]


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return 0 on success, 2 on a usage error or if nothing was found, 3 if the store cannot be used."""
    parser = command_parser()
    chosen = read_options(parser, arguments).values
    place = chosen.store or str(chosen.data)
    try:
        with closing(open_archive(place)) as archive:
            if isinstance(archive, SqliteArchive):
                archive.run("PRAGMA secure_delete=ON")
            _print(chosen.run(Ledger(archive, chosen.by or name_operator()), chosen), chosen.json)
            return 0
    except (StoreTrouble, PermissionError) as trouble:
        return _fail(trouble, UNUSABLE)
    except sqlite3.Error as error:
        return _fail(explain(chosen.data, error), UNUSABLE)
    except (LookupError, ValueError, OSError) as error:
        return _fail(error.strerror or error if isinstance(error, OSError) else error.args[0], 2)
    except Exception as error:
        return _fail(_explain(error, place), UNUSABLE)


def name_operator() -> str:
    """Return the name of the user who acts, also behind sudo."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def command_parser() -> argparse.ArgumentParser:
    """Build the parser of all commands."""
    parser = argparse.ArgumentParser(prog="tableronde admin", description="Run the community of a room, open or closed.")
    add_store_arguments(parser, "use a store in PostgreSQL instead")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--yes", action="store_true", help="do not ask before something that cannot be undone")
    parser.add_argument("--by", default="", metavar="NAME", help="who acts, for the audit log (the user of this command)")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, run, text in COMMANDS:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        for flag in ("--json", "--yes"):  # they may also stand behind the command
            command.add_argument(flag, action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
        _add_arguments(name, command)
    return parser


def _add_arguments(name: str, command: argparse.ArgumentParser) -> None:
    match name:
        case "tables":
            command.add_argument("--game", default="", help="only tables of this game")
            command.add_argument("--state", default="", choices=("", *STATES), help="only tables in this state")
            command.add_argument("--most", type=whole(1, 100_000), default=50, metavar="N", help="number of tables (50)")
        case "guests":
            command.add_argument("name", nargs="?", default="", help="only guests who played under such a name")
            command.add_argument("--most", type=whole(1, 100_000), default=50, metavar="N", help="number of guests (50)")
        case "table" | "close" | "hide" | "reopen" | "erase":
            command.add_argument("table", help=TABLE)
        case "guest" | "erase-guest":
            command.add_argument("guest", help=GUEST)
        case "export-guest":
            command.add_argument("guest", help=GUEST)
            command.add_argument("file", type=Path, help="a new JSON file that only its owner can read")
        case "ban" | "mute":
            command.add_argument("who", help="an address, a network such as 10.1.0.0/16, or a guest as for `guest`")
            command.add_argument("--for", dest="until", type=durations.parse_end, metavar="TIME", help="30m, 12h or 7d; until it is lifted")
            command.add_argument("--reason", default="", help="for the audit log")
        case "unban" | "unmute":
            command.add_argument("number", type=whole(1, LARGEST), help="the number of the rule, as `rules` shows it")
        case "mode":
            command.add_argument("mode", choices=MODES, help="open, no new tables, or read-only for maintenance")
        case "notice":
            _add_notice_arguments(command)
        case "quotas":
            for field in ("tables", "database_bytes", "free_bytes"):
                command.add_argument(f"--{field.replace('_', '-')}", type=whole(0, LARGEST), metavar="N", help=QUOTAS[field])
        case "audit":
            command.add_argument("--most", type=whole(1, 10_000), default=50, metavar="N", help="number of acts (50)")
        case "clean-copy":
            command.add_argument("folder", type=Path, help="a backup of this store")


def _add_notice_arguments(command: argparse.ArgumentParser) -> None:
    command.add_argument("--fr", default="", metavar="TEXT", help="the message in French")
    command.add_argument("--en", default="", metavar="TEXT", help="the message in English")
    command.add_argument("--for", dest="until", type=durations.parse_end, metavar="TIME", help="30m, 12h or 7d; until it is replaced")


# Tables


def _list_tables(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    found = list_tables(ledger.archive, game=chosen.game, status=chosen.state, most=chosen.most)
    return [_describe_table(table) for table in found], (_write_table(table) for table in found)


def _show_table(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    table = describe_table(ledger.archive, find_table(ledger.archive, chosen.table))
    seats = (
        f"  seat {seat['seat']}: {seat['kind']} {seat['name'] or '(no name)'} {' '.join(seat['guests'])}".rstrip() for seat in table.seats
    )
    return _describe_table(table), (_write_table(table), f"  id {table.id}", f"  host {table.host}", *seats)


def _close(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    table = find_table(ledger.archive, chosen.table)
    moderate(ledger, table, "closed")
    return {"table": hash_secret(table), "moderated": "closed"}, (
        f"table {hash_secret(table)} is closed: people can look, nobody can play",
    )


def _hide(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    table = find_table(ledger.archive, chosen.table)
    moderate(ledger, table, "hidden")
    return {"table": hash_secret(table), "moderated": "hidden"}, (f"table {hash_secret(table)} is hidden: nobody can see it",)


def _reopen(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    table = find_table(ledger.archive, chosen.table)
    moderate(ledger, table, "")
    return {"table": hash_secret(table), "moderated": ""}, (f"table {hash_secret(table)} is open again",)


def _erase(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    table = find_table(ledger.archive, chosen.table)
    found = describe_table(ledger.archive, table)
    confirm(chosen.yes, f"Erase table {found.hash} ({found.game}, {found.events} events) forever?")
    erase_table(ledger, table)
    return {"table": found.hash, "erased": True}, (f"table {found.hash} is erased; it leaves the dated backups when the next one is made",)


# Guests


def _list_guests(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    found = list_guests(ledger.archive, chosen.name, chosen.most)
    return [_describe_guest(guest) for guest in found], (_write_guest(guest) for guest in found)


def _show_guest(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    guest, tables, others = describe_guest(ledger.archive, find_guest(ledger.archive, chosen.guest))
    shared = [hash_secret(other) for other in others]
    lines = (_write_guest(guest), f"  shares seats with {', '.join(shared) or 'nobody'}", *(f"  {_write_table(table)}" for table in tables))
    return {**_describe_guest(guest), "shares_seats_with": shared, "at": [_describe_table(table) for table in tables]}, lines


def _erase_guest(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    guest = find_guest(ledger.archive, chosen.guest)
    confirm(chosen.yes, f"Erase everything about guest {hash_secret(guest)} forever?")
    done = erase_guest(ledger, guest)
    text = f"guest {hash_secret(guest)} is erased: {done['erased_tables']} tables are gone, {done['changed_tables']} show a former player"
    return {"guest": hash_secret(guest), **done}, (text, "they leave the dated backups when the next one is made")


def _export_guest(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    guest = find_guest(ledger.archive, chosen.guest)
    if chosen.file.exists():
        raise ValueError(f"{chosen.file} exists already: choose another file or move it away")
    found = export_guest(ledger, guest)
    with os.fdopen(open_private(chosen.file, os.O_WRONLY), "w", encoding="utf-8") as file:
        json.dump(found, file, ensure_ascii=False, indent=1)
    number = len(found["tables"])
    return {"guest": hash_secret(guest), "tables": number}, (f"{number} tables of guest {hash_secret(guest)} written to {chosen.file}",)


# The whole room


def _ban(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    return _add_rule(ledger, chosen, "ban")


def _mute(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    return _add_rule(ledger, chosen, "mute")


def _add_rule(ledger: Ledger, chosen: argparse.Namespace, measure: Any) -> Answer:
    kind, value = _find_subject(ledger, chosen.who)
    with ledger.acting(measure, value[:8] if kind == "guest" else value, until=chosen.until, reason=chosen.reason) as act:
        act.change_policy(lambda policy: policy.with_rule(measure, kind, value, act.now, chosen.until, chosen.reason))
        rule = act.policy.rules[-1]
    return asdict(rule), (_write_rule(rule),)


def _find_subject(ledger: Ledger, text: str) -> tuple[Kind, str]:
    """Return what a rule is about: an address, a network, or a guest by hash."""
    return parse_address(text) or ("guest", hash_guest(find_guest(ledger.archive, text)))


def _unban(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    return _lift(ledger, chosen.number, "ban")


def _unmute(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    return _lift(ledger, chosen.number, "mute")


def _lift(ledger: Ledger, number: int, measure: str) -> Answer:
    if not any((rule.number, rule.measure) == (number, measure) for rule in ledger.read_policy().rules):
        raise LookupError(f"there is no {measure} with the number {number}; `tableronde admin rules` lists them")
    with ledger.acting(f"un{measure}", str(number)) as act:
        act.change_policy(lambda policy: policy.without_rules([number]))
    return {"number": number, "lifted": True}, (f"{measure} {number} is lifted",)


def _list_rules(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    rules = [rule for rule in ledger.read_policy().rules if rule.is_active(time.time())]
    return [asdict(rule) for rule in rules], map(_write_rule, rules)


def _set_mode(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    with ledger.acting("mode", chosen.mode) as act:
        act.change_policy(lambda policy: replace(policy, mode=chosen.mode))
    return {"mode": chosen.mode}, (f"the room is in mode {chosen.mode}",)


def _set_notice(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    """Set the message to everybody; without a text, take it away."""
    fr, en = chosen.fr or chosen.en, chosen.en or chosen.fr
    if max(len(fr), len(en)) > LONGEST_NOTICE:
        raise ValueError(f"a message has at most {LONGEST_NOTICE} characters")
    notice = Notice(fr, en, chosen.until) if fr else None
    with ledger.acting("notice", "", fr=fr, en=en, until=chosen.until) as act:
        act.change_policy(lambda policy: replace(policy, notice=notice))
    return {"notice": asdict(notice) if notice else None}, ("everybody sees the message" if notice else "the message is removed",)


def _set_quotas(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    """Set quotas; without an option, show them."""
    given = {name: getattr(chosen, name) for name in QUOTAS if getattr(chosen, name) is not None}
    if given:
        with ledger.acting("quotas", "", **given) as act:
            act.change_policy(lambda policy: replace(policy, quotas=replace(policy.quotas, **given)))
    quotas = asdict(ledger.read_policy().quotas)
    return quotas, (f"{name} {number or 'no quota'}" for name, number in quotas.items())


def _show_audit(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    acts = ledger.list_acts(chosen.most)
    return [asdict(act) for act in acts], map(_write_act, acts)


def _clean_copy(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    found = clean_copy(chosen.folder, ledger.list_erasures())
    return {"folder": str(chosen.folder), "erased": found}, (f"{found} erased tables and guests were erased from {chosen.folder}",)


def _show_status(ledger: Ledger, chosen: argparse.Namespace) -> Answer:
    policy = ledger.read_policy()
    active = [rule for rule in policy.rules if rule.is_active(time.time())]
    [tables] = ledger.archive.run("SELECT count(*) FROM tables WHERE forgotten IS NULL").fetchone()
    numbers = {f"{measure}s": sum(rule.measure == measure for rule in active) for measure in ("ban", "mute")}
    known = {"mode": policy.mode, "tables": tables, **numbers, "notice": asdict(policy.notice) if policy.notice else None}
    return {**known, "quotas": asdict(policy.quotas)}, (f"{name} {value or 'none'}" for name, value in known.items())


# Words


def confirm(sure: bool, question: str) -> None:
    """Ask before something that cannot be undone; raise ValueError unless the answer is yes."""
    if sure:
        return
    if not sys.stdin.isatty():
        raise ValueError(f"{question} Nobody can be asked here: repeat the command with --yes")
    if input(f"{question} Type yes: ").strip().lower() != "yes":
        raise ValueError("nothing was changed")


def _print(answer: Answer, as_json: bool) -> None:
    data, lines = answer
    print(json.dumps(data, ensure_ascii=False) if as_json else "\n".join(lines) or "nothing found", flush=True)


def _fail(error: object, status: int) -> int:
    print(f"tableronde: {error}", file=sys.stderr)
    return status


def _explain(error: Exception, place: str) -> str:
    """Explain an error of PostgreSQL; any other one is a bug and raised again."""
    if not type(error).__module__.startswith("psycopg"):
        raise error
    from tableronde.room.store.postgres.connecting import explain as explain_postgres

    return explain_postgres(place, error)  # type: ignore[arg-type]


def _describe_table(table: FoundTable) -> dict[str, Any]:
    return {"hash": table.hash, **asdict(table)}


def _write_table(table: FoundTable) -> str:
    names = ", ".join(seat["name"] or seat["kind"] for seat in table.seats)
    state = f"{table.status}, {table.moderated}" if table.moderated else table.status
    return f"{table.hash}  {durations.write_time(table.opened)}  {table.game}, {state}, {table.events} events: {names}"


def _describe_guest(guest: FoundGuest) -> dict[str, Any]:
    return {
        "hash": guest.hash,
        "names": sorted(guest.names),
        "tables": guest.tables,
        "hosted": guest.hosted,
        "last_opened": guest.last_opened,
    }


def _write_guest(guest: FoundGuest) -> str:
    names = ", ".join(sorted(guest.names)) or "(no name)"
    return (
        f"{guest.hash}  {guest.tables} tables, {guest.hosted} of them opened, the last {durations.write_time(guest.last_opened)}: {names}"
    )


def _write_rule(rule: Rule) -> str:
    value = rule.value[:8] if rule.kind == "guest" else rule.value
    end = "until it is lifted" if rule.until is None else f"until {durations.write_time(rule.until)}"
    return f"{rule.number}  {rule.measure} of {rule.kind} {value}, {end}" + (f" ({rule.reason})" if rule.reason else "")


def _write_act(act: Act) -> str:
    shown = {
        name: durations.write_time(value) if name == "until" else value for name, value in act.details.items() if value not in (None, "")
    }
    details = ", ".join(f"{name}={value}" for name, value in shown.items())
    return " ".join(filter(None, (durations.write_time(act.at), act.by, act.act, act.target, details)))


QUOTAS: Final = {
    "tables": "open no new tables once the store holds this many; 0: no quota",
    "database_bytes": "open no new tables once the database is this large; 0: no quota",
    "free_bytes": "open no new tables while less than this is free on the disk; 0: no quota; only with SQLite",
}
assert set(QUOTAS) == set(Quotas.__dataclass_fields__)
COMMANDS: Final[Sequence[tuple[str, Run, str]]] = (
    ("status", _show_status, "show the mode of the room, its bans, its message and its quotas"),
    ("tables", _list_tables, "list tables, the latest first"),
    ("table", _show_table, "show one table and who sits there"),
    ("close", _close, "close a table: people can look, nobody can play"),
    ("hide", _hide, "hide a table: nobody can see it"),
    ("reopen", _reopen, "open a closed or hidden table again"),
    ("erase", _erase, "erase a table forever"),
    ("guests", _list_guests, "list guests, those with the most tables first"),
    ("guest", _show_guest, "show a guest, their tables, and guests who share their seats"),
    ("erase-guest", _erase_guest, "erase everything about a guest; in games of others they become a former player"),
    ("export-guest", _export_guest, "write everything that is stored about a guest to a file"),
    ("ban", _ban, "keep a guest, an address or a network out of the room"),
    ("unban", _unban, "lift a ban"),
    ("mute", _mute, "stop a guest, an address or a network from writing in the chat"),
    ("unmute", _unmute, "lift a mute"),
    ("rules", _list_rules, "list all bans and mutes"),
    ("mode", _set_mode, "open the room, allow no new tables, or allow no changes at all"),
    ("notice", _set_notice, "show everybody a message; without a text, remove it"),
    ("quotas", _set_quotas, "show or set when the room opens no new tables"),
    ("audit", _show_audit, "list what operators did"),
    ("clean-copy", _clean_copy, "erase in a backup what was erased from the room since"),
)
