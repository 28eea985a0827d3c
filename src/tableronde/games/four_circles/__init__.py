"""Four Circles in one folder."""

from tableronde.box import Box
from tableronde.games.four_circles.bots import judge
from tableronde.games.four_circles.levels import LEVELS
from tableronde.games.four_circles.rules import FourCircles
from tableronde.games.four_circles.scene import LOOKS, draw, style
from tableronde.games.four_circles.texts import BLURB, NAMES, REASONS, TIPS, TITLE, house_rules, label, tell
from tableronde.options import Variant
from tableronde.text import Text

BOX = Box(
    rules=FourCircles,
    title=TITLE,
    draw=draw,
    blurb=BLURB,
    goal=Text(
        "Alignez quatre de vos cercles ; un pion qui saute montre le sien.",
        "Line up four of your circles; a pawn that jumps shows its own.",
    ),
    age=8,
    minutes=20,
    tell=tell,
    label=label,
    judge=judge,
    reasons=REASONS,
    house_rules=house_rules,
    tips=TIPS,
    variants=(
        Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
        Variant("short", Text("Nulle après 120 actions", "A draw after 120 actions"), {"max_plies": 120}),
    ),
    looks=LOOKS,
    bots=LEVELS,
    package=__name__,
    style=style,
    seat_names=NAMES,
)
