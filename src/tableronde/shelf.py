"""The shelf: the games that were found. Our own games are found in the same way as those of other authors.

An installed distribution names its games in the entry-point group `tableronde.games`; any game can be added by its
dotted module, its file or its folder. A game on the shelf is found by its slug and loaded on first use.
"""

import importlib.util
import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tableronde.box import Box
from tableronde.plugins import loader
from tableronde.plugins.loader import Fault

GROUP: Final = "tableronde.games"
HOUSE: Final = "tableronde"  # the distribution whose games come first
log: Final = logging.getLogger("tableronde.shelf")


class Shelf:
    """Games by slug: `in` and iteration use names only and load nothing; `boxes` loads the games in the order of the shelf."""

    def __init__(self, places: Mapping[str, str] | None = None) -> None:
        """Create a shelf from slugs and the places where each game is found."""
        self._places = dict(places or {})
        self._boxes: dict[str, Box] = {}

    @classmethod
    def installed(cls, *more: str) -> "Shelf":
        """Return a shelf with the games of all installed distributions and these, each a module, a file or a folder."""
        shelf = cls(_installed())
        for name in more:
            shelf.add(name)
        return shelf

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, slug: object) -> bool:
        return slug in self._places

    def __str__(self) -> str:
        stands = [box.slug for box in self.boxes()]
        slugs = [*stands, *(slug for slug in self if slug not in stands)]
        return ", ".join(slugs) or "nothing (is tableronde installed? pip install -e .)"

    def box(self, slug: str) -> Box:
        """Return the game with that slug; LookupError with a sentence if it is not on the shelf. Safe for names from data."""
        if slug not in self._places:
            raise LookupError(f"there is no game {slug!r}; the shelf holds {self}")
        if slug not in self._boxes:
            box = load(self._places[slug])
            if box.slug != slug:
                raise Fault(f"the game {slug!r} ({self._places[slug]}) calls itself {box.slug!r}")
            self._boxes[slug] = box
        return self._boxes[slug]

    def find(self, name: str) -> Box:
        """Find a game by a slug on the shelf, or by a file, a folder or a dotted module, which is then added.

        LookupError with a sentence if there is none; Fault, with file and line, if its code fails.
        """
        return self.box(name) if name in self._places else self.add(name)

    def add(self, name: str) -> Box:
        """Add a game by its slug, file, folder or module; it replaces one with the same slug."""
        if name in self._places:
            return self.box(name)
        place = _place(name)
        if place is None:
            raise LookupError(f"there is no game {name!r}; the shelf holds {self}, and there is no such file, folder or module")
        box = load(place)
        self._places[box.slug], self._boxes[box.slug] = place, box
        return box

    def boxes(self) -> list[Box]:
        """Return all games in their order. One that cannot be loaded is left out, and the log says why."""
        return sorted([box for slug in self._places if (box := self._sound(slug))], key=lambda box: box.order)

    def place(self, slug: str) -> str:
        """Return where any process finds a game: an argument for `load`."""
        return self._places[slug]

    def _sound(self, slug: str) -> Box | None:
        try:
            return self.box(slug)
        except LookupError as error:
            fields = {"event": "game_left_out", "game": slug, "fault": error.args[0]}  # tableronde.room.base.log_events
            log.warning("the game %s was left out: %s", slug, error.args[0], extra=fields)
            return None


def find(name: str) -> Box:
    """Find a game by name among those installed, or in a module, file or folder."""
    return Shelf.installed().find(name)


def load(place: str) -> Box:
    """Load the game at a place: an absolute path, or a dotted module, optionally with the name of the box: `module:BOX`."""
    if Path(place).is_absolute():
        module, name = loader.load(Path(place)), "BOX"
    else:
        dotted, _, name = place.partition(":")
        module, name = loader.imported(dotted), name or "BOX"
    box = getattr(module, name, None)
    if not isinstance(box, Box):
        raise Fault(f"{place} holds no game: its module has no {name}")
    try:
        box.description()
    except Exception as error:  # a box whose description fails must not break the shelf page
        raise Fault(f"{place} cannot be put on the shelf: {type(error).__name__}: {error}") from error
    return box


def _place(name: str) -> str | None:
    """Return the place of a game that is not on the shelf; None if there is none with that name."""
    path = Path(name)
    if path.exists():
        return str(path.resolve())
    dotted, _, attribute = name.partition(":")
    is_module = all(part.isidentifier() for part in (*dotted.split("."), attribute or "BOX"))
    return name if is_module and _is_found(dotted) else None


def _is_found(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            return False
        raise Fault(loader.describe_error(error)) from error
    except (Exception, SystemExit) as error:  # finding a submodule runs the code of its package
        raise Fault(loader.describe_error(error)) from error


def _installed() -> dict[str, str]:
    """Return the games of the installed distributions: ours first, then by name; each one's games in the order of its keywords."""
    from importlib.metadata import distributions

    found: dict[str, list[tuple[str, str]]] = {}
    for distribution in distributions():
        games = [(entry.name, entry.value) for entry in distribution.entry_points if entry.group == GROUP]
        if games and distribution.name not in found:  # of two with the same name the first one on the path counts
            found[distribution.name] = _ordered(games, distribution.metadata["Keywords"])
    names = sorted(found, key=lambda name: (name != HOUSE, name))
    return _first_of_each(entry for name in names for entry in found[name])


def _ordered(games: list[tuple[str, str]], keywords: str | None) -> list[tuple[str, str]]:
    """Sort games by the distribution's keywords: installers sort entry points by name, but keep the order of keywords."""
    wanted = [word.strip() for word in (keywords or "").split(",")]
    return sorted(games, key=lambda game: (wanted.index(game[0]) if game[0] in wanted else len(wanted), game[0]))


def _first_of_each(entries: Iterable[tuple[str, str]]) -> dict[str, str]:
    places: dict[str, str] = {}
    for slug, place in entries:
        if places.setdefault(slug, place) != place:
            fields = {"event": "game_left_out", "game": slug, "fault": f"another game has this name: {place}"}
            log.warning("the game %s was left out: another one has the same name (%s)", slug, place, extra=fields)
    return places
