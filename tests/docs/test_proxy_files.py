"""nginx of Debian with the documented files, before a real room: what it serves, and what it writes into its log."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from support.rooms import HERE, ME, Server, serving, token_of

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin")
NAME = "play.example"
FRAME = """
events {{ worker_connections 1024; }}
http {{
    include {folder}/tableronde;
}}
"""
pytestmark = [
    pytest.mark.skipif(NGINX is None, reason="*** NGINX IS MISSING: apt-get install nginx-light ***"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="*** OPENSSL IS MISSING: apt-get install openssl ***"),
]


@dataclass
class Front:
    """A proxy that runs, and the folder of its logs."""

    http: int
    https: int
    folder: Path

    def read_logs(self) -> str:
        """Return all that it has written, but for its name of itself."""
        return "".join(path.read_text() for path in sorted(self.folder.glob("*.log")))


@pytest.fixture(params=["nginx.conf", "nginx-room.conf"])
def front(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Front, Server]]:
    """A room behind nginx with a documented file, in which only places and ports are others."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    with serving(tmp_path / "data", "--name", NAME, "--proxy", "127.0.0.1", "--workers", "1") as server:
        front = Front(_find_free_port(), _find_free_port(), folder)
        with _proxying(_prepare(request.param, front, server), folder):
            yield front, server


def _prepare(name: str, front: Front, server: Server) -> Path:
    """Write the configuration with places of this test; return the file to start with."""
    text, room = (DEPLOY / name).read_text(), server.base.removeprefix("http://")
    text = re.sub(r"\b(node\d|127\.0\.0\.1):8000", room, text)
    text = re.sub(r"listen \[::\]:\d+( ssl)?;\n", "", text)  # a machine without IPv6
    text = text.replace("listen 80;", f"listen 127.0.0.1:{front.http};").replace("listen 443 ssl;", f"listen 127.0.0.1:{front.https} ssl;")
    text = re.sub(r"/etc/(nginx/tls|letsencrypt/live/play.example)", str(front.folder), text)
    text = text.replace("/var/log/nginx", str(front.folder))
    (front.folder / "tableronde").write_text(text)
    if "http {" in text:
        return front.folder / "tableronde"
    (front.folder / "nginx.conf").write_text(FRAME.format(folder=front.folder))
    return front.folder / "nginx.conf"


@contextmanager
def _proxying(config: Path, folder: Path) -> Iterator[None]:
    assert NGINX is not None
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    keys = ["-subj", f"/CN={NAME}", "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command, *keys], check=True, capture_output=True)
    places = f"daemon off; pid {folder}/pid; {_run_as_me()}"
    process = subprocess.Popen([NGINX, "-e", str(folder / "start.log"), "-c", str(config), "-g", places])
    try:
        _wait_until_open(int(re.findall(r"listen 127.0.0.1:(\d+) ssl", (folder / "tableronde").read_text())[0]), process)
        yield
    finally:
        process.terminate()
        process.wait(30)


def _run_as_me() -> str:
    """Return the directive that lets workers write into this test's folder."""
    return "user root;" if os.geteuid() == 0 else ""


def _wait_until_open(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert process.poll() is None, "nginx has ended"
            assert time.monotonic() < end
            time.sleep(0.05)


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _trust_anything() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def test_a_room_behind_nginx_and_what_its_log_says(front: tuple[Front, Server]) -> None:
    proxy, room = front
    base = f"https://127.0.0.1:{proxy.https}"
    with httpx.Client(base_url=base, verify=_trust_anything(), headers={"Host": NAME}, timeout=60) as web:
        assert httpx.get(f"http://127.0.0.1:{proxy.http}/about", headers={"Host": NAME}).headers["location"] == f"https://{NAME}/about"
        shelf = web.get("/?lang=en")
        assert shelf.status_code == 200
        assert shelf.headers["strict-transport-security"] == "max-age=31536000"
        assert "; Secure" in shelf.headers["set-cookie"]  # the room knows that the browser's end is encrypted
        assert [web.get(page).status_code for page in ("/healthz", "/readyz", "/metrics")] == [404] * 3
        opened = web.post("/tables", json={"game": "four-circles", "seats": [ME, HERE]}, headers={"Origin": f"https://{NAME}"})
        assert opened.status_code == 201
        table = opened.json()
        token = token_of(table["seats"][1])
        web.get(table["seats"][1])
        web.get(f"{table['url']}.json?since=0", headers={"Referer": f"https://{NAME}{table['seats'][1]}"})
        address = f"wss://{NAME}/t/{table['id']}/live?feed=facts&token={token}"
        line = socket.create_connection(("127.0.0.1", proxy.https))
        with connect(address, sock=line, ssl=_trust_anything(), server_hostname=NAME) as live:
            assert "facts" in str(live.recv(60))
        room.process.terminate()
        room.process.wait(60)
        assert web.get(f"{table['url']}?token={token}").status_code == 502  # nginx has something to complain of
        [cookie] = [value for name, value in web.cookies.items() if name.endswith("guest")]
    logs = proxy.read_logs()
    assert " GET /t 502 " in logs
    assert " POST /tables 201 " in logs
    for secret in (table["id"], token, cookie, "since=", "token", "lang="):
        assert secret
        assert secret not in logs, secret
