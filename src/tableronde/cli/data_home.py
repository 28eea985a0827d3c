"""The folder of saved games on this machine."""

import os
from pathlib import Path
from typing import Final

OF_SERVICES: Final = Path("/var/lib")


def data_home() -> Path:
    """Return the folder for tables and saved games, following the XDG base directories.

    The user of a service may have no home at all, as with systemd's `DynamicUser`.
    """
    named = os.environ.get("XDG_DATA_HOME")
    try:
        return Path(named or Path.home() / ".local" / "share") / "tableronde"
    except RuntimeError:
        return OF_SERVICES / "tableronde"
