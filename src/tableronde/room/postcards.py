"""Pictures of boards as PNG, for link previews."""

from typing import Final

from tableronde.box import Box
from tableronde.paint.png import paint
from tableronde.room.studio import Studio
from tableronde.scene import Area
from tableronde.text import Text
from tableronde.theme import THEMES

KEPT: Final = 48  # pictures; some have 200 kB
WAITING: Final = 8  # asked for at the same time
BUSY: Final = Text("Trop d’images à la fois ; réessayez bientôt.", "Too many pictures at once; try again soon.")


class Postcards:
    """The pictures painted of late. A picture is known by what is seen on it and by nothing else, so it cannot tell more."""

    def __init__(self, per_address: int) -> None:
        self._studio: Studio[tuple[str, Area, str], bytes] = Studio("postcard", per_address, KEPT, WAITING, BUSY)

    async def of(self, box: Box, area: Area, theme: str, address: str) -> bytes:
        """A picture of an area, asked for from some address; Trouble if too many wait for theirs, or if it asks too often."""
        return await self._studio.get((box.slug, area, theme), address, lambda: paint(area, box.looks, THEMES[theme]))

    def close(self) -> None:
        """Paint nothing more."""
        self._studio.close()
