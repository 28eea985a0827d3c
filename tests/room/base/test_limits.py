"""Limits: buckets, rates of many callers, and what an operator sets."""

import pytest

from tableronde.room.base.limits import Bucket, Limits, Rates


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    bucket = Bucket.full(10, 5, 0.0)
    assert [bucket.take(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert bucket.take(0.1)
    assert not bucket.take(0.1)
    assert bucket.charge(0.1, 3) == pytest.approx(0.3)
    assert not bucket.take(0.35)
    assert bucket.take(0.51)


def test_rates_are_kept_apart_and_forgotten() -> None:
    now = [0.0]
    rates = Rates(1, 1, lambda: now[0], max_buckets=2)
    assert [rates.allow("a"), rates.allow("a"), rates.allow("b"), rates.allow("c")] == [True, False, True, True]
    assert set(rates.buckets) == {"b", "c"}  # the least recently used one is dropped
    now[0] = 5.0
    assert [rates.allow("b"), rates.allow("d"), rates.allow("d")] == [True, True, False]
    assert set(rates.buckets) == {"b", "d"}


def test_limits_can_be_set() -> None:
    assert Limits.parse(["tables_per_guest=3"]).tables_per_guest == 3
    for text in ("tables_per_guest", "nonsense=3", "tables_per_guest=-1"):
        with pytest.raises(ValueError, match="NAME=NUMBER"):
            Limits.parse([text])
