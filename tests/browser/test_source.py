"""The client's source: it names no game, loads nothing from other hosts, and has every text in both languages."""

import json
import re
from importlib.resources import files
from pathlib import Path

from tableronde.shelf import Shelf

CLIENT = Path(str(files("tableronde").joinpath("client")))
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(CLIENT.rglob("*")) if path.suffix in {".js", ".css", ".html", ".svg"}}
SENTENCES = CLIENT / "base" / "strings.js"
SCRIPTS = "".join(text for path, text in SOURCES.items() if path.suffix == ".js")


def said() -> dict[str, list[str]]:
    """Return the room's own texts: French and English by key."""
    sentences = SOURCES[SENTENCES]
    pairs = re.findall(r'^  "?([\w ]+)"?: (\[.*?\]),$', sentences, re.MULTILINE | re.DOTALL)
    return {key: json.loads(re.sub(r",\s*\]", "]", texts)) for key, texts in pairs}


def test_no_game_is_named() -> None:
    names = {name for box in Shelf.installed().boxes() for name in (box.slug, box.title.fr, box.title.en)}
    assert [(path.name, name) for path, text in SOURCES.items() for name in names if name.lower() in text.lower()] == []


def test_nothing_comes_from_outside() -> None:
    allowed = "http://www.w3.org/2000/svg"
    assert [
        path.name for path, text in SOURCES.items() if re.search(r"(https?:)?//\w", text.replace(allowed, "").replace("https:", ""))
    ] == []


def test_no_inline_script_or_style() -> None:
    """Except the one whose digest is in the content security policy."""
    page = SOURCES[CLIENT / "page.html"].replace("<script>{early}</script>", "", 1)
    assert not re.search(r"<style|\son\w+=|\sstyle=|javascript:", page)
    assert re.findall(r"<script(?! src| type=\"module\" src| type=\"application/json\")", page) == []
    assert 'setAttribute("style"' not in SCRIPTS


def test_every_text_is_in_both_languages() -> None:
    assert len(said()) > 80
    assert {key: texts for key, texts in said().items() if len(texts) != 2 or not all(texts)} == {}


def test_every_key_used_is_defined_and_every_defined_key_is_used() -> None:
    literal = set(re.findall(r'"([\w ]+)"', SCRIPTS.replace(SOURCES[SENTENCES], "")))
    prefixes = (*re.findall(r"translate\(`([\w ]+)\$\{", SCRIPTS), "chat ", "clock ", "pace ", "zero ")
    counted = set(re.findall(r'translateCount\(\s*"([\w ]+)"', SCRIPTS))
    called = set(re.findall(r'translate\(\s*"([\w ]+)"', SCRIPTS)) | counted | {f"{key} one" for key in counted}
    assert called - set(said()) == set()
    unused = {key for key in said() if key not in literal | called and not key.startswith(prefixes) and not key.endswith(" more")}
    assert unused == set()


def test_files_are_small() -> None:
    code = {path: re.sub(r"/\*.*?\*/|^ *//[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE) for path, text in SOURCES.items()}
    lines = {path.name: sum(map(bool, map(str.strip, text.splitlines()))) for path, text in code.items() if path.suffix == ".js"}
    long = {name: count for name, count in lines.items() if count > 171}  # without comments and the types in them
    long.pop(SENTENCES.name, None)  # a list, not code
    assert long == {}
