"""Why an action of cirKle × DUO is refused: the clause, and a sentence."""

from typing import Final

from tableronde.game import CHANCE, Action, Actor, Refusal, Seat
from tableronde.games.cirkle_duo.layers import Layers
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, ROLLS, SLAP, Seen, just_lifted, may_slap, turns_to_wait
from tableronde.games.cirkle_duo.texts import REASONS
from tableronde.games.cirkle_duo.words import counted
from tableronde.text import Text

_OVER: Final = {"all_cards": "R25", "all_pegs": "R34", "family": "R28", "max_turns": "R30", "idle": "R30"}


def why_not(layers: Layers, seen: Seen, actor: Actor, action: Action) -> Refusal:
    """The clause that forbids an action."""
    if seen.reason:
        why = REASONS[seen.reason]
        return Refusal(_OVER[seen.reason], Text(f"La partie est terminée : {why.fr}.", f"The game is over: {why.en}."))
    if actor == CHANCE:
        return _chance(layers, seen)
    if actor not in range(seen.seats):
        return Refusal(
            "R3", Text(f"Il y a {seen.seats} joueurs, numérotés à partir de 0.", f"There are {seen.seats} players, counted from 0.")
        )
    if action in (SLAP, DECLINE):
        return _slap(layers, seen, int(actor))
    if action.split(" ")[0] == "roll":
        return _roll(layers, action)
    return _lift(layers, seen, int(actor), action)


def _chance(layers: Layers, seen: Seen) -> Refusal:
    if layers.mode == "dice" and seen.phase == "roll":
        return _no_such_roll()
    return Refusal("R31", Text("Le hasard n'a rien à lancer maintenant.", "Chance has nothing to roll now."))


def _roll(layers: Layers, action: Action) -> Refusal:
    if layers.mode != "dice":
        return Refusal("R31", Text("On ne lance les dés que dans le jeu avec les dés.", "Dice are rolled in the dice game only."))
    if action not in ROLLS:
        return _no_such_roll()
    return Refusal("R31", Text("C'est le hasard qui lance les dés, une fois par tour.", "Chance rolls the dice, once a turn."))


def _no_such_roll() -> Refusal:
    return Refusal(
        "Q4",
        Text(
            "Un lancer nomme une face de chaque dé, dans l'ordre des dés : roll PC BO KX YT.",
            "A roll names one face of each die, in the order of the dice: roll PC BO KX YT.",
        ),
    )


def _slap(layers: Layers, seen: Seen, seat: Seat) -> Refusal:
    if layers.mode == "dice":
        return Refusal("R34", Text("On ne prend pas la main dans le jeu avec les dés.", "Nobody takes over in the dice game."))
    if not layers.slap:
        return Refusal("R20", Text("À cette table, on ne prend pas la main.", "At this table nobody takes over."))
    if seen.taker is not None:
        return Refusal("R21", Text(f"{{{seen.taker}}} a déjà pris la main.", f"{{{seen.taker}}} has taken over already."))
    if seen.phase != "slap":
        return Refusal("R20", Text("On ne prend la main qu'après une erreur.", "One takes over only after an error."))
    if seat == seen.player:
        return Refusal(
            "R20", Text("L'erreur est la vôtre : c'est aux autres de frapper.", "The error was yours: it is for the others to slap.")
        )
    if not may_slap(layers, seen, seat):
        return Refusal("R20", Text("Il faut tenir une carte pour prendre la main.", "You need a card to take over."))
    return Refusal("Q15", Text("Vous avez laissé passer cette occasion.", "You have let this chance pass."))


def _lift(layers: Layers, seen: Seen, seat: Seat, action: Action) -> Refusal:
    if seen.phase == "roll":
        return Refusal("R31", Text("Lancez d'abord les dés.", "The dice are rolled first."))
    if seen.phase == "slap":
        return _slap_first(seen, seat)
    if seen.phase == "take" and seat != seen.taker:
        return Refusal("R21", Text(f"{{{seen.taker}}} a pris la main.", f"{{{seen.taker}}} has taken over."))
    if seen.phase == "lift" and seat != seen.player:
        return Refusal("R5", Text(f"C'est à {{{seen.player}}} de jouer.", f"It is {{{seen.player}}}'s turn."))
    if action not in LIFTS:
        return Refusal(
            "R31" if layers.mode == "dice" else "R6",
            Text("Soulevez un chapeau, de lift 0 à lift 15.", "Lift one hat, from lift 0 to lift 15."),
        )
    return _barred(seen, LIFTS[action])


def _slap_first(seen: Seen, seat: Seat) -> Refusal:
    if seat == seen.player:
        return Refusal("R20", Text("Les autres peuvent maintenant prendre la main.", "Now the others may take over."))
    return Refusal("R20", Text("Frappez d'abord, ou laissez passer.", "Slap first, or let it pass."))


def _barred(seen: Seen, place: int) -> Refusal:
    if place in just_lifted(seen):
        return Refusal(
            "R21", Text("Ce chapeau vient d'être soulevé : choisissez-en un autre.", "That hat has just been lifted: choose another.")
        )
    turns = counted(turns_to_wait(seen, place), "tour", "turn")
    return Refusal("R19", Text(f"Ce chapeau se repose encore pendant {turns.fr}.", f"That hat still has {turns.en} to wait."))
