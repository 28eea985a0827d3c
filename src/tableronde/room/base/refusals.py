"""Refusals of the room itself, each with a sentence for the person who asked."""

from tableronde.text import Text


class Refused(Exception):
    """Raised when something cannot be done at a table."""

    def __init__(self, fr: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(fr, en)


class ResultUnknown(Refused):
    """Raised when the store has gone in the middle of a write: what was asked may have been done or not."""

    def __init__(self) -> None:
        super().__init__(
            "Votre action a peut-être été enregistrée : regardez la table avant de réessayer.",
            "Your action may have been saved: look at the table before you try again.",
        )


class Trouble(Refused):
    """Raised when a request cannot be answered, with its HTTP status."""

    def __init__(self, status: int, fr: str, en: str) -> None:
        super().__init__(fr, en)
        self.status = status


class TooMuch(Exception):
    """Raised when a body is longer than the limit."""
