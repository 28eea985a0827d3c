"""The coach for a player's first games of CirKis: the figures that can be completed now, or those that lack one space."""

from collections.abc import Iterable, Iterator
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkis.naming import AND, COMMA, the_figure
from tableronde.games.cirkis.rules import Gain, State, choices, each, judged, paid, scoring
from tableronde.games.cirkis.rules.board import Figure
from tableronde.text import NOTHING, Text, join, same

FEW: Final = 2  # figures named at most
_STUCK: Final = Text("Aucune de vos pièces n’entre : il faut passer.", "None of your pieces fits: you have to pass.")
_OPENING: Final = Text(
    "À vous d’ouvrir : choisissez une pièce, puis une place dans l’étoile centrale ou le cercle qui l’entoure.",
    "You open: choose a piece, then a place in the centre star or the circle around it.",
)
_AGAIN: Final = Text(
    "Vous rejouez : posez une pièce où vous voulez, pourvu qu’elle en touche une autre.",
    "You play again: lay a piece anywhere, as long as it touches another.",
)
_FOLLOW: Final = Text("Votre pièce doit toucher le Leader.", "Your piece has to touch the leader.")
_GATHER: Final = Text(
    "Couvrez les cases d’un cercle ou d’une étoile : une fois la figure pleine, celui qui y domine marque 10 points.",
    "Cover spaces of a circle or a star: when it is full, the player with the most spaces in it scores 10 points.",
)


def coach(state: State, seat: Seat) -> Text | None:
    """Advice for a beginner: what can be done now, and what to look for."""
    now = state.now
    if state.reason or now.mover != seat:
        return None
    if not choices(now, state.pieces):
        return _STUCK
    if not now.laid:
        return _OPENING
    return join([_AGAIN if now.free else _FOLLOW, _advice(state, seat)])


def _advice(state: State, seat: Seat) -> Text:
    """Advice about points to score now, points not to leave to an opponent, or a figure to begin."""
    if ends := list(_completed(state)):
        return _finish(state, seat, ends)
    if nearly := [figure for figure in scoring(state.options) if _lacking(state, figure) == 1]:
        return _beware(nearly)
    return _GATHER


def _completed(state: State) -> Iterator[Figure]:
    """The figures of which some piece of the mover's can cover the last spaces now."""
    covers = [state.pieces.placements[i].cover for i in each(choices(state.now, state.pieces))]
    taken = state.now.covered
    for figure in scoring(state.options):
        rest = figure.mask & ~taken
        if rest and any(not rest & ~cover for cover in covers):
            yield figure


def _lacking(state: State, figure: Figure) -> int:
    return (figure.mask & ~state.now.covered).bit_count()


def _finish(state: State, seat: Seat, figures: list[Figure]) -> Text:
    worth = sorted(figures, key=lambda figure: -_own(_gains(state, seat, figure), seat))
    named = join((the_figure(figure) + _points(_gains(state, seat, figure), seat) for figure in worth[:FEW]), Text(", ou ", ", or "))
    return Text("Vous pouvez terminer ", "You can complete ") + named + same(".")


def _gains(state: State, seat: Seat, figure: Figure) -> list[Gain]:
    """The points for a figure if a seat covers its last spaces."""
    held = tuple(mask | (figure.mask & ~state.now.covered if owner == seat else 0) for owner, mask in enumerate(state.now.held))
    return paid(judged(figure, held, seat), state.options)


def _own(gains: Iterable[Gain], seat: Seat) -> int:
    return sum(gain.points if gain.seat == seat else -gain.points for gain in gains)


def _points(gains: list[Gain], seat: Seat) -> Text:
    """The points of each seat, in brackets."""
    return same(" (") + join((_share(gain, seat) for gain in gains), COMMA) + same(")") if gains else NOTHING


def _share(gain: Gain, seat: Seat) -> Text:
    who = Text("vous", "you") if gain.seat == seat else same(f"{{{gain.seat}}}")
    return Text(f"{gain.points} points pour {who.fr}", f"{gain.points} points for {who.en}")


def _beware(figures: list[Figure]) -> Text:
    named = join(map(the_figure, figures[:FEW]), AND)
    return Text(
        f"Une seule case manque pour terminer {named.fr} : ne la mettez pas à la portée des autres.",
        f"One space is missing in {named.en}: do not let the others reach it.",
    )
