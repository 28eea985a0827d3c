"""The shelf: the one list of the games that come with Table Ronde. A game is a folder here; its module holds a `BOX`."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

from tableronde.box import Box

SHELF: Final = ("four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan")


def find(name: str) -> Box:
    """The box of a game on the shelf, or of a game of your own: a dotted module, a file or a folder with a `BOX` in it.

    LookupError with a sentence if there is none.
    """
    try:
        module = _module(name)
    except ImportError as error:
        raise LookupError(f"there is no game {name!r}; the shelf holds {', '.join(SHELF)} ({error})") from None
    box = getattr(module, "BOX", None)
    if not isinstance(box, Box):
        raise LookupError(f"{name!r} holds no game: its module has no BOX")
    return box


def shelf() -> list[Box]:
    """The boxes of all games on the shelf, in the shelf's order."""
    return [find(slug) for slug in SHELF]


def _module(name: str) -> ModuleType:
    if name in SHELF:
        return importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    path = Path(name)
    if path.exists():
        return _load(path / "__init__.py" if path.is_dir() else path)
    if name.replace(".", "").isidentifier():
        return importlib.import_module(name)
    raise ImportError("no such file or module")


def _load(path: Path) -> ModuleType:
    name = path.parent.name if path.name == "__init__.py" else path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
