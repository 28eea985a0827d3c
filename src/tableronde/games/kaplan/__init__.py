"""Le Cadran de Kaplan in one folder."""

from tableronde.box import Box
from tableronde.games.kaplan import marks, pawns
from tableronde.games.kaplan.bots import BOTS, judge
from tableronde.games.kaplan.coaching import coach
from tableronde.games.kaplan.commands import COMMANDS
from tableronde.games.kaplan.rules import Kaplan
from tableronde.games.kaplan.scene import draw
from tableronde.games.kaplan.texts import BLURB, REASONS, TIPS, TITLE, label, tell
from tableronde.options import Variant
from tableronde.text import Text

BOX = Box(
    rules=Kaplan,
    title=TITLE,
    draw=draw,
    blurb=BLURB,
    goal=Text("Devinez le mot caché et annoncez-le avant les autres.", "Guess the hidden French word and announce it before the others."),
    age=12,
    minutes=45,
    tell=tell,
    label=label,
    judge=judge,
    coach=coach,
    reasons=REASONS,
    tips=TIPS,
    variants=(
        Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
        Variant("bluff", Text("Bluff : deux jetons cachés", "Bluff: two hidden tokens"), {"bluff": True}),
        Variant("no-dice", Text("Sans dés", "Without dice"), {"no_dice": True}),
        Variant("bluff-no-dice", Text("Bluff et sans dés", "Bluff, without dice"), {"bluff": True, "no_dice": True}),
        Variant("alone", Text("Chacun pour soi : sans alliances", "Each on their own: no alliances"), {"alliances": False}),
        Variant("tints", Text("Jetons au dos teinté", "Tokens with tinted backs"), {"token_tints": True}),
        Variant("strict", Text("À la lettre près", "To the letter"), {"strict_words": True}),
    ),
    looks={**marks.LOOKS, **pawns.LOOKS},
    bots=BOTS,
    commands=COMMANDS,
    package=__name__,
)
