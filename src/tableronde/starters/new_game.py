"""A new game from a starting game: the same files under another name, written all at once or not at all."""

import keyword
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

KINDS: Final = ("board", "cards", "dice")
PLACES: Final = {"check.yml": ".github/workflows/check.yml", "gitignore": ".gitignore"}  # hidden files are easily lost in a wheel
NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST: Final = 40
TAKEN: Final = frozenset({"tests", "test", "tableronde", "build", "dist", "src", "docs"})  # folders and packages that a project has


def check_name(name: str, taken: Mapping[str, object] | frozenset[str] = frozenset()) -> None:
    """Raise ValueError with a sentence if a game cannot have this name; `taken` are those of other games."""
    if not NAME.fullmatch(name):
        raise ValueError(f"a name consists of small letters, digits and single hyphens, and begins with a letter, unlike {name!r}")
    if len(name) > LONGEST:
        raise ValueError(f"a name has at most {LONGEST} characters, and {name!r} has {len(name)}")
    module = name.replace("-", "_")
    if keyword.iskeyword(module) or module in sys.stdlib_module_names:
        raise ValueError(f"{name!r} cannot be the name of a game: it is a word or a module of Python; choose another one")
    if module in TAKEN:
        raise ValueError(f"{name!r} cannot be the name of a game: a folder or package of the project has it; choose another one")
    if name in taken:
        raise ValueError(f"there is a game {name!r} already; choose another name")


def create(name: str, kind: str, folder: Path) -> list[Path]:
    """Write the project of a new game into a folder and return its files; FileExistsError if anything is there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} exists and is not empty: nothing was written; name another folder")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{name}-") as place:
        draft = Path(place) / "draft"
        for path, text in sorted(contents(name, kind).items()):
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            (draft / path).write_text(text, encoding="utf-8")
        if folder.exists():
            folder.rmdir()  # it is empty
        shutil.move(draft, folder)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def contents(name: str, kind: str) -> dict[str, str]:
    """Return the files of a new game by their paths in its project."""
    words = _words(name)
    found = {**dict(_read(_starters().joinpath("common"))), **dict(_read(_starters().joinpath(kind)))}
    return {_renamed(PLACES.get(path, path), words): _renamed(text, words) for path, text in found.items()}


def _starters() -> Traversable:
    return files("tableronde").joinpath("starters")


def _read(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__" and not entry.name.startswith("."):
                yield from _read(entry, f"{above}{entry.name}/")
        elif not entry.name.endswith(".pyc"):
            yield above + entry.name, entry.read_text(encoding="utf-8")


def _words(name: str) -> dict[str, str]:
    """Return what is written in place of the starting game's names."""
    parts = name.split("-")
    title = " ".join(parts).capitalize()
    return {
        "your-game": name,
        "your_game": "_".join(parts),
        "YourGame": "".join(part.capitalize() for part in parts),
        "Your game": title,
        "Votre jeu": title,
        "YEAR": str(date.today().year),
    }


def _renamed(text: str, words: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)
