"""Turn pages from data into PDF with Typst and the template beside this file. The same pages give the same bytes."""

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
from tableronde.printing.paper_sizes import PAPER

if TYPE_CHECKING:
    from typst import Compiler

TEMPLATE: Final = "pages.typ"
MISSING: Final = "printing needs the package typst: pip install 'tableronde[print]'"


class TypstMissing(LookupError):
    """Raised when Typst is not installed."""


@dataclass
class Document:
    """Pages to set, and their pictures by name."""

    wish: Wish
    title: str
    pages: list[Json] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    def keep(self, name: str, data: bytes) -> str:
        """Add a picture to the files and return its name there."""
        self.files[name] = data
        return name

    def pdf(self) -> bytes:
        """Return the PDF; TypstMissing with a sentence if Typst is not installed."""
        with self._compiler() as compiler:
            made = compiler.compile(format="pdf", timestamp=0)
        assert isinstance(made, bytes)
        return made

    def pictures(self, dots: float = 60.0) -> list[bytes]:
        """Render every page as PNG, with `dots` dots per inch."""
        with self._compiler() as compiler:
            made = compiler.compile(format="png", ppi=dots)
        return [made] if isinstance(made, bytes) else list(made or ())

    def count(self) -> int:
        """Return the number of pages after typesetting."""
        with self._compiler() as compiler:
            return int(compiler.query("<last>", field="value", one=True))

    @contextmanager
    def _compiler(self) -> "Iterator[Compiler]":
        try:
            from typst import Compiler
        except ImportError:
            raise TypstMissing(MISSING) from None
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
