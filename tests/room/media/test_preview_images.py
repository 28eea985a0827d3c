"""Pictures for link previews: painted once, never too many, and known by nothing but what is seen on them."""

import asyncio

import pytest

from tableronde.room import postcards
from tableronde.room.postcards import Postcards
from tableronde.room.refusals import Trouble
from tableronde.scene import Area, Shape, circle
from tableronde.shelf import find


def area(at: float) -> Area:
    """A board with one stone."""
    return Area("board", (0, 0, 100, 100), (Shape("stone", circle(9), "ivory", (at, at)),))


def test_a_picture_is_painted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Area] = []

    def paint(area: Area, *more: object) -> bytes:
        painted.append(area)
        return b"PNG"

    monkeypatch.setattr(postcards, "paint", paint)

    async def check() -> None:
        cards, box = Postcards(9), find("four-circles")
        await asyncio.gather(*(cards.of(box, area(10), "dark", "here") for _ in range(3)))
        await cards.of(box, area(10), "dark", "here")
        await cards.of(box, area(20), "dark", "here")
        cards.close()

    asyncio.run(check())
    assert painted == [area(10), area(20)]


def test_nobody_has_too_many_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postcards, "paint", lambda area, looks, theme: b"PNG")

    async def check() -> None:
        cards, box = Postcards(2), find("four-circles")
        for i in range(2):
            await cards.of(box, area(i), "dark", "here")
        with pytest.raises(Trouble):
            await cards.of(box, area(2), "dark", "here")
        assert await cards.of(box, area(1), "dark", "here") == b"PNG"  # it is there already
        assert await cards.of(box, area(2), "dark", "elsewhere") == b"PNG"
        with pytest.raises(Trouble):
            await asyncio.gather(*(cards.of(box, area(9 + i), "dark", f"{i}") for i in range(postcards.WAITING + 1)))
        cards.close()

    asyncio.run(check())
