"""The files of docs/deploy work, as far as that can be tested without a container engine: the program and the servers read them."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from support.nodes import run
from tableronde.cli.configuration import read_options
from tableronde.room.__main__ import make_parser
from tableronde.room.base.metrics import Metrics
from tableronde.room.bus import NoAnswer
from tableronde.room.bus.nats import NatsBus
from tableronde.room.bus.nats_server import Server, find_program
from tableronde.room.store.command import command_parser
from tableronde.room.workers.command import make_parser as make_workers_parser
from tableronde.room.workers.remote_pool import SUBJECT

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "docs" / "deploy"
PAGE = (ROOT / "docs" / "guides" / "deploy.md").read_text().replace("\\\n", " ")
GUIDES = ("guides/host.md", "guides/deploy.md", "guides/back-up.md", "reference/metrics.md")
PAGES = "".join((ROOT / "docs" / name).read_text() for name in GUIDES)
NODE_OPTIONS = ("STORE", "BUS", "BUS_PASSWORD", "METRICS_TOKEN")
PASSWORDS = {"NODE_PASSWORD": "n0de", "MINDS_PASSWORD": "m1nds"}


def _compose() -> Any:
    """Return the compose file with a value for each secret."""
    return yaml.safe_load(re.sub(r"\$\{\w+:\?\}", "secret", (DEPLOY / "compose.yaml").read_text()))


def _reads(words: list[str]) -> Any:
    """Parse a command line as the program does; SystemExit if it is not valid."""
    parser = {"serve": make_parser, "workers": make_workers_parser, "store": command_parser}[words[0]]()
    return read_options(parser, words[1:]).values


def test_every_file_is_named_in_a_page_and_is_there() -> None:
    assert set(re.findall(r"\(\.\./deploy/([\w.-]+)\)", PAGES)) == {path.name for path in DEPLOY.iterdir()}


def test_the_commands_in_the_page_are_understood() -> None:
    commands = re.findall(r"^tableronde (serve|workers) ([^#\n]*)", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command, rest in commands:
        _reads([command, *shlex.split(rest)])


@pytest.mark.parametrize("page", ["host", "deploy", "back-up", "operate"])
def test_every_command_of_the_guides_for_operators_is_understood(page: str) -> None:
    text = (ROOT / "docs" / "guides" / f"{page}.md").read_text().replace("\\\n", " ")
    commands = re.findall(r"^ *(?:/opt/tableronde/bin/)?tableronde (serve|workers|store) ([^#\n`]+)", text, re.MULTILINE)
    assert commands
    for command, rest in commands:
        _reads([command, *shlex.split(rest)])


def test_the_unit() -> None:
    unit = (DEPLOY / "tableronde.service").read_text()
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    program_, *words = shlex.split(command)
    assert program_.endswith("/bin/tableronde")
    chosen = _reads(words)
    assert (chosen.host, chosen.proxy) == ("127.0.0.1", ["127.0.0.1"])
    assert str(chosen.data) == "/var/lib/" + _value(unit, "StateDirectory")
    assert int(_value(unit, "TimeoutStopSec")) > 15  # closing_seconds
    assert _value(unit, "RestartPreventExitStatus") == "2 3"


def _value(unit: str, name: str) -> str:
    [value] = re.findall(rf"^{name}=(.*)$", unit, re.MULTILINE)
    return str(value)


UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer"))
NEEDS_SYSTEMD = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
MAX_EXPOSURE = 3.0  # of 10


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """A folder with all units, whose program is there."""
    for name in UNITS:
        text = (DEPLOY / name).read_text().replace("/opt/tableronde/bin/tableronde", shutil.which("true") or "/bin/true")
        (tmp_path / name).write_text(text)
    return tmp_path


@NEEDS_SYSTEMD
def test_systemd_understands_the_units(units: Path) -> None:
    told = subprocess.run(
        ["systemd-analyze", "verify", *(str(units / name) for name in UNITS)], capture_output=True, text=True, check=False
    )
    assert "tableronde" not in told.stderr, told.stderr


@NEEDS_SYSTEMD
@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_systemd_finds_the_units_hardened(name: str, units: Path) -> None:
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(units / name)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    [exposure] = re.findall(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    assert float(exposure) <= MAX_EXPOSURE, told.stdout


def test_the_nightly_backup() -> None:
    unit = (DEPLOY / "tableronde-backup.service").read_text()
    _, *words = shlex.split(_value(unit, "ExecStart"))
    assert words[:1] == ["store"]
    chosen = command_parser().parse_args(words[1:])
    assert {str(chosen.data), str(chosen.folder)} == {f"/var/lib/{name}" for name in _value(unit, "StateDirectory").split()}
    assert chosen.keep > 1
    room = (DEPLOY / "tableronde.service").read_text()
    assert all(_value(text, "UMask") == "0077" and _value(text, "MemoryMax") and _value(text, "TasksMax") for text in (unit, room))


def test_the_container_file() -> None:
    lines = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text()).splitlines()
    steps = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    assert {step for step, _ in steps} <= {"FROM", "RUN", "WORKDIR", "COPY", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}
    for step, words in steps:
        if step == "COPY" and not words.startswith("--from"):
            *sources, _ = words.split()
            assert all((ROOT / source).exists() for source in sources), words
    [entry] = [json.loads(words) for step, words in steps if step == "ENTRYPOINT"]
    [command] = [json.loads(words) for step, words in steps if step == "CMD"]
    assert entry == ["/opt/tableronde/bin/tableronde"]
    assert _reads(command).host == "0.0.0.0"
    assert [words for step, words in steps if step == "USER"] == ["tableronde"]


def test_the_container_gets_all_that_a_node_needs_with_its_digests() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    installed = re.findall(r"pip install --no-cache-dir --require-hashes -r (\S+)", text)
    assert set(installed) == {"requirements.lock", "requirements-later.lock", "requirements-cluster.lock"}
    lock = (ROOT / "requirements-cluster.lock").read_text()
    pinned = set(re.findall(r"^([\w-]+)==", lock, re.MULTILINE))
    project = (ROOT / "pyproject.toml").read_text()
    [needed] = re.findall(r"^cluster = \[(.*?)\]  #", project, re.MULTILINE)
    assert {"psycopg-binary", *re.findall(r'"([\w-]+)', needed)} <= pinned
    assert lock.count("--hash=sha256:") >= len(pinned)


def test_the_compose_file() -> None:
    compose = _compose()
    services = compose["services"]
    nodes = [name for name in services if name.startswith("node")]
    assert nodes == ["node1", "node2", "node3"]
    for name in nodes:
        node = services[name]
        chosen = _reads(node["command"])
        assert chosen.proxy == [services["proxy"]["networks"]["inside"]["ipv4_address"]]
        assert set(node["environment"]) == {"PGPASSWORD", *(f"TABLERONDE_{option}" for option in NODE_OPTIONS)}
        assert not any("secret" in word for word in node["command"])  # everybody on a machine can read a command
        assert f":{chosen.port}/readyz" in node["healthcheck"]["test"][-1]
        assert (DEPLOY / node["build"]["context"]).resolve() == ROOT
        assert (ROOT / node["build"]["dockerfile"]).exists()
    addresses = [services[name]["networks"]["inside"]["ipv4_address"] for name in (*nodes, "proxy")]
    assert len(set(addresses)) == len(addresses)  # a container that is made again keeps its address
    for service in services.values():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or source in ("./tls", "./metrics-token") or (DEPLOY / source).exists(), volume
        for other in service.get("depends_on", ()):
            assert other in services


def test_images_have_exact_versions() -> None:
    images = [service["image"] for service in _compose()["services"].values()]
    images += re.findall(r"^FROM (\S+)", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert {image for image in images if not re.search(r":v?\d+\.\d+(\.\d+)?[\w.-]*(@sha256:[0-9a-f]{64})?$", image)} == {"tableronde"}


def test_the_addresses_in_the_environment_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    node = _compose()["services"]["node1"]
    for name, value in node["environment"].items():
        monkeypatch.setenv(name, value)
    chosen = _reads(node["command"])
    assert chosen.store == "postgresql://tableronde@postgres/tableronde"
    assert (chosen.bus, chosen.bus_password, chosen.metrics_token) == ("nats://node@nats:4222", "secret", "secret")
    workers = _compose()["services"]["workers"]
    for name, value in workers["environment"].items():
        monkeypatch.setenv(name, value)
    found = _reads(workers["command"])
    assert (found.bus, found.bus_password) == ("nats://minds@nats:4222", "secret")


def test_the_proxy_knows_all_nodes_and_says_what_the_room_needs() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    assert text.count("{") == text.count("}")
    assert re.findall(r"server (node\d):8000 ", text) == ["node1", "node2", "node3"]
    headers = dict(re.findall(r"proxy_set_header ([\w-]+) (\S+);", text))
    assert headers["X-Forwarded-For"] == "$remote_addr"  # never what the client sent
    assert {"Host", "X-Forwarded-Proto", "X-Request-Id", "Upgrade", "Connection"} < set(headers)
    assert "^/(healthz|readyz|metrics)$" in text
    statements = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert all(line.endswith((";", "{", "}")) for line in statements)


def test_prometheus_scrapes_all_nodes() -> None:
    asked = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    [job] = asked["scrape_configs"]
    assert job["static_configs"][0]["targets"] == ["node1:8000", "node2:8000", "node3:8000"]
    assert job["authorization"]["credentials_file"] == "/etc/prometheus/metrics-token"


def test_the_dashboard_shows_only_existing_metrics(told_by_a_node: set[str]) -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    shown = {name for panel in dashboard["panels"] for target in panel["targets"] for name in re.findall(r"tableronde_\w+", target["expr"])}
    assert len(dashboard["panels"]) == len({panel["id"] for panel in dashboard["panels"]}) > 10
    assert len(shown) > 20
    assert shown <= told_by_a_node, shown - told_by_a_node


def test_every_metric_of_a_node_is_documented(told_by_a_node: set[str]) -> None:
    page = (ROOT / "docs" / "reference" / "metrics.md").read_text()
    bare = {re.sub(r"_(bucket|sum|count)$", "", name) for name in told_by_a_node}
    assert {name for name in bare if f"`{name}`" not in page} == set()


@pytest.fixture(scope="module")
def told_by_a_node() -> set[str]:
    """Return the names of all metrics of a node in a cluster."""
    import asyncio
    from unittest.mock import AsyncMock, MagicMock

    from tableronde.room.base.limits import Limits
    from tableronde.room.bus.here import Exchange, HereBus
    from tableronde.room.room import Room
    from tableronde.room.web.routes import build
    from tableronde.room.workers.remote_pool import RemotePool

    async def gauges() -> dict[str, int]:
        bus = HereBus(Exchange())
        store = MagicMock(shared=True, count=AsyncMock(return_value=0), commits=0, faults=0)
        room = Room({}, {}, store, MagicMock(), RemotePool(bus, {}, {}, 1), Limits())
        build(room, bus=bus)
        return await room.gauges()

    text = Metrics().render(asyncio.run(gauges()))
    return set(re.findall(r"^(tableronde_\w+)[ {]", text, re.MULTILINE))


def test_nats_understands_its_file() -> None:
    told = subprocess.run(
        [find_program(), "-t", "-c", str(DEPLOY / "nats.conf")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **PASSWORDS},
    )
    assert told.returncode == 0, told.stderr


def test_workers_may_subscribe_to_tasks_only(tmp_path: Path) -> None:
    async def work() -> None:
        node, workers, outsider = (NatsBus(server.url.replace("//", f"//{user}@")) for user in ("node:n0de", "minds:m1nds", "node:guessed"))
        for bus in (node, workers, outsider):
            await bus.open(lambda: None)
        heard: list[bytes] = []

        async def answer(data: bytes) -> bytes:
            return b"thought"

        await workers.answer(SUBJECT, "minds", answer)
        await workers.subscribe("tableronde.node.x", heard.append)
        await workers.subscribe("tableronde.nodes", heard.append)
        await node.subscribe("tableronde.node.y", heard.append)
        assert await node.ask(SUBJECT, b"?", 10) == b"thought"
        await node.publish("tableronde.node.x", b"a guest's secret")
        await workers.publish("tableronde.node.y", b"a lie")
        assert await node.ask(SUBJECT, b"?", 10) == b"thought"
        assert heard == []
        assert not outsider.is_up
        with pytest.raises(NoAnswer):
            await outsider.ask(SUBJECT, b"?", 1)
        for bus in (node, workers, outsider):
            await bus.close()

    server = Server(tmp_path / "nats.log", more=("-c", str(DEPLOY / "nats.conf")), environment=PASSWORDS)
    server.start()
    try:
        run(work)
    finally:
        server.stop()
