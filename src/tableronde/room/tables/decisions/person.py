"""A person at a table, as decisions about the table know them."""

from typing import Protocol

from tableronde.game import Seat
from tableronde.room.base.limits import Bucket, Limits
from tableronde.text import Language


class Person(Protocol):
    """Somebody who watches a table and acts for the seats they hold."""

    guest: str
    name: str
    language: Language
    limits: Limits
    place: str  # the address they come from, as limits count it
    seat: Seat | None  # whose view they see
    note_bucket: Bucket

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats they may act for."""

    def is_invited(self, seat: Seat) -> bool:
        """Return whether they know the link of a seat, or have followed it."""

    @property
    def watches(self) -> bool:
        """Whether they see pictures, so that events must not come too fast."""

    @property
    def wants_evaluation(self) -> bool:
        """Whether they want win probabilities and may have them: players never do."""
