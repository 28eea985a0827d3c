"""The levels of CirKis, weakest first."""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.cirkis.kernel import from_state

LEVELS: Final = level_makers(
    from_state,
    {
        "child": Level(simulations=50, lapses=0.9),
        "amateur": Level(simulations=170, lapses=0.58),
        "regular": Level(simulations=600, lapses=0.28),
        "expert": Level(simulations=3_000, lapses=0.11),
        "master": Level(simulations=200_000, seconds=3.0, patience=4),
    },
)
