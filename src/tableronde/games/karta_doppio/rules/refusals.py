"""Why an action of Karta Doppio is refused: the clause, and a sentence."""

from collections.abc import Sequence
from typing import Final

from tableronde.game import Action, Actor, Refusal, Seat
from tableronde.games.karta_doppio.naming import square
from tableronde.games.karta_doppio.rules import SEATS, State
from tableronde.games.karta_doppio.rules.cards import other
from tableronde.games.karta_doppio.rules.grid import Grid, Laid, grid_of, read
from tableronde.games.karta_doppio.rules.placing import hiding, third_layer, within_reach
from tableronde.text import Text

_OVER: Final = Text("Toutes les cartes sont posées : la partie est terminée.", "All cards are laid: the game is over.")
_TWO: Final = Text("On joue à deux seulement : rouge et bleu.", "There are two players only: red and blue.")
_WRITING: Final = Text(
    "Une pose s’écrit 7r1@3,-2 : la carte, sa face (r ou b), ses quarts de tour (0 à 3), puis le carré en bas à gauche.",
    "A move is written as 7r1@3,-2: the card, its face (r or b), its quarter-turns (0 to 3), then its lower left square.",
)
_FIRST: Final = Text("La première carte se pose au milieu de la table.", "The first card is laid in the middle of the table.")
_TAKING: Final = Text(
    "La deuxième carte ne peut pas prendre de point rouge à la première : pas de point bleu dessus.",
    "The second card may not take a red point of the first: no blue point on it.",
)
_HIDING: Final = Text(
    "La deuxième carte ne peut pas recouvrir les six carrés de la première.",
    "The second card may not cover all six squares of the first.",
)
_ALONE: Final = Text(
    "Une carte doit en recouvrir une autre ou la toucher par le côté d’un carré.",
    "A card must overlap another one or touch it along the side of a square.",
)
_ALONE_EVEN_BY_CORNERS: Final = Text(
    "Une carte doit en recouvrir une autre ou la toucher, au moins par un coin.",
    "A card must overlap another one or touch it, at least at a corner.",
)
_NOWHERE: Final = Text("Dans ce sens, la carte n’entre nulle part.", "The card fits nowhere this way round.")
_LAST: Final = Text(
    "La dernière carte doit recouvrir au moins un carré : le simple contact ne suffit pas.",
    "The last card must overlap at least one square: contact alone is not enough.",
)


def why_not(state: State, corners: bool, actor: Actor, action: Action) -> Refusal:
    """The clause that forbids an action; `corners` if corners make contact."""
    if state.over:
        return Refusal("R19", _OVER)
    if actor not in SEATS:
        return Refusal("R1", _TWO)
    if actor != state.mover:
        return Refusal("R1", Text(f"C’est à {{{state.mover}}} de poser une carte.", f"It is {{{state.mover}}}’s turn to lay a card."))
    card = read(action)
    return Refusal("R2", _WRITING) if card is None else _not_held(state, card) or _misplaced(state, corners, card)


def why_not_press(state: State, corners: bool, seat: Seat, words: Sequence[str]) -> Refusal:
    """Why a card, a pose or a place cannot be pressed now, given those pressed before it."""
    card, pose, place = (*words, "r0", "0,0")[:3] if len(words) == 1 else (*words, "0,0")[:3]
    laid = read(f"{card}{pose}@{place}")
    if laid is None or state.over or seat != state.mover:
        return why_not(state, corners, seat, "")
    return _not_held(state, laid) or (_misplaced(state, corners, laid) if len(words) > 2 else Refusal("R8", _NOWHERE))


def _not_held(state: State, card: Laid) -> Refusal | None:
    """R1: why a card is not in the player's hand."""
    number = card.pose.card
    if number in state.hand(state.colour):
        return None
    if any(number == laid.pose.card for laid in state.laid):
        return Refusal("R4", Text("Cette carte est déjà posée.", "That card is on the table already."))
    if number in state.hand(other(state.colour)):
        return Refusal("R1", Text("Cette carte est dans l’autre main.", "That card is in the other hand."))
    return Refusal("R1", Text("Cette carte n’est pas dans ce paquet.", "That card is not in this deck."))


def _misplaced(state: State, corners: bool, card: Laid) -> Refusal:
    """Why a card in hand cannot be laid at a place."""
    if not state.laid:
        return Refusal("R5", _FIRST)
    grid, size = grid_of(state.laid), card.pose.size
    if card.place in third_layer(grid, size):
        return Refusal("R10", _third(grid, card))
    if card.place not in within_reach(state.laid, size, corners):
        return Refusal("R8", _ALONE_EVEN_BY_CORNERS if corners else _ALONE)
    if len(state.laid) == 1:
        return Refusal("R7", _HIDING) if card.place in hiding(state.laid[0], card.pose) else Refusal("R6", _TAKING)
    return Refusal("R9", _LAST)


def _third(grid: Grid, card: Laid) -> Text:
    where = ", ".join(square(cell) for cell, _ in card.marks if cell in grid and grid[cell].locked)
    return Text(
        f"Pas de troisième couche : carré verrouillé en {where}.",
        f"No third layer: there is a locked square at {where}.",
    )
