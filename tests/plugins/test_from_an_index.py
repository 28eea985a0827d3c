"""What people type first, in empty environments: `uvx tableronde play …` and `pip install 'tableronde[room]'`.

Dependencies come from the index that pip asks on this machine, so these tests run with `make test-long` only.
"""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from support.rooms import serving
from support.wheels import wheelhouse

__all__ = ["wheelhouse"]
pytestmark = pytest.mark.long


def install(folder: Path, *words: str) -> Path:
    """Return the programs of a new environment with these packages."""
    venv.create(folder, with_pip=True)
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", *words], check=True)
    return folder / "bin"


def test_uvx_plays_at_once(wheelhouse: Path, tmp_path: Path) -> None:
    [wheel] = wheelhouse.glob("*.whl")
    uv = str(install(tmp_path / "uv", "uv") / "uv")
    command = [uv, "tool", "run", "--python", sys.executable, "--from", str(wheel), "tableronde", "play", "four-circles", "--no-colour"]
    told = subprocess.run(command, cwd=tmp_path, input="quit\n", capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "G7" in told.stdout


def test_the_room_of_the_extra_opens(wheelhouse: Path, tmp_path: Path) -> None:
    [wheel] = wheelhouse.glob("*.whl")
    programs = install(tmp_path / "room", f"{wheel}[room]")
    with serving(tmp_path / "data", python=programs / "python") as server:
        assert server.base.startswith("http://127.0.0.1:")
