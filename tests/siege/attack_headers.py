"""Finding 1: headers, or an address, without an end."""

from siege.target import CHUNK, Outcome, Target, flood, last_words, status_of

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
ENDLESS = {
    "line": (HEAD + b"X-Long: ", b"a" * CHUNK, 431),
    "lines": (HEAD, b"X-A: b\r\n" * (CHUNK // 8), 431),
    "address": (b"GET /", b"a" * CHUNK, 431),
}


def attack(target: Target, seconds: float) -> Outcome:
    """Send each until the room closes the connection."""
    told, held, before = [], True, target.rss()
    for name, (start, more, status) in ENDLESS.items():
        with target.dial() as line:
            line.sendall(start)
            sent = flood(line, more, seconds / len(ENDLESS))
            said = status_of(last_words(line, 1.0))
        held &= sent < 16_000_000 and said in (status, 429, 0)  # the answer may be lost with the data in flight
        told.append(f"{name}: {sent / 1e6:.1f} MB sent")
    grown = target.peak() - before
    return Outcome(held and grown < 50, f"{', '.join(told)}; +{grown:.0f} MB")
