"""Turn records into tables: one row for each choice, with the seat's observation, its action and the result."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from tableronde.bots.simple import settled
from tableronde.game import CHANCE, Json
from tableronde.play.outcomes import returns
from tableronde.record import Record
from tableronde.shelf import Shelf
from tableronde.spaces import spaces_of
from tableronde.table import Table

BATCH: Final = 2_000  # rows written at once
VERSION: Final = "tableronde-dataset-1"


def records(path: Path) -> Iterator[Record]:
    """Read the records in a file: one, or one on each line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        yield from (Record.parse(line) for line in text.splitlines() if line.strip())
    else:
        yield Record.parse(text)


def rows(record: Record, shelf: Shelf) -> Iterator[dict[str, Json]]:
    """Yield a row for each choice in a record, in order; actions of chance have none."""
    whole = Table.replay(shelf.box(record.game), record)
    spaces, gained = spaces_of(whole.box, whole.game), returns(whole.outcome, record.players) if whole.outcome else None
    common = {
        "game": record.game,
        "edition": record.edition,
        "spaces": spaces.edition,
        "record": record.digest,
        "players": record.players,
        "options": json.dumps(dict(record.options), sort_keys=True),
        "events": len(record.events),
    }
    for ply, (seat, action) in enumerate(record.events):
        if seat != CHANCE:
            then = whole.at(ply)
            view = then.view(seat)
            yield {
                **common,
                "ply": ply,
                "seat": seat,
                "action": action,
                "number": _number(spaces, view, seat, action),
                "legal": sorted(spaces.numbered(view, seat, settled(then.legal()[seat]))),
                "observation": spaces.observe(view, seat),
                "value": gained[seat] if gained else None,
            }


def _number(spaces: Any, view: Any, seat: int, action: str) -> int | None:
    """Return an action's number; None if it is a word of the player's own without one."""
    try:
        return int(spaces.number(view, seat, action))
    except LookupError:
        return None


def write(paths: Iterable[Path], target: Path, shelf: Shelf) -> int:
    """Turn files of records into a Parquet file; return its number of rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    fields = [("game", pa.string()), ("edition", pa.int16()), ("spaces", pa.int16()), ("record", pa.string()), ("players", pa.int8())]
    fields += [("options", pa.string()), ("events", pa.int32()), ("ply", pa.int32()), ("seat", pa.int8()), ("action", pa.string())]
    fields += [("number", pa.int32()), ("legal", pa.list_(pa.int32())), ("observation", pa.binary()), ("value", pa.float32())]
    schema = pa.schema(fields, metadata={"format": VERSION})
    every = (row for path in paths for record in records(path) for row in rows(record, shelf))
    count = 0
    with pq.ParquetWriter(target, schema, compression="zstd") as writer:
        while batch := list(islice(every, BATCH)):
            writer.write_table(pa.Table.from_pylist(batch, schema))
            count += len(batch)
    return count
