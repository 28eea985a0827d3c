"""The architecture page stays true: every file it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "tableronde"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`([\w/]+\.(?:py|js))`", PAGE))))
def test_files_named_are_there(name: str) -> None:
    places = [SOURCE, SOURCE / "client", SOURCE / "room", SOURCE / "room" / "table", ROOT]
    assert any((place / name).is_file() for place in places)


def test_every_folder_of_room_and_client_is_shown() -> None:
    shown = PAGE.split("## Threads")[0]
    folders = [path.name for part in ("room", "client") for path in (SOURCE / part).iterdir() if path.is_dir()]
    missing = [name for name in folders if name not in ("__pycache__", "css") and f"{name}/" not in shown]
    assert missing == []
