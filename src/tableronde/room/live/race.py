"""Races between several players on one screen: a button and a key for each of them."""

from tableronde.game import Action, Seat, is_open
from tableronde.room.base.replies import RaceButtonReply, RaceReply
from tableronde.room.tables.reaction_windows import DECLINE
from tableronde.room.tables.table_session import TableSession
from tableronde.text import Language


def describe_race(session: TableSession, mine: frozenset[Seat], language: Language) -> RaceReply | None:
    """Return the race between several seats of one device: the action each may play and how to pass; None if there is no race."""
    people = {seat for seat in mine if session.saved.seats[seat].kind == "person"}
    seats = sorted(people & session.running)
    if session.timing.window is None or len(people) < 2 or not seats:
        return None
    jumps = {tuple(action for action in session.table.legal()[seat] if action != DECLINE) for seat in seats}
    if len(jumps) > 1 or len(actions := jumps.pop()) != 1 or is_open(actions[0]):
        return None  # several presses are needed: the players have to take turns
    return {"seats": seats, "jump": _make_button(session, actions[0], language), "pass": _make_button(session, DECLINE, language)}


def _make_button(session: TableSession, action: Action, language: Language) -> RaceButtonReply:
    *picked, word = session.table.game.touch(action)
    return {"action": action, "label": session.position.label(word, tuple(picked), {})[language]}
