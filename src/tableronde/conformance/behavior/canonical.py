"""Text forms of values that are the same in every process."""

from dataclasses import fields, is_dataclass
from typing import Any


def canonical(value: Any) -> str:
    """Write a value as text that is the same in every process: sets sorted, everything else as it is."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(canonical, value)))}}}"
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(canonical, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{canonical(key)}: {canonical(each)}' for key, each in value.items())}}}"
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__name__}({', '.join(canonical(getattr(value, field.name)) for field in fields(value))})"
    return repr(value)
