"""Load games from outside the package: a file or folder of Python becomes a module that cannot shadow another one.

Such a module is named after its absolute path, so that it has the same name in every process and an object pickled by one
process can be read by another that has loaded the game. A folder may import its own modules relatively
(`from .rules import …`) or, if the name is free, by the folder's name (`from mygame.rules import …`).
"""

import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

from tableronde.plugins.projects import game_of

PREFIX: Final = "tableronde_outside_"
_places: Final[dict[str, str]] = {}  # the path each module was loaded from, by the module's name
_nicknames: Final[dict[str, str]] = {}  # module names by the names of their folders


class Fault(LookupError):
    """Raised when an author's code cannot be loaded, with file, line and error."""


def where(error: BaseException) -> str:
    """Return file and line of an error in an author's code: the last place in the traceback that is neither ours nor Python's."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<frozen ")]
    theirs = [frame for frame in frames if is_authors(frame.filename)] or frames
    return f"{theirs[-1].filename}:{theirs[-1].lineno}" if theirs else ""


def describe_error(error: BaseException) -> str:
    """Describe an error in an author's code in one line: file, line, type and message."""
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    place = where(error)
    return f"{place}: {type(error).__name__}: {what}" if place else f"{type(error).__name__}: {what}"


def load(path: Path) -> ModuleType:
    """Load the module in a file or folder, once for each resolved path. Fault if its code fails."""
    source = _source(path)
    name = name_of(source)
    if name not in sys.modules:
        _places[name] = str(source)
        _run(name, source)
    return sys.modules[name]


def imported(name: str) -> ModuleType:
    """Import a module by its dotted name; Fault if there is none or its code fails."""
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{name}.".startswith(f"{error.name}."):
            raise Fault(f"there is no module {name!r}") from None
        raise Fault(describe_error(error)) from error


def find(place: str) -> ModuleType:
    """Load the module in a file or folder, or import a dotted name."""
    if Path(place).suffix == ".py" and not Path(place).exists():
        raise LookupError(f"there is no file {place}")
    return load(Path(place)) if Path(place).exists() else imported(place)


def load_all(paths: Iterable[str]) -> None:
    """Load games that another process has loaded."""
    for path in paths:
        load(Path(path))


def loaded() -> list[str]:
    """Return the paths of all games loaded from outside."""
    return list(_places.values())


def place(module: str) -> str | None:
    """Return the path an outside module was loaded from; None if it is not one, or only part of one."""
    return _places.get(module)


def name_of(source: Path) -> str:
    """Return the module name of a Python file."""
    stem = source.parent.name if source.name == "__init__.py" else source.stem
    plain = "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in stem)
    return f"{PREFIX}{hashlib.sha256(str(source).encode()).hexdigest()[:10]}_{plain}"


def _source(path: Path) -> Path:
    """Return the Python file of a path: itself, a folder's `__init__.py`, or that of the game which a project names."""
    whole = path.resolve()
    if whole.is_dir() and not (whole / "__init__.py").is_file():
        whole = game_of(whole) or whole
    source = whole / "__init__.py" if whole.is_dir() else whole
    if not source.is_file() or source.suffix != ".py":
        raise LookupError(f"{path} holds no game: " + ("the folder has no __init__.py" if whole.is_dir() else "it is not a Python file"))
    return source


def _run(name: str, source: Path) -> None:
    folder = [str(source.parent)] if source.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, source, submodule_search_locations=folder)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    if folder:
        _nickname(source.parent.name, name)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        _forget(name)
        raise Fault(describe_error(error)) from error


def _nickname(folder: str, name: str) -> None:
    """Let a folder's modules be imported by the folder's name, unless it is taken."""
    if folder.isidentifier() and folder not in _nicknames and folder not in sys.modules and importlib.util.find_spec(folder) is None:
        _nicknames[folder] = name
        _install_finder()


def _forget(name: str) -> None:
    """Remove a module that failed to load."""
    _places.pop(name, None)
    folders = [folder for folder, real in _nicknames.items() if real == name]
    for known in [known for known in sys.modules if known.split(".")[0] in (name, *folders)]:
        del sys.modules[known]
    for folder in folders:
        del _nicknames[folder]


def is_authors(filename: str) -> bool:
    """Return whether a file belongs neither to Python nor to this package outside its games."""
    ours = Path(__file__).parents[1]
    path = Path(filename)
    if path.is_relative_to(ours):
        return "games" in path.relative_to(ours).parts
    installed = {"site-packages", "dist-packages"} & set(path.parts)
    return path.is_file() and (bool(installed) or not path.is_relative_to(Path(importlib.__file__).parent.parent))


def _install_finder() -> None:
    """Install the finder for modules of outside folders, when the first one is loaded."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


class _Nickname(Loader):
    """Loader that gives a module of an outside folder a second name: the same module object."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = importlib.import_module(self.name)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec


class _Finder(MetaPathFinder):
    """Finds an outside folder's modules by the folder's own name."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        folder, dot, rest = fullname.partition(".")
        if folder not in _nicknames:
            return None
        real = _nicknames[folder] + dot + rest
        if importlib.util.find_spec(real) is None:
            return None
        return ModuleSpec(fullname, _Nickname(real))
