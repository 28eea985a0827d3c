"""The folder of saved games on this machine."""

import os
from pathlib import Path


def data_home() -> Path:
    """Return the folder for tables and saved games, following the XDG base directories."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tableronde"
