"""Outcomes as a sentence for people, and as a number for each seat for machine learning."""

from collections.abc import Sequence

from tableronde.game import Outcome, Seat
from tableronde.text import Text


def returns(outcome: Outcome | None, seats: int) -> list[float]:
    """Return each seat's return: 1 for a sole winner, less for shared wins, negative for losers; they add up to 0.

    All get 0 while the game goes on, if no seat wins and if all share the win. A single player gets 1 or -1.
    """
    winners = outcome.winners if outcome else range(seats)
    if seats == 1:
        return [0.0 if outcome is None else 1.0 if winners else -1.0]
    if not winners:
        return [0.0] * seats
    return [(seats * (seat in winners) / len(winners) - 1) / (seats - 1) for seat in range(seats)]


def sentence(winners: Sequence[Seat], names: Sequence[Text], reason: Text) -> Text:
    """Say who has won, and why."""
    if not winners:
        return Text(f"Personne ne gagne : {reason.fr}.", f"Nobody wins: {reason.en}.")
    if len(winners) == len(names) > 1:
        return Text(f"Partie nulle : {reason.fr}.", f"A draw: {reason.en}.")
    who = listed([names[seat] for seat in winners])
    if len(winners) == 1:
        return Text(f"{who.fr} gagne : {reason.fr}.", f"{who.en} wins: {reason.en}.")
    return Text(f"{who.fr} gagnent : {reason.fr}.", f"{who.en} win: {reason.en}.")


def listed(names: Sequence[Text]) -> Text:
    """List names with commas, and an "and" before the last."""
    if len(names) == 1:
        return names[0]
    head, last = names[:-1], names[-1]
    return Text(f"{', '.join(name.fr for name in head)} et {last.fr}", f"{', '.join(name.en for name in head)} and {last.en}")
