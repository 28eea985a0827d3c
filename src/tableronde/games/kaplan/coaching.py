"""The coach of one's first games of Le Cadran de Kaplan: what one may do now, in a line or two, and what is near at hand."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Seat
from tableronde.games.kaplan.announcing import silent, stake
from tableronde.games.kaplan.dial import POSITIONS
from tableronde.games.kaplan.dice import Use, uses
from tableronde.games.kaplan.texts import player
from tableronde.games.kaplan.view import View
from tableronde.text import Text, join

_ASKED: Final = {
    "use": Text(
        "Choisissez où vos dés vous mènent : vous y ferez deux paris, ou trois.",
        "Choose where your dice lead you: you will make two bets there, or three.",
    ),
    "clue": Text(
        "Choisissez une carte : ce qu’elle dit sera noté parmi vos indices.", "Choose a card: what it says is noted among your clues."
    ),
    "ally": Text(
        "Proposez une alliance, de préférence à qui en a lu beaucoup : vous partagerez tout, le score aussi. Ou n’en proposez pas.",
        "Offer an alliance, best to somebody who has read a lot: you will share everything, the score too. Or make no offer.",
    ),
}
_OFFERED: Final = Text(
    " partagerait tout avec vous, le score aussi : acceptez, ou refusez.",
    " would share everything with you, the score too: accept, or refuse.",
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
    """What a seat may do now, by what it can see."""
    if view.to_act != (str(seat),):
        return _meanwhile(view, seat)
    if view.offer is not None:
        return player(view.offer[0]) + _OFFERED
    if view.phase == "bet":
        refill = [] if view.hand or not view.waiting[seat] else [_REFILL]
        return join([_BETS[min(len(view.used), 2)], *refill, *_near(view, set(view.left))])
    return join([_ASKED[view.phase], *_near(view, {place for use in _within_reach(view) for place in use})])


def _within_reach(view: View) -> set[Use]:
    """What the dice can stand for, while that is to be chosen."""
    return uses(view.dice) if view.phase == "use" else set()


def _meanwhile(view: View, seat: Seat) -> Text | None:
    """R24: what there is to do in somebody else's turn."""
    if seat not in silent(view):
        return None
    worth = stake(view, seat)
    return Text(
        f"Si vous croyez tenir le mot, dites « Kaplan » : +{worth} points s’il est juste, −{worth} s’il est faux.",
        f"If you believe you have the word, say “Kaplan”: +{worth} points if it is right, −{worth} if it is wrong.",
    )


def _near(view: View, places: set[int]) -> Iterator[Text]:
    """The first of some places whose sarcophagus lacks one token only, and what the highest total wins there."""
    short = next((place for place in sorted(places) if _lacks_one(view, place)), None)
    if short is not None:
        prize = Text("une lettre.", "a letter.") if view.crown[short - 1].face == "K" else Text("un indice.", "a clue.")
        fr = f"À la place {short}, il ne manque qu’un jeton : le plus fort total y gagne "
        yield Text(fr, f"Place {short} lacks only one token: the highest total there wins ") + prize


def _lacks_one(view: View, place: int) -> bool:
    there = view.crown[place - 1]
    return there.face in POSITIONS and len(there.tokens) == POSITIONS[there.face] - 1
