"""Why an action of Four Circles is refused: the clause, and a sentence."""

import re
from collections.abc import Sequence
from typing import Final

from tableronde.game import Action, Actor, Refusal, Seat
from tableronde.games.four_circles.rules import PASS, SWAP, State, in_corner, is_jump, moves, splits, touches
from tableronde.games.four_circles.rules.board import Cell, cell
from tableronde.games.four_circles.texts import REASONS, square
from tableronde.text import Text

_CELL: Final = r"(?:0|-?[1-9]\d{0,5}),(?:0|-?[1-9]\d{0,5})"
_PLACING: Final = re.compile(_CELL, re.ASCII)
_MOVE: Final = re.compile(rf"(?:({_CELL})>({_CELL})\|)?({_CELL})>({_CELL})", re.ASCII)
_NOT_YOURS: Final = Refusal("R7", Text("Ce pion n’est pas à vous.", "That pawn is not yours."))
_NEVER_REACHED: Final = Refusal(
    "R14",
    Text(
        "Où que vous posiez cette case, aucun de vos pions ne peut la rejoindre.",
        "Wherever you lay that tile, none of your pawns can reach it.",
    ),
)
_NOT_REACHED: Final = Refusal(
    "R14",
    Text("Aucun de vos pions ne pourrait rejoindre la case à cet endroit.", "None of your pawns could reach the tile there."),
)
_NO_SWAP: Final = Refusal(
    "R21",
    Text(
        "On n’échange les rôles qu’une fois, juste après le premier pion, et seulement si la table l’a choisi.",
        "You can swap sides only once, right after the first pawn, and only if the table has chosen this rule.",
    ),
)
_SWAP_INSTEAD: Final = Text(" Pour que ce pion devienne le vôtre, choisissez l’échange.", " To make that pawn yours, choose to swap.")
_OVER: Final = {"line": "R16", "passes": "R17", "repetition": "R18", "max_plies": "R19"}


def why_not(state: State, actor: Actor, action: Action) -> Refusal:
    """The clause that forbids an action."""
    if state.reason:
        why = REASONS[state.reason]
        return Refusal(_OVER[state.reason], Text(f"La partie est terminée : {why.fr}.", f"The game is over: {why.en}."))
    if actor not in (0, 1):
        return Refusal("R1", Text("On joue à deux seulement : Blanc et Rouge.", "There are two players only: White and Red."))
    if actor != state.mover:
        who = f"{{{state.mover}}}"
        return Refusal("R3" if state.placing else "R7", Text(f"C’est à {who} de jouer.", f"It is {who}’s turn."))
    return _placing(state, action) if state.placing else _moving(state, action)


def why_not_press(state: State, seat: Seat, words: Sequence[str]) -> Refusal:
    """Why a tile, a place or a pawn cannot be pressed now, given those pressed before it."""
    if state.placing or state.reason or not all(_PLACING.fullmatch(word) for word in words):
        return why_not(state, seat, words[-1])
    match [cell(word) for word in words]:
        case [first]:
            return _cannot_begin(state, first)
        case [first, place] if first not in state.on():
            return _tile(state, first, place) or _NOT_REACHED
        case [first, target]:
            return _pawn(state, None, first, target)
        case [_, place, pawn, *_]:
            return _pawn(state, place, pawn, place)
    return why_not(state, seat, "")


def _cannot_begin(state: State, first: Cell) -> Refusal:
    """Why a turn cannot begin with that pawn or tile."""
    pawn = state.on().get(first)
    if pawn is None:
        return _fixed(state, first) or _NEVER_REACHED
    if pawn.seat != state.mover:
        return _NOT_YOURS
    return Refusal("R8", Text("Ce pion ne peut aller nulle part : ni pas, ni saut.", "That pawn has nowhere to go: no step, no jump."))


def _placing(state: State, action: Action) -> Refusal:
    if action == PASS:
        return _no_passing("Posez un pion", "Put down a pawn")
    if action == SWAP:
        return _NO_SWAP
    if _MOVE.fullmatch(action):
        return Refusal(
            "R5",
            Text(
                "Aucun pion ni aucune case ne bouge tant que tous les pions ne sont pas posés.",
                "No pawn and no tile moves until all pawns are on the board.",
            ),
        )
    if not _PLACING.fullmatch(action):
        return Refusal("R3", Text("Posez votre pion sur une case libre du tablier.", "Put your pawn on a free tile of the board."))
    place = cell(action)
    if place not in state.tiles:
        return Refusal("R3", Text(f"Il n’y a pas de case en {square(place)}.", f"There is no tile at {square(place)}."))
    taken = Text(f"La case {square(place)} est déjà occupée.", f"The tile {square(place)} is already occupied.")
    return Refusal("R21", taken + _SWAP_INSTEAD) if state.swap else Refusal("R3", taken)


def _moving(state: State, action: Action) -> Refusal:
    if action == PASS:
        return _no_passing("Déplacez un de vos pions", "Move one of your pawns")
    if action == SWAP:
        return _NO_SWAP
    if not moves(state):
        return Refusal(
            "R17",
            Text(
                "Aucun de vos pions ne peut bouger : il ne vous reste qu’à passer.", "None of your pawns can move: all you can do is pass."
            ),
        )
    if _PLACING.fullmatch(action):
        return Refusal("R6", Text("Tous les pions sont posés : déplacez-en un.", "All pawns are on the board: move one."))
    match = _MOVE.fullmatch(action)
    if not match:
        return Refusal(
            "R7",
            Text(
                "Choisissez un de vos pions, puis la case où il va ; ou bien, d’abord, une case à déplacer.",
                "Choose one of your pawns, then the tile it goes to; or, before that, a tile to move.",
            ),
        )
    tile, place, source, target = (cell(part) if part else None for part in match.groups())
    assert source is not None
    assert target is not None
    refused = _tile(state, tile, place) if tile is not None and place is not None else None
    return refused or _pawn(state, place, source, target)


def _fixed(state: State, tile: Cell) -> Refusal | None:
    """Why a tile cannot be taken; None if it can."""
    tiles = set(state.tiles)
    if tile not in tiles:
        return Refusal("R12", Text(f"Il n’y a pas de case en {square(tile)}.", f"There is no tile at {square(tile)}."))
    if tile in state.on():
        return Refusal(
            "R12", Text("Un pion occupe cette case : on ne peut pas la prendre.", "A pawn stands on that tile: you cannot take it.")
        )
    if not in_corner(tiles, tile):
        return Refusal(
            "R12",
            Text(
                "Cette case n’est pas dans un coin : il lui faut deux côtés libres qui se touchent.",
                "That tile is not in a corner: it needs two free sides that meet.",
            ),
        )
    if splits(tiles, tile):
        return Refusal("R12", Text("Sans cette case, le tablier serait coupé en deux.", "Without that tile the board would fall apart."))
    return None


def _tile(state: State, tile: Cell, place: Cell) -> Refusal | None:
    """Why a tile cannot be moved to a place; None if it can."""
    tiles = set(state.tiles)
    if refused := _fixed(state, tile):
        return refused
    if place == tile:
        return Refusal(
            "R13",
            Text("Posez la case ailleurs qu’à l’endroit d’où elle vient.", "Lay the tile somewhere other than where it came from."),
        )
    if place in tiles:
        return Refusal("R13", Text(f"Il y a déjà une case en {square(place)}.", f"There is already a tile at {square(place)}."))
    if not touches(tiles - {tile}, place):
        return Refusal("R13", Text("La case doit toucher une autre case par un côté.", "The tile must touch another tile along a side."))
    return None


def _pawn(state: State, place: Cell | None, source: Cell, target: Cell) -> Refusal:
    taken = state.on()
    if source not in taken:
        return Refusal("R7", Text(f"Il n’y a pas de pion en {square(source)}.", f"No pawn stands on {square(source)}."))
    if taken[source].seat != state.mover:
        return _NOT_YOURS
    if place is not None and target != place:
        return Refusal("R14", Text("Le pion doit finir sur la case déplacée.", "The pawn must end on the tile just moved."))
    if place is not None:
        return Refusal(
            "R14",
            Text(
                "Ce pion ne peut rejoindre la case déplacée ni d’un pas, ni d’un saut.",
                "That pawn can neither step nor jump onto the moved tile.",
            ),
        )
    if target not in state.tiles:
        return Refusal("R8", Text(f"Il n’y a pas de case en {square(target)}.", f"There is no tile at {square(target)}."))
    if target in taken:
        return Refusal("R8", Text(f"La case {square(target)} est occupée.", f"The tile {square(target)} is occupied."))
    return _too_far(state, source, target)


def _too_far(state: State, source: Cell, target: Cell) -> Refusal:
    """Why a move that is no step is no jump either."""
    across, down = target[0] - source[0], target[1] - source[1]
    if across and down and abs(across) != abs(down):
        return Refusal("R9", Text("Un saut se fait en ligne droite.", "A jump goes in a straight line."))
    if not is_jump(source, target):
        return Refusal(
            "R9",
            Text(
                "On saute par-dessus un seul pion, juste à côté, et l’on retombe juste derrière.",
                "A jump goes over exactly one neighbouring pawn and lands right behind it.",
            ),
        )
    middle = source[0] + across // 2, source[1] + down // 2
    return Refusal("R9", Text(f"Il n’y a pas de pion à sauter en {square(middle)}.", f"There is no pawn to jump over on {square(middle)}."))


def _no_passing(fr: str, en: str) -> Refusal:
    return Refusal(
        "R17", Text(f"{fr} : on ne passe que lorsqu’on ne peut rien jouer.", f"{en}: you may pass only when you cannot move at all.")
    )
