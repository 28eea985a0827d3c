"""Why something on the table cannot be pressed: a place, a token, a clue card, a use of the dice, Kaplan's corner.

A waiting token has a word of its own ("w7"), since a token of the same value in the hand may be on offer.
"""

import re
from collections.abc import Sequence
from typing import Final

from tableronde.game import Refusal, Seat
from tableronde.games.kaplan.rules.betting import playable
from tableronde.games.kaplan.rules.dial import CARDS, metals
from tableronde.games.kaplan.rules.refusals import no_word, why_not
from tableronde.games.kaplan.rules.state import State
from tableronde.games.kaplan.texts import METAL_NAMES, listed
from tableronde.text import Text, same

_DUTIES: Final = {  # what somebody else has to do, and the clause
    "roll": ("R7", Text("Les trois dés roulent d’abord.", "The three dice roll first.")),
    "use": ("R8", Text("C’est à {} de choisir comment jouer les dés.", "It is {}’s turn to choose how to play the dice.")),
    "bet": ("R9", Text("C’est à {} de parier.", "It is {}’s turn to bet.")),
    "clue": ("R23", Text("C’est à {} de choisir un indice.", "It is {}’s turn to choose a clue.")),
    "ally": ("R28", Text("C’est à {} de proposer une alliance, ou d’y renoncer.", "It is {}’s turn to offer an alliance, or none.")),
    "answer": ("R28", Text("C’est à {} de répondre à une offre d’alliance.", "It is {}’s turn to answer an offer of alliance.")),
}
_FIRST: Final = {  # what the player has to do first
    "use": Refusal(
        "R8",
        Text(
            "Choisissez d’abord comment jouer vos dés : ils disent où parier.",
            "First choose how to play your dice: they say where you bet.",
        ),
    ),
    "clue": Refusal("R19", Text("Choisissez d’abord l’indice que vous avez gagné.", "First choose the clue that you have won.")),
    "ally": Refusal("R28", Text("Décidez d’abord si vous proposez une alliance.", "First decide whether to offer an alliance.")),
    "answer": Refusal("R28", Text("Répondez d’abord à l’offre d’alliance.", "First answer the offer of alliance.")),
}
_LAID: Final = Refusal("R8", Text("Vos dés sont déjà placés pour ce tour.", "Your dice are already placed for this turn."))
_CLUE: Final = Refusal(
    "R19",
    Text(
        "On consulte un indice quand on gagne la face Œil d’un sarcophage du même métal.",
        "You read a clue when you win the Eye side of a sarcophagus of the same metal.",
    ),
)
_PLACE_FIRST: Final = Refusal("R9", Text("Touchez d’abord une place éclairée, puis un jeton.", "First press a lit place, then a token."))
_WAITS: Final = Refusal(
    "R5",
    Text(
        "Ce jeton attend : il reviendra quand vous parierez avec la main vide.",
        "That token is waiting: it comes back once your hand is empty and you bet.",
    ),
)


def why_not_press(state: State, seat: Seat, words: Sequence[str]) -> Refusal:
    """Why the last of these words cannot be pressed after the others, without anything that this seat may not know."""
    *picked, word = words
    kind = _kind(word)
    if kind == "kaplan" and word == "kaplan":
        return why_not(state, seat, "kaplan")
    if "kaplan" in picked:
        return no_word()
    if not kind or state.reason:
        return why_not(state, seat, " ".join(words).replace("-", " "))
    if seat != state.waits_for():
        return _not_you(state)
    return _at_ones_turn(state, seat, picked, word, kind)


def _kind(word: str) -> str:
    """The kind of thing a word stands for: "place", "token", "waiting", "clue", "use", "kaplan", or "" if it is not on the table."""
    kinds = {"place": r"p([1-9]|1[0-2])", "token": "v[1-9]", "waiting": "w[1-9]", "use": r"use(-\d+){2,3}", "kaplan": "kaplan"}
    return "clue" if word in CARDS else next((kind for kind, form in kinds.items() if re.fullmatch(form, word)), "")


def _not_you(state: State) -> Refusal:
    clause, text = _DUTIES[state.phase]
    who = f"{{{state.waits_for()}}}"
    return Refusal(clause, Text(text.fr.format(who), text.en.format(who)))


def _at_ones_turn(state: State, seat: Seat, picked: list[str], word: str, kind: str) -> Refusal:
    if kind == "clue":
        return _not_that_clue(state, seat, word) if state.phase == "clue" else _CLUE
    if kind == "use":
        return why_not(state, seat, word.replace("-", " ")) if state.phase == "use" else _LAID if state.dice else _FIRST["use"]
    if state.phase != "bet":
        return _FIRST[state.phase]
    if kind == "waiting":
        return _WAITS
    if kind == "place":
        return _not_there(state, seat, int(word[1:]))
    return why_not(state, seat, f"bet {picked[-1][1:]} {word[1:]}") if picked else _PLACE_FIRST


def _not_that_clue(state: State, seat: Seat, card: str) -> Refusal:
    """R19, R20: the clue must have the metal that was won, and come from the shield as long as one is there."""
    assert state.last is not None
    refusal = why_not(state, seat, f"clue {card}")
    if refusal.clause != "R19":
        return refusal
    either = Text(" ou ", " or ")
    won = [METAL_NAMES[name] for name in metals(state.last.place)]
    of = won[0] if len(won) == 1 else won[0] + either + won[1]
    place = state.last.place
    text = Text(f"Le sarcophage {place} donne droit à un indice ", f"Sarcophagus {place} gives you a clue in ")
    return Refusal("R19", text + of + same("."))


def _not_there(state: State, seat: Seat, place: int) -> Refusal:
    """R9: the places that the dice give, and what lies there."""
    if place in {*state.left, *state.used} or state.at(place).face == "letter":
        return why_not(state, seat, _try(state, place))
    left = listed(same(str(number)) for number in sorted(set(state.left)))
    fr, en = f"Vos dés ne désignent pas la place {place} ; ils désignent ", f"Your dice do not point to place {place}; they point to "
    return Refusal("R9", Text(fr, en) + left + same("."))


def _try(state: State, place: int) -> str:
    """The action that a press on a place would lead to: a bet, or a flip if the letter is uncovered."""
    tokens = playable(state, state.turn) or (1,)
    return f"flip {place}" if state.at(place).face == "open" else f"bet {place} {tokens[0]}"
