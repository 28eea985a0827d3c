"""Why an action of cirKle × DUO is refused: the clause, and a sentence."""

from typing import Final

from tableronde.game import CHANCE, Action, Actor, Refusal, Seat
from tableronde.games.cirkle_duo.names import TURNS
from tableronde.games.cirkle_duo.rules import DECLINE, LIFTS, ROLLS, SLAP, Seen, just_lifted, may_slap, turns_to_wait
from tableronde.games.cirkle_duo.rules.layers import Layers
from tableronde.games.cirkle_duo.texts import REASONS
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
            "R3", Text(f"Il n’y a que {seen.seats} joueurs à cette table.", f"There are only {seen.seats} players at this table.")
        )
    if action in (SLAP, DECLINE):
        return _slap(layers, seen, int(actor))
    if action.split(" ")[0] == "roll":
        return _roll(layers, action)
    return _lift(layers, seen, int(actor), action)


def _chance(layers: Layers, seen: Seen) -> Refusal:
    if layers.mode == "dice" and seen.phase == "roll":
        return _no_such_roll()
    return Refusal("R31", Text("Il n’y a rien à lancer maintenant.", "There is nothing to roll now."))


def _roll(layers: Layers, action: Action) -> Refusal:
    if layers.mode != "dice":
        return Refusal("R31", Text("On ne lance les dés que dans le jeu avec les dés.", "Dice are rolled only in the dice game."))
    if action not in ROLLS:
        return _no_such_roll()
    return Refusal("R31", Text("Les dés roulent tout seuls, une fois par tour.", "The dice roll by themselves, once a turn."))


def _no_such_roll() -> Refusal:
    return Refusal(
        "Q4",
        Text(
            "Un lancer montre une face de chacun des quatre dés, et chaque dé a ses propres faces.",
            "A roll shows one face of each of the four dice, and every die has faces of its own.",
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
        return Refusal("R20", Text("On ne prend la main qu’après une erreur.", "You can take over only after a mistake."))
    if seat == seen.player:
        return Refusal(
            "R20", Text("L’erreur est la vôtre : c’est aux autres de frapper.", "The mistake was yours: only the others may slap.")
        )
    if not may_slap(layers, seen, seat):
        return Refusal(
            "R20", Text("À cette table, il faut avoir une carte pour prendre la main.", "At this table you need a card to take over.")
        )
    return Refusal("Q15", Text("Vous avez déjà laissé passer cette occasion.", "You have already let this one pass."))


def _lift(layers: Layers, seen: Seen, seat: Seat, action: Action) -> Refusal:
    if seen.phase == "roll":
        return Refusal("R31", Text("Attendez que les dés aient roulé.", "Wait until the dice have rolled."))
    if seen.phase == "slap":
        return _slap_first(seen, seat)
    if seen.phase == "take" and seat != seen.taker:
        return Refusal("R21", Text(f"{{{seen.taker}}} a pris la main.", f"{{{seen.taker}}} has taken over."))
    if seen.phase == "lift" and seat != seen.player:
        return Refusal("R5", Text(f"C’est à {{{seen.player}}} de jouer.", f"It is {{{seen.player}}}’s turn."))
    if action not in LIFTS:
        return Refusal(
            "R31" if layers.mode == "dice" else "R6",
            Text("Soulevez l’un des seize chapeaux.", "Lift one of the sixteen hats."),
        )
    return _barred(seen, LIFTS[action])


def _slap_first(seen: Seen, seat: Seat) -> Refusal:
    if seat == seen.player:
        return Refusal("R20", Text("C’est maintenant aux autres de prendre la main, ou non.", "Now the others may take over, or not."))
    return Refusal("R20", Text("Frappez d’abord, ou laissez passer.", "Slap first, or let it pass."))


def _barred(seen: Seen, place: int) -> Refusal:
    if place in just_lifted(seen):
        return Refusal(
            "R21", Text("Ce chapeau vient d’être soulevé : choisissez-en un autre.", "That hat has just been lifted: choose another.")
        )
    turns = TURNS.count(turns_to_wait(seen, place))
    return Refusal("R19", Text(f"Ce chapeau se repose encore pendant {turns.fr}.", f"That hat is resting: {turns.en} left."))
