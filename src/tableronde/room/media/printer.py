"""Printed games on request: the PDF, and pictures of its first pages."""

from dataclasses import replace
from importlib.metadata import PackageNotFoundError, distribution
from typing import Final, NamedTuple

from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.printing.typst import TypstMissing
from tableronde.room.base.faults import game_code
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.setup_job import SetupJob
from tableronde.room.media.render_queue import RenderQueue
from tableronde.text import Text

MAX_SAVED: Final = 16  # documents; some are 4 MB
MAX_WAITING: Final = 4  # requested at the same time
PREVIEW_PAGES: Final = 4  # pages
PREVIEW_DPI: Final = 60.0  # dots per inch
BUSY: Final = Text("Trop d’impressions à la fois ; réessayez dans un instant.", "Too many print jobs at once; try again in a moment.")
FAULTY: Final = Text(
    "Le programme de ce jeu comporte une erreur : il ne peut pas être imprimé.", "This game’s program has a bug: it cannot be printed."
)
INSTALLING: Final = Text(
    "L’impression est en cours d’installation ; réessayez dans une minute.", "Printing is being installed; try again in a minute."
)
MISSING: Final = Text(
    "Cette salle ne peut pas imprimer. Sur la machine qui l’héberge, lancez : pip install 'tableronde[print]'",
    "This room cannot print. On the machine that hosts it, run: pip install 'tableronde[print]'",
)


class Printed(NamedTuple):
    """A document, with its first pages as PNG."""

    pdf: bytes
    pages: tuple[bytes, ...]


class Printer:
    """A cache of printed documents."""

    def __init__(self, per_address: int) -> None:
        self.setup = SetupJob()  # may still be installing Typst
        self._queue: RenderQueue[tuple[str, Wish, str], Printed] = RenderQueue("printer", per_address, MAX_SAVED, MAX_WAITING, BUSY)

    async def render(self, box: Box, wish: Wish, part: str, address: str) -> Printed:
        """Return a part of a printed game; raise Trouble if too many wait or the address asks too often."""
        if self.setup.is_running() and not _is_installed("typst"):
            raise Trouble(503, INSTALLING.fr, INSTALLING.en)
        return await self._queue.get((box.slug, wish, part), address, lambda: _print(box, wish, part))

    def close(self) -> None:
        """Stop printing."""
        self._queue.close()


def _is_installed(package: str) -> bool:
    """Return whether a package is completely installed: installers write its record last, and half a library must not be loaded."""
    try:
        return distribution(package).read_text("RECORD") is not None
    except PackageNotFoundError:
        return False


def _print(box: Box, wish: Wish, part: str) -> Printed:
    from tableronde.printing.build import game_document

    with game_code(box, FAULTY):
        try:
            document = game_document(box, wish, part)
            preview = replace(document, pages=document.pages[:PREVIEW_PAGES])
            return Printed(document.pdf(), tuple(preview.pictures(PREVIEW_DPI)[:PREVIEW_PAGES]))
        except TypstMissing:
            raise Trouble(503, MISSING.fr, MISSING.en) from None
