"""Windows: moments in which several seats race to be first, and those who let the time pass decline.

Nobody may answer before everybody could see what it is about: a window opens when the film of the moment has ended.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tableronde.game import Action, Json, Seat, is_open
from tableronde.text import Language

if TYPE_CHECKING:
    from tableronde.room.table.gathering import RoomTable

DECLINE: Final[Action] = "decline"  # what is said for those who let a window close


@dataclass
class Window:
    """When those who are asked may answer, and until when."""

    opens: float
    ends: float
    is_open: bool


def window_of(table: "RoomTable", now: float) -> Window | None:
    """The window a table is in, if it is in one; once begun it keeps its times."""
    waited, legal = table.running, table.table.legal()
    if not waited or not all(DECLINE in legal[seat] for seat in waited):
        return None
    if table.window is not None:
        return table.window
    if len(waited) == 1 or table.table.game.sealed(table.table.state):
        return None  # no race: nobody else waits to be first
    opens = now + lead_in(table)
    return Window(opens, opens + table.settings.window, opens == now)


def lead_in(table: "RoomTable") -> float:
    """The seconds in which everybody only watches; none where only bots play and nobody looks on."""
    seen = table.watched or any(chair.kind == "person" for chair in table.chairs)
    return table.moment.scene(None, ()).lasts if seen else 0.0


def race(table: "RoomTable", mine: frozenset[Seat], language: Language) -> Json:
    """For a device that holds several seats: which of them may jump in, with what, and how they let it pass; None if there is no race."""
    people = {seat for seat in mine if table.chairs[seat].kind == "person"}
    seats = sorted(people & table.running)
    if table.window is None or len(people) < 2 or not seats:
        return None
    jumps = {tuple(action for action in table.table.legal()[seat] if action != DECLINE) for seat in seats}
    if len(jumps) > 1 or len(actions := jumps.pop()) != 1 or is_open(actions[0]):
        return None  # more than one press: they have to take turns at the screen
    return {"seats": seats, "jump": _button(table, actions[0], language), "pass": _button(table, DECLINE, language)}


def _button(table: "RoomTable", action: Action, language: Language) -> Json:
    *picked, word = table.table.game.touch(action)
    return {"action": action, "label": table.moment.label(word, tuple(picked), {})[language]}
