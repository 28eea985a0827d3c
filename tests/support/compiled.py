"""Modules that are compiled where there is a compiler, and how to run them as plain Python all the same."""

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

SOURCE = Path(__file__).parent.parent / "src"


def source(name: str) -> Path:
    return SOURCE.joinpath(*name.split(".")).with_suffix(".py")


@contextmanager
def plain(*names: str) -> Iterator[list[ModuleType]]:
    """Modules run as plain Python, whether or not they are compiled as well."""
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
