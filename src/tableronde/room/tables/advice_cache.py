"""A cache of what bots have said about the position at a table, so that each thing is computed once."""

from tableronde.game import Seat
from tableronde.room.tables.updates import Advice, CoachAdvice, Evaluated

Key = tuple[int, Seat]  # after how many events, and for which seat


class AdviceCache:
    """Hints and coaching for the current position, and the latest evaluation that may be shown."""

    def __init__(self) -> None:
        self.hints: dict[Key, Advice | None] = {}
        self.coaching: dict[Key, CoachAdvice] = {}
        self.evaluation: Evaluated | None = None

    def keep_hint(self, key: Key, advice: Advice | None) -> None:
        """Save a bot's advice, or that it has none."""
        self.hints[key] = advice

    def keep_coaching(self, key: Key, said: CoachAdvice) -> None:
        """Save what the coach says."""
        self.coaching[key] = said

    def evaluate(self, evaluation: Evaluated | None) -> None:
        """Save who is likely to win; None if no evaluation holds any more."""
        self.evaluation = evaluation

    def forget_position(self) -> None:
        """Forget hints and coaching, because the position has changed."""
        self.hints, self.coaching = {}, {}
