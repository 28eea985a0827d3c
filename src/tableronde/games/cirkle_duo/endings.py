"""Endings that are long decided: games whose winner cannot change any more, and turns in which nothing can be won."""

from collections.abc import Sequence

from tableronde.game import Seat
from tableronde.games.cirkle_duo.rules import View, winnable
from tableronde.games.cirkle_duo.rules.pieces import CARDS, PEGS, points
from tableronde.games.cirkle_duo.rules.scoring import scores


def decided(view: View) -> Sequence[Seat] | None:
    """The winner, once all that is left would not be enough for anybody else; where points can be lost, no lead is safe."""
    rules, hands = view.layers, view.seen.hands
    if rules.family_win or rules.family_bonus or rules.teams or rules.slap or rules.strict:
        return None
    won = scores(rules, hands)
    left = points(tuple(PEGS if rules.mode == "dice" else CARDS)) - sum(won)
    best = max(won)
    others = [score for seat, score in enumerate(won) if seat != won.index(best)]
    return (won.index(best),) if best > max(others) + left else None


def futile(view: View) -> bool:
    """Whether no peg that is left can be won in this turn."""
    return view.layers.mode == "dice" and view.seen.phase == "lift" and not winnable(view.layers, view.seen, view.seen.dice)
