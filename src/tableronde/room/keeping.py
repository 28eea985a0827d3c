"""Whether a table may be shown and changed here: always, in a room alone; where there are many nodes, while this one keeps it."""

from typing import Final, Protocol

from tableronde.room.refusals import Refused

MOVED: Final = 1012  # the code of a socket that is closed because its table goes on elsewhere; a relay opens it there, and no guest sees it
LATER: Final = 1013  # of one whose table cannot be read now


class Elsewhere(Refused):
    """The table is not kept here, or no longer: nothing was done, and it can be asked for again where it is."""

    def __init__(self) -> None:
        super().__init__("Un instant : la table est reprise ailleurs.", "One moment: the table is being taken over elsewhere.")


class Keeping(Protocol):
    """What a table has to know about its keeper."""

    def holds(self, table: str) -> bool:
        """Whether this node keeps a table, for certain."""

    async def settle(self) -> None:
        """Where it is not certain at this moment what is kept here: wait for the store's next word about it, for a few seconds at most."""

    def drop(self, table: str) -> None:
        """What is here of a table counts no more."""


class Alone:
    """A room that nobody shares keeps all its tables."""

    def holds(self, table: str) -> bool:
        """It does."""
        return True

    async def settle(self) -> None:
        """It is always certain."""

    def drop(self, table: str) -> None:
        """It will be loaded again."""


ALONE: Final = Alone()
