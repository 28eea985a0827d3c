"""Finding 2: ninety sockets of one address that all send pings as fast as they can."""

import threading

from siege.target import Outcome, Target, flood, frame

SOCKETS = 90


def attack(target: Target, seconds: float) -> Outcome:
    """Flood from all at once: the room must read no more than one address may send."""
    lines = [target.upgrade() for _ in range(SOCKETS)]
    sent = [0] * SOCKETS

    def shout(i: int) -> None:
        sent[i] = flood(lines[i], frame(9) * 500, seconds)

    threads = [threading.Thread(target=shout, args=(i,)) for i in range(SOCKETS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for line in lines:
        line.close()
    return Outcome(target.honest(), f"{SOCKETS} sockets, {sum(sent) / 1e6:.1f} MB sent")
