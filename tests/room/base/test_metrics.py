"""Metrics in the format of Prometheus."""

from tableronde.room.base.metrics import Metrics


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
