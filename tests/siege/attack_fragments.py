"""Finding 2: a message of empty fragments that never ends."""

from siege.target import Outcome, Target, close_code, flood, frame


def attack(target: Target, seconds: float) -> Outcome:
    """Flood one socket."""
    with target.upgrade() as line:
        line.sendall(frame(1, b"{", fin=False))
        sent = flood(line, frame(0, fin=False) * 10_000, seconds)
        code = close_code(line, 2.0)
    return Outcome(code in (1008, None), f"{sent / 1e6:.1f} MB sent, closed {code}")
