"""Dependencies: the bounds hold, the locks agree, and a missing package is named in a sentence."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tableronde.cli import COMMANDS, main
from tableronde.play import arena

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = {name: [Requirement(text) for text in texts] for name, texts in PROJECT["optional-dependencies"].items()}
LOCKS = sorted(ROOT.glob("requirements*.lock"))
UNIX_ONLY = ("fcntl", "resource", "termios")


def pinned(lock: Path) -> dict[str, Version]:
    """Return the version of each package in a lock."""
    found = re.findall(r"^([\w.-]+)(?:\[\w+\])?==([^ ;\\]+)", lock.read_text(), re.MULTILINE)
    return {canonicalize_name(name): Version(number) for name, number in found}


@pytest.mark.parametrize("requirement", EXTRAS["room"], ids=str)
def test_the_rooms_dependencies_are_within_their_bounds(requirement: Requirement) -> None:
    if requirement.marker is None or requirement.marker.evaluate():
        assert requirement.specifier.contains(version(requirement.name)), f"{requirement}: {version(requirement.name)} is installed"


@pytest.mark.parametrize("name", ["uvicorn", "websockets"])
def test_subclassed_packages_have_an_upper_bound(name: str) -> None:
    [requirement] = [each for each in EXTRAS["room"] if each.name == name]
    assert any(bound.operator == "<" for bound in requirement.specifier)
    assert not requirement.extras  # uvicorn's extras would install unneeded packages


def test_the_package_itself_depends_on_nothing() -> None:
    assert "dependencies" not in PROJECT
    assert "dependencies" in PROJECT["dynamic"]  # setup.py adds those of compiled code
    alone = [sys.executable, "-S", "-c", f"import sys; sys.path[:] = [path for path in sys.path if 'site-packages' not in path]; {PLAIN}"]
    told = subprocess.run(alone, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


PLAIN = """
sys.path.insert(0, 'src')
import tableronde.kernels.compiled as compiled
sys.meta_path.insert(0, compiled.SourceFinder)
from tableronde.shelf import Shelf, load
from tableronde.kernels import from_state
boxes = [load(f'tableronde.games.{name}') for name in ('four_circles', 'cirkis', 'karta_doppio', 'cirkle_duo', 'kaplan')]
assert from_state(boxes[0]).__module__ == 'tableronde.games.four_circles.kernel'
assert not {'librt', 'mypy_extensions'} & set(sys.modules)
"""


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_has_digests_and_no_addresses(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert text.count("--hash=sha256:") >= len(pinned(lock)) > 3


def test_all_locks_pin_the_same_versions() -> None:
    seen: dict[str, Version] = {}
    for lock in LOCKS:
        for name, number in pinned(lock).items():
            assert seen.setdefault(name, number) == number, f"{name} in {lock.name}"


@pytest.mark.parametrize(
    ("lock", "extras"),
    [
        ("requirements.lock", ["room", "arena"]),
        ("requirements-later.lock", ["print", "build"]),
        ("requirements-cluster.lock", ["cluster"]),
        ("requirements-dev.lock", ["room", "arena", "print", "build", "cluster", "dev"]),
        ("requirements-research.lock", ["research", "data", "notebooks"]),
    ],
)
def test_a_lock_holds_what_its_extras_name(lock: str, extras: list[str]) -> None:
    versions = pinned(ROOT / lock)
    for requirement in (requirement for extra in extras for requirement in EXTRAS[extra]):
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), requirement


def test_the_room_opens_without_optional_packages() -> None:
    first = set(pinned(ROOT / "requirements.lock"))
    assert first.isdisjoint({"typst", "mypy", "librt", "watchfiles", "python-dotenv", "pyyaml"})
    assert len(first) < 16


def without(modules: tuple[str, ...], *words: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command where these modules are missing, as on Windows."""
    code = f"import sys; sys.modules.update(dict.fromkeys({modules!r})); from tableronde import cli; sys.exit(cli.main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", code, *words], input=keys, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("module", UNIX_ONLY)
@pytest.mark.parametrize("command", [name for name, command in COMMANDS.items() if "room" in command.extra])
def test_on_windows_a_sentence_says_where_the_room_runs(module: str, command: str) -> None:
    told = without((module,), command)
    assert told.returncode == 2
    assert told.stderr == f"tableronde: this command runs on Linux and macOS only (there is no module {module} here)\n"


def test_on_windows_everything_but_the_room_works(tmp_path: Path) -> None:
    missing = (*UNIX_ONLY, "pwd", "grp", "tty", "pty")
    pebbles = str(ROOT / "docs" / "examples" / "pebbles.py")
    for words in (
        ("games",),
        ("play", pebbles),
        ("learn", "four-circles"),
        ("check", pebbles, "--games", "1"),
        ("arena", pebbles, "greedy", "random", "--games", "2"),
        ("example", "ford", str(tmp_path)),
        ("install",),
        ("print", "four-circles", "--part", "summary", "--out", str(tmp_path / "summary.pdf")),
    ):
        told = without(missing, *words, keys="quit\n")
        assert told.returncode == 0, told.stderr


def test_without_openskill_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(LookupError, match=r"tableronde\[arena\]"):
        arena.ratings([])
    assert main(["arena", "four-circles", "random", "random", "greedy", "--players", "2", "--games", "1"]) == 2
    assert "pip install 'tableronde[arena]'" in capsys.readouterr().err


LAZY = """
import sys, tableronde
loaded = {name for name in sys.modules if name.startswith('tableronde')}
assert loaded == {'tableronde', 'tableronde.kernels', 'tableronde.kernels.compiled'}
assert 'dataclasses' not in sys.modules
assert tableronde.theme.LIGHT.name == 'light'
assert [getattr(tableronde, name) for name in tableronde.__all__]
assert {'Table', 'shelf'} <= set(dir(tableronde))
assert not hasattr(tableronde, 'nonsense')
"""


def test_importing_the_package_loads_nothing_that_is_not_used() -> None:
    told = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); {LAZY}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr


def test_the_version_is_written_once() -> None:
    assert "version" in PROJECT["dynamic"]
    assert "version:" not in re.sub(r"(?m)^cff-version:.*$", "", (ROOT / "CITATION.cff").read_text())
