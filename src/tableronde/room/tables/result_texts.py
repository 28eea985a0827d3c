"""The result of a table in words."""

from collections.abc import Sequence

from tableronde.game import Outcome, Seat
from tableronde.play.outcomes import listed, sentence
from tableronde.room.saved.saved import STOPPED
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.table_status import LONGEST
from tableronde.text import NOTHING, Text

NOBODY = Text("Personne ne marque de point", "Nobody scores")


def describe_result(session: TableSession) -> Text:
    """Describe the result in a sentence; nothing while the game is in progress."""
    outcome = session.outcome
    if outcome is None:
        return NOTHING
    reason = _describe_reason(session, outcome)
    if _is_nobodys(outcome):
        nobody = session.box.reasons.get("nobody", NOBODY)
        return Text(f"{nobody.fr} : {reason.fr}.", f"{nobody.en}: {reason.en}.")
    return sentence(outcome.winners, session.table.names, reason)


def _is_nobodys(outcome: Outcome) -> bool:
    """Return whether several seats share the win only because others have lost points."""
    return len(outcome.winners) > 1 and bool(outcome.scores) and max(outcome.scores) == 0 > min(outcome.scores)


def describe_personal_result(session: TableSession, mine: frozenset[Seat]) -> Text:
    """Describe the result for one player; nothing for spectators, several players on one screen, or if all seats have the same result."""
    outcome = session.outcome
    if outcome is None or len(mine) != 1:
        return NOTHING
    [seat] = mine
    if _is_nobodys(outcome) or not outcome.winners or len(outcome.winners) == len(session.saved.seats) > 1:
        return NOTHING  # the same for everybody: the general sentence says it
    if seat in outcome.winners:
        return _describe_win([winner for winner in outcome.winners if winner != seat], session)
    return _describe_loss(outcome, seat)


def _describe_win(others: Sequence[Seat], session: TableSession) -> Text:
    if not others:
        return Text("Vous gagnez !", "You win!")
    names = listed([session.table.names[other] for other in others])
    return Text(f"Vous gagnez, avec {names.fr} !", f"You win, with {names.en}!")


def _describe_loss(outcome: Outcome, seat: Seat) -> Text:
    """Describe a loss, with the score in numbers alone, since only the game knows what it counts."""
    mine, best = (outcome.scores[seat], outcome.scores[outcome.winners[0]]) if outcome.scores else (0.0, 0.0)
    own, winning = _format_score(mine), _format_score(best)
    score = Text(f", {own} à {winning}", f", {own} to {winning}") if mine < best else NOTHING
    return Text(f"Cette fois, vous perdez{score.fr}.", f"This time you lose{score.en}.")


def _format_score(score: float) -> str:
    return f"{score:g}".replace("-", "−")


def _describe_reason(session: TableSession, outcome: Outcome) -> Text:
    if outcome.reason == STOPPED:
        return Text("plus rien ne pouvait changer le résultat", "nothing could change the result anymore")
    if session.saved.note is not None:
        who = session.table.names[session.saved.note.seat]
        return Text(f"{who.fr} abandonne", f"{who.en} resigns")
    if outcome.reason == LONGEST:
        most = session.limits.events_per_table
        return Text(f"dans cette salle, une partie s’arrête après {most} coups", f"games in this room end after {most} moves")
    return session.table.reason(outcome)
