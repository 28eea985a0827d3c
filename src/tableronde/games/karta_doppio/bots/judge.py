"""A simple evaluation of Karta Doppio: tokens, then visible points."""

from typing import Final

from tableronde.game import AnyGame
from tableronde.games.karta_doppio.rules import State, result, scores

TOKEN: Final = 100  # the value of a token, in visible points


def judge(game: AnyGame, state: State) -> tuple[float, float]:
    """Each seat's share of the win, from the tokens of all games and the points on the table."""
    tokens, points = scores(state), result(state.laid, state.game).points
    share = _share(TOKEN * (tokens[0] - tokens[1]) + points[0] - points[1])
    return share, 1 - share


def _share(lead: int) -> float:
    """Convert a lead in points to a share of the win."""
    return 0.5 + 0.5 * lead / (TOKEN + abs(lead))
