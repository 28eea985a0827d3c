"""Acts on one table: close it, hide it, open it again, erase it."""

import json
from typing import Final

from tableronde.room.administration.ledger import Ledger, Transaction
from tableronde.room.administration.policy import hash_guest
from tableronde.room.base.logs import hash_secret
from tableronde.room.saved.saved import Moderated

MODERATED: Final = "moderated"
_ACTS: Final[dict[Moderated, str]] = {"closed": "close_table", "hidden": "hide_table", "": "reopen_table"}


def moderate(ledger: Ledger, table: str, how: Moderated) -> None:
    """Close a table (nobody plays there), hide it (nobody sees it), or open it again."""
    with ledger.acting(_ACTS[how], hash_secret(table)) as act:
        act.fence(table)
        act.archive.put_document(table, MODERATED, json.dumps(how))


def erase_table(ledger: Ledger, table: str) -> None:
    """Erase a table with all that was played and said there; nobody can bring it back."""
    with ledger.acting("erase_table", hash_secret(table)) as act:
        erase_within(act, table)


def erase_within(act: Transaction, table: str) -> None:
    """Erase a table as a part of an act."""
    act.fence(table)
    act.archive.delete_table(table)
    act.note_erased(hash_guest(table))
