"""The shelf: the games found, the games added, and games that fail to load."""

import logging
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tableronde.cli import main
from tableronde.plugins.loader import Fault
from tableronde.shelf import Shelf, find, load
from tableronde.table import Table

PEBBLES = Path(__file__).parent.parent / "docs" / "examples" / "pebbles.py"
SOURCE = PEBBLES.read_text(encoding="utf-8")


def written(path: Path, text: str = SOURCE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install an outside distribution in a folder: two games, not in alphabetical order, and a broken one."""
    site = tmp_path / "site"
    written(site / "zoo_games" / "__init__.py", "")
    for slug in ("zebra", "ape"):
        written(site / "zoo_games" / f"{slug}.py", SOURCE.replace('"pebbles", 1', f'"{slug}", 1'))
    written(site / "zoo_games" / "gnu.py", "import nothing_of_that_name\n")
    written(site / "zoo_games" / "thief.py", SOURCE)
    info = site / "zoo_games-1.0.dist-info"
    written(info / "METADATA", "Metadata-Version: 2.1\nName: zoo-games\nVersion: 1.0\nKeywords: zebra,ape\n")
    entries = ["ape = zoo_games.ape:BOX", "gnu = zoo_games.gnu:BOX", "zebra = zoo_games.zebra", "kaplan = zoo_games.thief:BOX"]
    written(info / "entry_points.txt", "\n".join(["[tableronde.games]", *entries]) + "\n")
    monkeypatch.syspath_prepend(site)
    yield site
    for name in [name for name in sys.modules if name.split(".")[0] == "zoo_games"]:
        del sys.modules[name]


OURS = ["four-circles", "cirkis", "karta-doppio", "cirkle-duo", "kaplan"]


def test_ours_come_first_and_in_their_order(stranger: Path) -> None:
    shelf = Shelf.installed()
    assert [box.slug for box in shelf.boxes()][:5] == OURS
    assert list(shelf)[:5] == sorted(OURS), "names are known before any game is loaded, and so before its order is"


def test_a_box_says_where_it_stands_on_the_shelf(tmp_path: Path) -> None:
    names = [str(written(tmp_path / f"{slug}.py", SOURCE.replace('"pebbles", 1', f'"{slug}", 1'))) for slug in ("one", "two", "three")]
    shelf = Shelf()
    for name, order in zip(names, (100, 7, 100), strict=True):
        box = shelf.add(name)
        object.__setattr__(box, "order", order)
    assert [box.slug for box in shelf.boxes()] == ["two", "one", "three"], "by their order, then as they were put there"


def test_names_are_found_without_loading_a_game() -> None:
    code = "import sys; from tableronde import Shelf; list(Shelf.installed()); print([m for m in sys.modules if 'tableronde.games.' in m])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_the_version_is_said_without_looking_for_games() -> None:
    code = "import sys; from tableronde.cli import main\ntry: main(['--version'])\nfinally: print('importlib.metadata' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1] == "False"


def test_an_installed_distribution_puts_its_games_on_the_shelf(stranger: Path, caplog: pytest.LogCaptureFixture) -> None:
    shelf = Shelf.installed()
    assert list(shelf)[5:] == ["zebra", "ape", "gnu"], "after ours, in the order of its keywords, then by name"
    assert shelf.box("ape").slug == "ape"
    assert shelf.place("kaplan") == "tableronde.games.kaplan:BOX", "nobody hides one of ours by installing"
    assert "the game kaplan was left out: another one has the same name (zoo_games.thief:BOX)" in caplog.text


def test_a_broken_game_takes_no_other_down(stranger: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        boxes = Shelf.installed().boxes()
    assert [box.slug for box in boxes][5:] == ["zebra", "ape"]
    assert f"the game gnu was left out: {stranger}/zoo_games/gnu.py:1: ModuleNotFoundError" in caplog.text


def test_a_game_with_another_slug_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="calls itself 'pebbles'"):
        Shelf({"stones": str(PEBBLES)}).box("stones")


def test_a_game_added_stands_beside_the_others_and_is_found_by_its_slug() -> None:
    shelf = Shelf.installed(str(PEBBLES))
    assert list(shelf)[-1] == "pebbles"
    assert shelf.find("pebbles") is shelf.box("pebbles") is load(shelf.place("pebbles"))


def test_a_name_from_data_never_runs_a_file(tmp_path: Path) -> None:
    trap = written(tmp_path / "trap.py", "raise SystemExit('run')\n")
    with pytest.raises(LookupError, match="there is no game"):
        Shelf.installed().box(str(trap))


@pytest.mark.parametrize("name", ["socket.py", "random/__init__.py", "json.py", "tableronde/__init__.py", "a-b c.py"])
def test_a_game_shadows_no_module(name: str, tmp_path: Path) -> None:
    path = written(tmp_path / name)
    before = {known: sys.modules[known] for known in ("socket", "random", "json", "tableronde")}
    box = Shelf().find(str(path.parent if path.name == "__init__.py" else path))
    assert box.slug == "pebbles"
    assert {known: sys.modules[known] for known in before} == before
    assert Table(box, 2).legal()


def test_a_folder_is_found_from_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "stones" / "__init__.py")
    monkeypatch.chdir(tmp_path / "stones")
    box = find(".")
    assert box is find("../stones") is find(str(tmp_path / "stones")), "whatever the path is called, it is one game"


def test_a_folder_may_import_its_own_modules_both_ways(tmp_path: Path) -> None:
    folder = tmp_path / "stones_by_both"
    written(folder / "rules.py")
    relative, absolute = "from .rules import BOX as RELATIVE", "from stones_by_both.rules import BOX as ABSOLUTE"
    written(folder / "__init__.py", f"{absolute}\n{relative}\nassert RELATIVE is ABSOLUTE\nBOX = ABSOLUTE\n")
    box = find(str(folder))
    assert Table(box, 2).legal()
    assert box.game_type.__module__.startswith("tableronde_outside_")


def test_two_folders_of_one_name_are_two_games(tmp_path: Path) -> None:
    for place, slug in (("a", "one"), ("b", "two")):
        written(tmp_path / place / "twin" / "__init__.py", "from .rules import BOX\n__all__ = ['BOX']\n")
        written(tmp_path / place / "twin" / "rules.py", SOURCE.replace('"pebbles", 1', f'"{slug}", 1'))
    shelf = Shelf.installed(str(tmp_path / "a" / "twin"), str(tmp_path / "b" / "twin"))
    assert list(shelf)[-2:] == ["one", "two"]


def test_another_process_unpickles_objects_of_a_loaded_game(tmp_path: Path) -> None:
    shelf = Shelf()
    table = Table(shelf.find(str(PEBBLES)), 2)
    code = (
        "import pickle, sys; from tableronde.shelf import load; load(sys.argv[1]);print(pickle.loads(bytes.fromhex(sys.argv[2])).pebbles)"
    )
    command = [sys.executable, "-c", code, shelf.place("pebbles"), pickle.dumps(table.state).hex()]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert int(run.stdout) == table.state.pebbles


@pytest.mark.parametrize(
    ("text", "line", "error"),
    [
        ("import nothing_of_that_name\n", 1, "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("from tableronde.game import Gane\n", 1, "ImportError: cannot import name 'Gane'"),
        ("\nx = = 1\n", 2, "SyntaxError: invalid syntax"),
        ("\n\nBOX = Bux()\n", 3, "NameError: name 'Bux' is not defined"),
        ("from tableronde.box import Box\nBOX = Box()\n", 2, "TypeError"),
    ],
)
def test_an_error_of_the_authors_is_shown_as_such(
    text: str, line: int, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "mine.py", text)
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr().err
    assert f"{path}:{line}: {error}" in shown
    assert "there is no game" not in shown


def test_a_fixed_game_can_be_loaded_again(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.py", "BOX = 1 / 0\n")
    with pytest.raises(Fault, match=r"mine\.py:1: ZeroDivisionError"):
        find(str(path))
    written(path, SOURCE + "\n")
    assert find(str(path)).slug == "pebbles"


def test_a_game_without_options_needs_no_options_type(tmp_path: Path) -> None:
    plain = SOURCE.replace('players, options_type = "pebbles", 1, range(2, 5), Options', 'players = "pebbles", 1, range(2, 5)')
    box = find(str(written(tmp_path / "mine.py", plain.replace("self.options.most", "3"))))
    table = Table(box, 2)
    assert table.record().options == {}
    assert Table.replay(box, table.record()).state == table.state
    with pytest.raises(ValueError, match="there is no option 'most'; there is none"):
        Table(box, 2, {"most": 4})


def test_an_option_without_a_text_gets_a_sentence(tmp_path: Path) -> None:
    start = SOURCE.index("    most: int = ")
    bare = SOURCE[:start] + "    most: int = 3" + SOURCE[SOURCE.index("\n", start) :]
    with pytest.raises(Fault, match=r"the option most has no text; write: most = option\(default, Text\(…, …\)\)"):
        find(str(written(tmp_path / "mine.py", bare)))
    with pytest.raises(Fault, match="the option most cannot be a float; it may be bool, int, "):
        find(str(written(tmp_path / "other.py", SOURCE.replace("most: int =", "most: float ="))))


def test_a_rules_page_lies_beside_the_rules(tmp_path: Path) -> None:
    written(tmp_path / "stones" / "__init__.py")
    written(tmp_path / "stones" / "rules.en.md", "# Stones\n")
    box = find(str(tmp_path / "stones"))
    assert (box.rulebook("en"), box.rulebook("fr"), box.has_rulebook) == ("# Stones\n", "", True)


def test_a_mistyped_package_gets_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.py", SOURCE.replace("label=label,", 'label=label, package="no_such_thing",'))
    box = find(str(path))
    with pytest.raises(LookupError, match="pebbles: there is no package 'no_such_thing'"):
        box.rulebook("en")
    assert not box.has_rulebook


def test_a_mistake_in_the_middle_of_a_game_loses_nothing_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trap = "    if after.pebbles:\n        raise ZeroDivisionError('a mistake')\n    taken = "
    path = written(tmp_path / "mine.py", SOURCE.replace("    taken = ", trap))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda prompt="": "take 2")
    assert main(["play", str(path), "--bot", "random", "--lang", "en"]) == 2
    shown = capsys.readouterr()
    assert f"tableronde play {path} --resume {tmp_path}/tableronde/pebbles.json" in shown.out
    assert f"{path}:{SOURCE[: SOURCE.index('    taken = ')].count(chr(10)) + 2}: ZeroDivisionError: a mistake" in shown.err
    assert "Traceback" not in shown.err
