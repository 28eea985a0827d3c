"""What people read, in both languages. `{0}`, `{1}` and so on stand for the players' names."""

from typing import TYPE_CHECKING

from tableronde.credits import Credits
from tableronde.game import CHANCE, Event
from tableronde.text import NOTHING, Text

if TYPE_CHECKING:
    from .rules import State

TITLE = Text("Votre jeu", "Your game")
BLURB = Text(
    "Deux escargots chacun, un dé. Arrivez les premiers, et renvoyez les autres au départ.",
    "Two snails each and a die. Come home first, and send the others back to the start.",
)
GOAL = Text("Amenez vos deux escargots au bout de la piste.", "Bring both your snails to the end of the track.")
TIPS = (
    Text("Regardez si vous pouvez renvoyer un escargot au départ.", "See whether you can send a snail back to the start."),
    Text("Ne laissez pas un escargot à un ou deux pas devant les autres.", "Do not leave a snail one or two steps ahead of the others."),
)
REASONS = {"home": Text("les deux escargots sont arrivés", "both snails are at home")}
CREDITS = Credits(others=("the authors of Your game",))

WAIT = Text("Ce n’est pas à vous de jouer.", "It is not your turn.")
ROLL_FIRST = Text("On lance d’abord le dé.", "The die is rolled first.")
WHICH = Text("Touchez l’un de vos escargots.", "Press one of your snails.")
HOME_ALREADY = Text("Cet escargot est déjà arrivé.", "That snail is at home already.")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """Name a snail's button."""
    return Text(f"L’escargot {word}", f"Snail {word}")


def tell(before: "State", event: Event, after: "State") -> Text:
    """Describe an event."""
    what = event.action.split()[1]
    if event.actor == CHANCE:
        return Text(f"Le dé donne {what}.", f"The die shows {what}.")
    return Text(f"{{{event.actor}}} avance l’escargot {what}.", f"{{{event.actor}}} moves snail {what}.") + _sent_back(before, after)


def _sent_back(before: "State", after: "State") -> Text:
    """Say who must begin again with a snail."""
    for seat, (old, new) in enumerate(zip(before.snails, after.snails, strict=True)):
        if sum(new) < sum(old):
            return Text(f" {{{seat}}} recommence au départ.", f" {{{seat}}} begins again at the start.")
    return NOTHING
