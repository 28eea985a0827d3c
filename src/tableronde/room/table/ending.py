"""How a table ended, in words."""

from tableronde.game import Outcome
from tableronde.room.table.gathering import RoomTable
from tableronde.text import NOTHING, Text, same


def result(table: RoomTable) -> Text:
    """How it ended, in a sentence; nothing while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return NOTHING
    reason = _reason(table, outcome)
    winners = [table.table.names[seat] for seat in outcome.winners]
    if not winners:
        return Text(f"Personne ne gagne : {reason.fr}.", f"Nobody wins: {reason.en}.")
    if len(winners) == len(table.chairs) > 1:
        return Text(f"Partie nulle : {reason.fr}.", f"A draw: {reason.en}.")
    who = _listed(winners)
    if len(winners) == 1:
        return Text(f"{who.fr} gagne : {reason.fr}.", f"{who.en} wins: {reason.en}.")
    return Text(f"{who.fr} gagnent : {reason.fr}.", f"{who.en} win: {reason.en}.")


def _reason(table: RoomTable, outcome: Outcome) -> Text:
    if table.note is not None:
        who = table.table.names[table.note.seat]
        return Text(f"{who.fr} abandonne", f"{who.en} resigns")
    return table.box.reasons.get(outcome.reason, same(outcome.reason)).named(table.table.names)


def _listed(names: list[Text]) -> Text:
    """Names with commas, and an "and" before the last."""
    if len(names) == 1:
        return names[0]
    head, last = names[:-1], names[-1]
    return Text(f"{', '.join(name.fr for name in head)} et {last.fr}", f"{', '.join(name.en for name in head)} and {last.en}")
