"""All modules meant to be compiled are compiled: a kernel in plain Python is ten to fifty times slower."""

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

from support.compiled import SOURCE, source
from tableronde.kernels import compiled

ROOT = SOURCE.parent


def load_setup() -> ModuleType:
    """Import setup.py, which builds nothing on import."""
    spec = importlib.util.spec_from_file_location("tableronde_setup", ROOT / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SETUP = load_setup()
KERNELS = [".".join(Path(path).relative_to(SOURCE).with_suffix("").parts) for path in SETUP.find_kernels(SOURCE)]


def describe_missing_compiler() -> str:
    """Return why modules cannot be compiled here; empty if they can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"no C compiler ({compiler})"
    missing = [name for name in ("mypyc", "librt") if importlib.util.find_spec(name) is None]
    return f"{' and '.join(missing)} not installed" if missing else ""


@pytest.mark.parametrize("name", KERNELS)
def test_it_runs_compiled(name: str) -> None:
    if why := describe_missing_compiler():
        pytest.skip(f"*** {why}: THE KERNELS RUN AS PLAIN PYTHON AND ARE NOT TESTED COMPILED ***")
    found = Path(importlib.import_module(name).__file__ or "")
    assert found.suffix != ".py", f"{name} runs as plain Python although there is a compiler: make .venv/.compiled"
    assert found.stat().st_mtime >= source(name).stat().st_mtime, f"{found.name} is older than {source(name)}: make .venv/.compiled"


def test_all_that_should_be_compiled_is_found() -> None:
    """Found by their contents: every kernel, batch and evaluation of our games, and the tree search."""
    from tableronde.kernel import Kernel
    from tableronde.shelf import Shelf

    expected = {Kernel.__module__}
    for box in Shelf.installed().boxes():
        for part in ("kernel", "batch", "bots.judgement"):
            name = f"{box.package}.{part}"
            if importlib.util.find_spec(name):
                expected.add(name)
    expected.add(importlib.import_module("tableronde.bots.tree").Tree.__module__)
    assert expected <= set(KERNELS)
    assert len(KERNELS) >= 17


def test_words_of_compiled_code_are_used_nowhere_else() -> None:
    """A module that imports them in another way would not be found."""
    words = re.compile(r"\bmypyc_attr\b|\bvec\[|\bi64\(|^import tableronde\.flat|^from tableronde import .*\bflat\b", re.MULTILINE)
    users = {".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in SOURCE.rglob("*.py") if words.search(path.read_text())}
    assert users - {"tableronde.flat"} <= set(KERNELS)


def test_make_compiles_again_when_one_of_them_changes() -> None:
    told = subprocess.run(["make", "-pn", "clean"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    [paths] = re.findall(r"^KERNELS :?:= (.*)$", told, re.MULTILINE)
    assert sorted(paths.split()) == [os.path.relpath(path, ROOT) for path in SETUP.find_kernels(SOURCE)]


def test_no_compiled_file_hides_the_source_of_another_module() -> None:
    """The compiled file of a module that has moved would be loaded instead of the new one."""
    places = {".".join([*path.relative_to(SOURCE).parts[:-1], path.name.split(".")[0]]) for path in SOURCE.rglob("*.so")}
    assert places <= {*KERNELS, "tableronde__mypyc"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout in which nothing is compiled yet."""
    shutil.copytree(SOURCE / "tableronde", tmp_path / "src" / "tableronde", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (tmp_path / "setup.py").touch()
    return tmp_path


def run_in(checkout: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return subprocess.run([sys.executable, "-c", code], cwd=checkout, env=environment, capture_output=True, text=True, check=False)


APPEARS = """
from pathlib import Path
import tableronde
from tableronde.kernels import compiled
assert Path(compiled.__file__).is_relative_to(Path.cwd()), compiled.__file__
for place in (Path("src/tableronde/research/kernel_batch"), Path("src/tableronde__mypyc")):
    place.with_name(place.name + compiled.LIBRARY.name.removeprefix("tableronde__mypyc")).write_bytes(b"no library")
assert compiled.is_compiled()
import tableronde.research.kernel_batch
print(tableronde.research.kernel_batch.__file__)
"""


def test_a_process_that_started_with_sources_keeps_them(checkout: Path) -> None:
    told = run_in(checkout, APPEARS)
    assert told.stdout.strip().endswith("kernel_batch.py"), told.stderr
    told = run_in(checkout, "import tableronde, tableronde.research.kernel_batch")
    assert "ImportError" in told.stderr  # a process started now loads the library


def test_with_everything_compiled_no_finder_is_installed() -> None:
    if why := describe_missing_compiler():
        pytest.skip(f"*** {why} ***")
    assert compiled.is_compiled()
    assert compiled.SourceFinder not in sys.meta_path
