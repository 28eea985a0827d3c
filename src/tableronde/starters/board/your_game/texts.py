"""What people read, in both languages. `{0}` and `{1}` stand for the players' names."""

from typing import TYPE_CHECKING

from tableronde.credits import Credits
from tableronde.game import Event
from tableronde.text import Text

if TYPE_CHECKING:
    from .rules import State

TITLE = Text("Votre jeu", "Your game")
BLURB = Text(
    "La glace fond. Avancez d’une plaque, faites-en couler une autre, et ne restez pas bloqué.",
    "The ice is melting. Step to a floe, let another one sink, and do not get stuck.",
)
GOAL = Text("Soyez le dernier à pouvoir avancer.", "Be the last who can step.")
TIPS = (
    Text("Restez au milieu : au bord, on est vite cerné.", "Stay in the middle: at the edge you are soon cut off."),
    Text("Faites couler les plaques qui entourent l’adversaire.", "Sink the floes around your opponent."),
)
REASONS = {"stuck": Text("l’adversaire ne peut plus avancer", "the opponent cannot step any more")}
CREDITS = Credits(others=("the authors of Your game",))

SIZE = Text("Le nombre de plaques par côté.", "How many floes a side has.")
WAIT = Text("Ce n’est pas à vous de jouer.", "It is not your turn.")
NO_WORDS = Text("Un coup nomme deux plaques, par exemple « b2 c3 ».", "A move names two floes, such as “b2 c3”.")
NO_STEP = Text("On avance sur une plaque libre, voisine de la sienne.", "You step to a free floe beside your own.")
NOT_FREE = Text("Seule une plaque libre peut couler.", "Only a free floe can sink.")
SINK_TOO = Text("Dites aussi quelle plaque coule.", "Say as well which floe sinks.")


def tell(before: "State", event: Event, after: "State") -> Text:
    """Describe a move."""
    step, floe = event.action.split()
    return Text(f"{{{event.actor}}} va en {step} ; {floe} coule.", f"{{{event.actor}}} steps to {step}; {floe} sinks.")
