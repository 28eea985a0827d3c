"""The choices of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tableronde.games.kaplan.dictionary import Language
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
            "Sans dés : deux ou trois paris par tour, où vous voulez, un seul par place.",
            "Without dice: two or three bets a turn, wherever you like, one per place.",
        ),
    )
    alliances: bool = option(
        True,
        Text("Alliances, à partir de cinq joueurs.", "Alliances, with five players or more."),
    )
    token_tints: bool = option(
        False,
        Text(
            "Jetons au dos teinté : une teinte pour 1, 4 et 7, une pour 2, 5 et 8, une pour 3, 6 et 9.",
            "Tokens with tinted backs: one tint for 1, 4 and 7, one for 2, 5 and 8, one for 3, 6 and 9.",
        ),
    )
    strict_words: bool = option(
        False,
        Text(
            "À la lettre près : le pluriel pour le singulier, ou l’inverse, rapporte la moitié ; toute autre différence coûte la mise.",
            "To the letter: the plural for the singular, or the reverse, earns only half; every other difference costs the stake.",
        ),
    )
    language: Literal["fr", "en"] | None = option(
        None,
        Text("La langue des mots et des indices.", "The language of the words and the clues."),
        names={"fr": Text("français", "French"), "en": Text("anglais", "English")},
    )

    @property
    def tongue(self) -> Language:
        """The language of the words. It is None and not "fr" that stands for French, so that a record says no more than before."""
        return self.language or "fr"

    def implied(self) -> Mapping[str, Any]:
        """What is played where nothing was chosen."""
        return {"language": "fr"}
