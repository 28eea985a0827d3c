"""First cards of Karta Doppio that are equivalent: the turn of the first card makes no difference."""

from tableronde.game import Action
from tableronde.games.karta_doppio.rules import State


def alike(state: State, action: Action) -> str:
    """The card and its side, without the turn."""
    card, _, _ = action.partition("@")
    return card[:-1]
