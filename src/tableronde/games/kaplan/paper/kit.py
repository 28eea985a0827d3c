"""The kit: everything in the box, with a deck in the language of the print."""

from typing import Final

from tableronde.games.kaplan.paper.board import dial, dice, pawns, tokens
from tableronde.games.kaplan.paper.cards import cards, sarcophagi
from tableronde.games.kaplan.paper.sheets import notebook, screens
from tableronde.games.kaplan.paper.strings import INSTEAD, NEEDS, PARTS, STEPS
from tableronde.kit import Kit, Wish
from tableronde.theme import Look

MINUTES: Final = 300
PRINTED: Final = {
    "dial-rim": Look(fill="#efe3c8", stroke="#8a6a1f", width=0.4),
    "dial-face": Look(fill="#f8f2e4", stroke="#8a6a1f", width=0.4),
    "dial-core": Look(fill="#f3ead7", stroke="#8a6a1f", width=0.4),
    "niche": Look(fill="#ffffff", stroke="#8a6a1f", width=0.4),
    "on-dial": Look(ink="#5a4a2a"),
    "spot-frame": Look(stroke="#5a4a2a", width=0.4, opacity=0.7),
    "symbol": Look(fill="#ffffff", stroke="#1d1714", width=0.4),
    "stripe": Look(fill="none", stroke="#1d1714", width=0.34),
    "plate": Look(fill="#ffffff", stroke="none", opacity=1.0, pattern="plain"),
    "content": Look(ink="#1d1714", font="serif"),
    "pane": Look(stroke="#3a3029", width=0.4),
    "blank": Look(fill="#ffffff"),
    "red-pane": Look(fill="#fbe9e5"),
    "green-pane": Look(fill="#e6f3ea"),
    "blue-pane": Look(fill="#e5eef7"),
    "yellow-pane": Look(fill="#fbf3da"),
    "lens": Look(fill="#ffffff", stroke="#8a6a1f", width=0.9),
    "lid": Look(opacity=0.55, width=0.5),
    "spot": Look(fill="#ffffff", stroke="#2b1a0c", width=0.4),
    "sign-line": Look(fill="none", stroke="#2b1a0c", width=0.9),
    "pawn": Look(fill="#ffffff", stroke="#8a6a1f", width=0.5),
    "sign": Look(stroke="#1d1714", width=0.4),
    "token-rim": Look(fill="none", stroke="#8a6a1f", width=0.4),
}


def kit(wish: Wish) -> Kit:
    """Everything in the box; the words on the cards are in the language of the print."""
    language = wish.language
    components = (*cards(language), *sarcophagi(), dial(), *tokens(), *pawns(), dice(), *screens(language))
    return Kit(components, MINUTES, NEEDS, STEPS, INSTEAD, PARTS, (notebook(language),), looks=PRINTED)
