"""PgBouncer, as Debian packages it, before a PostgreSQL server."""

import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

Mode = Literal["session", "transaction", "statement"]
PROGRAM = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
MISSING = "PGBOUNCER IS MISSING: apt-get install pgbouncer"
PATIENCE = 30.0
SETTINGS = """
[databases]
* = host={host} port={server} user={user}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
max_client_conn = 1000
default_pool_size = 80
server_login_retry = 0.2
ignore_startup_parameters = extra_float_digits
"""


@contextmanager
def pooling(url: str, mode: Mode, folder: Path) -> Iterator[str]:
    """Run a pooler before the server at an address; yield the address through it."""
    assert PROGRAM is not None, MISSING
    parts, port = urlsplit(url), _find_free_port()
    config = folder / f"pgbouncer-{mode}.ini"
    config.write_text(SETTINGS.format(host=parts.hostname, server=parts.port, user=parts.username, port=port, mode=mode))
    user = pwd.getpwnam("nobody")
    with config.with_suffix(".log").open("wb") as log, config.open("rb") as read:  # its user may not reach the folder
        process = subprocess.Popen([PROGRAM, "/dev/stdin"], stdin=read, stdout=log, stderr=log, user=user.pw_uid, cwd="/")
    try:
        _wait_until_open(port, process, config.with_suffix(".log"))
        yield parts._replace(netloc=f"{parts.username}@127.0.0.1:{port}").geturl()
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait_until_open(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.05)


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
