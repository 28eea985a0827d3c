"""Options come from flags, the environment and a file, in that order, and what is wrong is refused in a sentence."""

from pathlib import Path
from typing import Any

import pytest

from tableronde.cli import config
from tableronde.cli.configuration import EVERY_KEY, FILE_OPTION, SECRETS, read_options
from tableronde.room.__main__ import make_parser, read_plan
from tableronde.room.store.command import command_parser
from tableronde.room.web.server.addresses import TrustedProxies
from tableronde.room.workers.command import make_parser as make_workers_parser


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in [name for name in os.environ if name.startswith("TABLERONDE_")]:
        monkeypatch.delenv(name)


def write(folder: Path, text: str) -> str:
    """Write a configuration; return its path."""
    path = folder / "room.toml"
    path.write_text(text)
    return str(path)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the sentence with which the room refuses to start."""
    with pytest.raises(SystemExit) as end:
        read_plan(list(arguments))
    assert end.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_a_flag_comes_before_the_environment_and_that_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, 'port = 1\nkeep = 1\nhost = "1.1.1.1"\nname = ["a.example"]\n')
    monkeypatch.setenv("TABLERONDE_PORT", "2")
    monkeypatch.setenv("TABLERONDE_KEEP", "2")
    plan, reading = read_plan(["--config", file, "--port", "3"])
    assert (plan.port, plan.keep_days, plan.host, list(plan.names)) == (3, 2, "1.1.1.1", ["a.example"])
    assert plan.metrics_port is None
    origins = {name: reading.origins.get(name) for name in ("port", "keep", "host", "workers")}
    assert origins == {"port": "--port", "keep": "$TABLERONDE_KEEP", "host": f"host in {file}", "workers": None}


def test_the_file_may_be_named_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLERONDE_CONFIG", write(tmp_path, "port = 8123\nno_browser = true\nshare_port = false\n"))
    plan, _ = read_plan([])
    assert (plan.port, plan.opens_browser, plan.shares_port) == (8123, False, False)


def test_every_option_of_every_command_can_stand_in_the_file() -> None:
    parsers = (make_parser(), make_workers_parser(), command_parser())
    dests = {action.dest for parser in parsers for action in parser._actions if action.option_strings}
    assert (dests | set(SECRETS)) - {"help", FILE_OPTION} == EVERY_KEY


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("NAME", "a.example, B.example", ("names", ["a.example", "b.example"])),
        ("PROXY", "10.0.0.1,10.77.0.0/24", ("proxies", ["10.0.0.1", "10.77.0.0/24"])),
        ("NO_BROWSER", "yes", ("opens_browser", False)),
        ("WORKERS", "3", ("workers", 3)),
        ("CONTACT", "me@example.org", ("contact", "me@example.org")),
        ("STORE", "postgresql://x/y", ("store", "postgresql://x/y")),
        ("METRICS_TOKEN", "s3cret", ("metrics_token", "s3cret")),
        ("METRICS_PORT", "0", ("metrics_port", 0)),
    ],
)
def test_every_kind_of_option_can_stand_in_the_environment(
    name: str, text: str, expected: tuple[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"TABLERONDE_{name}", text)
    assert getattr(read_plan([])[0], expected[0]) == expected[1]


def test_each_limit_is_an_option_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, "[limit]\nchat_lines = 1\nidle_minutes = 1\nlonely_seconds = 1\n")
    monkeypatch.setenv("TABLERONDE_LIMIT", "idle_minutes=2")
    monkeypatch.setenv("TABLERONDE_LIMIT_LONELY_SECONDS", "2")
    limits = read_plan(["--config", file, "--limit", "lonely_seconds=3"])[0].limits
    assert (limits.chat_lines, limits.idle_minutes, limits.lonely_seconds) == (1, 2, 3)


def test_secrets_come_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token, password = tmp_path / "token", tmp_path / "password"
    token.write_text("t0ken\n")
    password.write_text("n0de\n")
    monkeypatch.setenv("TABLERONDE_BUS_PASSWORD_FILE", str(password))
    plan, _ = read_plan(["--metrics-token-file", str(token), "--bus", "nats://node@bus:4222", "--store", "postgresql://x/y"])
    assert (plan.metrics_token, plan.bus_password, plan.bus_seal) == ("t0ken", "n0de", "accept")
    monkeypatch.setenv("TABLERONDE_METRICS_TOKEN", "older")  # a flag comes before the environment, file or not
    assert read_plan(["--metrics-token-file", str(token)])[0].metrics_token == "t0ken"
    monkeypatch.delenv("TABLERONDE_BUS_PASSWORD_FILE")
    monkeypatch.setenv("TABLERONDE_BUS_PASSWORD", "direct")
    assert read_plan(["--bus", "nats://node@bus", "--store", "postgresql://x/y"])[0].bus_password == "direct"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--proxy", "nginx"], "a proxy is named by its address or network, such as 10.77.0.10 or 10.77.0.0/24, not 'nginx'"),
        (["--proxy", "*"], "a proxy is named by its address"),
        (["--name", "http://play.example/"], "a host name is written as play.example, without http://, port or path"),
        (["--name", "play.example:8000"], "a host name is written as play.example"),
        (["--limit", "requests_at_once=0"], "with requests_at_once=0 nobody could use the room"),
        (["--limit", "chat_lines=99999999999999"], "the limit chat_lines must be at most"),
        (["--limit", "chat_lines=-1"], "a limit must be NAME=NUMBER"),
        (["--config", "/nowhere/room.toml"], "/nowhere/room.toml cannot be read: No such file or directory"),
        (["--metrics-token-file", "/nowhere/token"], "/nowhere/token cannot be read: No such file or directory"),
        (["--bus", "nats://bus:4222"], "--bus needs --store"),
    ],
)
def test_what_is_wrong_is_refused_in_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in refusal(capsys, *arguments)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 8000", "has no option 'prot'; there are bot, bus"),
        ("port = ", "is not TOML"),
        ('port = "many"', "expected a whole number"),
        ("port = [1, 2]", "must be one value, not 2"),
        ('no_browser = "perhaps"', "must be true or false"),
        ('bus_seal = "always"', "must be one of off, accept, require"),
        ('proxy = {a = "b"}', "must be a text, a number"),
        ('metrics_token = "a"\nmetrics_token_file = "/b"', "give either metrics_token in"),
        ('bus = "nats://b"\nbus_password = "x"\nstore = "postgresql://x/y"', "a password of the bus needs the name of its user"),
    ],
)
def test_what_is_wrong_in_the_file_names_the_file(text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sentence in refusal(capsys, "--config", write(tmp_path, text))


def test_the_store_reads_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path, f'data = "{tmp_path}"\nport = 8000\n')
    assert read_options(command_parser(), ["--config", file, "check"]).values.data == tmp_path
    monkeypatch.setenv("TABLERONDE_STORE", "postgresql://x/y")
    assert read_options(command_parser(), ["check"]).values.store == "postgresql://x/y"


def test_show_masks_secrets_and_can_be_read_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(
        tmp_path, 'metrics_token = "s3cret"\nstore = "postgresql://u:s3cret@db/x"\nname = ["a.example"]\n[limit]\nchat_lines = 7\n'
    )
    assert config.main(["show", "--config", file, "--bus", "nats://node:s3cret@bus:4222"]) == 0
    shown = capsys.readouterr().out
    assert "s3cret" not in shown
    assert f'metrics_token = "********"  # metrics_token in {file}' in shown
    assert 'bus = "nats://node:********@bus:4222"  # --bus' in shown
    again = read_plan(["--config", write(tmp_path, shown)])[0]
    assert (list(again.names), again.limits.chat_lines, again.limits.idle_minutes) == (["a.example"], 7, 30)


def test_check_says_what_is_allowed_and_probably_not_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert config.main(["check", "--data", str(tmp_path / "new")]) == 0
    assert capsys.readouterr().out == "no fault\n"
    monkeypatch.setenv("TABLERONDE_METRICS_TOKN", "x")
    shared = ["--store", "postgresql://x/y", "--bus-seal", "require"]
    assert config.main(["check", "--bus", "nats://bus:4222", *shared]) == 1
    told = capsys.readouterr().out
    assert "TABLERONDE_METRICS_TOKN is set, and nothing reads it" in told
    assert "the bus at bus is reached with neither a password nor TLS" in told
    monkeypatch.delenv("TABLERONDE_METRICS_TOKN")
    for safe in ("nats://127.0.0.1:4222", "nats://u:p@bus:4222", "tls://bus:4222", "nats://localhost"):
        assert config.main(["check", "--bus", safe, *shared]) == 0, capsys.readouterr().out
    assert config.main(["check", "--bus", "tls://bus:4222", "--store", "postgresql://x/y"]) == 1  # seals are not required


@pytest.mark.parametrize(
    ("proxies", "group", "expected"),
    [
        (["127.0.0.0/8"], "127.0.0.1", True),
        (["127.0.0.0/8"], "128.0.0.1", False),
        (["10.77.0.10"], "10.77.0.10", True),
        (["10.77.0.10"], "10.77.0.11", False),
        (["2001:db8::7"], "2001:db8::/64", True),
        (["2001:db8::/32"], "2001:db8:1::/64", True),
        (["2001:db8::/80"], "2001:db8:1::/64", False),
        (["10.0.0.0/8"], "?", False),
        ([], "10.0.0.1", False),
    ],
)
def test_a_proxy_may_be_a_network(proxies: list[str], group: str, expected: bool) -> None:
    assert (group in TrustedProxies(proxies)) is expected
