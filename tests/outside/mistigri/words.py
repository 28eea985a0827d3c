"""The texts of Mistigri."""

from typing import TYPE_CHECKING

from tableronde.game import Event
from tableronde.text import NOTHING, Text

from .cards import name

if TYPE_CHECKING:
    from .rules import Options, View

BLURB = Text(
    "Donnez deux cartes à gauche, fournissez la couleur, et évitez les cœurs ; surtout, ne ramassez pas le valet de trèfle.",
    "Give two cards to the left, follow suit, and avoid the hearts; above all, do not take the jack of clubs.",
)
TIPS = (
    Text("Donnez une couleur courte : vous pourrez bientôt y défausser.", "Give away a short suit: soon you can discard on it."),
    Text(
        "Le roi et l’as de trèfle sont dangereux tant que le mistigri court.",
        "The king and ace of clubs are dangerous while mistigri is about.",
    ),
)
REASONS = {"fewest": Text("le moins de points", "fewest points")}
OVER = Text("La partie est terminée.", "The game is over.")
WAIT = Text("Attendez votre tour.", "Wait for your turn.")
NOT_TWICE = Text("Vos deux cartes sont déjà données.", "You have given your two cards already.")
EXCHANGE = Text("On donne d’abord deux cartes à son voisin de gauche.", "First two cards go to the left neighbour.")
TRICKS = Text("Il s’agit maintenant de jouer une carte.", "It is time to play a card.")
UNKNOWN = Text("Il n’y a pas de telle carte.", "There is no such card.")
NOT_HELD = Text("Vous n’avez pas cette carte.", "You do not have that card.")
FOLLOW = Text("Il faut fournir la couleur demandée.", "You must follow suit.")


def house_rules(options: "Options") -> Text:
    """Describe the house rules of the table."""
    if options.mistigri == 5:
        return NOTHING
    return Text(f"Le mistigri coûte {options.mistigri}.", f"Mistigri costs {options.mistigri}.")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """Label a card's button."""
    return name(word)


def tell(before: "View", event: Event, after: "View") -> Text:
    """Describe an event, as far as the seat saw it."""
    who, (verb, card) = f"{{{event.actor}}}", event.action.split()
    if card == "?":
        return Text(f"{who} met une carte de côté.", f"{who} puts a card aside.")
    what = name(card)
    if verb == "give":
        return Text(f"{who} donne : {what.fr}.", f"{who} gives: {what.en}.")
    return Text(f"{who} joue : {what.fr}.", f"{who} plays: {what.en}.") + _taken(after)


def _taken(after: "View") -> Text:
    from .rules import taker

    seats = len(after.held)
    if len(after.plays) % seats:
        return NOTHING
    who = f"{{{taker(after.plays[-seats:])}}}"
    return Text(f" {who} ramasse le pli.", f" {who} takes the trick.")
