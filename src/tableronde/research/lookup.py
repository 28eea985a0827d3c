"""What all environments are asked for by name: a game, its options, and its name in other libraries' registries."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tableronde.box import Box
from tableronde.shelf import Shelf, find


class Listed(NamedTuple):
    """A game on the shelf, as registries name it."""

    slug: str
    edition: int

    @property
    def id(self) -> str:
        """Return its name in the registries of Gymnasium and PettingZoo: `tableronde/some-game-v1`."""
        return f"tableronde/{self.slug}-v{self.edition}"


def find_box(game: str | Box) -> Box:
    """Return a game from the shelf, or from a module, file or folder."""
    return game if isinstance(game, Box) else find(game)


def read_options(box: Box, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options by name; `variant` stands for those of that variant, which others override."""
    more = dict(options)
    variant = more.pop("variant", None)
    return more if variant is None else {**box.variant_options(variant), **more}


def listed_games() -> Iterator[Listed]:
    """Yield the games on the shelf, each with the latest edition of its rules."""
    for box in Shelf.installed().boxes():
        yield Listed(box.slug, box.latest.rules.edition)
