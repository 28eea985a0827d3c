"""The levels of Four Circles, weakest first. A single oversight, such as a missed line of three, often loses the game.

The virtuoso and the master evaluate positions with learned weights; all other levels follow hand-written rules. The champion was
the master of earlier versions.
"""

from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.four_circles.bots import judgement
from tableronde.games.four_circles.kernel import from_state
from tableronde.text import Text

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
LEVEL_TEXTS: Final = {
    "child": (Text("enfant", "child"), Text("découvre le jeu", "new to the game")),
    "amateur": (Text("amateur", "amateur"), Text("joue avec bon sens", "plays sensibly")),
    "regular": (Text("habitué", "regular"), Text("connaît les pièges", "knows the traps")),
    "expert": (Text("expert", "expert"), Text("se trompe rarement", "rarely makes mistakes")),
    "champion": (Text("champion", "champion"), Text("a gagné des tournois", "has won tournaments")),
    "virtuoso": (Text("virtuose", "virtuoso"), Text("a appris tout seul", "has taught itself")),
    "master": (Text("maître", "master"), Text("ne pardonne rien", "forgives nothing")),
}
