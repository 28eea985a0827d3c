"""The shell of every page: its head, one style sheet, the modules it runs on. No build step: all is read as it lies there."""

import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Final

from tableronde.game import Json
from tableronde.room.encoding import encode
from tableronde.room.web.themes import style_sheet
from tableronde.text import Language

_HOLE: Final = re.compile(r"\{(lang|title|head|early|modules|page|body|data)\}")
_PLAIN: Final = (
    '<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>{title}</title>{head}<body data-page="{page}"><main>{body}</main>'
    '<script type="application/json" id="data">{data}</script></body></html>'
)
# In this order: later ones may say otherwise.
SHEETS: Final = (
    *("base", "chrome", "shelf", "games", "new", "rules", "openings"),
    *("table", "strip", "stage", "dock", "talk", "lobby", "replay", "review", "chances"),
    *("learn", "puzzles", "paper"),
)
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)


@cache
def _shell() -> str:
    """The client's shell; a plain one where the client is not installed."""
    shell = files("tableronde").joinpath("client/page.html")
    return shell.read_text(encoding="utf-8") if shell.is_file() else _PLAIN


@cache
def early() -> str:
    """What runs before the first paint; it stands in the page itself, since the paint would wait for a file."""
    script = files("tableronde").joinpath("client/early.js")
    return script.read_text(encoding="utf-8").strip() if script.is_file() else ""


def early_digest() -> str:
    """By this a page's guard knows that script from a stranger's."""
    return f"'sha256-{b64encode(sha256(early().encode()).digest()).decode()}'"


def page(name: str, title: str, language: Language, data: Json, body: str = "", head: str = "", also: str = "") -> str:
    """A page: the shell with its placeholders filled. The data is safe inside a script element. `also`: a module it asks for at once."""
    safe = encode(data).decode().replace("<", "\\u003c")
    values = {
        "lang": language,
        "title": escape(title),
        "head": head,
        "early": early(),
        "modules": preloads(name, also) + _looks(name, data),
        "page": name,
        "body": body,
        "data": safe,
    }
    return _HOLE.sub(lambda hole: values[hole[1]], _shell())


def _looks(page: str, data: Json) -> str:
    """A link to the looks of the game that a page with a stage shows."""
    game = data.get("game") if isinstance(data, dict) and "stage/looks.js" in preloads(page) else None
    return f'<link rel="preload" as="fetch" crossorigin href="/looks/{escape(str(game))}.json">' if game else ""


@cache
def styles() -> tuple[str, str]:
    """The themes' colours and all style sheets as one, and a name for just these bytes."""
    folder = files("tableronde").joinpath("client/css")
    sheet = "\n".join([style_sheet(), *(bare(folder.joinpath(f"{name}.css").read_text(encoding="utf-8")) for name in SHEETS)])
    return sheet, f'"{sha256(sheet.encode()).hexdigest()[:20]}"'


def bare(sheet: str) -> str:
    """A style sheet as browsers read it: without comments and indents."""
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)).strip()


@cache
def preloads(page: str, also: str = "") -> str:
    """Links that let a browser fetch all modules of a page at once, instead of finding them one behind the other; `also` one that it
    will ask for in any case."""
    modules = [*_closure("main.js"), *_closure(f"pages/{page}.js"), *(_closure(also) if also else ())]
    return "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in dict.fromkeys(modules))


def _closure(first: str) -> Iterator[str]:
    """A module and all it stands on; nothing where the client is not installed, or knows no such page."""
    seen, open_ends = {first}, [first]
    while open_ends:
        name = open_ends.pop(0)
        file = files("tableronde").joinpath(f"client/{name}")
        if not file.is_file():
            return
        yield name
        found = [a or b for a, b in _IMPORT.findall(file.read_text(encoding="utf-8"))]
        fresh = [other for other in (normpath(join(dirname(name), path)) for path in found) if other not in seen]
        open_ends += fresh
        seen.update(fresh)
