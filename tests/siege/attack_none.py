"""No attack: what the ping measures on this machine without any attack."""

import time

from siege.target import Outcome, Target


def attack(target: Target, seconds: float) -> Outcome:
    """Wait."""
    time.sleep(seconds)
    return Outcome(target.honest(), "nothing")
