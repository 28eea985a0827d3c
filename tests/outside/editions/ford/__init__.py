"""The Ford with two editions of its rules: stones also take straight ahead in the second."""

from tableronde.box import Box
from tableronde.options import Variant
from tableronde.text import Text

from . import rules_v1
from .picture import draw
from .rules import Ford
from .rules_v1 import judge
from .words import BLURB, REASONS, TIPS, tell

BOX = Box(
    rules=Ford,
    title=Text("Le Gué", "The Ford"),
    draw=draw,
    blurb=BLURB,
    age=8,
    minutes=15,
    tell=tell,
    judge=judge,
    reasons=REASONS,
    tips=TIPS,
    variants=(Variant("long", Text("Deux rangées de pierres", "Two rows of stones"), {"rows": 2}),),
    seat_names=(Text("Saule", "Willow"), Text("Roseau", "Reed")),
    package=__name__,
    editions={1: rules_v1.Ford, 2: Ford},
)
