"""Pages as data to PDF: Typst sets them by the template beside this file. The same pages give the same bytes."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tableronde.game import Json
from tableronde.kit import Wish
from tableronde.printing.paper import PAPER

if TYPE_CHECKING:
    from typst import Compiler

TEMPLATE: Final = "pages.typ"
MISSING: Final = "to print, the package typst is needed: pip install 'tableronde[print]'"


class NoPress(LookupError):
    """Typst is not installed."""


@dataclass
class Document:
    """Pages to be set, and the pictures on them by name."""

    wish: Wish
    title: str
    pages: list[Json] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    def keep(self, name: str, data: bytes) -> str:
        """Put a picture among the files; its name there."""
        self.files[name] = data
        return name

    def pdf(self) -> bytes:
        """The document; NoPress with a sentence where Typst is not installed."""
        with self._compiler() as compiler:
            made = compiler.compile(format="pdf", timestamp=0)
        assert isinstance(made, bytes)
        return made

    def pictures(self, dots: float = 60.0) -> list[bytes]:
        """Every page as PNG, with so many dots to the inch."""
        with self._compiler() as compiler:
            made = compiler.compile(format="png", ppi=dots)
        return [made] if isinstance(made, bytes) else list(made or ())

    def count(self) -> int:
        """How many pages there are once they are set."""
        with self._compiler() as compiler:
            return int(compiler.query("<last>", field="value", one=True))

    @contextmanager
    def _compiler(self) -> "Iterator[Compiler]":
        try:
            from typst import Compiler
        except ImportError:
            raise NoPress(MISSING) from None
        with TemporaryDirectory() as folder:
            self._write(Path(folder))
            yield Compiler(str(Path(folder) / TEMPLATE), root=folder, ignore_system_fonts=True)

    def _write(self, folder: Path) -> None:
        template = files(__package__).joinpath(TEMPLATE).read_bytes()
        data = json.dumps(self._data(), ensure_ascii=False).encode()
        for name, content in {TEMPLATE: template, "data.json": data, **self.files}.items():
            (folder / name).write_bytes(content)

    def _data(self) -> Mapping[str, Json]:
        paper = PAPER[self.wish.paper]
        return {
            "title": self.title,
            "language": self.wish.language,
            "width": paper.width,
            "height": paper.height,
            "pages": self.pages,
        }
