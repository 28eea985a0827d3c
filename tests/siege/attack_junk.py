"""Finding 27: twenty sockets that send the longest messages allowed, all of them nonsense."""

import threading

from siege.target import Outcome, Target, close_code, flood, frame

SOCKETS = 20


def attack(target: Target, seconds: float) -> Outcome:
    """Send until each is cut for sending too much."""
    codes: list[int | None] = [0] * SOCKETS
    sent = [0] * SOCKETS
    junk = frame(1, b"x" * 16_000) * 4

    def shout(i: int) -> None:
        with target.upgrade() as line:
            sent[i] = flood(line, junk, seconds)
            codes[i] = close_code(line, 2.0)

    threads = [threading.Thread(target=shout, args=(i,)) for i in range(SOCKETS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    most = seconds * 200 * 16_000 + SOCKETS * 8_000_000  # what an address may send, and what buffers hold
    return Outcome(sum(sent) < most, f"{sum(sent) / 1e6:.0f} MB taken in, {sum(code != 0 for code in codes)} of {SOCKETS} cut")
