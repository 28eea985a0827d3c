"""The levels of CirKis, weakest first.

From the virtuoso on they judge as they have learned by themselves; all others by what people told them. The champion was the
master before.
"""

from functools import partial
from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.cirkis import judgement
from tableronde.games.cirkis.kernel import from_state

learned: Final = partial(Level, patience=4, variety=0.025, wariness=0.5)

BOTS: Final = {
    **level_makers(
        from_state,
        {
            "child": Level(simulations=400, lapses=0.35),
            "amateur": Level(simulations=1_600, lapses=0.18),
            "regular": Level(simulations=7_000, lapses=0.075),
            "expert": Level(simulations=25_000, lapses=0.03),
            "champion": Level(simulations=200_000, seconds=3.0, patience=4, variety=0.01),
        },
    ),
    **level_makers(
        judgement.from_state,
        {
            "virtuoso": learned(simulations=430),
            "prodigy": learned(simulations=1_200),
            "sage": learned(simulations=3_800),
            "visionary": learned(simulations=15_000),
            "oracle": learned(simulations=55_000),
            "master": learned(simulations=200_000, seconds=3.0),
        },
    ),
}
