"""Real nodes over real servers: any node serves anybody, and what an operator sees of it."""

import argparse
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from support.rooms import HERE, ME, OPEN, Person, Server, bot, serving, token_of
from support.stores import new_schema
from tableronde.room.__main__ import main as room_main
from tableronde.room.bus import parse_address
from tableronde.room.bus.nats_server import Server as Nats
from tableronde.room.cluster import command
from tableronde.room.workers.command import main as workers_main


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two connected nodes."""
    folder = tmp_path_factory.mktemp("nodes")
    nats, url = Nats(folder / "nats.log"), new_schema(postgres)
    with ExitStack() as stack:
        stack.callback(nats.stop)
        nats.start()
        more = ("--store", url, "--bus", nats.url, "--workers", "1", "--limit", "tables_per_guest=12")
        one, two = (stack.enter_context(serving(folder / name, *more)) for name in ("one", "two"))
        for node in (one, two):
            _wait_for(node, "nodes_heard", 1)
        yield one, two


def _wait_for(node: Server, name: str, value: int) -> None:
    with Person(node.base) as operator:
        end = time.monotonic() + 60
        while f"tableronde_{name} {value}\n" not in operator.numbers():
            assert time.monotonic() < end, operator.numbers()
            time.sleep(0.1)


def _wait_until_ready(operator: Person) -> None:
    end = time.monotonic() + 30
    while (found := operator.web.get("/readyz")).status_code != 200:
        assert time.monotonic() < end, found.text
        time.sleep(0.05)


def test_every_page_of_a_table_is_the_same_at_every_node(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana, Person(pair[1].base) as luc:
        table = ana.open("four-circles", ME, OPEN)
        luc.web.cookies.update(ana.web.cookies)
        for end in ("", ".json", ".svg", ".png", "/qr.svg"):
            answers = [person.web.get(f"{table['url']}{end}") for person in (ana, luc)]
            assert [answer.status_code for answer in answers] == [200, 200]
            if end not in ("", ".png", "/qr.svg"):  # pages contain their own address
                assert answers[0].content.replace(pair[0].base.encode(), b"") == answers[1].content.replace(pair[1].base.encode(), b"")
        assert luc.web.get(f"{table['url']}/record.json").status_code == 409
        assert luc.web.get(f"/t/{'x' * 22}").status_code == 404
        assert luc.web.get("/games.json").json()["tables"][0]["id"] == table["id"]


def test_a_guest_sits_down_and_plays_at_another_node(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana, Person(pair[1].base) as luc:
        table = ana.open("four-circles", ME, OPEN)
        assert luc.web.post(table["seats"][1]).status_code == 303
        with ana.at(table["id"]) as here, luc.at(table["id"]) as there:
            there.until("scene")
            there.say("sit", seat=1, name="Luc")
            there.until(lambda message: message.get("table", {}).get("status") == "playing")
            here.act("0,0", 0)
            shown = there.until(lambda message: message.get("turn", {}).get("ply") == 1)
            assert not shown["scene"]["full"]
            there.act("1,1", 1)
            here.until(lambda message: message.get("turn", {}).get("ply") == 2)
            assert there.asked("ping", "pong")
            there.say("chat", phrase=0)
            assert here.until("chat")["chat"]["name"] == "Luc"


def test_a_socket_to_no_table_is_closed_as_ever(pair: tuple[Server, Server]) -> None:
    from websockets.exceptions import ConnectionClosed

    with Person(pair[1].base) as luc, luc.at("x" * 22) as line, pytest.raises(ConnectionClosed) as closed:
        line.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_tables_a_day_hold_whatever_the_node(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana:
        ana.open("four-circles", ME, HERE)
        with Person(pair[1].base) as same:
            same.web.cookies.update(ana.web.cookies)
            opened = [each.web.post("/tables", json={"game": "four-circles"}).status_code for each in (ana, same) * 6]
    assert opened == [201] * 11 + [429]


def test_one_request_is_one_name_in_the_logs_of_all_nodes(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana, Person(pair[1].base) as luc:
        table = ana.open("four-circles", ME, HERE)
        luc.web.cookies.update(ana.web.cookies)
        answer = luc.web.get(f"{table['url']}.json", headers={"X-Request-Id": "a-name-of-the-guests-own"})
        assert answer.headers["X-Request-Id"] != "a-name-of-the-guests-own"  # no proxy is trusted
        with luc.at(table["id"], feed="facts") as line:
            line.hear()
            line.act("0,0", 0)
            line.say("resign", seat=1)
            line.until("outcome")
            line.say("rematch")
            line.until("next")
    opened = [json.loads(text) for text in pair[0].log.read_text().splitlines() if "table_opened" in text]
    assert len(opened[-1]["request"]) == 16  # the rematch was requested on a socket of the other node, and opened here


def test_bots_play_whichever_node_keeps_them(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana, Person(pair[1].base) as luc:
        table = ana.open("four-circles", bot("random"), bot("random"), pace="now")
        with luc.at(table["id"], feed="facts") as line:
            line.until(lambda message: message.get("turn", {}).get("ply", 0) > 2)


def test_a_program_at_another_node_brings_its_token(pair: tuple[Server, Server]) -> None:
    with Person(pair[0].base) as ana, Person(pair[1].base) as program:
        table = ana.open("four-circles", ME, HERE)
        with program.at(table["id"], feed="facts", token=token_of(table["seats"][0])) as line:
            assert line.hear()["legal"]["0"]
            line.act("0,0", 0)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_program_without_a_cookie_keeps_its_seat_when_its_table_changes_nodes(how: int, postgres: str, tmp_path: Path) -> None:
    """It sat down by an invitation: only its socket, which another node holds, knows whose seat it is."""
    nats, url = Nats(tmp_path / "nats.log"), new_schema(postgres)
    with ExitStack() as stack:
        stack.callback(nats.stop)
        nats.start()
        more = ("--store", url, "--bus", nats.url, "--workers", "1")
        owner, entry = (stack.enter_context(serving(tmp_path / name, *more)) for name in ("owner", "entry"))
        for node in (owner, entry):
            _wait_for(node, "nodes_heard", 1)
        host, program = stack.enter_context(Person(owner.base)), stack.enter_context(Person(entry.base))
        table = host.open("four-circles", OPEN, bot("random"), pace="now")
        with program.at(table["id"], feed="facts", token=token_of(table["seats"][0])) as line:
            line.until("table")
            line.say("sit", seat=0, name="Robot")
            line.until(lambda message: message.get("legal", {}).get("0"))
            line.act("0,0", 0)
            owner.process.send_signal(how)
            line.until(lambda message: message.get("line") == "open")
            found = line.until("table")["table"]["seats"][0]
            assert (found["name"], found["yours"]) == ("Robot", True)
            legal = line.until(lambda message: message.get("legal", {}).get("0"))["legal"]["0"]
            line.act(legal[0], 0, ref=2)


def test_nodes_need_a_store_they_share(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tableronde.room", "--bus", "nats://127.0.0.1:1", "--data", str(tmp_path)]
    failed = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert failed.returncode == 2
    assert "--bus needs --store" in failed.stderr


def test_a_room_alone_imports_nothing_of_many() -> None:
    code = (
        "import sys; from pathlib import Path; from tempfile import mkdtemp; from tableronde.room.web.server import serve;"
        "from tableronde.room.room import Room; from tableronde.room.web.routes import build; room = Room.at(Path(mkdtemp()), workers=1);"
        "app = build(room); room.store.close();"
        "print([name for name in sys.modules if name.startswith(('nats', 'psycopg', 'tableronde.room.cluster.', 'tableronde.room.bus.'))"
        " or name in ('tableronde.room.workers.remote_pool', 'tableronde.room.workers.wire_format')], type(app.app.app).__name__)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[] Starlette\n"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that PostgreSQL's user can read, unlike those of pytest."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o755)
        yield path


def test_the_cluster_command_starts_all_of_it_and_ends_all_of_it(open_folder: Path) -> None:
    port = _free_port()
    words = [sys.executable, "-m", "tableronde", "cluster", "--nodes", "2", "--port", str(port), "--data", "cluster"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=open_folder) as process:
        try:
            children = _use_cluster(process, words, port, open_folder)
        finally:
            process.send_signal(signal.SIGINT)
            status = process.wait(60)
    assert status == 0
    for child in children:
        with pytest.raises(ProcessLookupError):
            signal_nothing(child)


def _use_cluster(process: "subprocess.Popen[str]", words: list[str], port: int, folder: Path) -> list[int]:
    """Play at a cluster, and try to start another one in its folder; return its processes."""
    assert process.stdout is not None
    assert process.stdout.readline().startswith(f"Table Ronde: http://127.0.0.1:{port}/ (2 nodes")
    children = [int(word.strip(",")) for word in process.stdout.readline().split()[1:]]
    assert len(children) == 3
    with Person(f"http://127.0.0.1:{port}") as ana:
        table = ana.open("four-circles", ME, HERE)
        for _ in range(8):  # each connection may reach another node
            with ana.at(table["id"], feed="facts") as line:
                assert line.until("table")["table"]["id"] == table["id"]
    again = subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=60, check=False)
    assert again.returncode == 1
    assert f"another room uses {folder / 'cluster'} already (process {process.pid} " in again.stderr
    return children


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_however_the_cluster_command_is_told_to_end_it_ends_what_it_has_started(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = list[str]()

    def run(chosen: argparse.Namespace, parts: ExitStack) -> int:
        parts.callback(ended.append, "a part")
        signal.raise_signal(number)
        raise AssertionError("it goes on")

    before = {each: signal.getsignal(each) for each in command.END_SIGNALS}
    monkeypatch.setattr(command, "_run", run)
    try:
        assert command.main(["--data", str(tmp_path)]) == 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert ended == ["a part"]


@pytest.mark.parametrize(
    "wrong", ["nats:/host", "http://host", "nats://host:port", "nats://u:hush@host:99999", "nats://", "host", "nats://a,b"]
)
def test_an_address_that_is_none_of_a_bus_is_a_sentence(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    for main in (workers_main, room_main):
        with pytest.raises(SystemExit) as end:
            main(["--bus", wrong])
        told = capsys.readouterr().err
        assert (end.value.code, "hush" in told) == (2, False)
        assert "the address of a bus must be nats://" in told
    assert parse_address("nats://u:p@host:4222,tls://other") == "nats://u:p@host:4222,tls://other"


def test_workers_need_a_bus(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("TABLERONDE_BUS", raising=False)
    with pytest.raises(SystemExit):
        workers_main(["--bus", ""])
    assert "workers receive tasks over a bus" in capsys.readouterr().err


def signal_nothing(pid: int) -> None:
    """Raise ProcessLookupError if there is no such process."""
    import os

    os.kill(pid, 0)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_leaving_node_says_so_first(postgres: str, tmp_path: Path) -> None:
    nats = Nats(tmp_path / "nats.log")
    nats.start()
    url = new_schema(postgres)
    try:
        with serving(tmp_path / "data", "--store", url, "--bus", nats.url, "--workers", "1", "--limit", "leaving_seconds=2") as node:
            with Person(node.base) as operator:
                _wait_until_ready(operator)
                node.process.send_signal(signal.SIGTERM)
                end = time.monotonic() + 30
                while (ready := operator.web.get("/readyz")).status_code == 200:
                    assert time.monotonic() < end
                    time.sleep(0.05)  # asking as fast as one can is refused with 429
                assert ready.json()["ready"] is False
                assert ready.json()["store"] == "this node is leaving"
                assert operator.web.get("/healthz").status_code == 200
            assert node.process.wait(60) == 0
    finally:
        nats.stop()
