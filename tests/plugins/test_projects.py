"""The folder of a project stands for the game it names."""

from pathlib import Path

import pytest

from tableronde.plugins.projects import game_of
from tableronde.shelf import Shelf

PEBBLES = (Path(__file__).parents[2] / "docs" / "examples" / "pebbles.py").read_text(encoding="utf-8")


def write(folder: Path, *games: str, src: str = "") -> Path:
    """Write a project that names these games, and the first of them as a file."""
    lines = [f'{game} = "{game}:BOX"' for game in games]
    (folder / "pyproject.toml").write_text("\n".join(['[project.entry-points."tableronde.games"]', *lines]), encoding="utf-8")
    (folder / src).mkdir(exist_ok=True)
    (folder / src / "pebbles.py").write_text(PEBBLES, encoding="utf-8")
    return folder


@pytest.mark.parametrize("src", ["", "src"])
def test_a_project_is_found_by_its_folder(src: str, tmp_path: Path) -> None:
    assert game_of(write(tmp_path, "pebbles", src=src)) == tmp_path / src / "pebbles.py"
    assert Shelf({}).find(str(tmp_path)).slug == "pebbles"


def test_what_is_wrong_with_a_project_is_said(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match=r"several games \(pebbles, abalone\): name the folder"):
        game_of(write(tmp_path, "pebbles", "abalone"))
    with pytest.raises(LookupError, match="'abalone', which is not in this folder"):
        game_of(write(tmp_path, "abalone"))
    (tmp_path / "pyproject.toml").write_text("[project", encoding="utf-8")
    with pytest.raises(LookupError, match="cannot be read"):
        game_of(tmp_path)


def test_a_folder_without_a_game_is_refused_as_before(tmp_path: Path) -> None:
    assert game_of(tmp_path) is None
    with pytest.raises(LookupError, match=r"the folder has no __init__\.py"):
        Shelf({}).find(str(tmp_path))
