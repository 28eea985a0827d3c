"""The latest event as something to watch: a look at a card, or a roll of the dice."""

from typing import Final

from tableronde.games.kaplan.rules.dial import CARDS
from tableronde.games.kaplan.rules.state import Resolution, State

LOOK: Final = "look"  # at the letter or the clue of the latest resolution
ROLL: Final = "roll"


def news(before: State, after: State) -> tuple[str, ...]:
    """What an event lets players watch. If the dice follow a bet at once, the events of that bet are still to be watched."""
    if after.dice and not before.dice:
        return (*before.news, ROLL)
    return (LOOK,) if after.last != before.last and after.last and _opens(after.last) else ()


def _opens(last: Resolution) -> bool:
    """Whether somebody looks at a card: a letter, or a clue once it is chosen."""
    return last.face == "K" or last.clue in CARDS
