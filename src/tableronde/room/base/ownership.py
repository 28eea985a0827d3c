"""Whether a table may be shown and changed here: always on a single node, else only while this node holds its lease."""

from typing import Final, Protocol

from tableronde.room.base.refusals import Refused

MOVED_CODE: Final = 1012  # close code when a table has moved to another node; a proxy reconnects there, so guests never see it
RETRY_CODE: Final = 1013  # close code when a table cannot be read at the moment


class MovedElsewhere(Refused):
    """The table is not owned by this node, or no longer. Nothing was done; the request can be repeated on its owner."""

    def __init__(self) -> None:
        super().__init__("Un instant : la table est reprise ailleurs.", "One moment: the table is being taken over elsewhere.")


class OtherVersion(Refused):
    """The game or the edition of the table is not installed on this node; another one may have it."""

    def __init__(self, game: str, edition: int) -> None:
        super().__init__(
            "Cette table se joue avec une autre version du jeu, absente de cette machine pour l’instant. Réessayez dans un moment.",
            "This table is played by another version of the game, which is not available here right now. Try again in a moment.",
        )
        self.game, self.edition = game, edition


class Ownership(Protocol):
    """The ownership of tables, as a table sees it."""

    def owns(self, table: str) -> bool:
        """Return whether this node certainly owns a table."""

    async def wait_until_certain(self) -> None:
        """Wait, if ownership is uncertain at the moment, for the store's next answer, for a few seconds at most."""

    def drop(self, table: str) -> None:
        """Discard what is in memory of a table."""


class SingleNodeOwnership:
    """The ownership of a room without other nodes: it owns all its tables."""

    def owns(self, table: str) -> bool:
        """Return True."""
        return True

    async def wait_until_certain(self) -> None:
        """Return at once."""

    def drop(self, table: str) -> None:
        """Do nothing; the table is loaded again."""


SINGLE_NODE: Final = SingleNodeOwnership()
