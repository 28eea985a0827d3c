"""What the room itself says no to, each in a sentence for who asked."""

from tableronde.text import Text


class Refused(Exception):
    """Something that cannot be done at a table."""

    def __init__(self, fr: str, en: str) -> None:
        super().__init__(en)
        self.text = Text(fr, en)


class Trouble(Refused):
    """A request that cannot be answered, with its HTTP status."""

    def __init__(self, status: int, fr: str, en: str) -> None:
        super().__init__(fr, en)
        self.status = status


class TooMuch(Exception):
    """A body longer than the limit."""
