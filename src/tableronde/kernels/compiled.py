"""Decide whether a process runs compiled kernels or plain ones: once, when the package is first imported.

In a checkout the kernels may be compiled while processes run. Compiled and plain modules do not know each other's classes, so a
process that started before the library existed imports sources only, even if the library appears later.
"""

import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = Path(__file__).parents[1]
LIBRARY: Final = PACKAGE.parent / f"{PACKAGE.name}__mypyc{EXTENSION_SUFFIXES[0]}"  # all compiled code; written after all other files
IN_CHECKOUT: Final = (PACKAGE.parents[1] / "setup.py").is_file()


def is_compiled() -> bool:
    """Return whether a process started now would run compiled kernels."""
    return LIBRARY.exists()


class SourceFinder:
    """Finds this package's modules by their source files only."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a module; None if it is not one of ours."""
        if path is None or not name.startswith(f"{PACKAGE.name}."):
            return None
        found = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name) for folder in path)
        return next((spec for spec in found if spec is not None and spec.loader is not None), None)


STAYS_PLAIN: Final = IN_CHECKOUT and not is_compiled()  # whether this process imports sources only
if STAYS_PLAIN:
    sys.meta_path.insert(0, SourceFinder)
