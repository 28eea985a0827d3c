"""What the operator has decided, as data, and as the running room applies it."""

import json

import pytest

from tableronde.room.administration import policy as policies
from tableronde.room.administration.durations import parse_end
from tableronde.room.administration.enforcement import Enforcement
from tableronde.room.administration.policy import Kind, Policy, hash_guest, parse_address
from tableronde.room.base.limits import group_address
from tableronde.room.base.refusals import Refused
from tableronde.room.store import PolicyText


def enforcing(policy: Policy, now: float = 100.0, revision: int = 1) -> Enforcement:
    found = Enforcement(lambda: now)
    found.use(PolicyText(revision, policy.json()))
    return found


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("203.0.113.7", "address", "203.0.113.7"),
        ("203.0.113.7/24", "network", "203.0.113.0/24"),
        ("2001:db8::7", "address", "2001:db8::/64"),
        ("2001:db8::/32", "network", "2001:db8::/32"),
    ],
)
def test_addresses_are_banned_as_limits_count_them(text: str, kind: Kind, value: str) -> None:
    assert parse_address(text) == (kind, value)
    found = enforcing(Policy().with_rule("ban", kind, value, 1.0, None, ""))
    assert found.describe_ban("", group_address(text.partition("/")[0])) is not None
    assert found.describe_ban("", group_address("198.51.100.1")) is None
    assert found.describe_ban("", group_address("2001:db9::1")) is None
    assert found.describe_ban("", "?") is None


def test_what_is_no_address_is_a_guest() -> None:
    assert parse_address("0a1b2c3d") is None


def test_a_ban_ends_and_says_when() -> None:
    policy = Policy().with_rule("ban", "guest", hash_guest("ana"), 1.0, 200.0, "")
    said = enforcing(policy, 199.0).describe_ban("ana", "10.0.0.1")
    assert said is not None
    assert said.en == "The operator of this room has banned you until 1970-01-01 00:03 (UTC)."
    assert said.fr == "La personne qui tient cette salle vous en a fermé l’accès jusqu’au 01/01/1970 à 00 h 03 (UTC)."
    assert enforcing(policy, 200.0).describe_ban("ana", "10.0.0.1") is None
    assert enforcing(policy).describe_ban("bo", "10.0.0.1") is None


def test_a_new_ban_takes_the_place_of_an_earlier_one_and_of_those_that_ended() -> None:
    policy = Policy().with_rule("ban", "address", "10.0.0.1", 1.0, 50.0, "").with_rule("ban", "address", "10.0.0.2", 2.0, None, "")
    policy = policy.with_rule("ban", "address", "10.0.0.2", 60.0, 70.0, "")
    assert [(rule.number, rule.value, rule.until) for rule in policy.rules] == [(3, "10.0.0.2", 70.0)]


def test_there_are_not_endlessly_many_bans(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "MAX_RULES", 1)
    policy = Policy().with_rule("mute", "address", "10.0.0.1", 1.0, None, "")
    with pytest.raises(ValueError, match="lift some, or ban a network"):
        policy.with_rule("mute", "address", "10.0.0.2", 1.0, None, "")


def test_a_policy_of_a_later_version_is_read_and_its_unknown_mode_is_the_strictest() -> None:
    stored = {**json.loads(Policy().json()), "mode": "invitation-only", "news": 1}
    assert Policy.read(json.dumps(stored)).mode == "read-only"
    assert Policy.read("") == Policy()
    found = enforcing(Policy.read(json.dumps(stored)))
    with pytest.raises(Refused, match="under maintenance"):
        found.check_new_table()


def test_only_tables_changed_since_the_last_look_are_loaded_again() -> None:
    found = Enforcement()
    first = Policy().with_touched(1, ["a"])
    assert found.use(PolicyText(1, first.json())) == {"a"}
    assert found.use(PolicyText(3, first.with_touched(2, ["b"]).with_touched(3, ["c"]).json())) == {"b", "c"}
    assert found.use(PolicyText(1, first.json())) == {"a"}  # an older copy was put in its place


@pytest.mark.parametrize(("text", "seconds"), [("30m", 1800), ("12h", 43_200), ("7d", 604_800)])
def test_times_are_typed_as_people_say_them(text: str, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tableronde.room.administration.durations.time.time", lambda: 1000.0)
    assert parse_end(text) == 1000.0 + seconds


@pytest.mark.parametrize("text", ["", "0m", "7", "tomorrow", "-1d", "99999d"])
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(Exception, match="a time is written as"):
        parse_end(text)
