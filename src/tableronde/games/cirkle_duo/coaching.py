"""The coach for a player's first games of cirKle × DUO: which pegs fit and whether they were seen before, but never under which hat."""

from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkle_duo.bots.weighing import wins
from tableronde.games.cirkle_duo.names import what_wins
from tableronde.games.cirkle_duo.rules import View, legal, waiting
from tableronde.text import Text

_SEEN: Final = Text(
    " Vous en avez déjà vu un : sous quel chapeau ?",
    " You have seen one before: under which hat?",
)
_UNSEEN: Final = Text(
    " Vous n’en avez pas encore vu : tentez un chapeau que personne n’a soulevé.",
    " You have not seen one yet: try a hat that nobody has lifted.",
)
_SLAP: Final = (
    Text(
        "Vous avez vu un plot qui convient : si vous savez où, frappez. Une erreur vous coûterait toutes vos cartes.",
        "You have seen a peg that fits: slap if you know where it is. A mistake would cost you all your cards.",
    ),
    Text(
        "Vous n’avez vu aucun plot qui convienne : laissez plutôt passer. Une erreur vous coûterait toutes vos cartes.",
        "You have seen no peg that fits: better let it pass. A mistake would cost you all your cards.",
    ),
)


def coach(view: View, seat: Seat) -> Text | None:
    """Advice for a seat from what it has seen: which pegs fit, and whether one of them was shown."""
    seen = view.seen
    if seat not in legal(view.layers, seen):
        return None
    asleep = waiting(view.layers, seen)
    known = any(wins(view.layers, seen, seat, peg) for place, peg in enumerate(view.known) if peg and place not in asleep)
    if seen.phase == "slap":
        return _SLAP[not known]
    return _asked(view) + (_SEEN if known else _UNSEEN)


def _asked(view: View) -> Text:
    if view.seen.card is None:
        return Text("Soulevez un plot que demande l’un des dés.", "Lift a peg that one of the dice asks for.")
    wanted = what_wins(view.seen.card)
    return Text(f"Cherchez un plot qui convient : {wanted.fr}.", f"Look for a peg that fits: {wanted.en}.")
