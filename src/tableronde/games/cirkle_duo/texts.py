"""The texts of cirKle × DUO: captions, log lines, labels and results.

The log stays on the table and the game is about memory. So the log never says which hat was lifted, and names a peg only
once it lies in a hand for all to see. Captions say what the last lift showed, as long as the hat is in the air.
"""

from collections.abc import Iterator
from typing import Final

from tableronde.game import CHANCE, Event, Seat
from tableronde.games.cirkle_duo.names import POINTS, TURNS, capital, card_name, listed, name, names, the_card, what_wins
from tableronde.games.cirkle_duo.rules import DECLINE, ERRORS, SLAP, Lift, Seen, View, asked, winners
from tableronde.games.cirkle_duo.rules.layers import Options, in_force
from tableronde.games.cirkle_duo.rules.pieces import BLACK, EMPTY, TARGET, Piece, hat_word, points
from tableronde.games.cirkle_duo.rules.scoring import Hand
from tableronde.options import Variant
from tableronde.text import NOTHING, Text, does, join, same

TITLE: Final = same("cirKle KIDS × DUO 228")
BLURB: Final = Text(
    "Seize plots sous seize chapeaux de magicien : souvenez-vous de ce que vous avez vu, et soulevez le bon.",
    "Sixteen pegs under sixteen magician’s hats: remember what you saw, and lift the right one.",
)
GOAL: Final = Text(
    "Souvenez-vous de ce que cachent les chapeaux, et marquez le plus de points.",
    "Remember what is under the hats, and score the most points.",
)
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
        "Four or five hats you are sure of answer nearly every card: better a few you know than many you guess.",
    ),
    Text(
        "Le plot exact d’une carte offre aussi la carte suivante. Ensuite, ce plot vous est interdit : retenez bien où il est.",
        "The exact peg of a card also wins you the next card. From then on that peg is forbidden to you: remember where it is.",
    ),
    Text(
        "Les cartes manquées ou rendues passent sous le paquet et reviendront dans le même ordre.",
        "Cards that were missed or given back go under the deck and come back in the same order.",
    ),
    Text(
        "À la passerelle, frappez sans hésiter tant que vous n’avez rien à perdre ; ensuite, seulement si vous vous souvenez.",
        "In the crossover, slap freely while you have nothing to lose; after that, slap only when you remember.",
    ),
    Text(
        "Aux dés, un rond vaut trois triangles : visez les ronds quand vous avez le choix.",
        "With the dice, a circle is worth three triangles: go for circles when you can.",
    ),
)
REASONS: Final = {
    "all_cards": Text("toutes les cartes ont trouvé preneur", "all cards have been won"),
    "all_pegs": Text("tous les plots ont trouvé preneur", "all pegs have been won"),
    "family": Text("la famille convenue est réunie", "the agreed family is complete"),
    "max_turns": Text("le nombre de tours convenu est atteint", "the agreed number of turns has been played"),
    "idle": Text("trop de tours de suite sans gain", "nobody has won anything for too many turns"),
}
RESULTS: Final = {
    "win": Text("Gagné !", "Won!"),
    "exact": Text("C’est le plot exact !", "The exact peg!"),
    "miss": Text("Manqué.", "No match."),
    "forbidden": Text("Plot interdit : la même carte est déjà dans sa main !", "Forbidden peg: that card is already in their hand!"),
    "empty": Text("La case était vide.", "The place was empty."),
}
_YOUR_CARD: Final = Text("Plot interdit : vous avez déjà la même carte !", "Forbidden peg: you already have that card!")
YOU: Final = Text("vous", "you")


def house_rules(options: Options) -> Text:
    """The limits that end every game (R30), which are not on the sheets."""
    layers = in_force(options, 4)  # the guards do not depend on the number of players
    most, pause = TURNS.count(layers.max_turns), TURNS.count(layers.max_idle)
    end = Text(f"Règles maison : la partie s’arrête aussi après {most.fr}", f"House rules: the game also ends after {most.en}")
    idle = Text(f", ou après {pause.fr} de suite sans aucun gain", f", or after {pause.en} in a row in which nobody wins anything")
    best = Text(" ; le meilleur score l’emporte.", "; the highest score wins.")
    return end + (idle if layers.max_idle else NOTHING) + best + (_REROLL if layers.reroll_dead else NOTHING)


_REROLL: Final = Text(
    " Des dés qui ne demandent aucun plot restant sont relancés.", " Dice that ask for none of the pegs left are thrown again."
)


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button."""
    if word == SLAP:
        return Text("Frapper !", "Slap!")
    if word == DECLINE:
        return Text("Laisser passer", "Let it pass")
    return Text(f"Chapeau {word}", f"Hat {word}")


def tell(before: View, event: Event, after: View, reader: Seat | None = None) -> Text:
    """The log line of an event; it stays visible, so it names no hat. The first one begins with the draw for the start."""
    first = before.seen.draw_shown and before.seen.phase == ("roll" if before.layers.mode == "dice" else "lift")
    text = _describe_event(before, event, after, reader)
    return join((drawn(before, reader), text)) if first else text


def _describe_event(before: View, event: Event, after: View, reader: Seat | None) -> Text:
    lift = after.seen.lift
    if event.actor == CHANCE:
        again = Text(" Rien à gagner : on relance.", " Nothing to win: they are thrown again.") if after.seen.phase == "roll" else NOTHING
        return join((Text("Les dés montrent :", "The dice show:"), names(after.seen.dice))) + same(".") + again
    if event.action == SLAP:
        slaps = Text("frappe la table et prend la main.", "slaps the table and takes over.")
        return does(event.actor, reader, slaps, Text("frappez la table et prenez la main.", "slap the table and take over."))
    if event.action == DECLINE:
        passes = does(event.actor, reader, Text("laisse passer.", "lets it pass."), Text("laissez passer.", "let it pass."))
        return passes + _under(before.seen, after.seen)
    assert lift is not None
    return _lifted(before, lift, reader) + _under(before.seen, after.seen, lift.lost)


def _lifted(before: View, lift: Lift, reader: Seat | None) -> Text:
    """The result of a lift and why it came about."""
    if before.layers.mode == "dice":
        return _with_dice(lift, reader)
    return _error(before.seen, lift, reader) if lift.result in ERRORS else _gain(lift, reader)


def captions(view: View, seat: Seat | None, fallen: bool = False) -> Iterator[Text]:
    """The captions beside the board, what to do first; once the hat has fallen, they name neither hat nor peg."""
    seen = view.seen
    if seen.reason:
        yield _ended(view, seat)
        return
    yield _whose_turn(view, seat)
    if seen.phase == "slap":
        yield _stake(view, seat)
    elif seat is not None and seat == _lifter(seen) and view.layers.mode != "dice" and seen.hands[seat]:
        yield Text(
            "Attention : les plots de vos propres cartes vous sont interdits.", "Careful: the pegs of your own cards are forbidden to you."
        )
    if seen.lift:
        yield _result(seen.lift, seat) if fallen else last_lift(seen.lift, seat)
    if seen.draw_shown:
        yield drawn(view, seat)


def drawn(view: View, reader: Seat | None) -> Text:
    """R4: the card each player drew for the start, round by round, and the first player."""
    again = Text(" À égalité, ils tirent de nouveau : ", " They tie and draw again: ")
    rounds = join((listed([_drew(seat, card, reader) for seat, card in one]) + same(".") for one in view.seen.start_draw), again)
    who = f"{{{view.seen.player}}}"
    begins = Text("Vous commencez.", "You begin.") if view.seen.player == reader else Text(f"{who} commence.", f"{who} begins.")
    return join((Text("Tirage : ", "The draw: ") + rounds, begins))


def _drew(seat: Seat, card: Piece, reader: Seat | None) -> Text:
    who, what = YOU if seat == reader else same(f"{{{seat}}}"), card_name(card)
    return Text(f"{what.fr} pour {who.fr}", f"{what.en} for {who.en}")


def last_lift(lift: Lift, reader: Seat | None = None) -> Text:
    """The peg under the hat just lifted, and what was asked for if it was something else."""
    hat = hat_word(lift.place)
    lifts = Text(f"{{{lift.by}}} soulève le chapeau {hat} : ", f"{{{lift.by}}} lifts hat {hat}: ")
    if lift.by == reader:
        lifts = Text(f"Vous soulevez le chapeau {hat} : ", f"You lift hat {hat}: ")
    if lift.peg == EMPTY:
        return lifts + Text("la case est vide.", "the place is empty.")
    return lifts + join((name(lift.peg) + same("."), _needed(lift) if lift.result == "miss" else _verdict(lift, reader)))


def _needed(lift: Lift) -> Text:
    """Why a peg wins nothing."""
    if len(lift.asked) != 1:
        return Text("Manqué : aucun dé ne demande ce plot.", "No match: no die asks for this peg.")
    wanted = what_wins(lift.asked[0])
    return Text(f"Manqué : il fallait {wanted.fr}.", f"No match: it had to be {wanted.en}.")


def _result(lift: Lift, reader: Seat | None) -> Text:
    """The last turn in the past tense: what it asked for is no longer shown."""
    yours = lift.by == reader
    what: str = "bonus" if len(lift.won) == 2 else lift.result
    if what == "win" and lift.peg not in lift.won:
        what = "card"
    told = _DONE[what]
    return Text(f"Vous avez {told.fr}", f"You {told.en}") if yours else Text(f"{{{lift.by}}} a {told.fr}", f"{{{lift.by}}} {told.en}")


_DONE: Final = {
    "win": Text("trouvé un plot.", "found a peg."),
    "card": Text("gagné la carte.", "won the card."),
    "exact": Text("trouvé le plot exact.", "found the exact peg."),
    "bonus": Text("trouvé le plot exact : une carte en prime !", "found the exact peg and won a bonus card!"),
    "miss": Text("soulevé un mauvais plot.", "found no match."),
    "forbidden": Text("soulevé un plot interdit.", "lifted a forbidden peg."),
    "empty": Text("soulevé un chapeau vide.", "lifted an empty hat."),
}


def _verdict(lift: Lift, reader: Seat | None) -> Text:
    if len(lift.won) == 2:
        return Text("C’est le plot exact : une carte en prime !", "The exact peg: a bonus card!")
    if lift.result == "forbidden" and lift.by == reader:
        return _YOUR_CARD
    if lift.result != "win" or lift.peg in lift.won:
        return RESULTS[lift.result]
    return Text("Bonne couleur : gagné !", "Right colour: won!") if _by_colour(lift) else Text("Bonne forme : gagné !", "Right shape: won!")


def risk(view: View, seat: Seat) -> Text:
    """R23: what a seat can lose if it takes over."""
    hand = points(view.seen.hands[seat])
    if not hand:
        return Text("Vous ne risquez rien.", "You risk nothing.")
    return Text(f"Vous risquez {POINTS.count(hand).fr}.", f"You risk {POINTS.count(hand).en}.")


def _with_dice(lift: Lift, reader: Seat | None) -> Text:
    match lift.result:
        case "win":
            return _gain(lift, reader)
        case "empty":
            finds = does(lift.by, reader, Text("tombe", "finds"), Text("tombez", "find"))
            return finds + Text(" sur une case vide.", " an empty place.")
        case _:
            uncovers = does(lift.by, reader, Text("découvre", "uncovers"), Text("découvrez", "uncover"))
            return uncovers + Text(" un plot qu’aucun dé ne demande.", " a peg that no die asks for.")


def _gain(lift: Lift, reader: Seat | None) -> Text:
    """The gain of a lift and its reason: pegs for the dice and exact pegs match in both colour and shape."""
    won = join(map(the_card, lift.won), Text(" et, en prime, ", " and, as a bonus, "))
    gain = does(lift.by, reader, Text("gagne", "wins"), Text("gagnez", "win")) + same(" ") + won
    if lift.result == "exact":
        return Text("Le plot exact ! ", "The exact peg! ") + gain + same(".")
    return gain + (same(".") if lift.peg in lift.won else _by(lift))


def _by(lift: Lift) -> Text:
    return Text(" par la couleur.", " by its colour.") if _by_colour(lift) else Text(" par la forme.", " by its shape.")


def _by_colour(lift: Lift) -> bool:
    """Whether a peg has won its card by the colour."""
    return lift.peg[0] == lift.won[0][0]


def _error(before: Seen, lift: Lift, reader: Seat | None) -> Text:
    if lift.result == "forbidden":
        return does(
            lift.by,
            reader,
            Text("tombe sur le plot interdit d’une de ses cartes.", "uncovers the forbidden peg of one of their cards."),
            Text("tombez sur le plot interdit d’une de vos cartes.", "uncover the forbidden peg of one of your cards."),
        )
    assert before.card is not None
    if before.card[1] != TARGET and before.card[0] != BLACK:
        neither = does(lift.by, reader, Text("ne trouve", "finds"), Text("ne trouvez", "find"))
        return neither + Text(" ni la couleur ni la forme.", " neither the colour nor the shape.")
    missed = does(lift.by, reader, Text("ne trouve pas", "does not find"), Text("ne trouvez pas", "do not find"))
    return missed + (Text(" la couleur.", " the colour.") if before.card[1] == TARGET else Text(" la forme.", " the shape."))  # R8


def _under(before: Seen, after: Seen, lost: Hand = ()) -> Text:
    """R17: the cards that have gone under the deck: those given up, then the card of the turn (R9), the lowest last."""
    card = before.card
    kept = card is None or after.phase in ("slap", "take") or any(card in hand for hand in after.hands)
    cards = names((*lost, *(() if card is None or kept else (card,))))
    return Text(f" Sous le paquet : {cards.fr}.", f" Under the deck: {cards.en}.") if cards.fr else NOTHING


def _whose_turn(view: View, reader: Seat | None) -> Text:
    seen, yours = view.seen, _lifter(view.seen) == reader
    who = f"{{{_lifter(seen)}}}"
    if seen.phase == "roll":
        return Text("À vous : les dés roulent.", "Your turn: the dice are rolling.") if yours else _rolling(who)
    if view.layers.mode == "dice":
        yes = Text("À vous : soulevez un chapeau.", "Your turn: lift a hat.")
        return yes if yours else Text(f"{who} choisit un chapeau.", f"{who} is choosing a hat.")
    assert seen.card is not None
    wanted = what_wins(seen.card)
    if seen.phase == "slap":
        return Text(f"Erreur ! Le premier qui frappe peut essayer : {wanted.fr}.", f"A mistake! The first to slap may try: {wanted.en}.")
    if yours:
        return Text(f"À vous : soulevez un chapeau ({wanted.fr}).", f"Your turn: lift a hat to find {wanted.en}.")
    return Text(f"{who} cherche : {wanted.fr}.", f"{who} is looking for {wanted.en}.")


def _rolling(who: str) -> Text:
    return Text(f"À {who} : les dés roulent.", f"{who}’s turn: the dice are rolling.")


def _lifter(seen: Seen) -> Seat:
    return seen.player if seen.taker is None else seen.taker


def _stake(view: View, seat: Seat | None) -> Text:
    asks = asked(view.layers, view.seen)
    if seat in asks and seat is not None:
        return risk(view, seat)
    who = listed([same(f"{{{other}}}") for other in asks])
    return Text(f"{who.fr} {'peuvent' if len(asks) > 1 else 'peut'} encore frapper.", f"{who.en} may still slap.")


def _ended(view: View, reader: Seat | None) -> Text:
    why, best = REASONS[view.seen.reason], winners(view.layers, view.seen)
    others = [same(f"{{{seat}}}") for seat in best if seat != reader]
    verb = Text("gagnent", "win") if len(best) > 1 else Text("gagne", "wins")
    if reader in best:
        others.append(YOU)
        verb = Text("gagnez", "win")
    who = capital(listed(others))
    return Text(f"{who.fr} {verb.fr} : {why.fr}.", f"{who.en} {verb.en}: {why.en}.")
