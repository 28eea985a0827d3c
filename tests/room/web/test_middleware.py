"""Hosts and origins from which requests are accepted."""

from tableronde.room.web.server.middleware import is_known_host, is_same_origin


def test_hosts_and_origins() -> None:
    names = frozenset({"localhost", "play.example"})
    good = ["localhost", "localhost:80", "127.0.0.1:8000", "[::1]:8000", "PLAY.example:443"]
    assert [is_known_host(host, names) for host in good] == [True] * 5
    assert [is_known_host(host, names) for host in ("evil.example", "", "localhost.evil.example:80", "192.168.1.7")] == [False] * 4
    assert is_same_origin({"host": "a:1", "origin": "http://a:1"})
    assert is_same_origin({"host": "a:1"})
    assert not is_same_origin({"host": "a:1", "origin": "http://b"})
    assert not is_same_origin({"host": "a:1", "origin": "null"})
    assert not is_same_origin({"host": "a:1", "sec-fetch-site": "cross-site"})
