"""What people read, in both languages. `{0}`, `{1}` and so on stand for the players' names."""

from typing import TYPE_CHECKING

from tableronde.credits import Credits
from tableronde.game import Event
from tableronde.text import NOTHING, Text, same

if TYPE_CHECKING:
    from .rules import View

TITLE = Text("Votre jeu", "Your game")
BLURB = Text(
    "Tout le monde pose une carte, face cachée. La plus forte perd, la deuxième gagne la manche.",
    "Everybody lays a card face down. The highest loses, the second highest wins the round.",
)
GOAL = Text("Marquez le plus de points en cinq manches.", "Score the most points in five rounds.")
TIPS = (
    Text("Gardez des cartes moyennes pour les dernières manches.", "Keep middle cards for the last rounds."),
    Text("Une carte très forte ne gagne que sous une plus forte.", "A very high card wins only below a higher one."),
)
REASONS = {"points": Text("le plus de points", "most points")}
CREDITS = Credits(others=("the authors of Your game",))

OVER = Text("La partie est terminée.", "The game is over.")
HAS_LAID = Text("Vous avez déjà posé une carte dans cette manche.", "You have laid a card in this round already.")
NOT_HELD = Text("Posez une carte de votre main.", "Lay a card of your hand.")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """Name a card's button."""
    return same(str(int(word)))


def tell(before: "View", event: Event, after: "View") -> Text:
    """Describe an event as a seat has heard it; the last card of a round turns all of them over."""
    who, card = f"{{{event.actor}}}", event.action.split()[1]
    laid = (
        Text(f"{who} pose une carte.", f"{who} lays a card.")
        if card == "?"
        else Text(f"{who} pose le {int(card)}.", f"{who} lays the {int(card)}.")
    )
    return laid + _result(before, after)


def _result(before: "View", after: "View") -> Text:
    from .rules import winner

    if len(after.rounds) == len(before.rounds):
        return NOTHING
    cards, points = after.rounds[-1], len(after.rounds)
    shown, seat = ", ".join(map(str, cards)), winner(cards)
    return Text(f" Cartes : {shown}. {{{seat}}} marque {points}.", f" Cards: {shown}. {{{seat}}} scores {points}.")
