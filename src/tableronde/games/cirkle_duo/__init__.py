"""cirKle KIDS × DUO 228 in one folder."""

from tableronde.box import Box
from tableronde.games.cirkle_duo.bots import BOTS
from tableronde.games.cirkle_duo.figures import LOOKS
from tableronde.games.cirkle_duo.rules import CirkleDuo
from tableronde.games.cirkle_duo.scene import draw
from tableronde.games.cirkle_duo.texts import BLURB, REASONS, TIPS, TITLE, house_rules, label, tell
from tableronde.options import Variant
from tableronde.text import Text

BOX = Box(
    rules=CirkleDuo,
    title=TITLE,
    draw=draw,
    blurb=BLURB,
    goal=Text(
        "Retrouvez de mémoire les pions de vos cartes ou de vos dés avant les autres.",
        "Find the pegs of your cards or dice from memory before the others do.",
    ),
    age=8,
    minutes=30,
    tell=tell,
    label=label,
    reasons=REASONS,
    house_rules=house_rules,
    tips=TIPS,
    variants=(
        Variant("sheet-1", Text("Comme sur la feuille 1", "As on sheet 1"), {"mode": "cards"}),
        Variant("dice", Text("Avec les dés", "With dice"), {"mode": "dice"}),
        Variant("bridge", Text("La passerelle", "The bridge"), {"mode": "bridge"}),
        Variant("calm-bridge", Text("La passerelle, sans course", "The bridge, without the race"), {"mode": "bridge", "slap": False}),
        Variant("gentle", Text("En douceur, pour les enfants", "Gentle for children"), {"mode": "cards", "forbidden_when_seen": True}),
        Variant("quick", Text("Cinq minutes : la série", "Five minutes: the series"), {"mode": "cards", "family_win": ["series"]}),
    ),
    fading=("revealed",),
    looks=LOOKS,
    bots=BOTS,
    package=__name__,
)
