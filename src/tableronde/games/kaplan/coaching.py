"""The coach for a player's first games of Le Cadran de Kaplan: what the player may do now, and what is within reach."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Seat
from tableronde.games.kaplan.rules.announcing import silent
from tableronde.games.kaplan.rules.dial import POSITIONS
from tableronde.games.kaplan.rules.dice import Use, uses
from tableronde.games.kaplan.rules.second_thoughts import awards
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.texts import player
from tableronde.text import Text, join

_ASKED: Final = {
    "use": Text(
        "Choisissez où vos dés vous mènent : vous y ferez deux paris, ou trois.",
        "Choose where your dice lead you: you will make two or three bets there.",
    ),
    "clue": Text(
        "Choisissez une carte : ce qu’elle dit sera noté parmi vos indices.", "Choose a card: what it says will be added to your clues."
    ),
    "ally": Text(
        "Proposez une alliance, de préférence à un joueur qui a beaucoup lu : vous partagerez tout, le score aussi. Ou n’en proposez pas.",
        "Offer an alliance, ideally to someone who has read a lot: you will share everything, including the score. Or make no offer.",
    ),
}
_OFFERED: Final = Text(
    " partagerait tout avec vous, le score aussi : acceptez, ou refusez.",
    " would share everything with you, including the score: accept or refuse.",
)
_BETS: Final = (
    Text(
        "Touchez une place éclairée, puis un jeton. Le premier jeton d’un sarcophage reste caché.",
        "Press a lit place, then a token. The first token on a sarcophagus stays hidden.",
    ),
    Text("Un pari encore : deux sont obligatoires.", "One more bet: you must make two."),
    Text("Vous pouvez parier encore une fois, ou finir votre tour.", "You may bet once more, or end your turn."),
)
_REFILL: Final = Text(
    "Votre main est vide : dès que vous jouez un jeton en attente, tous les autres reviennent.",
    "Your hand is empty: as soon as you play a waiting token, all the others come back.",
)


def coach(view: View, seat: Seat) -> Text | None:
    """Advice on what a seat may do now, from what it can see."""
    if view.to_act != (str(seat),):
        return _meanwhile(view, seat)
    if view.offer is not None:
        return player(view.offer[0]) + _OFFERED
    if view.phase == "bet":
        refill = [] if view.hand or not view.waiting[seat] else [_REFILL]
        return join([_BETS[min(len(view.used), 2)], *refill, *_near(view, set(view.left))])
    return join([_ASKED[view.phase], *_near(view, {place for use in _within_reach(view) for place in use})])


def _within_reach(view: View) -> set[Use]:
    """The uses of the dice, while the player has to choose one."""
    return uses(view.dice) if view.phase == "use" else set()


def _meanwhile(view: View, seat: Seat) -> Text | None:
    """R24: what a player can do while it is not their turn."""
    if seat not in silent(view):
        return None
    return Text("Si vous croyez tenir le mot, dites « Kaplan » : ", "If you think you have the word, say “Kaplan”: ") + awards(view, seat)


def _near(view: View, places: set[int]) -> Iterator[Text]:
    """The first of some places whose sarcophagus lacks only one token, and the prize for the highest total there."""
    short = next((place for place in sorted(places) if _lacks_one(view, place)), None)
    if short is not None:
        prize = Text("une lettre.", "a letter.") if view.crown[short - 1].face == "K" else Text("un indice.", "a clue.")
        fr = f"À la place {short}, il ne manque qu’un jeton : le plus fort total y gagne "
        yield Text(fr, f"Place {short} lacks only one token: the highest total there wins ") + prize


def _lacks_one(view: View, place: int) -> bool:
    there = view.crown[place - 1]
    return there.face in POSITIONS and len(there.tokens) == POSITIONS[there.face] - 1
