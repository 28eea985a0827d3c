"""The levels of CirKis, weakest first."""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.cirkis.kernel import from_state

LEVELS: Final = level_makers(
    from_state,
    {
        "child": Level(simulations=150, lapses=0.6),
        "amateur": Level(simulations=600, lapses=0.33),
        "regular": Level(simulations=2_500, lapses=0.14),
        "expert": Level(simulations=10_000, lapses=0.05),
        "master": Level(simulations=200_000, seconds=3.0, patience=4),
    },
)
