"""What an outcome is worth to each seat, as one number for programs that learn."""

from tableronde.game import Outcome


def returns(outcome: Outcome | None, seats: int) -> list[float]:
    """What each seat gets: 1 for who wins alone, less for who shares, together nothing; 0 for all while the game goes on."""
    winners = outcome.winners if outcome else range(seats)
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]
