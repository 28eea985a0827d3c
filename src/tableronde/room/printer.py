"""Games on paper, made for who asks: the PDF, and pictures of its first pages."""

from dataclasses import replace
from typing import Final, NamedTuple

from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.printing.press import NoPress
from tableronde.room.faults import game_code
from tableronde.room.refusals import Trouble
from tableronde.room.studio import Studio
from tableronde.text import Text

KEPT: Final = 16  # documents; some have 4 MB
WAITING: Final = 4  # asked for at the same time
SHOWN: Final = 4  # pages in a preview
DOTS: Final = 60.0  # to the inch, in a preview
BUSY: Final = Text("Trop d’impressions à la fois ; réessayez bientôt.", "Too much printing at once; try again soon.")
FAULTY: Final = Text(
    "Le programme de ce jeu a un défaut : il ne peut pas être imprimé.", "This game’s program has a fault: it cannot be printed."
)


class Printed(NamedTuple):
    """A document, and its first pages as PNG."""

    pdf: bytes
    pages: tuple[bytes, ...]


class Printer:
    """What was printed of late."""

    def __init__(self, per_address: int) -> None:
        self._studio: Studio[tuple[str, Wish, str], Printed] = Studio("printer", per_address, KEPT, WAITING, BUSY)

    async def of(self, box: Box, wish: Wish, part: str, address: str) -> Printed:
        """A part of a game as somebody wants it; Trouble if too many wait for theirs, or if an address asks too often."""
        return await self._studio.get((box.slug, wish, part), address, lambda: _made(box, wish, part))

    def close(self) -> None:
        """Print nothing more."""
        self._studio.close()


def _made(box: Box, wish: Wish, part: str) -> Printed:
    from tableronde.printing.build import game_document

    with game_code(box, FAULTY):
        try:
            document = game_document(box, wish, part)
            first = replace(document, pages=document.pages[:SHOWN])
            return Printed(document.pdf(), tuple(first.pictures(DOTS)[:SHOWN]))
        except NoPress:
            raise Trouble(503, "Cette salle n’a pas de quoi imprimer.", "This room has nothing to print with.") from None
