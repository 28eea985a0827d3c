"""Wheels as users get them: built from copies of the sources, once for all test processes, without network and compiler."""

import fcntl
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("src", "docs/examples", "tests/outside", "pyproject.toml", "setup.py", "README.md", "LICENSE")
UNWANTED = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"  # what pip calls


@pytest.fixture(scope="session")
def wheelhouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of this package's wheel. The first test process builds it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "wheelhouse"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(folder.glob("tableronde-*.whl")):
            _copy_sources(folder / "sources")
            build(folder / "sources", folder)
    return folder


def _copy_sources(target: Path) -> None:
    target.mkdir()
    for name in OURS:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=UNWANTED)
        else:
            shutil.copy(source, target / name)


def build(sources: Path, folder: Path) -> None:
    """Build the wheel of a project without isolation: nothing is fetched, nothing is compiled."""
    command = [sys.executable, "-c", BUILD, str(folder)]
    told = subprocess.run(command, cwd=sources, env={**os.environ, "TABLERONDE_PURE": "1"}, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


class Home:
    """An empty environment, its wheels installed by pip."""

    def __init__(self, folder: Path, *wheels: Path) -> None:
        venv.create(folder / "venv", with_pip=True)
        self.last_error = ""
        self.folder, self.bin = folder, folder / "venv" / "bin"
        self.run("pip", "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", *map(str, wheels))

    def run(self, program: str, *arguments: str, keys: str = "", status: int = 0, offline: bool = False) -> str:
        """Run a program of the environment far from any sources; return what it prints. `keys` are typed.

        What it says of errors is `last_error`. With `offline`, pip asks no index.
        """
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TABLERONDE"))}
        home = {**outside, "XDG_DATA_HOME": str(self.folder / "data"), "LC_ALL": "C.UTF-8", **({"PIP_NO_INDEX": "1"} if offline else {})}
        command = [str(self.bin / program), *arguments]
        told = subprocess.run(command, cwd=self.folder, env=home, input=keys, capture_output=True, text=True, check=False)
        assert told.returncode == status, f"{arguments}: {told.stdout}{told.stderr}"
        self.last_error = told.stderr
        return told.stdout

    def lend(self, *locks: str) -> None:
        """Make the pinned packages of locks importable, as an extra would; they come from the environment of the tests."""
        folder = self.folder / "lent"
        folder.mkdir()
        for lock in locks:
            for name in re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE):
                _link_package(name, folder)
        [packages] = (self.folder / "venv" / "lib").glob("python*/site-packages")
        (packages / "lent.pth").write_text(f"{folder}\n", encoding="utf-8")


def _link_package(name: str, folder: Path) -> None:
    """Link the modules of an installed package into a folder; one that is not installed here is left out."""
    try:
        files = importlib.metadata.files(name) or ()
    except importlib.metadata.PackageNotFoundError:
        return
    for top in {file.parts[0] for file in files if not file.parts[0].startswith((".", "__"))}:
        if not (folder / top).exists():
            (folder / top).symlink_to(str(importlib.metadata.distribution(name).locate_file(top)))
