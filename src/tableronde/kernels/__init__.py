"""Compiled kernels: found, proved equal to the rules, and measured.

The names of `proof` are imported on first use, because kernels themselves import `byte_rows` from here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tableronde.kernels.proof import *  # noqa: F403


def __getattr__(name: str) -> Any:
    found = None if name.startswith("_") else getattr(import_module("tableronde.kernels.proof"), name, None)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
