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
    goal=Text("Souvenez-vous de ce que cachent les chapeaux.", "Remember what the hats are hiding."),
    age=8,
    minutes=30,
    tell=tell,
    label=label,
    reasons=REASONS,
    house_rules=house_rules,
    tips=TIPS,
    variants=(
        Variant("sheet-1", Text("Les cartes", "Cards"), {"mode": "cards"}),
        Variant("dice", Text("Les dés", "Dice"), {"mode": "dice"}),
        Variant("bridge", Text("La passerelle", "The crossover"), {"mode": "bridge"}),
        Variant(
            "calm-bridge",
            Text("La passerelle au calme, sans frapper", "A calm crossover, without slapping"),
            {"mode": "bridge", "slap": False},
        ),
        Variant(
            "gentle",
            Text("Les cartes en douceur, pour les plus jeunes", "Gentle cards, for the youngest"),
            {"mode": "cards", "forbidden_when_seen": True},
        ),
        Variant(
            "quick",
            Text("Les cartes en cinq minutes : la première série gagne", "Cards in five minutes: the first series wins"),
            {"mode": "cards", "family_win": ["series"]},
        ),
    ),
    fading=("revealed",),
    looks=LOOKS,
    bots=BOTS,
    package=__name__,
)
