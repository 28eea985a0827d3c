"""A record played again under rules that have changed: as far as it fits, and why not further."""

from tableronde.box import Box
from tableronde.dev.game_faults import describe_fault
from tableronde.game import Illegal, Json
from tableronde.options import as_recorded
from tableronde.record import Record
from tableronde.table import Table
from tableronde.text import Language

Misfit = dict[str, Json]  # the number of the event, the event itself, and why it does not fit


def refold(box: Box, record: Record, language: Language) -> tuple[Table, Misfit | None]:
    """Return the table after the events that fit, and the first event that does not.

    If not even the set-up fits, the table is a new deal with the default options, and the number of the event is 0.
    """
    try:
        table = Table(box, record.players, as_recorded(box.game_type.options_type, record.options), record.setup)
    except Exception as error:
        return Table(box, _players(box, record.players)), _describe(0, None, error)
    for i, event in enumerate(record.events, 1):
        try:
            table.play(*event)
        except Illegal as illegal:
            clause = f" ({illegal.refusal.clause})" if illegal.refusal.clause else ""
            return table, {"event": i, "actor": str(event.actor), "action": event.action, "why": illegal.refusal.text[language] + clause}
        except Exception as error:
            return table, _describe(i, (str(event.actor), event.action), error)
    return table, None


def _players(box: Box, wanted: int) -> int:
    return wanted if wanted in box.game_type.players else min(box.game_type.players)


def _describe(number: int, event: tuple[str, str] | None, error: Exception) -> Misfit:
    actor, action = event or ("", "")
    fault = describe_fault(error)
    shown = None if isinstance(error, ValueError) and not number else fault
    return {"event": number, "actor": actor, "action": action, "why": f"{fault['kind']}: {fault['text']}", "fault": shown}
