"""Replay stored games, to prove that a change of the rules alters none of them.

Games come from a store, from a file that `tableronde store export` has written, or from a file of records, one a line.
Each is played under the rules of its own edition. A game is the same if every event is still legal and has the same text, and
if the game has the same result or waits for the same seats. Lines with `steps` contain more: the legal actions before each
event, and the facts.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from tableronde.box import Box
from tableronde.game import CHANCE, Event, Illegal, Json
from tableronde.plugins.loader import describe_error
from tableronde.record import FORMAT, BrokenRecord, Record, compact
from tableronde.room.saved.saved import Saved, read_saved
from tableronde.room.store.maintenance.archive import Archive, ArchivedTable
from tableronde.room.store.maintenance.copying import FORMAT as EXPORT
from tableronde.room.store.maintenance.copying import Progress
from tableronde.table import Table

DIGITS: Final = 16  # of a digest of legal actions or facts
UNNAMED: Final = "unknown game"  # a game whose record does not name it


class Differs(Exception):
    """Raised when a game differs from what was stored; says after how many events, and how."""

    def __init__(self, after: int, text: str) -> None:
        super().__init__(text)
        self.after = after


class Verdict(NamedTuple):
    """The result of replaying a stored game."""

    name: str  # the id of its table, or its line in the file
    game: str
    word: Literal["same", "differs", "unreadable"]
    text: str = ""  # empty if it is the same


@dataclass(frozen=True)
class Stored:
    """A game to replay, and what was stored about it."""

    name: str
    game: str
    record: Record | None = None
    problem: str = ""  # why there is no record
    saved: Saved | None = None  # the rest of what a room stored
    steps: tuple[Mapping[str, Any], ...] = ()  # the legal actions and the facts before each event and at the end
    is_typed: bool = False  # whether its events are as somebody typed them, not in canonical form


@dataclass
class Report:
    """All verdicts."""

    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def is_same(self) -> bool:
        """Whether there was a game to replay, and all games were readable and the same."""
        return bool(self.verdicts) and all(verdict.word == "same" for verdict in self.verdicts)

    def lines(self) -> Iterator[str]:
        """Return the report as text: a line for each game on the shelf, and one for each stored game that differs."""
        counts = Counter((verdict.game, verdict.word) for verdict in self.verdicts)
        for game in dict.fromkeys(sorted(verdict.game for verdict in self.verdicts)):
            said = f"{game}: {counts[game, 'same']} the same"
            said += f", {counts[game, 'differs']} different" if counts[game, "differs"] else ""
            yield said + (f", {counts[game, 'unreadable']} cannot be read" if counts[game, "unreadable"] else "")
            yield from (f"  {each.name}: {each.text}" for each in self.verdicts if each.game == game and each.text)


def refold(games: Iterable[Stored], number: int, boxes: Mapping[str, Box], progress: Progress) -> Report:
    """Replay all of these games."""
    report = Report()
    for done, game in enumerate(games, 1):
        report.verdicts.append(_judge(game, boxes))
        progress(done, number)
    return report


def games_in_archive(archive: Archive) -> Iterator[Stored]:
    """Yield the games of a store; call it in a snapshot."""
    return map(_from_table, archive.read_tables())


def games_in_file(path: Path) -> list[Stored]:
    """Yield the games of an export, of a file of records, or of one record."""
    text = path.read_text(encoding="utf-8")
    try:
        lines: list[Any] = [json.loads(text)]
    except ValueError:
        lines = [_parse(line) for line in text.splitlines()]
    found = [_from_line(f"{path.name}, line {i}", line) for i, line in enumerate(lines, 1) if line != "" and not _is_frame(line)]
    return [*found, *_broken_off(path, lines)]


def _parse(line: str) -> Any:
    """Return the value of a line; the line itself if it is not JSON."""
    try:
        return json.loads(line)
    except ValueError:
        return line


def _is_frame(line: Any) -> bool:
    """Return whether a line is the head or the end of an export."""
    return isinstance(line, dict) and (line.get("format") == EXPORT or set(line) == {"end", "digest"})


def _broken_off(path: Path, lines: list[Any]) -> Iterator[Stored]:
    """Yield a problem if an export is incomplete."""
    head = lines[0] if lines else None
    if isinstance(head, dict) and head.get("format") == EXPORT and head.get("tables") != len(lines) - 2:
        yield Stored(path.name, UNNAMED, problem=f"it should hold {head.get('tables')} tables and an end line")


def _from_line(name: str, line: Any) -> Stored:
    if not isinstance(line, dict):
        return Stored(name, UNNAMED, problem="this is not a record")
    if "docs" in line:
        return _from_exported(name, line)
    if "steps" in line:
        return _from_steps(name, line)
    return _from_record(name, line)


def _from_exported(name: str, line: dict[str, Any]) -> Stored:
    try:
        return _from_table(msgspec.convert(line, ArchivedTable, strict=True))
    except msgspec.ValidationError as error:
        return Stored(name, str(line.get("game") or UNNAMED), problem=f"its line is damaged ({error})")


def _from_table(table: ArchivedTable) -> Stored:
    game = str(table.game or UNNAMED)
    try:
        record = table.read_record()
        saved = read_saved({name: json.loads(value) for name, value in table.docs.items()})
    except (BrokenRecord, LookupError) as error:
        return Stored(table.table, game, problem=str(error.args[0]))
    return Stored(table.table, record.game, record, saved=saved)


def _from_record(name: str, value: Json, steps: tuple[Mapping[str, Any], ...] = ()) -> Stored:
    try:
        record = Record.read(value)
    except BrokenRecord as error:
        return Stored(name, str(value.get("game") or UNNAMED) if isinstance(value, dict) else UNNAMED, problem=str(error))
    return Stored(name, record.game, record, steps=steps)


def _from_steps(name: str, line: dict[str, Any]) -> Stored:
    """Return a game with its steps; without a record, it is read from the same keys and from the actions in the steps."""
    steps = tuple(line["steps"])
    played = [step["play"] for step in steps if "play" in step]
    keys = ("game", "players", "options", "setup")
    value = line.get("record") or {
        "format": FORMAT,
        "edition": line.get("edition", 1),
        "events": played,
        **{key: line[key] for key in keys if key in line},
    }
    return replace(_from_record(name, value, steps), is_typed="record" not in line)


def _judge(game: Stored, boxes: Mapping[str, Box]) -> Verdict:
    """Replay one game and judge the result."""
    if game.record is None:
        return Verdict(game.name, game.game, "unreadable", f"cannot be read: {game.problem}")
    if game.record.game not in boxes:
        return Verdict(game.name, game.game, "unreadable", "cannot be read: that game is not on the shelf")
    try:
        table = _start(boxes[game.record.game], game.record, game.is_typed)
    except (BrokenRecord, LookupError, ValueError) as error:
        return Verdict(game.name, game.game, "unreadable", f"cannot be read: {error.args[0]}")
    except Exception as error:  # in a game's own code
        return Verdict(game.name, game.game, "unreadable", f"cannot be read: its game fails on it ({describe_error(error)})")
    try:
        _play_again(table, game)
    except Differs as found:
        where = f"event {found.after + 1}" if found.after < len(game.record.events) else "its end"
        return Verdict(game.name, game.game, "differs", f"differs at {where}: {found}")
    except Exception as error:
        return Verdict(game.name, game.game, "differs", f"differs at event {table.plies + 1}: its game fails ({describe_error(error)})")
    return Verdict(game.name, game.game, "same")


def _start(box: Box, record: Record, is_typed: bool) -> Table:
    """Return the table before the first event; options that a line without a record does not name are those of a new table."""
    if is_typed:
        return Table(box.of_edition(record.edition), record.players, record.options, record.setup)
    return Table.replay(box, replace(record, events=()))


def _play_again(table: Table, game: Stored) -> None:
    """Replay every event and compare what was stored; raise Differs at the first difference."""
    assert game.record is not None
    for i, event in enumerate(game.record.events):
        _compare_step(table, game.steps[i] if i < len(game.steps) else {})
        _play(table, event, game.is_typed)
    if len(game.steps) > table.plies:
        _compare_step(table, game.steps[table.plies])
    if game.saved is not None:
        _compare_saved(table, game.saved)


def _play(table: Table, event: Event, is_typed: bool) -> None:
    try:
        played = table.play(*event)
    except Illegal as illegal:
        raise Differs(table.plies, f"{event.actor}: {event.action} is not legal: {illegal}") from None
    if played != event and not is_typed:
        raise Differs(table.plies - 1, f"{event.actor}: {event.action} now reads {played.action}")


def _compare_step(table: Table, step: Mapping[str, Any]) -> None:
    """Compare a stored step with these rules."""
    legal = {str(actor): list(actions) for actor, actions in table.legal().items()}
    if "legal" in step and step["legal"] != digest(legal):
        raise Differs(table.plies, "the legal actions differ")
    facts = table.facts()
    for key, fact in step.get("full", {}).items():
        if key not in facts or facts[key] != fact:
            raise Differs(table.plies, f"the fact {key!r} differs")
    if "facts" in step and step["facts"] != digest(facts):
        raise Differs(table.plies, "the facts differ")


def _compare_saved(table: Table, saved: Saved) -> None:
    """Compare the position with what the room stored; a resignation ended the game without the rules."""
    outcome, waits = table.outcome, tuple(seat for seat in table.to_act() if seat != CHANCE)
    if saved.note is not None:
        return
    if saved.over is not None:
        if saved.over.winners is not None and saved.over.winners != (outcome.winners if outcome else ()):
            raise Differs(table.plies, f"the winners were {_seats(saved.over.winners)}, now {_seats(outcome.winners if outcome else ())}")
    elif outcome is not None:
        raise Differs(table.plies, "the game went on, and now it is over")
    elif saved.turn.ply == table.plies and saved.turn.to_act and saved.turn.to_act != waits:
        raise Differs(table.plies, f"the table waited for {_seats(saved.turn.to_act)}, now for {_seats(waits)}")


def _seats(seats: Iterable[int]) -> str:
    return ", ".join(f"seat {seat}" for seat in seats) or "nobody"


def digest(value: Json) -> str:
    """Return the digest of legal actions or facts, as files of games store it."""
    return hashlib.sha256(compact(value).encode("ascii")).hexdigest()[:DIGITS]


def describe_steps(table: Table) -> list[dict[str, Json]]:
    """Return the steps of a game for a file: the legal actions before each event, and the facts at the end."""
    steps: list[dict[str, Json]] = []
    for ply in range(table.plies + 1):
        then = table.at(ply)
        steps.append({"legal": digest({str(actor): list(actions) for actor, actions in then.legal().items()})})
    steps[-1]["full"] = table.facts()
    return steps
