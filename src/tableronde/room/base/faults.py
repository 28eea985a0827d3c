"""Faults in a game's own code: logged for its author and explained to the players, so that no game is lost."""

from types import TracebackType
from typing import Final

from tableronde.box import Box
from tableronde.game import Illegal
from tableronde.plugins.loader import describe_error
from tableronde.room.base.log_events import GAME_FAILED
from tableronde.room.base.refusals import Refused
from tableronde.text import Text

FAULTY: Final = Text(
    "Le programme de ce jeu comporte une erreur et s’arrête ici pour l’instant. Votre partie est conservée et reprendra après correction.",
    "This game’s program has a bug and stops here for now. Your game is safe: it will go on once the bug is fixed.",
)
UNPLAYED: Final = Text(
    "Le programme de ce jeu comporte une erreur : ce coup n’a pas pu être joué. Votre partie est conservée ; essayez autre chose.",
    "This game’s program has a bug: that move could not be played. Your game is safe; try something else.",
)
PLAYED_AT_RANDOM: Final = Text(
    "Mon programme comporte une erreur : j’ai joué au hasard. Cela peut se reproduire.",
    "My program has a bug: I played at random. It may happen again.",
)


class Faulty(Refused):
    """Raised when a game's own code fails; the events before it are safe."""

    def __init__(self, text: Text = FAULTY) -> None:
        super().__init__(text.fr, text.en)


class game_code:
    """Context manager around a game's own code: any exception except a refusal is logged and becomes Faulty."""

    __slots__ = ("box", "text")

    def __init__(self, box: Box, text: Text = FAULTY) -> None:
        self.box, self.text = box, text

    def __enter__(self) -> None:
        """Enter the game's code."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Log an exception of the game's code and raise Faulty instead."""
        if isinstance(error, Exception) and not isinstance(error, (Illegal, Refused)):
            GAME_FAILED.log(error, game=self.box.slug, fault=describe_error(error))
            raise Faulty(self.text) from error
