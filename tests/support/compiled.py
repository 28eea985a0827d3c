"""Modules that are compiled if there is a compiler, and how to run them as plain Python."""

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

SOURCE = Path(__file__).parents[2] / "src"


def source(name: str) -> Path:
    return SOURCE.joinpath(*name.split(".")).with_suffix(".py")


@contextmanager
def plain(*names: str) -> Iterator[list[ModuleType]]:
    """Import modules as plain Python, even if they are compiled as well."""
    before = {name: sys.modules.pop(name) for name in names}
    try:
        for name in names:
            spec = importlib.util.spec_from_file_location(name, source(name))
            assert spec
            assert spec.loader
            sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])
        yield [sys.modules[name] for name in names]
    finally:
        sys.modules.update(before)
