"""Why an action is not allowed: the clause that forbids it, and a sentence for the player."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tableronde.game import Action, Actor, Refusal, Seat
from tableronde.games.cirkis.naming import noun, space_name
from tableronde.games.cirkis.rules import PASS, State, choices, holder
from tableronde.games.cirkis.rules.board import board
from tableronde.games.cirkis.rules.pieces import Shape, placements
from tableronde.text import Text, join

FORM: Final = re.compile("([a-z-]+)@([0-9]{1,3}(?:,[0-9]{1,3})*)")

OVER: Final = Text("La partie est terminée : plus rien ne se joue.", "The game is over; nothing more can be played.")
DISORDER: Final = Text("Nommez chaque case une fois, dans l’ordre des numéros.", "Name each space once, in numerical order.")
OPENING: Final = Text(
    "La première pièce doit couvrir au moins une case de l’étoile centrale ou du cercle central.",
    "The first piece must cover at least one space of the centre star or the centre circle.",
)
ALONE: Final = Text(
    "Quand on rejoue, la pièce va où l’on veut, mais elle doit toucher une pièce déjà posée.",
    "In a free turn the piece may go anywhere, but it must touch a piece on the board.",
)


def why_not(state: State, actor: Actor, action: Action) -> Refusal:
    """The clause that forbids an action, and why; the action may be malformed."""
    if state.reason:
        return Refusal("R19", OVER)
    if actor != state.now.mover:
        return Refusal("R2", _not_your_turn(state))
    if action == PASS:
        return Refusal("R12", _no_pass(state))
    form = FORM.fullmatch(action)
    if not form:
        return Refusal("R3", _unreadable(action))
    shape = _shape(state, form[1])
    if shape is None:
        return Refusal("R1", _unknown(state, form[1]))
    return _no_piece(state, shape) or _no_spaces(form[2].split(",")) or _no_fit(state, shape, action) or _out_of_reach(state)


def why_not_press(state: State, seat: Seat, words: Sequence[str]) -> Refusal:
    """Why a piece or a space cannot be pressed now, given the piece pressed before it."""
    *picked, word = words
    owner, colon, _ = word.partition(":")
    if state.reason or seat != state.now.mover or PASS in words:
        return why_not(state, seat, PASS)
    if colon:
        return Refusal("R1", Text(f"Ces pièces sont à {{{owner}}}.", f"Those pieces are {{{owner}}}’s."))
    if other := _shape(state, word):  # another piece instead of the one held
        return _no_piece(state, other) or _nowhere(state)
    shape = _shape(state, picked[0]) if picked else None
    if shape is None:
        return Refusal("R3", Text("Choisissez d’abord une de vos pièces.", "First choose one of your pieces."))
    return _no_piece(state, shape) or _nothing_there(state, shape, word)


def _shape(state: State, slug: str) -> Shape | None:
    return next((shape for shape in state.pieces.shapes if shape.slug == slug), None)


def _nowhere(state: State) -> Refusal:
    """Why no piece of a shape can be laid now."""
    if state.leader is None:
        return Refusal("R4", OPENING)
    return Refusal(
        "R10" if state.now.free else "R5",
        Text("Cette pièce n’entre à aucun des endroits permis.", "That piece fits in none of the places you may play."),
    )


def _nothing_there(state: State, shape: Shape, word: str) -> Refusal:
    """Why a piece of a shape cannot cover a space: it is taken, nothing fits there, or the player must play elsewhere."""
    space, number = int(word.split(",")[0]), state.pieces.shapes.index(shape)
    if holder(state.now, space) is not None:
        return Refusal("R3", Text("Cette case est déjà couverte.", "That space is already covered."))
    over = [i for i, place in enumerate(state.pieces.placements) if place.shape == number and space in place.spaces]
    if any(state.now.fitting >> i & 1 for i in over):
        return _out_of_reach(state)
    fr, en = noun(shape).fr, noun(shape).en
    return Refusal("R3", Text(f"La pièce « {fr} » n’entre pas ici.", f"The {en} does not fit here."))


def _not_your_turn(state: State) -> Text:
    who = f"{{{state.now.mover}}}"
    return Text(f"Ce n’est pas votre tour : c’est à {who} de jouer.", f"It is not your turn; it is {who}’s.")


def _no_pass(state: State) -> Text:
    n = choices(state.now, state.pieces).bit_count()
    return Text(
        f"On ne passe que lorsqu’aucune pièce ne peut être posée ; vous avez encore le choix ({n}).",
        f"You pass only when no piece can be laid; you still have a choice ({n}).",
    )


def _unreadable(action: Action) -> Text:
    shown = action[:40]
    return Text(
        f"« {shown} » ne se lit pas : écrivez une forme et ses cases, comme hook@0,5.",
        f"“{shown}” cannot be read: write a shape and its spaces, such as hook@0,5.",
    )


def _unknown(state: State, slug: str) -> Text:
    known = ", ".join(shape.slug for shape in state.pieces.shapes)
    return Text(f"Aucune forme ne s’appelle {slug} ; il y a {known}.", f"No shape is called {slug}; there are {known}.")


def _no_piece(state: State, shape: Shape) -> Refusal | None:
    if state.now.left[state.now.mover][state.pieces.shapes.index(shape)]:
        return None
    fr, en = noun(shape).fr, noun(shape).en
    return Refusal("R1", Text(f"Vous avez déjà posé toutes vos pièces « {fr} ».", f"You have already laid all your {en} pieces."))


def _no_spaces(numbers: list[str]) -> Refusal | None:
    """What is wrong with a list of spaces, for any piece."""
    last = len(board().spaces) - 1
    for number in numbers:
        if number != str(int(number)) or int(number) > last:
            text = Text(f"Il n’y a pas de case {number} ; la dernière est {last}.", f"There is no space {number}; the last one is {last}.")
            return Refusal("R3", text)
    return None if list(map(int, numbers)) == sorted(set(map(int, numbers))) else Refusal("R3", DISORDER)


def _no_fit(state: State, shape: Shape, action: Action) -> Refusal | None:
    """R3: why the piece cannot cover exactly these spaces."""
    index = state.pieces.index.get(action)
    if index is None:
        return _wrong_shape(shape, _spaces(action))
    return None if state.now.fitting >> index & 1 else Refusal("R3", _taken(state, _spaces(action)))


def _spaces(action: Action) -> tuple[int, ...]:
    return tuple(map(int, action.partition("@")[2].split(",")))


def _wrong_shape(shape: Shape, spaces: tuple[int, ...]) -> Refusal:
    fr, en = noun(shape).fr, noun(shape).en
    if spaces in placements(replace(shape, turn_over=True)):
        text = Text(f"La pièce « {fr} » n’irait là que retournée.", f"The {en} would fit there only turned over.")
        return Refusal("Q3", text)
    return Refusal("R3", Text(f"La pièce « {fr} » ne couvre pas exactement ces cases.", f"The {en} does not cover exactly these spaces."))


def _taken(state: State, spaces: tuple[int, ...]) -> Text:
    taken = [space_name(board().spaces[space]) for space in spaces if holder(state.now, space) is not None]
    listed = join(taken, Text(" ; ", "; "))
    return Text(f"Déjà couvert : {listed.fr}.", f"Already covered: {listed.en}.")


def _out_of_reach(state: State) -> Refusal:
    """Why the piece must be laid in another part of the board."""
    if state.leader is None:
        return Refusal("R4", OPENING)
    if state.now.free:
        return Refusal("R10", ALONE)
    return Refusal(
        "R5",
        Text(
            "La pièce doit toucher le Leader, la pièce posée en dernier, par un côté ou par un coin.",
            "The piece must touch the leader, the piece laid last, by an edge or a corner.",
        ),
    )
