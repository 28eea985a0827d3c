"""Where games are kept on this machine."""

import os
from pathlib import Path


def data_home() -> Path:
    """The folder for tables and saved games, as the desktop standards say."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tableronde"
