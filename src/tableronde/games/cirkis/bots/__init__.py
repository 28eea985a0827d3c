"""The levels of CirKis, weakest first.

From the virtuoso on, bots evaluate positions with learned weights; all lower levels follow hand-written rules. The champion was
the master of earlier versions.
"""

from functools import partial
from typing import Final

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.games.cirkis.bots import judgement
from tableronde.games.cirkis.kernel import from_state
from tableronde.text import Text

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
LEVEL_TEXTS: Final = {
    "child": (Text("enfant", "child"), Text("découvre le jeu", "new to the game")),
    "amateur": (Text("amateur", "amateur"), Text("joue avec bon sens", "plays sensibly")),
    "regular": (Text("habitué", "regular"), Text("connaît les pièges", "knows the traps")),
    "expert": (Text("expert", "expert"), Text("se trompe rarement", "rarely makes mistakes")),
    "champion": (Text("champion", "champion"), Text("a gagné des tournois", "has won tournaments")),
    "virtuoso": (Text("virtuose", "virtuoso"), Text("a appris tout seul", "has taught itself")),
    "prodigy": (Text("prodige", "prodigy"), Text("voit loin sans effort", "sees far without effort")),
    "sage": (Text("sage", "sage"), Text("pèse chaque coup", "weighs every move")),
    "visionary": (Text("visionnaire", "visionary"), Text("voit venir de loin", "sees it all coming")),
    "oracle": (Text("oracle", "oracle"), Text("devine où mène la partie", "sees where the game is heading")),
    "master": (Text("maître", "master"), Text("ne pardonne rien", "forgives nothing")),
}
