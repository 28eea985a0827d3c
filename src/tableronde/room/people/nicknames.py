"""The names that guests give themselves."""

from typing import Final

LONGEST_NAME: Final = 24


def clean_nickname(text: str) -> str:
    """Return a name that can be shown: one line, no control characters, no braces (they stand for seats), limited length."""
    printable = "".join(c for c in text if c.isprintable() and c not in "{}<>")
    return " ".join(printable.split())[:LONGEST_NAME].strip()
