"""Finding 2: WebSocket pings, empty and full, one socket each, whose pongs are not read."""

from siege.target import Outcome, Target, close_code, flood, frame


def attack(target: Target, seconds: float) -> Outcome:
    """Flood with both kinds."""
    told, held, before = [], True, target.rss()
    for name, what in {"empty": frame(9) * 10_000, "full": frame(9, b"x" * 125) * 500}.items():
        with target.upgrade() as line:
            sent = flood(line, what, seconds / 2)
            code = close_code(line, 2.0)
        held &= code in (1008, None)
        told.append(f"{name}: {sent / 1e6:.1f} MB sent, closed {code}")
    grown = target.peak() - before
    return Outcome(held and grown < 50, f"{', '.join(told)}; +{grown:.0f} MB")
