"""The levels of Four Circles, weakest first. One lapse often loses a game here: a line of three is overlooked only once.

The virtuoso and the master judge as they have learned by themselves; all others by what people told them. The champion was the
master before.
"""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.four_circles import judgement
from tableronde.games.four_circles.kernel import from_state

BOTS: Final = {
    **level_makers(
        from_state,
        {
            "child": Level(simulations=120, lapses=0.57),
            "amateur": Level(simulations=500, lapses=0.28),
            "regular": Level(simulations=2_000, lapses=0.12),
            "expert": Level(simulations=8_000, lapses=0.06),
            "champion": Level(simulations=200_000, seconds=3.0, patience=4),
        },
    ),
    **level_makers(
        judgement.from_state,
        {
            "virtuoso": Level(simulations=13_000, patience=4, variety=0.02),
            "master": Level(simulations=200_000, seconds=3.0, patience=4, variety=0.02),
        },
    ),
}
