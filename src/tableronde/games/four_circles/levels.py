"""The levels of Four Circles, weakest first. One lapse often loses a game here: a line of three is overlooked only once."""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.four_circles.kernel import from_state

LEVELS: Final = level_makers(
    from_state,
    {
        "child": Level(simulations=100, lapses=0.6),
        "amateur": Level(simulations=400, lapses=0.3),
        "regular": Level(simulations=1_500, lapses=0.13),
        "expert": Level(simulations=8_000, lapses=0.04),
        "master": Level(simulations=200_000, seconds=3.0, patience=4),
    },
)
