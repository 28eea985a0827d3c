"""What is worth watching of the latest event: somebody looks at a card, or the dice roll."""

from typing import Final

from tableronde.games.kaplan.rules.dial import CARDS
from tableronde.games.kaplan.rules.state import Resolution, State

LOOK: Final = "look"  # at the letter or the clue of the latest resolution
ROLL: Final = "roll"


def news(before: State, after: State) -> tuple[str, ...]:
    """What an event has given to watch. The dice often follow at once on a bet: then what that bet has given is still to be watched."""
    if after.dice and not before.dice:
        return (*before.news, ROLL)
    return (LOOK,) if after.last != before.last and after.last and _opens(after.last) else ()


def _opens(last: Resolution) -> bool:
    """Whether a card is looked at: a letter, or a clue once it is chosen."""
    return last.face == "K" or last.clue in CARDS
