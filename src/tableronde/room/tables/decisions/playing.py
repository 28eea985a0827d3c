"""Actions in the game of a table, the chance events after them, and undo."""

from dataclasses import replace
from random import Random

from tableronde.game import CHANCE, Action, Event, Illegal, Seat
from tableronde.play import arena
from tableronde.record import Record
from tableronde.room.base.faults import UNPLAYED, Faulty, game_code
from tableronde.room.base.refusals import Refused
from tableronde.room.saved.saved import RESIGNED, STOPPED, Ended, Header, Note
from tableronde.room.tables.decisions.change import Change, Snapshot
from tableronde.room.tables.table_status import decided_winners
from tableronde.table import Table


def play_events(table: Table, events: tuple[Event, ...], rng: Random) -> None:
    """Play events and the chance events that follow. If the game's code fails, nothing has happened."""
    before = table.plies
    try:
        with game_code(table.box, UNPLAYED):
            for event in events:
                table.play(*event)
            while CHANCE in table.legal():
                table.play(*arena.roll(table, rng))
    except Faulty:
        rewind(table, before)
        raise


def rewind(table: Table, ply: int) -> tuple[Event, ...]:
    """Take back all events from `ply` on, and return them."""
    taken_back = tuple(table.events[ply:])
    while table.plies > ply:
        table.undo()
    return taken_back


def replay(table: Table, events: tuple[Event, ...]) -> None:
    """Play events again that were taken back."""
    for event in events:
        table.play(*event)


def dealt_table(table: Table, header: Header) -> Table:
    """Return a table of the same game with the deal of the header."""
    with game_code(table.box):
        return Table.replay(table.box, Record.read({**header.record, "events": []}))


def open_with_chance(table: Snapshot, ply: int) -> Change:
    """Play the chance event that opens the game, unless it has begun meanwhile."""
    if table.status != "playing" or table.table.plies != ply:
        return Change(table.saved)
    with game_code(table.box, UNPLAYED):
        return Change(table.saved, events=(Event(*arena.roll(table.table, table.rng)),))


def resign(table: Snapshot, seat: Seat) -> Change:
    """Resign for a seat, which ends the game: everybody outside its team has won."""
    table.check_playing()
    friends = next(team for team in table.table.game.teams(table.table.state) if seat in team)
    note = Note(seat, tuple(other for other in range(len(table.saved.seats)) if other not in friends))
    return Change(replace(table.saved, note=note, over=Ended(note.winners, round(table.now), RESIGNED)))


def end_decided(table: Snapshot, seat: Seat) -> Change:
    """End a game that nothing can change any more, at the wish of a seat and with the consent of the others."""
    table.check_playing()
    winners = decided_winners(table.table)
    if winners is None:
        raise Refused("Le résultat peut encore changer.", "The result can still change.")
    scores = table.table.facts().get("scores")
    note = Note(seat, winners, STOPPED, tuple(map(float, scores)) if isinstance(scores, list) else ())
    return Change(replace(table.saved, note=note, over=Ended(winners, round(table.now), STOPPED, note.scores)))


def acted_since(table: Table, seat: Seat, ply: int | None) -> Action | None:
    """Return the first action of a seat since `ply`, if there is one."""
    if ply is None or ply >= table.plies:
        return None
    return next((event.action for event in table.events[ply:] if event.actor == seat), None)


def late_error(table: Table, seat: Seat, action: Action) -> Exception:
    """Return the error for an action that was chosen before the seat did something else: of the rules, or of the room."""
    refusal = table.why_not(seat, action)
    return Illegal(refusal) if refusal else Refused("Vous avez déjà joué depuis.", "You have already moved since.")
