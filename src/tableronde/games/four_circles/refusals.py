"""Why an action of Four Circles is refused: the clause, and a sentence."""

import re
from collections.abc import Sequence
from typing import Final

from tableronde.game import Action, Actor, Refusal, Seat
from tableronde.games.four_circles.rules import (
    PASS,
    Cell,
    State,
    cell,
    hangs_together,
    in_corner,
    is_jump,
    moves,
    name,
    place_holds,
)
from tableronde.games.four_circles.texts import REASONS
from tableronde.text import Text

_CELL: Final = r"(?:0|-?[1-9]\d{0,5}),(?:0|-?[1-9]\d{0,5})"
_PLACING: Final = re.compile(_CELL, re.ASCII)
_MOVE: Final = re.compile(rf"(?:({_CELL})>({_CELL})\|)?({_CELL})>({_CELL})", re.ASCII)
_NOT_YOURS: Final = Refusal("R7", Text("Ce pion n’est pas à vous.", "That pawn is not yours."))
_UNREACHABLE: Final = Refusal(
    "R14",
    Text(
        "Aucun de vos pions ne pourrait rejoindre cette case déplacée.",
        "None of your pawns could reach that tile once it is moved.",
    ),
)
_OVER: Final = {"line": "R16", "passes": "R17", "repetition": "R18", "max_plies": "R19"}


def why_not(state: State, actor: Actor, action: Action) -> Refusal:
    """The clause that forbids an action."""
    if state.reason:
        why = REASONS[state.reason]
        return Refusal(_OVER[state.reason], Text(f"La partie est terminée : {why.fr}.", f"The game is over: {why.en}."))
    if actor not in (0, 1):
        return Refusal("R1", Text("Deux joueurs seulement : Blanc (0) et Rouge (1).", "There are two players only: White (0) and Red (1)."))
    if actor != state.mover:
        who = f"{{{state.mover}}}"
        return Refusal("R3" if state.placing else "R7", Text(f"C'est à {who} de jouer.", f"It is {who}'s turn."))
    return _placing(state, action) if state.placing else _moving(state, action)


def why_not_press(state: State, seat: Seat, words: Sequence[str]) -> Refusal:
    """Why a tile, a place or a pawn cannot be pressed now, after those pressed before it."""
    if state.placing or state.reason or PASS in words or not all(_PLACING.fullmatch(word) for word in words):
        return why_not(state, seat, words[-1])
    match [cell(word) for word in words]:
        case [first]:
            return _cannot_begin(state, first)
        case [first, place] if first not in state.on():
            return _tile(state, first, place) or _UNREACHABLE
        case [first, target]:
            return _pawn(state, None, first, target)
        case [_, place, pawn, *_]:
            return _pawn(state, place, pawn, place)
    return why_not(state, seat, "")


def _cannot_begin(state: State, first: Cell) -> Refusal:
    """Why a turn cannot begin with that pawn or tile."""
    pawn = state.on().get(first)
    if pawn is None:
        return _fixed(state, first) or _UNREACHABLE
    if pawn.seat != state.mover:
        return _NOT_YOURS
    return Refusal("R8", Text("Ce pion ne peut aller nulle part : ni pas, ni saut.", "That pawn can go nowhere: no step, no jump."))


def _placing(state: State, action: Action) -> Refusal:
    if action == PASS:
        return _no_passing("Posez un pion", "Put down a pawn")
    if _MOVE.fullmatch(action):
        return Refusal(
            "R5",
            Text(
                "Aucun pion ni aucune case ne bouge tant que tous les pions ne sont pas posés.",
                "No pawn and no tile moves before all pawns are on the board.",
            ),
        )
    if not _PLACING.fullmatch(action):
        return Refusal("R3", Text("Indiquez une case libre, par exemple 2,1.", "Name a free tile, for example 2,1."))
    if cell(action) not in state.tiles:
        return Refusal("R3", Text(f"Il n'y a pas de case en {action}.", f"There is no tile at {action}."))
    return Refusal("R3", Text(f"La case {action} est déjà occupée.", f"The tile {action} is taken."))


def _moving(state: State, action: Action) -> Refusal:
    if action == PASS:
        return _no_passing("Déplacez un de vos pions", "Move one of your pawns")
    if not any(True for _ in moves(state)):
        return Refusal(
            "R17",
            Text("Aucun de vos pions ne peut bouger : il ne reste qu'à passer.", "None of your pawns can move: all you can do is pass."),
        )
    if _PLACING.fullmatch(action):
        return Refusal("R6", Text("Tous les pions sont posés : déplacez-en un.", "All pawns are on the board: move one."))
    match = _MOVE.fullmatch(action)
    if not match:
        return Refusal(
            "R7",
            Text(
                "Un déplacement s'écrit 1,0>3,2, ou 0,3>5,0|4,1>5,0 avec une case.",
                "A move is written 1,0>3,2, or 0,3>5,0|4,1>5,0 with a tile.",
            ),
        )
    tile, place, source, target = (cell(part) if part else None for part in match.groups())
    assert source is not None
    assert target is not None
    refused = _tile(state, tile, place) if tile is not None and place is not None else None
    return refused or _pawn(state, place, source, target)


def _fixed(state: State, tile: Cell) -> Refusal | None:
    """Why that tile cannot be taken, if it cannot."""
    tiles = set(state.tiles)
    if tile not in tiles:
        return Refusal("R12", Text(f"Il n'y a pas de case en {name(tile)}.", f"There is no tile at {name(tile)}."))
    if tile in state.on():
        return Refusal(
            "R12", Text("Un pion se trouve sur cette case : elle ne bouge pas.", "A pawn stands on that tile: it cannot be taken.")
        )
    if not in_corner(tiles, tile):
        return Refusal(
            "R12",
            Text(
                "Cette case n'est pas dans un coin : il lui faut deux côtés libres qui se touchent.",
                "That tile is not in a corner: it needs two free sides that meet.",
            ),
        )
    if not hangs_together(tiles - {tile}):
        return Refusal("R12", Text("Sans cette case, le tablier serait coupé en deux.", "Without that tile the board would fall apart."))
    return None


def _tile(state: State, tile: Cell, place: Cell) -> Refusal | None:
    """What is wrong with moving that tile there, if anything is."""
    tiles = set(state.tiles)
    if refused := _fixed(state, tile):
        return refused
    if place == tile:
        return Refusal(
            "R13",
            Text(
                "La case doit aller ailleurs qu'à la place d'où elle vient.", "The tile must go to another place than the one it came from."
            ),
        )
    if place in tiles:
        return Refusal("R13", Text(f"Il y a déjà une case en {name(place)}.", f"There is a tile at {name(place)} already."))
    if not place_holds(tiles, tile, place):
        return Refusal("R13", Text("La case doit toucher une autre case par un côté.", "The tile must touch another tile by a side."))
    return None


def _pawn(state: State, place: Cell | None, source: Cell, target: Cell) -> Refusal:
    taken = state.on()
    if source not in taken:
        return Refusal("R7", Text(f"Aucun pion ne se trouve en {name(source)}.", f"No pawn stands on {name(source)}."))
    if taken[source].seat != state.mover:
        return _NOT_YOURS
    if place is not None and target != place:
        return Refusal("R14", Text("Le pion doit finir sur la case déplacée.", "The pawn must end on the tile just moved."))
    if place is not None:
        return Refusal(
            "R14",
            Text(
                "Ce pion ne peut pas rejoindre la case déplacée en un pas ou un saut.",
                "That pawn cannot reach the moved tile by a step or a jump.",
            ),
        )
    if target not in state.tiles:
        return Refusal("R8", Text(f"Il n'y a pas de case en {name(target)}.", f"There is no tile at {name(target)}."))
    if target in taken:
        return Refusal("R8", Text(f"La case {name(target)} est occupée.", f"The tile {name(target)} is taken."))
    return _too_far(state, source, target)


def _too_far(state: State, source: Cell, target: Cell) -> Refusal:
    """Not a step: then why it is no jump either."""
    across, down = target[0] - source[0], target[1] - source[1]
    if across and down and abs(across) != abs(down):
        return Refusal("R9", Text("Un saut se fait en ligne droite.", "A jump goes in a straight line."))
    if not is_jump(source, target):
        return Refusal(
            "R9",
            Text(
                "On saute par-dessus un seul pion, juste à côté, et l'on retombe juste derrière.",
                "A jump goes over exactly one neighbouring pawn and lands right behind it.",
            ),
        )
    middle = source[0] + across // 2, source[1] + down // 2
    return Refusal("R9", Text(f"Aucun pion à sauter en {name(middle)}.", f"There is no pawn to jump over at {name(middle)}."))


def _no_passing(fr: str, en: str) -> Refusal:
    return Refusal("R17", Text(f"{fr} : on ne passe que si rien ne peut être joué.", f"{en}: one passes only when nothing can be played."))
