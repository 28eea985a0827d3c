"""The result of a table in words."""

from collections.abc import Sequence

from tableronde.box import Box
from tableronde.game import Outcome, Seat
from tableronde.play.outcomes import listed, sentence
from tableronde.room.saved.saved import STOPPED, Note
from tableronde.room.tables.table_session import TableSession
from tableronde.room.tables.table_status import LONGEST
from tableronde.text import NOTHING, Text, same

NOBODY = Text("Personne ne marque de point", "Nobody scores")


def describe_result(session: TableSession) -> Text:
    """Describe the result in a sentence; nothing while the game is in progress."""
    outcome = session.outcome
    if outcome is None:
        return NOTHING
    names = session.table.names
    reason = describe_reason(outcome, session.box, names, session.saved.note, session.limits.events_per_table)
    if is_nobodys(outcome):
        return with_reason(session.box.reasons.get("nobody", NOBODY), reason)
    return sentence(outcome.winners, names, reason)


def is_nobodys(outcome: Outcome) -> bool:
    """Return whether several seats share the win only because others have lost points."""
    return len(outcome.winners) > 1 and bool(outcome.scores) and max(outcome.scores) == 0 > min(outcome.scores)


def describe_personal_result(session: TableSession, mine: frozenset[Seat]) -> Text:
    """Describe the result for one player; nothing for spectators, several players on one screen, or if all seats have the same result."""
    outcome = session.outcome
    if outcome is None or len(mine) != 1:
        return NOTHING
    [seat] = mine
    if is_nobodys(outcome) or not outcome.winners or len(outcome.winners) == len(session.saved.seats) > 1:
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


def describe_reason(outcome: Outcome, box: Box, names: Sequence[Text], note: Note | None, most: int) -> Text:
    """Describe why a game ended, as part of a sentence; `most` is the number of events after which the room ends a game."""
    if outcome.reason == STOPPED:
        return Text("plus rien ne pouvait changer le résultat", "nothing could change the result anymore")
    if note is not None:
        who = names[note.seat]
        return Text(f"{who.fr} abandonne", f"{who.en} resigns")
    if outcome.reason == LONGEST:
        return Text(f"dans cette salle, une partie s’arrête après {most} coups", f"games in this room end after {most} moves")
    return box.reasons.get(outcome.reason, same(outcome.reason)).named(names)


def with_reason(result: Text, reason: Text) -> Text:
    """Return a sentence that says how a game ended, and why."""
    return Text(f"{result.fr} : {reason.fr}.", f"{result.en}: {reason.en}.")
