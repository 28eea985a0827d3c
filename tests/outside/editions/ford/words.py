"""The texts of the Ford."""

from typing import TYPE_CHECKING

from tableronde.game import Event
from tableronde.text import Text

if TYPE_CHECKING:
    from .rules_v1 import State

BLURB = Text(
    "Deux rives, une rivière d’hexagones. Le premier qui pose une pierre sur l’autre rive a gagné.",
    "Two banks and a river of hexagons. The first to set a stone on the far bank has won.",
)
TIPS = (
    Text(
        "Une pierre seule au milieu est vite prise : avancez-en deux de front.",
        "A lone stone in the middle is soon taken: advance two abreast.",
    ),
    Text(
        "Les colonnes du bord sont les plus courtes : gardez-y du monde.", "The columns at the edge are the shortest: keep somebody there."
    ),
)
REASONS = {
    "crossed": Text("une pierre a passé le gué", "a stone has crossed the ford"),
    "alone": Text("il n’y a plus de pierre en face", "the other side has no stone left"),
}
OVER = Text("La partie est terminée.", "The game is over.")
WAIT = Text("Ce n’est pas à vous de jouer.", "It is not your turn.")
NO_CELL = Text("Un coup va d’un hexagone à un autre, par exemple « e2 e3 ».", "A move goes from one hexagon to another, such as “e2 e3”.")
NOT_YOURS = Text("Il n’y a pas de pierre à vous sur cet hexagone.", "There is no stone of yours on that hexagon.")
NOT_AHEAD = Text(
    "Une pierre n’avance que d’un hexagone, jamais de côté ni en arrière.", "A stone goes one hexagon ahead, never sideways or back."
)
OWN_STONE = Text("Une de vos pierres s’y trouve déjà.", "One of your own stones is there already.")
STRAIGHT_TAKES = Text("On ne prend qu’en biais, jamais tout droit.", "Stones are taken aslant, never straight ahead.")
WHERE_TO = Text("Dites aussi où va cette pierre.", "Say as well where that stone goes.")
BLOCKED = Text("Cette pierre ne peut pas bouger maintenant.", "That stone cannot move now.")


def tell(before: "State", event: Event, after: "State") -> Text:
    """Describe a move."""
    start, end = event.action.split()
    if any(end in cells for cells in before.stones):
        return Text(f"{{{event.actor}}} prend de {start} en {end}.", f"{{{event.actor}}} takes from {start} on {end}.")
    return Text(f"{{{event.actor}}} va de {start} en {end}.", f"{{{event.actor}}} goes from {start} to {end}.")
