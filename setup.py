"""Compile the kernels with mypyc if possible; everything else is in pyproject.toml.

Which modules: those that import `tableronde.flat`. No list needs to be kept, and a module that moves is still compiled.
TABLERONDE_PURE=1 leaves it out. Without mypy, its runtime librt or a C compiler, the same files run as plain Python. A package that was
compiled depends on what compiled code runs on; one of plain Python depends on nothing.
"""

import os
import re
import sys
import tomllib
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path("src")
CATALOGUE = SOURCE / "tableronde" / "games" / "catalogue.toml"
WANTS_COMPILING = re.compile(r"^from tableronde\.flat import", re.MULTILINE)  # the Makefile searches for the same line
RUNTIME = ["librt>=0.16", "mypy-extensions>=1.1"]  # needed by compiled kernels


def find_kernels(source: Path = SOURCE) -> list[str]:
    """Find the modules to compile."""
    return sorted(str(path) for path in source.rglob("*.py") if WANTS_COMPILING.search(path.read_text(encoding="utf-8")))


class build_py_with_examples(build_py):
    """Copy the examples into the package; a checkout, also an editable one, has them where they are."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib) / "tableronde" / "examples"
        target.mkdir(parents=True, exist_ok=True)
        for example in tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))["examples"].values():
            source = Path(example["source"])
            if source.is_dir():
                copytree(source, target / source.name, ignore=ignore_patterns("__pycache__", "*.so"), dirs_exist_ok=True)
            else:
                copyfile(source, target / source.name)


class build_ext_if_possible(build_ext):
    """Compile the modules, or print one line that nothing was compiled."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            self.extensions = []
            _left_out(f"the C compiler gave up ({error})")

    def copy_extensions_to_source(self) -> None:
        """Copy all files beside the sources. The library is removed first and copied last: without it, new processes run plain Python."""
        if not self.extensions:
            return
        placed = {Path(self._path(extension.name, inplace=True)): Path(self._path(extension.name)) for extension in self.extensions}
        [library] = [place for place in placed if place.parent == SOURCE.absolute()]
        library.unlink(missing_ok=True)
        for old in {path.absolute() for path in SOURCE.rglob("*.so")} - placed.keys():
            old.unlink()  # of a module that has moved: it would hide its source
        for place in sorted(placed, key=lambda place: place == library):
            fresh = place.with_name(f"{place.name}.new")
            copyfile(placed[place], fresh)
            fresh.replace(place)

    def _path(self, name: str, inplace: bool = False) -> str:
        """Return where an extension is built, or where it is installed."""
        before, self.inplace = self.inplace, inplace
        try:
            return os.path.abspath(self.get_ext_fullpath(name))
        finally:
            self.inplace = before


def _left_out(why: str) -> None:
    print(f"tableronde: kernels run as plain Python, since {why}", file=sys.stderr)


def _extensions() -> list[Any]:
    if os.environ.get("TABLERONDE_PURE") == "1":
        _left_out("TABLERONDE_PURE is set")
        return []
    try:
        import librt.vecs  # noqa: F401
        from mypyc.build import mypycify
    except ImportError as error:
        _left_out(f"{error.name} is not installed")
        return []
    try:
        extensions = mypycify(["--config-file=", "--strict", *find_kernels()], opt_level="3", group_name="tableronde")
    except SystemExit:  # another mypy may find other faults; a room without compiled kernels is better than none
        _left_out("mypy refuses them")
        return []
    for extension in extensions:
        if sys.platform != "win32":
            # Calls within the library may be inlined; sums are rounded as Python rounds them.
            extension.extra_compile_args += ["-fno-semantic-interposition", "-ffp-contract=off"]
    return list(extensions)


COMMANDS = {"build_ext": build_ext_if_possible, "build_py": build_py_with_examples}


def main() -> None:
    """Return the arguments for setuptools."""
    extensions = _extensions()
    setup(ext_modules=extensions, install_requires=RUNTIME if extensions else [], cmdclass=COMMANDS)


if __name__ == "__main__":
    main()
