"""Printed games on request: the PDF, and pictures of its first pages."""

import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, distribution
from typing import Final

from tableronde.box import Box
from tableronde.kit import Wish
from tableronde.room.base.faults import Faulty
from tableronde.room.base.log_events import GAME_FAILED, PRINT_LOST
from tableronde.room.base.refusals import Trouble
from tableronde.room.base.setup_job import SetupJob
from tableronde.room.media.print_job import CannotPrint, Printed, PrintFault, PrintLost, run_job
from tableronde.room.media.render_queue import RenderQueue, RenderWeight
from tableronde.text import Text

MAX_SAVED: Final = 16  # documents
MAX_BYTES: Final = 12_000_000  # of all saved documents together; some have 4 MB
MAX_WAITING: Final = 24  # requested at the same time
PER_CLIENT: Final = 2  # of them by one address: one is being made, the next choice waits
BUSY: Final = Text("Trop d’impressions à la fois ; réessayez dans un instant.", "Too many print jobs at once; try again in a moment.")
FAULTY: Final = Text(
    "Le programme de ce jeu comporte une erreur : il ne peut pas être imprimé.", "This game’s program has a bug: it cannot be printed."
)
LOST: Final = Text("L’impression a été interrompue ; réessayez dans une minute.", "Printing was interrupted; try again in a minute.")
INSTALLING: Final = Text(
    "L’impression est en cours d’installation ; réessayez dans une minute.", "Printing is being installed; try again in a minute."
)
MISSING: Final = Text(
    "Cette salle ne peut pas imprimer. Sur la machine qui l’héberge, lancez : pip install 'tableronde[print]'",
    "This room cannot print. On the machine that hosts it, run: pip install 'tableronde[print]'",
)


class Printer:
    """A cache of printed documents. Each is made in a process of its own, one at a time."""

    def __init__(self, per_address: int, places: Mapping[str, str] | None = None) -> None:
        """`places`: where another process finds each game, by slug."""
        self.setup = SetupJob()  # may still be installing Typst
        self._places = places or {}
        self._queue: RenderQueue[tuple[str, Wish, str], Printed] = RenderQueue(
            "printer",
            per_address,
            MAX_SAVED,
            MAX_WAITING,
            BUSY,
            weight=RenderWeight(lambda made: made.size, MAX_BYTES),
            per_client=PER_CLIENT,
        )
        self._running: subprocess.Popen[bytes] | None = None

    async def render(self, box: Box, wish: Wish, part: str, address: str) -> Printed:
        """Return a part of a printed game; raise Trouble if too many wait or the address asks too often."""
        if self.setup.is_running() and not _is_installed("typst"):
            raise Trouble(503, INSTALLING.fr, INSTALLING.en)
        return await self._queue.get((box.slug, wish, part), address, lambda: self._print(box, wish, part))

    def close(self) -> None:
        """Stop printing."""
        self._queue.close()
        if self._running is not None:
            self._running.kill()

    def _print(self, box: Box, wish: Wish, part: str) -> Printed:
        try:
            return run_job(self._places.get(box.slug, box.slug), wish, part, self._note_running)
        except CannotPrint:
            raise Trouble(503, MISSING.fr, MISSING.en) from None
        except PrintLost as lost:
            PRINT_LOST.log(game=box.slug, fault=str(lost))
            raise Trouble(503, LOST.fr, LOST.en) from None
        except PrintFault as fault:
            GAME_FAILED.log(game=box.slug, fault=fault.text, trace=fault.trace)
            raise Faulty(FAULTY) from None
        finally:
            self._running = None

    def _note_running(self, process: "subprocess.Popen[bytes]") -> None:
        self._running = process


def _is_installed(package: str) -> bool:
    """Return whether a package is completely installed: installers write its record last, and half a library must not be loaded."""
    try:
        return distribution(package).read_text("RECORD") is not None
    except PackageNotFoundError:
        return False
