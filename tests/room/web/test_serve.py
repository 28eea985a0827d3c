"""Starting the room: its address, who can reach it, and what happens when it cannot start."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.rooms import serving
from tableronde.cli.data_home import data_home
from tableronde.room.__main__ import main
from tableronde.room.base.limits import Limits
from tableronde.room.web.server import serve


def test_data_lies_where_the_desktop_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_home() == Path("/somewhere/tableronde")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_home() == Path.home() / ".local" / "share" / "tableronde"


def test_alone_unless_a_host_is_given(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert server.base.startswith("http://127.0.0.1:")


def test_open_to_the_network_with_a_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = serve.Plan("0.0.0.0", 8000, tmp_path, False, Limits())
    serve._announce("http://192.168.1.7:8000/", plan)
    said = capsys.readouterr().out
    assert said.startswith("Table Ronde: http://192.168.1.7:8000/\n")
    assert len(said.splitlines()) > 10
    assert serve._choose_shown_host(None) == "127.0.0.1"
    assert serve._choose_shown_host("::1") == "[::1]"
    assert serve._choose_shown_host("0.0.0.0") not in ("0.0.0.0", "")


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "tableronde.room", "--port", str(port), "--no-browser", "--data", str(tmp_path)]
        failed = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert failed.returncode == 2
    assert "cannot listen on port" in failed.stderr


def test_a_limit_that_is_none_is_said_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tableronde.room", "--limit", "odd=1", "--data", str(tmp_path)]
    failed = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert failed.returncode == 2
    assert "NAME=NUMBER" in failed.stderr


@pytest.mark.parametrize("days", ["-1", "x", "1.5", "9" * 9])
def test_a_number_of_days_that_is_none_is_said_so(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--keep", days])
    assert "whole number of days" in capsys.readouterr().err
