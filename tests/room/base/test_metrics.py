"""Metrics have a type and a sentence each, older names stay, and the alert rules name only what exists."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from tableronde.room.base.metrics import METRICS, PROCESS_METRICS, REASON_OF_STATUS, REASONS, Metrics
from tableronde.room.base.process_metrics import read_process_metrics
from tableronde.room.web.server import connection_limits, http_protocol

ROOT = Path(__file__).parents[3]
ALERTS = ROOT / "docs" / "deploy" / "alerts.yml"
PAGE = (ROOT / "docs" / "reference" / "metrics.md").read_text(encoding="utf-8")
GAUGES = {"tables_awake": 3, "commits": 5, "workers_lost": 1}


def rendered() -> str:
    metrics = Metrics()
    metrics.count_action(0.004)
    metrics.refuse(by_rules=True)
    metrics.refuse(by_rules=False)
    metrics.turn_away("banned")
    labeled = [("build_info", (("version", 'a "b"\\\n'),), 1.0)]
    return metrics.render({**GAUGES, **read_process_metrics()}, labeled)


def test_metrics_read_like_prometheus() -> None:
    metrics = Metrics()
    metrics.count_action(0.004)
    metrics.count_action(9.0)
    metrics.count_sent(100)
    lines = metrics.render({"viewers": 3}).splitlines()
    assert "tableronde_viewers 3" in lines
    assert "tableronde_bytes_out_total 100" in lines
    assert 'tableronde_action_seconds_bucket{le="0.005"} 1' in lines
    assert 'tableronde_action_seconds_bucket{le="+Inf"} 2' in lines
    assert "tableronde_action_seconds_count 2" in lines


def test_each_metric_is_told_once_with_a_sentence_and_a_type() -> None:
    text = rendered()
    helped, typed = re.findall(r"^# HELP (\w+) (.+)$", text, re.MULTILINE), re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE)
    assert [name for name, _ in helped] == [name for name, _ in typed]
    assert len({name for name, _ in typed}) == len(typed)
    assert all(sentence.endswith(".") for _, sentence in helped)
    counters = {name for name, kind in typed if kind == "counter"}
    assert all(name.endswith("_total") for name in counters)
    assert not [name for name, kind in typed if kind == "gauge" and name.endswith("_total")]


def test_what_was_a_gauge_and_only_grows_has_both_names() -> None:
    lines = rendered().splitlines()
    assert "tableronde_commits 5" in lines
    assert "tableronde_commits_total 5" in lines
    assert "# TYPE tableronde_commits gauge" in lines
    assert "# TYPE tableronde_commits_total counter" in lines


def test_refusals_are_told_by_cause_and_by_reason() -> None:
    lines = rendered().splitlines()
    assert "tableronde_refusals_total 2" in lines
    assert 'tableronde_refusals_by_cause_total{cause="rules"} 1' in lines
    assert 'tableronde_turned_away_by_reason_total{reason="banned"} 1' in lines
    assert 'tableronde_turned_away_by_reason_total{reason="rate"} 0' in lines  # so that a rate can be computed from the first one on
    assert 'tableronde_build_info{version="a \\"b\\"\\\\\\n"} 1' in lines


def test_every_refusal_before_the_application_has_a_reason() -> None:
    statuses = {value[0] for module in (connection_limits, http_protocol) for value in vars(module).values() if _is_refusal(value)}
    assert statuses >= {400, 408, 413, 429, 431, 503}
    assert statuses | {403, 421} == set(REASON_OF_STATUS)


def _is_refusal(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], str)


def test_the_page_names_every_metric_and_reason() -> None:
    assert [name for name in METRICS if f"`tableronde_{name}`" not in PAGE] == []
    assert [name for name in PROCESS_METRICS if f"`{name}`" not in PAGE] == []
    assert re.findall(r"^\| `([a-z_]+)` \|", PAGE.partition("| reason |")[2], re.MULTILINE)[: len(REASONS)] == list(REASONS)


def test_alerts_name_only_metrics_that_exist() -> None:
    rules = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
    known = {f"tableronde_{name}" for name in METRICS} | set(PROCESS_METRICS) | {"tableronde_action_seconds_bucket"}
    used = {name for rule in rules for name in re.findall(r"\b(?:tableronde|process)_\w+", rule["expr"])}
    assert len(rules) >= 10
    assert used <= known
    assert {rule["labels"]["severity"] for rule in rules} == {"page", "ticket"}


def test_promtool_accepts_the_alerts_and_the_metrics() -> None:
    program = shutil.which("promtool")
    if program is None:
        pytest.skip("PROMTOOL IS NOT HERE: the alert rules were not checked by Prometheus itself (install Debian's package prometheus)")
    checked = subprocess.run([program, "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    linted = subprocess.run([program, "check", "metrics"], input=rendered(), capture_output=True, text=True, check=False)
    assert "error" not in linted.stderr.lower(), linted.stderr
    assert "no help text" not in linted.stderr
