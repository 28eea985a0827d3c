"""The room on a device's home screen: its manifest, its icons, and the service worker for times without a network."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import cos, pi, sin
from typing import Any, Final

from tableronde.render.png import paint
from tableronde.room.web.pages.link_previews import HOUSE, WELCOME
from tableronde.scene import Area, Shape, circle
from tableronde.text import Language
from tableronde.theme import DARK, Look

SIZES: Final = (180, 192, 512)
SAFE: Final = 0.2  # part of a maskable icon's side that a device may cut off
PRIVATE: Final = ("/tables", "/games", "/print/*.pdf", "/print/*.png")  # tables themselves forbid indexing in their pages
ROBOTS: Final = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in PRIVATE)


def manifest(language: Language) -> dict[str, Any]:
    """Return the manifest by which a device installs the room as an app."""
    icons = [{"src": f"/icon/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
    maskable = {"src": "/icon/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}
    return {
        "id": "/",
        "name": HOUSE,
        "short_name": HOUSE,
        "description": WELCOME[language],
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": DARK.ground,
        "theme_color": DARK.ground,
        "icons": [*icons, maskable],
    }


@cache
def icon(name: str) -> bytes | None:
    """Return the room's icon as PNG, by its size or "maskable"; None if there is no such icon."""
    if name == "maskable":
        return _draw_mark(512, SAFE * 512)
    return _draw_mark(int(name), 0.04 * int(name)) if name in map(str, SIZES) else None


def _draw_mark(size: int, margin: float) -> bytes:
    """Draw the icon: five dots around a table, as in the header."""
    brass = DARK.looks["brass"].ink
    looks = {"dot": Look(fill=brass), "round": Look(stroke=brass, width=1.5 / 0.27)}
    angles = [2 * pi * i / 5 - pi / 2 for i in range(5)]
    dots = [Shape(f"dot{i}", circle(2.9), "dot", (10.4 * cos(angle), 10.4 * sin(angle))) for i, angle in enumerate(angles)]
    area = Area("mark", (-13.5, -13.5, 27, 27), (*dots, Shape("round", circle(4.6), "round")))
    return paint(area, looks, DARK, (size, size), margin)


@cache
def worker() -> str:
    """Return the service worker with the name of its cache, which changes with the client."""
    client = files("tableronde").joinpath("client")
    digest = sha256()
    for name in sorted(_list_files(client, "")):
        digest.update(name.encode() + client.joinpath(name).read_bytes())
    return client.joinpath("worker.js").read_text(encoding="utf-8").replace("{version}", digest.hexdigest()[:12])


def _list_files(folder: Traversable, path: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _list_files(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name
