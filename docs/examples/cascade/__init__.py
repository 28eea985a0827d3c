"""Cascade: stones fall into columns; the first player with four in a line wins. An example game with a kernel and levels."""

from tableronde.bots.kernel_bot import Level, level_makers
from tableronde.box import Box
from tableronde.text import Text

from .kernel import from_state
from .picture import draw
from .rules import Cascade, judge

LEVELS = level_makers(
    from_state,
    {
        "child": Level(simulations=30, lapses=0.5),
        "regular": Level(simulations=300, lapses=0.1),
        "master": Level(simulations=20_000, seconds=2.0),
    },
)
REASONS = {
    "line": Text("quatre pierres alignées", "four stones in a line"),
    "full": Text("tout est plein", "all columns are full"),
}
BOX = Box(
    rules=Cascade,
    title=Text("Cascade", "Cascade"),
    draw=draw,
    judge=judge,
    reasons=REASONS,
    bots=LEVELS,
    package=__name__,
)
