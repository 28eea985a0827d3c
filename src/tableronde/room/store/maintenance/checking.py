"""Checks a store: every table's documents, and its record replayed by the rules."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from tableronde.box import Box
from tableronde.plugins.loader import describe_error
from tableronde.record import BrokenRecord, Record
from tableronde.room.store.maintenance.archive import Archive, ArchivedTable
from tableronde.table import Table

Progress = Callable[[int, int], None]


class Findings:
    """The results of a check."""

    def __init__(self) -> None:
        self.tables = self.events = self.replayed = 0
        self.faults: dict[str, str] = {}  # by table
        self.unknown_games: Counter[str] = Counter()  # tables by games that are not on the shelf

    def check_table(self, table: ArchivedTable, boxes: Mapping[str, Box]) -> None:
        """Check one table: its record, replayed by the rules, must be identical."""
        self.tables += 1
        self.events += len(table.events)
        try:
            record = table.read_record()
            box = boxes.get(record.game)
            if box is None:
                self.unknown_games[record.game] += 1
            elif _replay(record, box).digest != table.record:
                self.faults[table.table] = "its record differs when it is replayed"
            else:
                self.replayed += 1
        except (BrokenRecord, LookupError) as error:
            self.faults[table.table] = str(error.args[0])
        except Exception as error:  # in a game's own code
            self.faults[table.table] = f"its game's code fails on it ({describe_error(error)})"


def _replay(record: Record, box: Box) -> Record:
    """Replay a record. Options or notes that later rules would add are not part of it."""
    played = Table.replay(box, record).record()
    return replace(record, players=played.players, setup=played.setup, events=played.events)


def check_archive(archive: Archive, boxes: Mapping[str, Box], progress: Progress) -> Findings:
    """Check every table of a store in one snapshot."""
    findings = Findings()
    with archive.snapshot():
        number = archive.count()
        for done, table in enumerate(archive.read_tables(), 1):
            findings.check_table(table, boxes)
            progress(done, number)
    return findings
