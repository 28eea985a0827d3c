"""Pictures of boards as PNG, for link previews."""

from collections.abc import Mapping
from typing import Final

from tableronde.box import Box
from tableronde.render.png import paint
from tableronde.room.media.render_queue import RenderQueue
from tableronde.scene import Area
from tableronde.text import Language, Text
from tableronde.theme import THEMES, Look

MAX_SAVED: Final = 48  # some are 200 kB
MAX_WAITING: Final = 8  # requested at the same time
BUSY: Final = Text("Trop d’images à la fois ; réessayez dans un instant.", "Too many pictures at once; try again in a moment.")


class PreviewImages:
    """A cache of pictures. The key is what the picture shows and nothing else, so that it cannot reveal more."""

    def __init__(self, per_address: int) -> None:
        self._queue: RenderQueue[tuple[str, Area, str, Language], bytes] = RenderQueue("preview", per_address, MAX_SAVED, MAX_WAITING, BUSY)

    async def render(
        self, box: Box, area: Area, theme: str, address: str, looks: Mapping[str, Look] | None = None, language: Language = "en"
    ) -> bytes:
        """Return the picture of an area for a client's address; raise Trouble if too many wait or the address asks too often."""
        key = box.slug, area, theme, language
        return await self._queue.get(key, address, lambda: paint(area, looks or box.looks, THEMES[theme], language=language))

    async def render_whole(self, area: Area, looks: Mapping[str, Look], address: str) -> bytes:
        """Return the picture of an area that fills it to its edges and has no text but outlines."""
        key: tuple[str, Area, str, Language] = (area.id, area, "dark", "en")
        return await self._queue.get(key, address, lambda: paint(area, looks, THEMES["dark"], margin=0.0))

    def close(self) -> None:
        """Stop drawing."""
        self._queue.close()
