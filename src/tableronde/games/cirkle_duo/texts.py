"""What is said at a table of cirKle × DUO.

The tale of a game lasts and the game is about memory, so it never says which hat was lifted, and a peg is named only when
it lies in a hand for all to see. What the last lift showed is in the captions, as long as the hat is in the air.
"""

from collections.abc import Iterator
from typing import Final

from tableronde.game import CHANCE, Event, Seat
from tableronde.games.cirkle_duo.layers import Options, in_force
from tableronde.games.cirkle_duo.pieces import BLACK, EMPTY, TARGET, hat_word, points
from tableronde.games.cirkle_duo.rules import DECLINE, ERRORS, SLAP, Lift, Seen, View, asked, winners
from tableronde.games.cirkle_duo.scoring import Hand
from tableronde.games.cirkle_duo.words import POINTS, TURNS, listed, name, names, the_card, what_wins
from tableronde.options import Variant
from tableronde.text import NOTHING, Text, join, same

TITLE: Final = same("cirKle KIDS × DUO 228")
BLURB: Final = Text(
    "Seize plots sous seize chapeaux de magicien : souvenez-vous de ce que vous avez vu, et soulevez le bon.",
    "Sixteen pegs under sixteen magician’s hats: remember what you saw, and lift the right one.",
)
GOAL: Final = Text("Souvenez-vous de ce que cachent les chapeaux.", "Remember what the hats are hiding.")
VARIANTS: Final = (
    Variant("sheet-1", Text("Les cartes", "Cards"), {"mode": "cards"}),
    Variant("dice", Text("Les dés", "Dice"), {"mode": "dice"}),
    Variant("bridge", Text("La passerelle", "The crossover"), {"mode": "bridge"}),
    Variant(
        "calm-bridge",
        Text("La passerelle au calme, sans frapper", "A calm crossover, without slapping"),
        {"mode": "bridge", "slap": False},
    ),
    Variant(
        "gentle",
        Text("Les cartes en douceur, pour les plus jeunes", "Gentle cards, for the youngest"),
        {"mode": "cards", "forbidden_when_seen": True},
    ),
    Variant(
        "quick",
        Text("Les cartes en cinq minutes : la première série gagne", "Cards in five minutes: the first series wins"),
        {"mode": "cards", "family_win": ["series"]},
    ),
)
TIPS: Final = (
    Text(
        "Quatre ou cinq chapeaux bien retenus répondent à presque toutes les cartes : mieux vaut peu, mais sûr.",
        "Four or five hats well remembered answer nearly every card: better a few, but sure.",
    ),
    Text(
        "Le plot exact d’une carte offre aussi la carte suivante. Ensuite, ce plot vous est interdit : retenez bien où il est.",
        "The exact peg of a card wins the next card too. From then on that peg is forbidden to you: remember where it stands.",
    ),
    Text(
        "Les cartes manquées ou rendues passent sous le paquet et reviendront dans le même ordre.",
        "Cards that were missed or given back go under the deck and will return in the same order.",
    ),
    Text(
        "À la passerelle, frappez sans hésiter tant que vous n’avez rien à perdre ; ensuite, seulement si vous vous souvenez.",
        "In the crossover, slap freely while you have nothing to lose; after that, only when you remember.",
    ),
    Text(
        "Aux dés, un rond vaut trois triangles : visez les ronds quand vous avez le choix.",
        "With dice, a circle is worth three triangles: go for circles when you have the choice.",
    ),
)
REASONS: Final = {
    "all_cards": Text("toutes les cartes ont trouvé preneur", "all cards have been won"),
    "all_pegs": Text("tous les plots ont trouvé preneur", "all pegs have been won"),
    "family": Text("une famille convenue est réunie", "an agreed family has been gathered"),
    "max_turns": Text("le nombre de tours convenu est atteint", "the agreed number of turns has been played"),
    "idle": Text("trop de tours sans gain", "too many turns without a gain"),
}
RESULTS: Final = {
    "win": Text("Gagné !", "Won!"),
    "exact": Text("C’est le plot exact !", "The exact peg!"),
    "miss": Text("Manqué.", "Missed."),
    "forbidden": Text("Plot interdit : la même carte est déjà dans sa main !", "Forbidden peg: the same card is in their hand already!"),
    "empty": Text("Rien à prendre.", "Nothing to take."),
}


def house_rules(options: Options) -> Text:
    """The guards that let every game end (R30), of which the sheets know nothing."""
    layers = in_force(options, 4)  # the guards do not depend on the number of players
    most, pause = TURNS.count(layers.max_turns), TURNS.count(layers.max_idle)
    end = Text(f"Règles maison : la partie s’arrête aussi après {most.fr}", f"House rules: the game also ends after {most.en}")
    idle = Text(f", ou après {pause.fr} de suite sans aucun gain", f", or after {pause.en} in a row without any gain")
    best = Text(" ; le meilleur score l’emporte.", "; the highest score wins.")
    return end + (idle if layers.max_idle else NOTHING) + best


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
    return _lifted(before, lift) + _under(before.seen, after.seen, lift.lost)


def _lifted(before: View, lift: Lift) -> Text:
    """The result of a lift and why it came about."""
    if before.layers.mode == "dice":
        return _with_dice(lift)
    return _error(before.seen, lift) if lift.result in ERRORS else _gain(lift)


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
            "Attention : les plots de vos propres cartes vous sont interdits.", "Careful: the pegs of your own cards are forbidden to you."
        )


def last_lift(lift: Lift) -> Text:
    """What the hat just lifted has shown."""
    peg = Text("la case est vide", "the place is empty") if lift.peg == EMPTY else name(lift.peg)
    result, who, hat = _verdict(lift), f"{{{lift.by}}}", hat_word(lift.place)
    return Text(f"{who} soulève le chapeau {hat} : {peg.fr}. {result.fr}", f"{who} lifts hat {hat}: {peg.en}. {result.en}")


def _result(lift: Lift) -> Text:
    return Text(f"{{{lift.by}}} : {_verdict(lift).fr}", f"{{{lift.by}}}: {_verdict(lift).en}")


def _verdict(lift: Lift) -> Text:
    if len(lift.won) == 2:
        return Text("C’est le plot exact : une carte en prime !", "The exact peg: a bonus card!")
    if lift.result != "win" or lift.peg in lift.won:
        return RESULTS[lift.result]
    return Text("Bonne couleur : gagné !", "Right colour: won!") if _by_colour(lift) else Text("Bonne forme : gagné !", "Right shape: won!")


def risk(view: View, seat: Seat) -> Text:
    """R23: what a seat stands to lose if it takes over."""
    hand = points(view.seen.hands[seat])
    if not hand:
        return Text("Vous ne risquez rien.", "You risk nothing.")
    return Text(f"Vous risquez {POINTS.count(hand).fr}.", f"You risk {POINTS.count(hand).en}.")


def _with_dice(lift: Lift) -> Text:
    match lift.result:
        case "win":
            return _gain(lift)
        case "empty":
            return Text(f"{{{lift.by}}} tombe sur une case vide.", f"{{{lift.by}}} comes upon an empty place.")
        case _:
            return Text(f"{{{lift.by}}} soulève un plot qu’aucun dé ne demande.", f"{{{lift.by}}} uncovers a peg no die asks for.")


def _gain(lift: Lift) -> Text:
    """What a lift has won, and how: a peg for the dice and an exact one are won by both colour and shape."""
    won = join(map(the_card, lift.won), Text(" et, en prime, ", " and, as a bonus, "))
    gain = Text(f"{{{lift.by}}} gagne {won.fr}", f"{{{lift.by}}} wins {won.en}")
    if lift.result == "exact":
        return Text("Le plot exact ! ", "The exact peg! ") + gain + same(".")
    return gain + (same(".") if lift.peg in lift.won else _by(lift))


def _by(lift: Lift) -> Text:
    return Text(" par la couleur.", " by its colour.") if _by_colour(lift) else Text(" par la forme.", " by its shape.")


def _by_colour(lift: Lift) -> bool:
    """Whether a peg has won its card by the colour."""
    return lift.peg[0] == lift.won[0][0]


def _error(before: Seen, lift: Lift) -> Text:
    who = f"{{{lift.by}}}"
    if lift.result == "forbidden":
        return Text(f"{who} tombe sur le plot interdit d’une de ses cartes.", f"{who} comes upon the forbidden peg of a card already won.")
    assert before.card is not None
    if before.card[1] == TARGET:  # R8
        return Text(f"{who} ne trouve pas la couleur.", f"{who} does not find the colour.")
    if before.card[0] == BLACK:
        return Text(f"{who} ne trouve pas la forme.", f"{who} does not find the shape.")
    return Text(f"{who} ne trouve ni la couleur ni la forme.", f"{who} finds neither the colour nor the shape.")


def _under(before: Seen, after: Seen, lost: Hand = ()) -> Text:
    """R17: the cards that have gone under the deck: those given up, then the card of the turn (R9), the lowest last."""
    card = before.card
    kept = card is None or after.phase in ("slap", "take") or any(card in hand for hand in after.hands)
    cards = names((*lost, *(() if card is None or kept else (card,))))
    return Text(f" Sous le paquet : {cards.fr}.", f" Under the deck: {cards.en}.") if cards.fr else NOTHING


def _whose_turn(view: View) -> Text:
    seen = view.seen
    if seen.phase == "roll":
        return Text(f"À {{{seen.player}}} : les dés roulent.", f"{{{seen.player}}}’s turn: the dice are rolling.")
    if view.layers.mode == "dice":
        return Text(f"À {{{seen.player}}} de soulever un chapeau.", f"{{{seen.player}}} to lift a hat.")
    assert seen.card is not None
    wanted = what_wins(seen.card)
    if seen.phase == "slap":
        return Text(f"Erreur ! Le premier à frapper tente sa chance : {wanted.fr}.", f"A mistake! The first to slap may try: {wanted.en}.")
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
    who = listed([same(f"{{{seat}}}") for seat in best])
    verb = Text("gagnent", "win") if len(best) > 1 else Text("gagne", "wins")
    return Text(f"{who.fr} {verb.fr} : {why.fr}.", f"{who.en} {verb.en}: {why.en}.")
