"""Three twelve-sided dice: the possible rolls, and the ways to use them (R7)."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from tableronde.games.kaplan.rules.dial import PLACES

Use = tuple[int, ...]
ROLLS: Final = tuple(sorted("roll {} {} {}".format(*dice) for dice in combinations_with_replacement(PLACES, 3)))
_ORDERS: Final = {1: 1, 2: 3, 3: 6}  # by number of different dice: the number of orders in which they can fall
WEIGHTS: Final = {roll: _ORDERS[len(set(roll.split()[1:]))] for roll in ROLLS}


class Way(NamedTuple):
    """One way to use the dice: the places it gives, and the calculation that leads there."""

    use: Use
    reckoning: str = ""  # "7-3"; empty for the dice as rolled


def numbers(words: Iterable[str]) -> tuple[int, ...]:
    """Numbers from the words of an action."""
    return tuple(int(word) for word in words)


def ways(dice: tuple[int, ...]) -> Iterator[Way]:
    """R7: the dice as rolled, then every sum and difference that is a place, each with the third die."""
    yield Way(tuple(sorted(dice)))
    for i, third in enumerate(dice):
        low, high = sorted(dice[:i] + dice[i + 1 :])
        for made, sign in ((high + low, "+"), (high - low, "-")):
            if made in PLACES:  # Q4
                yield Way(tuple(sorted((made, third))), f"{high}{sign}{low}")


def uses(dice: tuple[int, ...]) -> set[Use]:
    """All places that some use of the dice gives."""
    return {way.use for way in ways(dice)}
