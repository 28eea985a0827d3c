"""What is said at a table of cirKle × DUO.

The tale of a game lasts and the game is about memory, so it never says which hat was lifted, and a peg is named only when
it lies in a hand for all to see. What the last lift showed is in the captions, as long as the hat is in the air.
"""

from collections.abc import Iterator
from typing import Final

from tableronde.game import CHANCE, Event, Seat
from tableronde.games.cirkle_duo.layers import Options, in_force
from tableronde.games.cirkle_duo.pieces import EMPTY, points
from tableronde.games.cirkle_duo.rules import DECLINE, ERRORS, SLAP, Lift, Seen, View, asked, winners
from tableronde.games.cirkle_duo.words import card_name, name, names, what_wins, worth
from tableronde.text import NOTHING, Text, join, same

TITLE: Final = same("cirKle KIDS × DUO 228")
BLURB: Final = Text(
    "Seize plots sous seize chapeaux de magicien : souvenez-vous de ce que vous avez vu, et soulevez le bon.",
    "Sixteen pegs under sixteen conjurer's hats: remember what you saw, and lift the right one.",
)
TIPS: Final = (
    Text(
        "Quatre ou cinq chapeaux bien retenus répondent à presque toutes les cartes : mieux vaut peu, mais sûr.",
        "Four or five hats well remembered answer nearly every card: better a few, but sure.",
    ),
    Text(
        "Le plot exact d'une carte offre aussi la suivante. Ensuite, ce plot vous est interdit.",
        "The exact peg of a card wins the next card too. After that, the peg is forbidden to you.",
    ),
    Text(
        "Les cartes rendues passent sous le paquet et reviennent dans le même ordre.",
        "Cards given back go under the deck and return in the same order.",
    ),
    Text(
        "Passerelle : mains vides, frappez toujours ; mains pleines, seulement si vous êtes sûr.",
        "Bridge: with empty hands always slap; with full hands only when you are sure.",
    ),
    Text(
        "Aux dés, les ronds valent trois fois les triangles : visez les ronds quand vous avez le choix.",
        "With dice, circles are worth three times the triangles: go for circles when you can choose.",
    ),
)
REASONS: Final = {
    "all_cards": Text("toutes les cartes sont gagnées", "all cards have been won"),
    "all_pegs": Text("tous les plots sont gagnés", "all pegs have been won"),
    "family": Text("une famille convenue est réunie", "an agreed family has been gathered"),
    "max_turns": Text("le nombre de tours convenu est atteint", "the agreed number of turns has been played"),
    "idle": Text("personne ne gagne plus rien", "nobody has won anything for too long"),
}
RESULTS: Final = {
    "win": Text("Gagné !", "Won!"),
    "exact": Text("Exactement !", "Exactly!"),
    "miss": Text("Manqué.", "Missed."),
    "forbidden": Text("Interdit : cette carte est dans sa main !", "Forbidden: that card is in their hand!"),
    "empty": Text("Rien à prendre.", "Nothing to take."),
}


def house_rules(options: Options) -> Text:
    """The guards that let every game end (R30), of which the sheets know nothing."""
    layers = in_force(options, 4)  # the guards do not depend on the number of players
    turns = layers.max_idle
    idle = Text(f", ou après {turns} tours de suite sans aucun gain", f", or after {turns} turns in a row without any gain")
    end = Text("Règles maison : la partie s'arrête aussi après le tour ", "House rules: the game also ends after turn ")
    best = Text(" ; le meilleur score l'emporte.", "; the highest score wins.")
    return end + same(str(layers.max_turns)) + (idle if turns else NOTHING) + best


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button."""
    if word == SLAP:
        return Text("Frapper !", "Slap!")
    if word == DECLINE:
        return Text("Laisser passer", "Let it pass")
    return Text(f"Chapeau {word}", f"Hat {word}")


def tell(before: View, event: Event, after: View) -> Text:
    """An event in words that may stay on the table: no hat is named."""
    who, lift = f"{{{event.actor}}}", after.seen.lift
    if event.actor == CHANCE:
        return join((Text("Les dés montrent :", "The dice show:"), names(after.seen.dice))) + same(".")
    if event.action == SLAP:
        return Text(f"{who} frappe la table et prend la main.", f"{who} slaps the table and takes over.")
    if event.action == DECLINE:
        return Text(f"{who} laisse passer.", f"{who} lets it pass.") + _under(before.seen, after.seen)
    assert lift is not None
    return Text(f"{who} : ", f"{who}: ") + what_happened(before, lift) + _under(before.seen, after.seen)


def what_happened(before: View, lift: Lift) -> Text:
    """The result of a lift and why it came about."""
    if before.layers.mode == "dice":
        return _with_dice(lift)
    if lift.result in ERRORS:
        return _error(lift) + _losses(lift)
    return _why_it_fits(lift) + _gains(lift)


def captions(view: View, seat: Seat | None, fallen: bool = False) -> Iterator[Text]:
    """What to say beside the board now; once the hat has fallen, neither hat nor peg is named any more."""
    seen = view.seen
    if seen.lift:
        yield _result(seen.lift) if fallen else last_lift(seen.lift)
    if seen.reason:
        yield _ended(view)
        return
    yield _whose_turn(view)
    if seen.phase == "slap":
        yield _stake(view, seat)
    elif seat is not None and seat == _lifter(seen) and view.layers.mode != "dice" and seen.hands[seat]:
        yield Text(
            "Attention : les plots de vos propres cartes vous sont interdits.", "Mind: the pegs of your own cards are forbidden to you."
        )


def last_lift(lift: Lift) -> Text:
    """What the hat just lifted has shown."""
    peg = Text("la place est vide", "the place is empty") if lift.peg == EMPTY else name(lift.peg)
    result, who = _verdict(lift), f"{{{lift.by}}}"
    return Text(f"{who} soulève le chapeau {lift.place} : {peg.fr}. {result.fr}", f"{who} lifts hat {lift.place}: {peg.en}. {result.en}")


def _result(lift: Lift) -> Text:
    return Text(f"{{{lift.by}}} : {_verdict(lift).fr}", f"{{{lift.by}}}: {_verdict(lift).en}")


def _verdict(lift: Lift) -> Text:
    if lift.result != "win" or lift.peg in lift.won:
        return RESULTS[lift.result]
    return Text("Bonne couleur : gagné !", "Right colour: won!") if _by_colour(lift) else Text("Bonne forme : gagné !", "Right shape: won!")


def risk(view: View, seat: Seat) -> Text:
    """R23: what a seat stands to lose if it takes over."""
    hand = points(view.seen.hands[seat])
    if not hand:
        return Text("Vous ne risquez rien.", "You risk nothing.")
    return Text(f"Vous risquez {worth(hand).fr}.", f"You risk {worth(hand).en}.")


def _with_dice(lift: Lift) -> Text:
    match lift.result:
        case "win":
            won = card_name(lift.peg)
            return Text(f"un dé le demandait, gagné : {won.fr}.", f"a die asked for it, won: {won.en}.")
        case "empty":
            return Text("sous ce chapeau, il n'y a plus rien.", "nothing is left under that hat.")
        case _:
            return Text("aucun dé ne demande ce plot.", "no die asks for that peg.")


def _why_it_fits(lift: Lift) -> Text:
    if lift.result == "exact":
        return Text("le plot exact !", "the exact peg!")
    return Text("bonne couleur,", "right colour,") if _by_colour(lift) else Text("bonne forme,", "right shape,")


def _by_colour(lift: Lift) -> bool:
    """Whether a peg has won its card by the colour."""
    return lift.peg[0] == lift.won[0][0]


def _gains(lift: Lift) -> Text:
    won = join(map(card_name, lift.won), Text(" et, en prime, ", " and, as a bonus, "))
    return Text(f" gagné : {won.fr}.", f" won: {won.en}.")


def _error(lift: Lift) -> Text:
    if lift.result == "forbidden":
        return Text("un plot interdit, celui d'une de ses cartes.", "a forbidden peg, that of a card in hand.")
    return Text("ni la couleur, ni la forme.", "neither the colour nor the shape.")


def _losses(lift: Lift) -> Text:
    if not lift.lost:
        return same("")
    return Text(f" Rendu sous le paquet : {names(lift.lost).fr}.", f" Given back under the deck: {names(lift.lost).en}.")


def _under(before: Seen, after: Seen) -> Text:
    """R9: where the card of the turn has gone, if it went under the deck."""
    card = before.card
    if card is None or after.phase in ("slap", "take") or any(card in hand for hand in after.hands):
        return same("")
    return Text(f" La carte ({name(card).fr}) passe sous le paquet.", f" The card ({name(card).en}) goes under the deck.")


def _whose_turn(view: View) -> Text:
    seen = view.seen
    if seen.phase == "roll":
        return Text(f"À {{{seen.player}}} : les dés roulent.", f"{{{seen.player}}}'s turn: the dice are rolling.")
    if view.layers.mode == "dice":
        return Text(f"À {{{seen.player}}} de soulever un chapeau.", f"{{{seen.player}}} to lift a hat.")
    assert seen.card is not None
    wanted = what_wins(seen.card)
    if seen.phase == "slap":
        return Text(f"Erreur ! Le premier qui frappe cherche : {wanted.fr}.", f"An error! The first to slap looks for: {wanted.en}.")
    who = f"{{{_lifter(seen)}}}"
    return Text(f"À {who} de soulever un chapeau : {wanted.fr}.", f"{who} to lift a hat: {wanted.en}.")


def _lifter(seen: Seen) -> Seat:
    return seen.player if seen.taker is None else seen.taker


def _stake(view: View, seat: Seat | None) -> Text:
    asks = asked(view.layers, view.seen)
    if seat in asks and seat is not None:
        return risk(view, seat)
    who = ", ".join(f"{{{other}}}" for other in asks)
    return Text(f"Peuvent encore frapper : {who}.", f"May still slap: {who}.")


def _ended(view: View) -> Text:
    why, best = REASONS[view.seen.reason], winners(view.layers, view.seen)
    who = ", ".join(f"{{{seat}}}" for seat in best)
    verb = Text("gagnent", "win") if len(best) > 1 else Text("gagne", "wins")
    return Text(f"{who} {verb.fr} : {why.fr}.", f"{who} {verb.en}: {why.en}.")
