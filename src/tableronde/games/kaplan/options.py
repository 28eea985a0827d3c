"""The choices of a table."""

from dataclasses import dataclass

from tableronde.options import option
from tableronde.text import Text


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table."""

    bluff: bool = option(
        False,
        Text("Bluff : le deuxième jeton d’une face K se joue caché, lui aussi.", "Bluff: the second token on a K side lies hidden too."),
    )
    no_dice: bool = option(
        False,
        Text(
            "Sans dés : deux ou trois paris par tour, où l’on veut, un seul par place.",
            "No dice: two or three bets a turn wherever you like, one per place.",
        ),
    )
    alliances: bool = option(
        True,
        Text("Alliances, à partir de cinq joueurs.", "Alliances, with five players or more."),
    )
    token_tints: bool = option(
        False,
        Text("Le dos des jetons montre une teinte : 1-4-7, 2-5-8 ou 3-6-9.", "The backs of tokens show a tint: 1-4-7, 2-5-8 or 3-6-9."),
    )
    strict_words: bool = option(
        False,
        Text(
            "Mots stricts : l’autre nombre du mot vaut la moitié de la mise, toute autre différence la coûte.",
            "Strict words: another number form earns half the stake, every other difference costs it.",
        ),
    )
