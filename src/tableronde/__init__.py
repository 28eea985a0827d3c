"""Table Ronde: a game room and an engine for board games."""

import tableronde.kernels.compiled  # noqa: F401 (first: it decides how the rest is loaded)
from tableronde.game import CHANCE, Event, Game, Illegal, Outcome, Refusal
from tableronde.record import BrokenRecord, Record
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.text import Text

__version__ = "0.1.0"
__all__ = ["CHANCE", "BrokenRecord", "Event", "Game", "Illegal", "Outcome", "Record", "Refusal", "Shelf", "Table", "Text"]
