"""Several people at one screen who race to be first: a button and a key for each of them."""

from tableronde.game import Action, Json, Seat, is_open
from tableronde.room.table.gathering import Gathering
from tableronde.room.table.windows import DECLINE
from tableronde.text import Language


def race(gathering: Gathering, mine: frozenset[Seat], language: Language) -> Json:
    """For a device that holds several seats: which of them may jump in, with what, and how they let it pass; None if there is no race."""
    people = {seat for seat in mine if gathering.chairs[seat].kind == "person"}
    seats = sorted(people & gathering.running)
    if gathering.window is None or len(people) < 2 or not seats:
        return None
    jumps = {tuple(action for action in gathering.table.legal()[seat] if action != DECLINE) for seat in seats}
    if len(jumps) > 1 or len(actions := jumps.pop()) != 1 or is_open(actions[0]):
        return None  # more than one press: they have to take turns at the screen
    return {"seats": seats, "jump": _button(gathering, actions[0], language), "pass": _button(gathering, DECLINE, language)}


def _button(gathering: Gathering, action: Action, language: Language) -> Json:
    *picked, word = gathering.table.game.touch(action)
    return {"action": action, "label": gathering.moment.label(word, tuple(picked), {})[language]}
