"""How a table ended, in words."""

from collections.abc import Sequence

from tableronde.game import Outcome, Seat
from tableronde.outcomes import listed, sentence
from tableronde.room.table.gathering import LONGEST, Gathering
from tableronde.text import NOTHING, Text


def result(gathering: Gathering) -> Text:
    """How it ended, in a sentence; nothing while it goes on."""
    outcome = gathering.outcome
    if outcome is None:
        return NOTHING
    return sentence(outcome.winners, gathering.table.names, _reason(gathering, outcome))


def personal(gathering: Gathering, mine: frozenset[Seat]) -> Text:
    """How it ended for one player; nothing where all fared alike, for onlookers, for several at one screen, and while it goes on."""
    outcome = gathering.outcome
    if outcome is None or len(mine) != 1:
        return NOTHING
    [seat] = mine
    if not outcome.winners or len(outcome.winners) == len(gathering.chairs) > 1:
        return NOTHING  # the same for everybody: the sentence above says it
    if seat in outcome.winners:
        return _won([winner for winner in outcome.winners if winner != seat], gathering)
    return _lost(outcome, seat)


def _won(others: Sequence[Seat], gathering: Gathering) -> Text:
    if not others:
        return Text("Vous gagnez !", "You win!")
    names = listed([gathering.table.names[other] for other in others])
    return Text(f"Vous gagnez, avec {names.fr} !", f"You win, with {names.en}!")


def _lost(outcome: Outcome, seat: Seat) -> Text:
    """With the score where that tells it: in numbers alone, since only the game knows what it counts."""
    mine, best = (outcome.scores[seat], outcome.scores[outcome.winners[0]]) if outcome.scores else (0.0, 0.0)
    score = Text(f", {_number(mine)} à {_number(best)}", f", {_number(mine)} to {_number(best)}") if mine < best else NOTHING
    return Text(f"Cette fois, vous perdez{score.fr}.", f"This time you lose{score.en}.")


def _number(score: float) -> str:
    return f"{score:g}".replace("-", "−")


def _reason(gathering: Gathering, outcome: Outcome) -> Text:
    if gathering.note is not None:
        who = gathering.table.names[gathering.note.seat]
        return Text(f"{who.fr} abandonne", f"{who.en} resigns")
    if outcome.reason == LONGEST:
        most = gathering.limits.events_per_table
        return Text(f"la salle ne garde pas de partie de plus de {most} coups", f"the room keeps no game of more than {most} moves")
    return gathering.table.reason(outcome)
