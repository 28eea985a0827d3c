"""The template of every page: its head, one style sheet, its modules. There is no build step: all files are used as they are."""

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
from tableronde.room.base.encoding import encode
from tableronde.room.web.pages.themes import style_sheet
from tableronde.text import Language

_HOLE: Final = re.compile(r"\{(lang|title|head|early|modules|page|notice|body|data)\}")
_PLAIN: Final = (
    '<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<title>{title}</title>{head}<body data-page="{page}">{notice}<main>{body}</main>'
    '<script type="application/json" id="data">{data}</script></body></html>'
)
# Later sheets override earlier ones.
SHEETS: Final = (
    *("base", "chrome", "shelf", "new_table", "rules"),
    *("table", "player_bar", "stage", "action_bar", "chat", "lobby", "replay", "evaluation"),
    *("learn", "print"),
)
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)


@cache
def _read_template() -> str:
    """Return the client's template; a plain one if the client is not installed."""
    shell = files("tableronde").joinpath("client/page.html")
    return shell.read_text(encoding="utf-8") if shell.is_file() else _PLAIN


@cache
def early() -> str:
    """Return the script that runs before the first paint; it is inline, because the paint would wait for a file."""
    script = files("tableronde").joinpath("client/early.js")
    return script.read_text(encoding="utf-8").strip() if script.is_file() else ""


def early_digest() -> str:
    """Return the hash by which the content security policy allows that script."""
    return f"'sha256-{b64encode(sha256(early().encode()).digest()).decode()}'"


def page(name: str, title: str, language: Language, data: Json, body: str = "", head: str = "", also: str = "", *, notice: str = "") -> str:
    """Fill the template. The data is safe inside a script element. `also`: another module to preload; `notice`: of the operator."""
    safe = encode(data).decode().replace("<", "\\u003c")
    values = {
        "lang": language,
        "title": escape(title),
        "head": head,
        "early": early(),
        "modules": preloads(name, also) + _preload_looks(name, data),
        "page": name,
        "notice": f'<p class="room-notice" role="status" dir="auto">{escape(notice)}</p>' if notice else "",
        "body": body,
        "data": safe,
    }
    return _HOLE.sub(lambda hole: values[hole[1]], _read_template())


def _preload_looks(page: str, data: Json) -> str:
    """Return a preload link for the looks of the game, on a page that shows a board."""
    game = data.get("game") if isinstance(data, dict) and "board/looks.js" in preloads(page) else None
    return f'<link rel="preload" as="fetch" crossorigin href="/looks/{escape(str(game))}.json">' if game else ""


@cache
def styles() -> tuple[str, str]:
    """Return the themes' colours and all style sheets as one, with an ETag."""
    folder = files("tableronde").joinpath("client/css")
    sheet = "\n".join([style_sheet(), *(bare(folder.joinpath(f"{name}.css").read_text(encoding="utf-8")) for name in SHEETS)])
    return sheet, f'"{sha256(sheet.encode()).hexdigest()[:20]}"'


def bare(sheet: str) -> str:
    """Return a style sheet without comments and indentation."""
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)).strip()


@cache
def preloads(page: str, also: str = "") -> str:
    """Return links that let a browser fetch all modules of a page at once, instead of discovering them one by one.

    `also` is one more module that the page will certainly need.
    """
    modules = [*_list_imports("main.js"), *_list_imports(f"pages/{page}.js"), *(_list_imports(also) if also else ())]
    return "\n".join(f'<link rel="modulepreload" href="/static/{name}">' for name in dict.fromkeys(modules))


def _list_imports(first: str) -> Iterator[str]:
    """Yield a module and all its imports; nothing if the client is not installed, or has no such page."""
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
