"""Pictures for link previews: drawn once, never too many, and cached by what they show alone."""

import asyncio

import pytest

from tableronde.room.base.refusals import Trouble
from tableronde.room.media import preview_images
from tableronde.room.media.preview_images import PreviewImages
from tableronde.scene import Area, Shape, circle
from tableronde.shelf import find


def area(at: float) -> Area:
    """Return a board with one stone."""
    return Area("board", (0, 0, 100, 100), (Shape("stone", circle(9), "ivory", (at, at)),))


def test_a_picture_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Area] = []

    def paint(area: Area, *more: object, language: str) -> bytes:
        painted.append(area)
        return b"PNG"

    monkeypatch.setattr(preview_images, "paint", paint)

    async def check() -> None:
        cards, box = PreviewImages(9), find("four-circles")
        await asyncio.gather(*(cards.render(box, area(10), "dark", "here") for _ in range(3)))
        await cards.render(box, area(10), "dark", "here")
        await cards.render(box, area(20), "dark", "here")
        cards.close()

    asyncio.run(check())
    assert painted == [area(10), area(20)]


def test_nobody_has_too_many_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview_images, "paint", lambda area, looks, theme, language: b"PNG")

    async def check() -> None:
        cards, box = PreviewImages(2), find("four-circles")
        for i in range(2):
            await cards.render(box, area(i), "dark", "here")
        with pytest.raises(Trouble):
            await cards.render(box, area(2), "dark", "here")
        assert await cards.render(box, area(1), "dark", "here") == b"PNG"  # it is cached
        assert await cards.render(box, area(2), "dark", "elsewhere") == b"PNG"
        with pytest.raises(Trouble):
            await asyncio.gather(*(cards.render(box, area(9 + i), "dark", f"{i}") for i in range(preview_images.MAX_WAITING + 1)))
        cards.close()

    asyncio.run(check())
