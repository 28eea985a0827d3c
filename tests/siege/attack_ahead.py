"""Thousands of requests sent ahead on one connection without reading the answers; then a chunked body of single bytes."""

from siege.target import CHUNK, Outcome, Target, flood, last_words

ASK = b"GET /index.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POST = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


def attack(target: Target, seconds: float) -> Outcome:
    """Send both until the room closes the connection."""
    before = target.rss()
    with target.dial() as line:
        asked = flood(line, ASK * (CHUNK // len(ASK)), seconds / 2)
        last_words(line, 1.0)
    with target.dial() as line:
        line.sendall(POST)
        posted = flood(line, b"1\r\na\r\n" * (CHUNK // 6), seconds / 2)
        last_words(line, 1.0)
    grown = target.peak() - before
    held = asked < 16_000_000 and posted < 16_000_000 and grown < 50
    return Outcome(held, f"{asked / 1e6:.1f} MB of requests, {posted / 1e6:.1f} MB of body; +{grown:.0f} MB")
