"""The coach of one's first games of CirKis: the figures that can be completed now, or those that lack a single space."""

from collections.abc import Iterable, Iterator
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkis.board import Figure
from tableronde.games.cirkis.naming import AND, COMMA, the_figure
from tableronde.games.cirkis.rules import Gain, State, choices, each, judged, paid, scoring
from tableronde.text import NOTHING, Text, join, same

FEW: Final = 2  # figures that are named
_STUCK: Final = Text("Aucune de vos pièces n’entre : il faut passer.", "None of your pieces fits: you have to pass.")
_OPENING: Final = Text(
    "Ouvrez : choisissez une pièce, puis une place qui touche l’étoile ou le cercle du centre.",
    "You open: choose a piece, then a place that reaches the star or the circle of the centre.",
)
_AGAIN: Final = Text(
    "Vous rejouez : votre pièce peut aller partout où elle en touche une autre.",
    "You play again: your piece may go wherever it touches another.",
)
_FOLLOW: Final = Text("Votre pièce doit toucher le Leader.", "Your piece has to touch the leader.")
_GATHER: Final = Text(
    "Couvrez les cases d’un cercle ou d’une étoile : qui y domine à la fin gagne dix points.",
    "Cover spaces of a circle or a star: whoever has most of it in the end wins ten points.",
)


def coach(state: State, seat: Seat) -> Text | None:
    """What a beginner may do now, and what to look for."""
    now = state.now
    if state.reason or now.mover != seat:
        return None
    if not choices(now, state.pieces):
        return _STUCK
    if not now.laid:
        return _OPENING
    return join([_AGAIN if now.free else _FOLLOW, _advice(state, seat)])


def _advice(state: State, seat: Seat) -> Text:
    """Points to be had at once, points to be left to nobody, or a figure to begin."""
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
    """What completing a figure pays, its last spaces being the finisher's."""
    held = tuple(mask | (figure.mask & ~state.now.covered if owner == seat else 0) for owner, mask in enumerate(state.now.held))
    return paid(judged(figure, held, seat))


def _own(gains: Iterable[Gain], seat: Seat) -> int:
    return sum(gain.points if gain.seat == seat else -gain.points for gain in gains)


def _points(gains: list[Gain], seat: Seat) -> Text:
    """Who gets what, in brackets."""
    return same(" (") + join((_share(gain, seat) for gain in gains), COMMA) + same(")") if gains else NOTHING


def _share(gain: Gain, seat: Seat) -> Text:
    who = Text("vous", "you") if gain.seat == seat else same(f"{{{gain.seat}}}")
    return Text(f"{gain.points} points pour {who.fr}", f"{gain.points} points for {who.en}")


def _beware(figures: list[Figure]) -> Text:
    named = join(map(the_figure, figures[:FEW]), AND)
    return Text(
        f"Il ne manque qu’une case pour finir {named.fr} : ne la mettez pas à la portée des autres.",
        f"A single space is missing to finish {named.en}: do not bring it within the others’ reach.",
    )
