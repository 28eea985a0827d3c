"""Mistigri: an outside game in one folder, with private hands, a sealed exchange and tricks."""

from tableronde.box import Box
from tableronde.credits import Credits
from tableronde.options import Variant
from tableronde.text import Text
from tableronde.theme import Look

from .picture import draw
from .rules import Mistigri, judge
from .words import BLURB, REASONS, TIPS, house_rules, label, tell

BOX = Box(
    rules=Mistigri,
    title=Text("Mistigri", "Mistigri"),
    draw=draw,
    blurb=BLURB,
    age=9,
    minutes=10,
    tell=tell,
    label=label,
    judge=judge,
    reasons=REASONS,
    house_rules=house_rules,
    tips=TIPS,
    variants=(
        Variant("usual", Text("Avec l’échange", "With the exchange"), {}),
        Variant("straight", Text("Sans échange", "Without the exchange"), {"exchange": False}),
    ),
    looks={"scarlet": Look(ink="#a8261c")},
    package=__name__,
    credits=Credits(others=("the makers of Table Ronde",)),
)
