"""The coach for a player's first games of Four Circles: a line to complete, a line to stop, or the pawns that can show a circle."""

from typing import Final

from tableronde.game import Seat
from tableronde.games.four_circles.rules import State, is_jump, moves, threats
from tableronde.games.four_circles.rules.board import Cell, cell
from tableronde.games.four_circles.texts import square
from tableronde.text import Text, join, same

FEW: Final = 3  # places named at most; if there are more, "…" follows
_LAYING: Final = Text(
    "Posez un pion sur une case libre. Restez près des autres : plus tard, un pion saute par-dessus un voisin, et montre ainsi son cercle.",
    "Put a pawn on a free tile. Stay close to the others: later, a pawn shows its circle by jumping over a neighbour.",
)
_SWAPPING: Final = Text(
    "Si ce premier pion vous semble bien placé, échangez : il devient le vôtre, et l’autre joueur continue. Sinon, posez un pion.",
    "If that first pawn looks well placed to you, swap: it becomes yours, and the other player goes on. If not, put down a pawn.",
)
_STUCK: Final = Text("Vous ne pouvez rien jouer : il faut passer.", "You cannot move: you have to pass.")
_NO_JUMP: Final = Text(
    "Aucun pion ne peut montrer son cercle sans déplacer de case : approchez-vous d’un voisin, ou apportez une case derrière lui.",
    "No pawn can show its circle unless you move a tile: come closer to a neighbour, or bring a tile behind it.",
)


def coach(state: State, seat: Seat) -> Text | None:
    """Advice for a beginner: what can be done now, and what to look for."""
    if state.reason or state.mover != seat:
        return None
    if state.placing:
        return _SWAPPING if state.swap else _LAYING
    actions = list(moves(state))
    if not actions:
        return _STUCK
    if wins := threats(state, seat):
        return Text(
            "Vous pouvez gagner dès ce tour : il vous manque un cercle en ", "You can win this turn: you need a circle at "
        ) + _places(wins)
    if dangers := threats(state, 1 - seat):
        return _danger(seat, dangers)
    return _jumps(state, [action for action in actions if "|" not in action])


def _danger(seat: Seat, dangers: set[Cell]) -> Text:
    other = f"{{{1 - seat}}}"
    begun = Text(f"Attention, {other} peut gagner en allant en ", f"Careful, {other} can win by going to ")
    more = Text(" Prenez la place, emportez la case, ou défaites la ligne.", " Take the place, carry the tile away, or break the line.")
    return begun + _places(dangers) + more


def _jumps(state: State, actions: list[str]) -> Text:
    """The pawns that can show their circle by a jump on the board as it is."""
    plain = {pawn.cell for pawn in state.pawns if pawn.seat == state.mover and not pawn.circle}
    ways = [tuple(map(cell, action.split(">"))) for action in actions]
    able = {source for source, target in ways if source in plain and is_jump(source, target)}
    if not able:
        return _NO_JUMP
    return Text("Un saut montre un cercle. Vous pouvez sauter depuis ", "A jump shows a circle. You can jump from ") + _places(able)


def _places(cells: set[Cell]) -> Text:
    """Some places by name, as the end of a sentence."""
    *first, last = sorted(map(square, cells))
    if len(first) >= FEW:
        return same(f"{', '.join(first[:FEW])}…")
    return join((same(name) for name in (", ".join(first), last) if name), Text(" ou ", " or ")) + same(".")
