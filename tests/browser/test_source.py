"""What the client's source promises: no game's name, nothing from outside, every word said in both languages."""

import json
import re
from importlib.resources import files
from pathlib import Path

from tableronde.shelf import Shelf

CLIENT = Path(str(files("tableronde").joinpath("client")))
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(CLIENT.rglob("*")) if path.suffix in {".js", ".css", ".html", ".svg"}}
SENTENCES = CLIENT / "base" / "sentences.js"
SCRIPTS = "".join(text for path, text in SOURCES.items() if path.suffix == ".js")


def said() -> dict[str, list[str]]:
    """The room's own sentences: key to French and English."""
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
    """But for the one whose digest the guard knows."""
    page = SOURCES[CLIENT / "page.html"].replace("<script>{early}</script>", "", 1)
    assert not re.search(r"<style|\son\w+=|\sstyle=|javascript:", page)
    assert re.findall(r"<script(?! src| type=\"module\" src| type=\"application/json\")", page) == []
    assert 'setAttribute("style"' not in SCRIPTS


def test_every_word_is_said_in_both_languages() -> None:
    assert len(said()) > 80
    assert {key: texts for key, texts in said().items() if len(texts) != 2 or not all(texts)} == {}


def test_every_word_that_is_said_is_known_and_every_known_word_is_said() -> None:
    literal = set(re.findall(r'"([\w ]+)"', SCRIPTS.replace(SOURCES[SENTENCES], "")))
    prefixes = (*re.findall(r"say\(`([\w ]+)\$\{", SCRIPTS), "chat ", "clock ", "pace ", "zero ")
    counted = set(re.findall(r'sayMany\(\s*"([\w ]+)"', SCRIPTS))
    called = set(re.findall(r'say\(\s*"([\w ]+)"', SCRIPTS)) | counted | {f"{key} one" for key in counted}
    assert called - set(said()) == set()
    unused = {key for key in said() if key not in literal | called and not key.startswith(prefixes) and not key.endswith(" more")}
    assert unused == set()


def test_files_are_small() -> None:
    long = {path.name: text.count("\n") for path, text in SOURCES.items() if path.suffix == ".js" and text.count("\n") > 200}
    long.pop(SENTENCES.name, None)  # a list, not code
    assert long == {}
