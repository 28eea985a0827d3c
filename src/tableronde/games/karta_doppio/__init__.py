"""Karta Doppio in one folder."""

from tableronde.box import Box
from tableronde.games.karta_doppio.bots import judge
from tableronde.games.karta_doppio.levels import LEVELS
from tableronde.games.karta_doppio.pieces import LOOKS
from tableronde.games.karta_doppio.rules import KartaDoppio
from tableronde.games.karta_doppio.scene import draw, rotate, style
from tableronde.games.karta_doppio.texts import BLURB, REASONS, TIPS, TITLE, chapter, coach, house_rules, label, tell
from tableronde.options import Variant
from tableronde.text import Text

BOX = Box(
    rules=KartaDoppio,
    title=TITLE,
    draw=draw,
    blurb=BLURB,
    goal=Text(
        "Ayez le plus de jetons : un par ligne de quatre points à vous.", "Have most tokens: one for each line of four points of yours."
    ),
    age=8,
    minutes=15,
    tell=tell,
    label=label,
    judge=judge,
    reasons=REASONS,
    tips=TIPS,
    variants=(
        Variant("single", Text("Une partie", "A single game"), {}),
        Variant("double", Text("Partie et revanche", "A double match"), {"match": "double"}),
        Variant("mirrored", Text("Des motifs et leurs reflets", "Patterns and their mirror images"), {"deck": "mirrored"}),
        Variant("full", Text("Les trente cartes", "All thirty cards"), {"deck": "full"}),
    ),
    house_rules=house_rules,
    looks=LOOKS,
    style=style,
    rotate=rotate,
    chapter=chapter,
    coach=coach,
    bots=LEVELS,
    package=__name__,
)
