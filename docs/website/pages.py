"""The site's pages from the documents: links that leave `docs/` lead to pages made of what they name."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from website import api_pages, pictures
from website.links import LINK
from website.sources import ROOT

DOCS: Final = ROOT / "docs"
PICTURES: Final = (".jpg", ".png", ".svg")
MOST: Final = 200_000  # bytes of a file that becomes a page
LANGUAGES: Final = {
    ".py": "python",
    ".js": "javascript",
    ".toml": "toml",
    ".json": "json",
    ".yaml": "yaml",
    ".conf": "nginx",
    ".yml": "yaml",
}
FIGURE: Final = re.compile(r"\]\(figure:([\w-]+)\)")
HIDDEN: Final = "---\norphan: true\nnosearch: true\n---\n\n"


class Stage:
    """A folder of pages for Sphinx; what a page links to becomes a page, too."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[Path] = []
        self.staged: set[Path] = set()

    def fill(self) -> None:
        """Write every page."""
        self.waiting = [path for path in sorted(DOCS.rglob("*.md")) if is_document(path)] + [ROOT / "CHANGELOG.md"]
        while self.waiting:
            path = self.waiting.pop()
            if path not in self.staged:
                self.staged.add(path)
                self._stage(path)
        for module, text in api_pages.pages():
            self._write(Path("reference/api") / f"{module}.md", text)

    def _stage(self, path: Path) -> None:
        place = place_of(path)
        if path.suffix in PICTURES:
            self._place(place)
            shutil.copy(path, self.folder / place)
        elif path.is_dir():
            self._write(place, self._rewritten(path / "index.md", HIDDEN + "\n".join(folder_page(path)), place))
        elif path.suffix == ".md":
            self._write(place, self._rewritten(path, self._text(path), place))
        else:
            self._write(place, HIDDEN + "\n".join(file_page(path)))

    def _text(self, path: Path) -> str:
        text = path.read_text(encoding="utf-8")
        match str(path.relative_to(ROOT)):
            case "docs/README.md":
                return f"{text}\n{contents(text)}"
            case "docs/reference/python-api.md":
                return api_pages.index()
            case "docs/reference/theme-words.md":
                return pictures.filled(text)
        return HIDDEN * place_of(path).is_relative_to("files") + text

    def _rewritten(self, path: Path, text: str, place: Path) -> str:
        """Let the links of a page lead to the places of pages on the site."""

        def replaced(found: re.Match[str]) -> str:
            target, anchor = found.groups()
            if not target or target.startswith("api/") or "pictures/figures/" in target:
                return found[0]
            there = (path.parent / target).resolve()
            self.waiting.append(there)
            mark = f"#{anchor}" if anchor else ""
            return f"]({os.path.relpath(place_of(there), place.parent)}{mark})"

        if (path.parent / "figures.toml").exists():
            text = FIGURE.sub(lambda found: f"]({self._figure(path.parent, found[1], place)})", text)
        blocks = re.split(r"(^```.*?^```$)", text, flags=re.DOTALL | re.MULTILINE)
        return "".join(block if block.startswith("```") else LINK.sub(replaced, block) for block in blocks)

    def _figure(self, game: Path, name: str, place: Path) -> str:
        """Draw a figure of a game; return its address on a page."""
        file = Path("pictures") / "figures" / game.name / f"{name}.svg"
        self._write(file, pictures.figure(game, name))
        return os.path.relpath(file, place.parent)

    def _write(self, place: Path, text: str) -> None:
        self._place(place)
        (self.folder / place).write_text(text, encoding="utf-8")

    def _place(self, place: Path) -> None:
        (self.folder / place).parent.mkdir(parents=True, exist_ok=True)


def is_document(path: Path) -> bool:
    """Return whether a file is a page of the documentation, not a part of an example."""
    return path.relative_to(DOCS).parts[0] not in ("examples", "website") and "examples" not in path.relative_to(DOCS).parts


def place_of(path: Path) -> Path:
    """Return where a file or folder is on the site: documents as in `docs/`, everything else below `files/`."""
    if path == DOCS / "README.md":
        return Path("index.md")
    if path.suffix in PICTURES:
        return Path("pictures") / path.name
    if path.is_relative_to(DOCS) and path.suffix == ".md" and is_document(path):
        return path.relative_to(DOCS)
    if path == ROOT / "CHANGELOG.md":
        return Path("CHANGELOG.md")
    inside = path.relative_to(ROOT)
    return Path("files") / (inside / "index.md" if path.is_dir() else inside if path.suffix == ".md" else Path(f"{inside}.md"))


def contents(index: str) -> str:
    """Return the tables of contents for the sidebar, from the sections of the first page."""
    return "\n".join(_tables(index))


def _tables(index: str) -> Iterator[str]:
    for title, section in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", index, re.DOTALL | re.MULTILINE):
        names = [name for name in re.findall(r"\]\(([^)]+)\.md\)", section) if not name.startswith("..")]
        more = ["CHANGELOG"] if title == "Results" else []
        yield "\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *names, *more, "```", ""])


def folder_page(folder: Path) -> Iterator[str]:
    """Yield the lines of a page that lists a folder and shows its pictures."""
    yield from (f"# `{folder.relative_to(ROOT)}`", "")
    entries = sorted(path for path in folder.iterdir() if not path.name.startswith((".", "_")))
    shown = [path for path in entries if path.is_dir() or path.suffix in PICTURES or is_text(path)]
    for path in shown:
        name = path.name + "/" * path.is_dir()
        yield f"![{path.stem}]({path.name})\n" if path.suffix in PICTURES else f"- [{name}]({path.name})"


def is_text(path: Path) -> bool:
    """Return whether a file can become a page."""
    try:
        return path.stat().st_size <= MOST and bool(path.read_text(encoding="utf-8") or True)
    except UnicodeDecodeError:
        return False


def file_page(path: Path) -> Iterator[str]:
    """Yield the lines of a page that shows a file."""
    yield from (f"# `{path.relative_to(ROOT)}`", "")
    if path.suffix == ".ipynb":
        yield from _notebook(path)
        return
    yield from (f"`````{LANGUAGES.get(path.suffix, 'text')}", path.read_text(encoding="utf-8").rstrip(), "`````")


def _notebook(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        yield re.sub(r"^#", "##", text, flags=re.MULTILINE) if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        yield ""
