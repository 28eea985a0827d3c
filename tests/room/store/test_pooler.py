"""A pooler before PostgreSQL: one that keeps sessions works, and others are refused with a sentence."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from support import pooler
from support.pooler import Mode, pooling
from support.rooms import HERE, ME, Person, serving
from tableronde.room.store import StoreTrouble
from tableronde.room.store.postgres.connecting import POOLER_TRIES, reach

pytestmark = pytest.mark.skipif(pooler.PROGRAM is None, reason=f"*** {pooler.MISSING} ***")


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pooler_that_shares_sessions_is_refused_in_a_sentence(mode: Mode, postgres: str, tmp_path: Path) -> None:
    with pooling(postgres, mode, tmp_path) as url:
        with pytest.raises(StoreTrouble, match=r"pooler that gives the session .*: set its pool_mode to session"):
            reach(url)
        command = [sys.executable, "-m", "tableronde.room", "--port", "0", "--no-browser", "--data", str(tmp_path / "data")]
        told = subprocess.run([*command, "--store", url], capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 3
    assert "set its pool_mode to session" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_shared_session_is_noticed_beside_other_users_of_the_pooler(postgres: str, tmp_path: Path) -> None:
    with pooling(postgres, "transaction", tmp_path) as url:
        others = [psycopg.connect(url) for _ in range(POOLER_TRIES)]
        for other in others:
            other.execute("SELECT 1")  # each holds a session until its transaction ends
        for other in others[1:]:
            other.rollback()
        with pytest.raises(StoreTrouble, match="pooler"):
            reach(url)
        for other in others:
            other.close()


def test_a_pooler_that_keeps_sessions_serves_a_room(postgres: str, tmp_path: Path) -> None:
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute("CREATE DATABASE pooled")
    with pooling(postgres.rpartition("/")[0] + "/pooled", "session", tmp_path) as url:
        reach(url).close()
        with serving(tmp_path / "data", "--store", url, "--workers", "1") as server, Person(server.base) as ana:
            table = ana.open("four-circles", ME, HERE)
            with ana.at(table["id"]) as line:
                line.act("0,0", 0)
            assert ana.whole(table)["turn"]["ply"] == 1
