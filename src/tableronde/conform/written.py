"""Values in words that are the same in every process."""

from dataclasses import fields, is_dataclass
from typing import Any


def written(value: Any) -> str:
    """A value in words that are the same in every process: sets in order, all else as it is."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(written, value)))}}}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(written, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{written(key)}: {written(each)}' for key, each in value.items())}}}"
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__name__}({', '.join(written(getattr(value, field.name)) for field in fields(value))})"
    return repr(value)
