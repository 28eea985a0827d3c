"""When a game's own code fails: its author's mistake is noted for who can mend it, and told to the players. No game is lost by it."""

import logging
from types import TracebackType
from typing import Final

from tableronde.box import Box
from tableronde.game import Illegal
from tableronde.outside import told
from tableronde.room.refusals import Refused
from tableronde.text import Text

FAULTY: Final = Text(
    "Le programme de ce jeu a un défaut et s’arrête ici pour l’instant. Votre partie est gardée : elle reprendra dès qu’il sera corrigé.",
    "This game’s program has a fault and stops here for now. Your game is safe: it goes on once the fault is mended.",
)
UNPLAYED: Final = Text(
    "Le programme de ce jeu a un défaut : ce coup n’a pas pu être joué. Votre partie est gardée ; essayez autre chose.",
    "This game’s program has a fault: that could not be played. Your game is safe; try something else.",
)
AT_RANDOM: Final = Text(
    "Mon programme a un défaut : j’ai joué au hasard. Cela peut m’arriver encore.",
    "My program has a fault: I played at random. It may happen to me again.",
)
log: Final = logging.getLogger("tableronde.room")


class Faulty(Refused):
    """A game's own code failed. What was played before is safe."""

    def __init__(self, text: Text = FAULTY) -> None:
        super().__init__(text.fr, text.en)


class game_code:
    """A game's own code runs in here: whatever goes wrong in it, but for refusals, becomes Faulty, and the log says where."""

    __slots__ = ("box", "text")

    def __init__(self, box: Box, text: Text = FAULTY) -> None:
        self.box, self.text = box, text

    def __enter__(self) -> None:
        """It runs."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """It has run."""
        if isinstance(error, Exception) and not isinstance(error, (Illegal, Refused)):
            log.error("a game has a fault", exc_info=error, extra={"game": self.box.slug, "fault": told(error)})
            raise Faulty(self.text) from error
