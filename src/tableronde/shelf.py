"""The shelf: the games that were found. All of them, ours too, come by the same door.

An installed distribution names its games in the entry-point group `tableronde.games`; anybody's game can be added by its
dotted module, its file or its folder. A game on the shelf is found by its slug; it is loaded when it is asked for.
"""

import importlib.util
import logging
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from tableronde import outside
from tableronde.box import Box
from tableronde.outside import Fault

GROUP: Final = "tableronde.games"
HOUSE: Final = "tableronde"  # the distribution whose games stand first
log: Final = logging.getLogger("tableronde.shelf")


class Shelf:
    """Games by slug, in order: `in` and iteration ask for names alone and load nothing."""

    def __init__(self, places: Mapping[str, str] | None = None) -> None:
        """A shelf with these games: slugs, and where each is found."""
        self._places = dict(places or {})
        self._boxes: dict[str, Box] = {}

    @classmethod
    def installed(cls, *more: str) -> "Shelf":
        """The games of all installed distributions, and these, each a module, a file or a folder."""
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
        return ", ".join(self) or "nothing (is tableronde installed? pip install -e .)"

    def box(self, slug: str) -> Box:
        """The game of that slug; LookupError with a sentence if it is not on the shelf. For names from data: nothing else is looked for."""
        if slug not in self._places:
            raise LookupError(f"there is no game {slug!r}; the shelf holds {self}")
        if slug not in self._boxes:
            box = load(self._places[slug])
            if box.slug != slug:
                raise Fault(f"the game {slug!r} ({self._places[slug]}) calls itself {box.slug!r}")
            self._boxes[slug] = box
        return self._boxes[slug]

    def find(self, name: str) -> Box:
        """The game somebody means: a slug on the shelf, or a file, a folder or a dotted module, which is put on it.

        LookupError with a sentence if there is none; Fault, with file and line, if its code fails.
        """
        return self.box(name) if name in self._places else self.add(name)

    def add(self, name: str) -> Box:
        """Put a game on the shelf, by its slug, file, folder or module; it takes the place of one with the same slug."""
        if name in self._places:
            return self.box(name)
        place = _place(name)
        if place is None:
            raise LookupError(f"there is no game {name!r}; the shelf holds {self}, and there is no such file, folder or module")
        box = load(place)
        self._places[box.slug], self._boxes[box.slug] = place, box
        return box

    def boxes(self) -> list[Box]:
        """All games. One that cannot be loaded is left out, and the log says why."""
        return [box for slug in self._places if (box := self._sound(slug))]

    def place(self, slug: str) -> str:
        """Where a game is found by any process: `load` takes it."""
        return self._places[slug]

    def _sound(self, slug: str) -> Box | None:
        try:
            return self.box(slug)
        except LookupError as error:
            log.warning("the game %s was left out: %s", slug, error.args[0])
            return None


def find(name: str) -> Box:
    """The game of that name among those installed, or in that module, file or folder."""
    return Shelf.installed().find(name)


def load(place: str) -> Box:
    """The game found at a place: an absolute path, or a dotted module, perhaps with the name of the box: `module:BOX`."""
    if Path(place).is_absolute():
        module, name = outside.load(Path(place)), "BOX"
    else:
        dotted, _, name = place.partition(":")
        module, name = outside.imported(dotted), name or "BOX"
    box = getattr(module, name, None)
    if not isinstance(box, Box):
        raise Fault(f"{place} holds no game: its module has no {name}")
    try:
        box.description()
    except Exception as error:  # whoever cannot even be described takes no shelf page down
        raise Fault(f"{place} cannot be put on the shelf: {type(error).__name__}: {error}") from error
    return box


def _place(name: str) -> str | None:
    """Where a game is that is not on the shelf; None if nothing has that name."""
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
        raise Fault(outside.told(error)) from error
    except (Exception, SystemExit) as error:  # a package's own code runs before its parts are found
        raise Fault(outside.told(error)) from error


def _installed() -> dict[str, str]:
    """What the installed distributions offer: ours first, then by name; each one's games in the order of its keywords."""
    from importlib.metadata import distributions

    found: dict[str, list[tuple[str, str]]] = {}
    for distribution in distributions():
        games = [(entry.name, entry.value) for entry in distribution.entry_points if entry.group == GROUP]
        if games and distribution.name not in found:  # of two with one name the first one on the path counts
            found[distribution.name] = _ordered(games, distribution.metadata["Keywords"])
    names = sorted(found, key=lambda name: (name != HOUSE, name))
    return _first_of_each(entry for name in names for entry in found[name])


def _ordered(games: list[tuple[str, str]], keywords: str | None) -> list[tuple[str, str]]:
    """Installers sort entry points by name; keywords stay as their author put them."""
    wanted = [word.strip() for word in (keywords or "").split(",")]
    return sorted(games, key=lambda game: (wanted.index(game[0]) if game[0] in wanted else len(wanted), game[0]))


def _first_of_each(entries: Iterable[tuple[str, str]]) -> dict[str, str]:
    places: dict[str, str] = {}
    for slug, place in entries:
        if places.setdefault(slug, place) != place:
            log.warning("the game %s was left out: there is another one of that name (%s)", slug, place)
    return places
