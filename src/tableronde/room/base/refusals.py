"""Refusals of the room itself, each with a sentence for the person who asked."""

from tableronde.text import Text


class Refused(Exception):
    """Raised when something cannot be done at a table."""

    def __init__(self, fr: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(fr, en)


class Trouble(Refused):
    """Raised when a request cannot be answered, with its HTTP status."""

    def __init__(self, status: int, fr: str, en: str) -> None:
        super().__init__(fr, en)
        self.status = status


class TooMuch(Exception):
    """Raised when a body is longer than the limit."""
