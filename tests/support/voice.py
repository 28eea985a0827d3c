"""Every text of ours that people read: in the sources, the client, the rules pages and the data of the games."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
SOURCE: Final = ROOT / "src" / "tableronde"
SPEAKERS: Final = {"Text", "Noun", "Refused", "Trouble", "Unfit", "say", "_say"}  # called with French, then English
PAIR: Final = re.compile(r'\[\s*("(?:[^"\\]|\\.)*"(?:,\s*"(?:[^"\\]|\\.)*")+),?\s*\]')


@dataclass(frozen=True)
class Said:
    """A text in one language, and its place."""

    where: str
    language: str
    text: str  # … stands for inserted values
    source: str = ""  # the same, with inserted values as they are written in the source
    speaker: str = ""  # the function it is passed to, in the sources


def everything() -> list[Said]:
    """Return all texts."""
    return [*_python(), *_client(), *_pages(), *_data()]


def _python() -> Iterator[Said]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in SPEAKERS:
                pairs = [(a, b) for a, b in zip(node.args, node.args[1:], strict=False) if _spoken(a) and _spoken(b)]
                for language, argument in zip(("fr", "en"), pairs[-1] if pairs else (), strict=False):
                    yield Said(
                        f"{path.relative_to(ROOT)}:{argument.lineno}", language, _words(argument), ast.unparse(argument), _name(node.func)
                    )


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _spoken(node: ast.expr) -> bool:
    """Return whether an argument is literal text, possibly with inserted values."""
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node))


def _words(node: ast.expr) -> str:
    """Return the literal part of an argument."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_words(value) if isinstance(value, ast.Constant) else "…" for value in node.values)
    return " ".join(_words(child) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))


def _client() -> Iterator[Said]:
    for path in sorted((SOURCE / "client" / "base").glob("*.js")):
        text = path.read_text(encoding="utf-8")
        for found in PAIR.finditer(text):
            where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}"
            for i, said in enumerate(json.loads(f"[{found[1]}]")):
                yield Said(where, ("fr", "en")[i % 2], said)


def _pages() -> Iterator[Said]:
    for path in sorted([*SOURCE.rglob("rules.*.md"), *SOURCE.rglob("learned.*.md")]):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            yield Said(f"{path.relative_to(ROOT)}:{number}", path.suffixes[0][1:], line)


def _data() -> Iterator[Said]:
    for path in sorted(SOURCE.rglob("*.toml")):
        yield from _tree(tomllib.loads(path.read_text(encoding="utf-8")), str(path.relative_to(ROOT)))


def _tree(value: Any, where: str) -> Iterator[Said]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("fr", "en") and isinstance(item, str):
                yield Said(where, key, item)
            else:
                yield from _tree(item, f"{where} {key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _tree(item, f"{where} {i + 1}")
