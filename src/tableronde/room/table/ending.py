"""How a table ended, in words."""

from tableronde.game import Outcome
from tableronde.room.table.gathering import Gathering
from tableronde.text import NOTHING, Text, same


def result(gathering: Gathering) -> Text:
    """How it ended, in a sentence; nothing while it goes on."""
    outcome = gathering.outcome
    if outcome is None:
        return NOTHING
    reason = _reason(gathering, outcome)
    winners = [gathering.table.names[seat] for seat in outcome.winners]
    if not winners:
        return Text(f"Personne ne gagne : {reason.fr}.", f"Nobody wins: {reason.en}.")
    if len(winners) == len(gathering.chairs) > 1:
        return Text(f"Partie nulle : {reason.fr}.", f"A draw: {reason.en}.")
    who = _listed(winners)
    if len(winners) == 1:
        return Text(f"{who.fr} gagne : {reason.fr}.", f"{who.en} wins: {reason.en}.")
    return Text(f"{who.fr} gagnent : {reason.fr}.", f"{who.en} win: {reason.en}.")


def _reason(gathering: Gathering, outcome: Outcome) -> Text:
    if gathering.note is not None:
        who = gathering.table.names[gathering.note.seat]
        return Text(f"{who.fr} abandonne", f"{who.en} resigns")
    return gathering.box.reasons.get(outcome.reason, same(outcome.reason)).named(gathering.table.names)


def _listed(names: list[Text]) -> Text:
    """Names with commas, and an "and" before the last."""
    if len(names) == 1:
        return names[0]
    head, last = names[:-1], names[-1]
    return Text(f"{', '.join(name.fr for name in head)} et {last.fr}", f"{', '.join(name.en for name in head)} and {last.en}")
