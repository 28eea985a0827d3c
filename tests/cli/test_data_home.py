"""Where games are saved: in the home of the user, where they say, or where services have their data."""

from pathlib import Path

import pytest

from tableronde.cli.data_home import data_home


def test_a_user_has_a_folder_below_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ana")
    assert data_home() == Path("/home/ana/.local/share/tableronde")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_home() == Path("/data/tableronde")


def test_a_service_may_have_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", fail)
    assert data_home() == Path("/var/lib/tableronde")
