"""CirKis in one folder."""

from tableronde.box import Box
from tableronde.games.cirkis.bots import judge
from tableronde.games.cirkis.levels import LEVELS
from tableronde.games.cirkis.looks import LOOKS
from tableronde.games.cirkis.rules import Cirkis
from tableronde.games.cirkis.scene import draw, style
from tableronde.games.cirkis.texts import BLURB, NAMES, REASONS, TIPS, TITLE, chapter, coach, house_rules, label, tell
from tableronde.options import Variant
from tableronde.text import Text

BOX = Box(
    rules=Cirkis,
    title=TITLE,
    draw=draw,
    blurb=BLURB,
    goal=Text(
        "Soyez à 40 points le premier, en dominant cercles et étoiles.",
        "Be the first to reach 40 points, by holding most of circles and stars.",
    ),
    age=8,
    minutes=30,
    tell=tell,
    label=label,
    judge=judge,
    reasons=REASONS,
    house_rules=house_rules,
    tips=TIPS,
    variants=(
        Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
        Variant("centre-circle", Text("Avec le cercle central", "With the centre circle"), {"centre_circle": True}),
        Variant("long-match", Text("Longue partie, jusqu’à 100 points", "A long match, up to 100 points"), {"long_match": True}),
        Variant(
            "long-match-centre-circle",
            Text("Longue partie, avec le cercle central", "A long match with the centre circle"),
            {"centre_circle": True, "long_match": True},
        ),
    ),
    looks=LOOKS,
    bots=LEVELS,
    package=__name__,
    style=style,
    chapter=chapter,
    coach=coach,
    seat_names=NAMES,
)
