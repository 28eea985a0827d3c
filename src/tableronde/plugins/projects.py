"""The game of a project: a folder whose pyproject.toml names one in the entry points, as `tableronde new` makes it."""

import tomllib
from pathlib import Path
from typing import Final

GROUP: Final = "tableronde.games"


def game_of(folder: Path) -> Path | None:
    """Return the folder or file of the only game that a project names; None if the folder is no such project.

    LookupError with a sentence if it names several games, or one that is not in the folder.
    """
    file = folder / "pyproject.toml"
    if not file.is_file():
        return None
    try:
        whole = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LookupError(f"{file} cannot be read: {error}") from None
    games = whole.get("project", {}).get("entry-points", {}).get(GROUP, {})
    if not games:
        return None
    if len(games) > 1:
        raise LookupError(f"{folder} holds several games ({', '.join(games)}): name the folder of one of them")
    [module] = [str(place).partition(":")[0] for place in games.values()]
    for root in (folder, folder / "src"):
        path = root.joinpath(*module.split("."))
        if path.is_dir() or path.with_suffix(".py").is_file():
            return path if path.is_dir() else path.with_suffix(".py")
    raise LookupError(f"{file} names the game {module!r}, which is not in this folder")
