"""Everything the project writes for people: documents, docstrings, comments, and the texts of rooms and games."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from support.voice import ROOT, everything

WRITTEN: Final = (
    ".py",
    ".pyi",
    ".js",
    ".ts",
    ".css",
    ".md",
    ".toml",
    ".html",
    ".yaml",
    ".yml",
    ".conf",
    ".service",
    ".cu",
    ".h",
    ".typ",
    ".ipynb",
)
FOREIGN: Final = ("tests/compat/f8d6ab2/",)  # kept as it was, to prove that it still works
CODE_BLOCK: Final = re.compile(r"^( *)(```|~~~).*?^\1\2", re.MULTILINE | re.DOTALL)
CODE_SPAN: Final = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
LINK_TARGET: Final = re.compile(r"\]\([^)\s]*\)|<[^<>\s]+>")
SCRIPT_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", re.DOTALL)
JSDOC_TYPE: Final = re.compile(r"\{[^{}\n]*\}")
NOT_PROSE: Final = re.compile(r"(?:fmt:|noqa|type:|pragma|deno-lint|@ts-)")


class Passage(NamedTuple):
    """A piece of writing, and where it begins."""

    where: str
    language: str
    text: str


def written_files(root: Path = ROOT) -> list[Path]:
    """The files of the repository that people write, known to git or about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.splitlines()
    return [root / name for name in sorted(names) if name.endswith(WRITTEN) and not name.startswith(FOREIGN) and (root / name).exists()]


def passages(root: Path = ROOT) -> Iterator[Passage]:
    """Everything to be spelled correctly."""
    for path in written_files(root):
        where, text = str(path.relative_to(root)), path.read_text(encoding="utf-8")
        match path.suffix:
            case ".md" if ".fr." not in path.name and ".en." not in path.name:  # rules pages come with the texts of the games
                yield from _document(where, text, "en")
            case ".md" if ".fr." in path.name and where.startswith("docs/guides/"):
                yield from _document(where, text, "fr")
            case ".py" | ".pyi":
                yield from _python(where, text)
            case ".js" | ".ts" | ".css":
                yield from _script(where, text)
    if root == ROOT:
        yield from (Passage(said.where, said.language, blank_code(said.text)) for said in everything())


def blank_code(text: str) -> str:
    """Replace code and the targets of links by blanks, so that lines keep their numbers."""
    for pattern in (CODE_BLOCK, CODE_SPAN, LINK_TARGET):
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text


def _document(where: str, text: str, language: str) -> Iterator[Passage]:
    for number, line in enumerate(blank_code(text).splitlines(), 1):
        yield Passage(f"{where}:{number}", language, line)


def _python(where: str, text: str) -> Iterator[Passage]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
            line = node.body[0].lineno
            yield from (Passage(f"{where}:{line + i}", "en", one) for i, one in enumerate(blank_code(said).splitlines()))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not NOT_PROSE.match(token.string.lstrip("# ")):
            yield Passage(f"{where}:{token.start[0]}", "en", blank_code(token.string))


def _script(where: str, text: str) -> Iterator[Passage]:
    for found in SCRIPT_COMMENT.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        for i, one in enumerate(blank_code(JSDOC_TYPE.sub(" ", found[0])).splitlines()):
            if not NOT_PROSE.search(one):
                yield Passage(f"{where}:{line + i}", "en", one)
