"""The options of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tableronde.games.kaplan.words.dictionary import Language
from tableronde.options import option
from tableronde.text import Text


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    bluff: bool = option(
        False,
        Text("Bluff : le deuxième jeton d’une face K se joue caché, lui aussi.", "Bluff: the second token on a K side is hidden too."),
    )
    no_dice: bool = option(
        False,
        Text(
            "Sans dés : deux ou trois paris par tour, où vous voulez, un seul par place.",
            "Without dice: two or three bets a turn, wherever you like, one per place.",
        ),
    )
    alliances: bool = option(
        True,
        Text("Alliances, à partir de cinq joueurs.", "Alliances, with five players or more."),
        booklet=True,
    )
    token_tints: bool = option(
        False,
        Text(
            "Jetons au dos teinté : une teinte pour 1, 4 et 7, une pour 2, 5 et 8, une pour 3, 6 et 9.",
            "Tokens with tinted backs: one tint for 1, 4 and 7, one for 2, 5 and 8, one for 3, 6 and 9.",
        ),
        booklet=False,
    )
    strict_words: bool = option(
        True,
        Text(
            "À la lettre près : seul le nombre (singulier ou pluriel) peut différer, pour la moitié de la mise ; toute autre différence la "
            "coûte. Sinon, orthographe indulgente : le nombre ne compte pas, et un mot mal orthographié rapporte la moitié.",
            "To the letter: only the number (singular or plural) may differ, for half the stake; any other difference costs it. Otherwise, "
            "forgiving spelling: the number does not matter, and a misspelled word earns half.",
        ),
        before=False,
        booklet=True,
    )
    language: Literal["fr", "en"] | None = option(
        None,
        Text("La langue des mots et des indices.", "The language of the words and the clues."),
        names={"fr": Text("français", "French"), "en": Text("anglais", "English")},
    )

    @property
    def tongue(self) -> Language:
        """The language of the words. None stands for French, not "fr", so that older records keep their bytes."""
        return self.language or "fr"

    def implied(self) -> Mapping[str, Any]:
        """The values played for options left out."""
        return {"language": "fr"}
