"""The levels of Karta Doppio, weakest first. Of thousands of placings only those that look best at once are followed up.

The virtuoso and the master judge as they have learned by themselves; all others by what people told them. The champion was the
master before. Their play need not vary: no two games are dealt alike.
"""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.karta_doppio import judgement
from tableronde.games.karta_doppio.kernel import from_state

BOTS: Final = {
    **level_makers(
        from_state,
        {
            "child": Level(simulations=30, lapses=0.8, glance=3, overlooked=0.95, patience=1, widest=60),
            "amateur": Level(simulations=70, lapses=0.3, overlooked=0.9, patience=1, widest=60),
            "regular": Level(simulations=250, lapses=0.11, overlooked=0.9, patience=1, widest=60),
            "expert": Level(simulations=1_200, lapses=0.04, overlooked=0.9, patience=1, widest=60),
            "champion": Level(simulations=6_000, seconds=3.0, patience=1, widest=60, variety=0.01),
        },
    ),
    **level_makers(
        judgement.from_state,
        {
            "virtuoso": Level(simulations=85, patience=1, widest=60),
            "master": Level(simulations=15_000, seconds=3.0, patience=1, widest=60, thorough=True),
        },
    ),
}
