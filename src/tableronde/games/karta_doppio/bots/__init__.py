"""The levels of Karta Doppio, weakest first. Search follows only the most promising of thousands of placings.

The virtuoso and the master evaluate positions with learned weights; all other levels follow hand-written rules. The champion was
the master of earlier versions. Their play need not vary, since every deal is different.
"""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.karta_doppio.bots import judgement
from tableronde.games.karta_doppio.kernel import from_state
from tableronde.text import Text

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
LEVEL_TEXTS: Final = {
    "child": (Text("enfant", "child"), Text("découvre le jeu", "new to the game")),
    "amateur": (Text("amateur", "amateur"), Text("joue avec bon sens", "plays sensibly")),
    "regular": (Text("habitué", "regular"), Text("connaît les pièges", "knows the traps")),
    "expert": (Text("expert", "expert"), Text("se trompe rarement", "rarely makes mistakes")),
    "champion": (Text("champion", "champion"), Text("a gagné des tournois", "has won tournaments")),
    "virtuoso": (Text("virtuose", "virtuoso"), Text("a appris tout seul", "has taught itself")),
    "master": (Text("maître", "master"), Text("ne pardonne rien", "forgives nothing")),
}
