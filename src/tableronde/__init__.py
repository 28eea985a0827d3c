"""Table Ronde: a game room and an engine for board games.

Names are loaded on first use, so that `import tableronde` costs next to nothing.
"""

import tableronde.kernels.compiled  # noqa: F401 (first: it decides how the rest is loaded)

TYPE_CHECKING = False  # as in typing, which would take a third of the time
if TYPE_CHECKING:
    from tableronde.game import CHANCE, Event, Game, Illegal, Outcome, Refusal
    from tableronde.record import BrokenRecord, Record
    from tableronde.shelf import Shelf
    from tableronde.table import Table
    from tableronde.text import Text

__version__ = "0.2.0"
__all__ = ["CHANCE", "BrokenRecord", "Event", "Game", "Illegal", "Outcome", "Record", "Refusal", "Shelf", "Table", "Text"]

_HOMES = {
    **dict.fromkeys(("CHANCE", "Event", "Game", "Illegal", "Outcome", "Refusal"), "game"),
    **dict.fromkeys(("BrokenRecord", "Record"), "record"),
    **{"Shelf": "shelf", "Table": "table", "Text": "text"},
}
_MODULES = ("box", "cover", "credits", "game", "kit", "options", "plugins", "record", "scene", "shelf", "table", "text", "theme", "touch")


if not TYPE_CHECKING:  # type checkers would take any name for a public one

    def __getattr__(name: str) -> object:
        """Load a public name, or a module that `import tableronde` has always brought along."""
        from importlib import import_module

        if name in _HOMES:
            found = globals()[name] = getattr(import_module(f"tableronde.{_HOMES[name]}"), name)
            return found
        if name in _MODULES:
            return import_module(f"tableronde.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__, *_MODULES})
