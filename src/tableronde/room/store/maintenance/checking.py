"""Looking through a store: every table's documents, and its record played again by the rules."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from tableronde.box import Box
from tableronde.outside import told
from tableronde.record import BrokenRecord, Record
from tableronde.room.store.care.archive import Archive, Filed
from tableronde.table import Table

Progress = Callable[[int, int], None]


class Findings:
    """What was found."""

    def __init__(self) -> None:
        self.tables = self.events = self.replayed = 0
        self.faults: dict[str, str] = {}  # by table
        self.strangers: Counter[str] = Counter()  # tables by games that are not on the shelf

    def look(self, filed: Filed, boxes: Mapping[str, Box]) -> None:
        """Look at one table: its record, played again by the rules, must be the very same record."""
        self.tables += 1
        self.events += len(filed.events)
        try:
            record = filed.read()
            box = boxes.get(record.game)
            if box is None:
                self.strangers[record.game] += 1
            elif _again(record, box).digest != filed.record:
                self.faults[filed.table] = "its record is another when it is played again"
            else:
                self.replayed += 1
        except (BrokenRecord, LookupError) as error:
            self.faults[filed.table] = str(error.args[0])
        except Exception as error:  # in a game's own code
            self.faults[filed.table] = f"its game fails over it ({told(error)})"


def _again(record: Record, box: Box) -> Record:
    """The record of the same game played again. What later rules would add to its options or notes is not its own."""
    played = Table.replay(box, record).record()
    return replace(record, players=played.players, setup=played.setup, events=played.events)


def check(archive: Archive, boxes: Mapping[str, Box], progress: Progress) -> Findings:
    """Look at every table of a store, as it is at one moment."""
    findings = Findings()
    with archive.snapshot():
        number = archive.count()
        for done, filed in enumerate(archive.filed(), 1):
            findings.look(filed, boxes)
            progress(done, number)
    return findings
