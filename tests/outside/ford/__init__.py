"""The Ford: an outside game in one folder, open, on a board of hexagons."""

from tableronde.box import Box
from tableronde.credits import Credits
from tableronde.options import Variant
from tableronde.text import Text

from .picture import draw
from .rules import Ford, judge
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
    credits=Credits(others=("the makers of Table Ronde",)),
)
