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
        "Alignez quatre de vos cercles : un pion montre le sien en sautant.",
        "Line up four of your circles: a pawn shows its circle by jumping.",
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
        Variant("short", Text("Nulle après 120 coups", "A draw after 120 moves"), {"max_plies": 120}),
    ),
    looks=LOOKS,
    bots=LEVELS,
    package=__name__,
    style=style,
    seat_names=NAMES,
)
