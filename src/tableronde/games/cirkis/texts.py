"""The texts of CirKis: captions, log lines, labels and results."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tableronde.game import Action, Event, Seat
from tableronde.games.cirkis.naming import AND, COMMA, capital, figure_name, noun, place, space_name, title
from tableronde.games.cirkis.rules import (
    BY_LOT,
    HUNDRED,
    LAST_SPACE,
    PASS,
    SEAT_NAMES,
    Gain,
    Options,
    Round,
    State,
    best,
    choices,
    laid,
    prize,
    segments,
)
from tableronde.games.cirkis.rules.board import Figure, Space, board
from tableronde.games.cirkis.rules.pieces import Shape, standard
from tableronde.options import Variant
from tableronde.text import NOTHING, Noun, Text, does, join, same

TITLE: Final = Text("CirKis", "CirKis")
BLURB: Final = Text(
    "Posez vos pièces de verre contre la dernière posée, remplissez cercles et étoiles, et soyez à 40 points avant les autres.",
    "Lay your pieces of glass against the one laid last, fill circles and stars, and be the first to reach 40 points.",
)
GOAL: Final = Text(
    "Soyez le premier à 40 points : dominez les cercles et les étoiles.",
    "Be the first to 40 points: hold the most spaces in circles and stars.",
)
ESTIMATED: Final = ("minutes",)  # the booklet gives the age
VARIANTS: Final = (
    Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
    Variant("centre-circle", Text("Avec le cercle central", "With the centre circle"), {"centre_circle": True}),
    Variant("long-match", Text("Longue partie, jusqu’à 100 points", "A long match, up to 100 points"), {"long_match": True}),
    Variant(
        "long-match-centre-circle",
        Text("Longue partie, avec le cercle central", "A long match with the centre circle"),
        {"centre_circle": True, "long_match": True},
    ),
)
TIPS: Final = (  # Q18, in the order of the rulebook
    Text(
        "Une grande part posée dans un cercle y prend trois cases sur cinq : les 10 points vous sont acquis dès qu’il sera complet.",
        "A big slice laid in a circle takes three of its five spaces: the 10 points are yours as soon as it is full.",
    ),
    Text(
        "Aucune pièce n’assure seule une étoile. À deux cases contre deux, la cinquième vaut 5 points et ne donne rien aux autres.",
        "No single piece secures a star. At two spaces against two, taking the fifth earns 5 points and gives the others nothing.",
    ),
    Text(
        "Avant de terminer, pour 5 points, une figure qui en donne 10 à un adversaire, soyez sûr d’être plus près que lui de la victoire.",
        "Before you complete a figure for 5 points and give a rival 10, make sure that you are closer to winning than that rival.",
    ),
    Text(
        "Un adversaire a 35 points ? Ne lui laissez aucune figure à terminer : les 5 points le feraient gagner, sauf si un autre joueur "
        "atteint 40 points du même coup.",
        "A rival has 35 points? Leave no figure for them to complete: the 5 points would win the game, unless another player reaches 40 "
        "with the same piece.",
    ),
    Text(
        "Gardez vos flèches et vos pointes : ces petites pièces trouvent une place quand rien d’autre n’entre plus.",
        "Save your arrows and wedges: these small pieces find a place when nothing else fits.",
    ),
    Text(
        "Pour rejouer, jouez au bord du plateau : une pièce y a moins de cases voisines et se trouve plus vite entourée.",
        "To earn a free turn, play near the rim: a piece has fewer neighbours there and is surrounded sooner.",
    ),
)
REASONS: Final = {
    "forty": Text("un joueur a atteint 40 points", "a player has reached 40 points"),
    "last-piece": Text("un joueur a posé sa dernière pièce", "a player has laid their last piece"),
    "blocked": Text("plus personne ne peut poser de pièce", "nobody can lay another piece"),
    "hundred": Text("un joueur a atteint 100 points en tout", "a player has reached 100 points in all"),
}
FREE: Final = {
    "surrounded": Text("la pièce est entourée", "the piece is surrounded"),
    "centre-star": Text("l’étoile centrale est pleine", "the centre star is full"),
    "first-sliver": Text("c’était le premier éclat", "that was the first sliver"),
}
YOU: Final = Text("vous", "you")
POINT: Final = Noun("point", "point")


_DEPARTS: Final = Text("Cette table s’écarte du livret : ", "This table departs from the booklet: ")
_BY_LOT: Final = Text("le premier joueur est tiré au sort (Q6)", "the first player is chosen at random (Q6)")
_TOGETHER: Final = Text(
    "tous les points d’une pièce comptent, même au-delà de 40 (Q14)", "all points of a piece count, even beyond 40 (Q14)"
)


def house_rules(options: Options) -> Text:
    """The variants and readings that a table plays, and where it departs from the booklet."""
    played = []
    if options.begins != BY_LOT:
        who = SEAT_NAMES[int(options.begins)]
        played.append(Text(f"{who.fr} commence.", f"{who.en} begins."))
    if options.centre_circle:
        both = Text(", et 5 de plus à qui domine et termine", ", and 5 more to a player who holds the most spaces and completes it")
        most = Text("Le cercle central rapporte 15 points", "The centre circle pays 15 points")
        played.append(most + (both if options.centre_both else NOTHING) + same("."))
    if options.long_match:
        at_once = Text("La partie s’arrête dès qu’un total atteint 100 points.", "The game stops as soon as a total reaches 100 points.")
        rounds = Text("On joue plusieurs manches, jusqu’à 100 points.", "You play several rounds, up to 100 points.")
        played += [rounds, at_once] if options.hundred_at_once else [rounds]
    if options.plain_slivers:
        played.append(Text("Seul le premier éclat peut faire rejouer.", "Only the first sliver can earn a free turn."))
    departures = [_BY_LOT, _TOGETHER] if options.begins == BY_LOT else [_TOGETHER]
    return join([*played, _DEPARTS + join(departures, Text(" ; ", "; ")) + same(".")])


def named(seat: Seat, reader: Seat | None) -> Text:
    """A seat inside a sentence: its name, or "you" to the player who sits there."""
    return YOU if seat == reader else same(f"{{{seat}}}")


def space_title(space: Space, owner: Seat | None, reader: Seat | None = None) -> Text:
    """The label of a space for screen readers."""
    return capital(space_name(space)) + COMMA + (Text("libre", "free") if owner is None else named(owner, reader))


def standing(figure: Figure, now: Round, reader: Seat | None = None) -> Text:
    """The state of a figure: the spaces of each seat, and the points paid or to be paid."""
    owner = next((filled.owner for filled in now.figures if filled.figure == figure.name), None)
    return _standing(figure.name, tuple(segments(figure, now.held)), owner, reader)


@lru_cache(1024)
def _standing(figure_called: str, counts: tuple[int, ...], owner: Seat | None, reader: Seat | None) -> Text:
    figure = _figure(figure_called)
    name = capital(figure_name(figure))
    held = join((named(seat, reader) + same(f" {count}") for seat, count in enumerate(counts)), COMMA)
    free = len(figure.spaces) - sum(counts)
    text = Text(f"{name.fr} : {held.fr}", f"{name.en}: {held.en}")
    if free:
        most = prize(figure.name)
        pays = Text(f"{most} à qui domine, {LAST_SPACE} à qui termine", f"{most} for the most spaces, {LAST_SPACE} for the last one")
        return text + Text(f" ; {free} libre{'s' if free > 1 else ''} ({pays.fr})", f"; {free} free ({pays.en})")
    if owner is None:
        return text + Text(" ; figure pleine, personne ne domine", "; full, nobody holds the most")
    if owner == reader:
        return text + Text(" ; figure pleine, vous dominez", "; full, you hold the most")
    return text + Text(f" ; figure pleine, {{{owner}}} domine", f"; full, {{{owner}}} holds the most")


def tell(before: State, event: Event, after: State, reader: Seat | None = None) -> Text:
    """The log line of an action, with its points and consequences."""
    text = _passed(before.now, reader) if event.action == PASS else _laid(before, before.pieces.index[event.action], reader)
    return join((text, ended(after, reader))) if len(after.rounds) > len(before.rounds) else text


def _passed(now: Round, reader: Seat | None) -> Text:
    if now.free:  # R11
        return does(
            now.mover,
            reader,
            Text("devrait rejouer, mais ne peut rien poser et passe.", "has a free turn but has to pass: no piece fits."),
            Text("devriez rejouer, mais ne pouvez rien poser et passez.", "have a free turn but have to pass: no piece fits."),
        )
    return does(
        now.mover,
        reader,
        Text("ne peut rien poser contre le Leader et passe.", "passes: no piece fits beside the leader."),
        Text("ne pouvez rien poser contre le Leader et passez.", "pass: no piece fits beside the leader."),
    )


def _laid(before: State, index: int, reader: Seat | None) -> Text:
    placement = before.pieces.placements[index]
    piece, where = noun(before.pieces.shapes[placement.shape]).a, place(placement.spaces)
    after = laid(before, index)
    lays = does(before.now.mover, reader, Text("pose", "lays"), Text("posez", "lay"))
    sentences = [lays + Text(f" {piece.fr} {where.fr}.", f" {piece.en} {where.en}.")]
    if after.gains:
        sentences.append(gained(after.gains, reader))
    if after.free:
        sentences.append(free_turn(after, reader))
    return join(sentences)


def gained(gains: Sequence[Gain], reader: Seat | None = None) -> Text:
    """The points an action scored: the seats and the reasons."""
    return join(_gained(gain, reader) for gain in gains)


def _gained(gain: Gain, reader: Seat | None) -> Text:
    why = Text("dernière pièce", "last piece") if gain.why == "last-piece" else figure_name(_figure(gain.why))
    who = named(gain.seat, reader)
    return Text(f"+{gain.points} pour {who.fr} ({why.fr}).", f"+{gain.points} for {who.en} ({why.en}).")


def _figure(name: str) -> Figure:
    return next(figure for figure in (*board().figures, board().circle) if figure.name == name)


def free_turn(now: Round, reader: Seat | None = None) -> Text:
    """The seat that plays again, and why (R8)."""
    why = join((FREE[reason] for reason in now.free), AND)
    if now.mover == reader:
        return Text(f"Vous rejouez : {why.fr}.", f"You play again: {why.en}.")
    return Text(f"{{{now.mover}}} rejoue : {why.fr}.", f"{{{now.mover}}} plays again: {why.en}.")


def ended(state: State, reader: Seat | None = None) -> Text:
    """The result of the round or game that has just ended."""
    if state.reason:
        return _won(best(state.now, state.totals), state.totals, REASONS[state.reason], reader)
    result, number = state.rounds[-1], len(state.rounds)
    over = Text(f"Fin de la manche {number}.", f"End of round {number}.")
    return join((over, _won(result.winners, result.scores, REASONS[result.reason], reader)))


def _won(winners: Sequence[Seat], scores: Sequence[int], why: Text, reader: Seat | None) -> Text:
    points, reason, who = POINT.count(scores[winners[0]]), capital(why), _winners(winners, reader)
    return Text(f"{reason.fr} : {who.fr} avec {points.fr}.", f"{reason.en}: {who.en} with {points.en}.")


def _winners(winners: Sequence[Seat], reader: Seat | None) -> Text:
    """The winners."""
    others = join((same(f"{{{seat}}}") for seat in winners if seat != reader), AND)
    if reader not in winners:
        fr, en = ("sont ex æquo", "share the win") if len(winners) > 1 else ("gagne", "wins")
        return others + Text(f" {fr}", f" {en}")
    if len(winners) == 1:
        return Text("vous gagnez", "you win")
    return Text(f"vous êtes ex æquo avec {others.fr},", f"you share the win with {others.en},")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: passing, a shape of the box, or where to lay it."""
    if word == PASS:
        return Text("Passer", "Pass")
    return next((title(shape) for shape in standard().shapes if shape.slug == word), same(word))


def chapter(before: State, after: State) -> Text | None:
    """The result of a round, before the next one begins (R22)."""
    return ended(after) if len(after.rounds) > len(before.rounds) else None


def captions(state: State, reader: Seat | None, picked: tuple[str, ...]) -> Iterator[Text]:
    """The captions beside the board: what to do, the effect of a choice, then how the last round ended and the last gains."""
    now = state.now
    if not state.reason:
        yield free_turn(now, reader) if now.free else _turn(state, reader)
        if len(picked) == 1 and picked[0] != PASS:
            yield Text("Choisissez où poser la pièce.", "Choose where to lay the piece.")
        if len(picked) == 2:
            yield from foreseen(state, "@".join(picked), reader)
        if state.options.long_match:
            yield _round(state, reader)
    if state.rounds and (state.reason or not now.laid):
        yield ended(state, reader)
    if now.gains:
        yield gained(now.gains, reader)


def _round(state: State, reader: Seat | None) -> Text:
    points = join((named(seat, reader) + same(f" {score}") for seat, score in enumerate(state.now.scores)), COMMA)
    number = len(state.rounds) + 1
    return Text(f"Manche {number} : {points.fr}.", f"Round {number}: {points.en}.")


def _turn(state: State, reader: Seat | None) -> Text:
    if state.now.mover == reader:
        return _your_turn(state)
    who = f"{{{state.now.mover}}}"
    if not choices(state.now, state.pieces):
        return Text(f"{who} doit passer : rien n’entre à côté du Leader.", f"{who} has to pass: no piece fits beside the leader.")
    if not state.now.laid:
        return Text(
            f"À {who} d’ouvrir, dans l’étoile centrale ou le cercle qui l’entoure.",
            f"{who} opens, in the centre star or the circle around it.",
        )
    return Text(f"À {who} de jouer contre le Leader.", f"{who}’s turn: the piece must touch the leader.")


def _your_turn(state: State) -> Text:
    if not choices(state.now, state.pieces):
        return Text(
            "Vous devez passer : aucune de vos pièces n’entre à côté du Leader.",
            "You have to pass: none of your pieces fits beside the leader.",
        )
    if not state.now.laid:
        return Text(
            "À vous d’ouvrir : posez une pièce dans l’étoile centrale ou le cercle qui l’entoure.",
            "You open: lay a piece in the centre star or the circle around it.",
        )
    return Text(
        "À vous : posez une pièce qui touche le Leader, la pièce cerclée de clair.",
        "Your turn: lay a piece that touches the leader, the outlined piece.",
    )


def foreseen(state: State, action: Action, reader: Seat | None = None) -> Iterator[Text]:
    """The points of a placement, with a warning if it helps others or ends the round."""
    after = laid(state, state.pieces.index[action])
    if after.gains:
        yield Text("Ce coup : ", "This move: ") + gained(after.gains, reader)
    if after.free:
        yield free_turn(after, reader)
    if after.reason:
        yield _ending(state, after, reader)


def _ending(state: State, after: Round, reader: Seat | None) -> Text:
    """The result of a move that ends the round and perhaps the game."""
    totals = tuple(total - before + now for total, before, now in zip(state.totals, state.now.scores, after.scores, strict=True))
    if not state.options.long_match or max(totals) >= HUNDRED:
        why = REASONS["hundred" if state.options.long_match else after.reason]
        over = Text("Ce coup termine la partie. ", "This move ends the game. ")
        return over + _won(best(after, totals), totals, why, reader)
    round_over = Text("Ce coup termine la manche. ", "This move ends the round. ")
    return round_over + _won(best(after, after.scores), after.scores, REASONS[after.reason], reader)


def piece_title(shape: Shape, seat: Seat | None, spaces: Sequence[int]) -> Text:
    """The label of a piece where it lies, with its spaces; without a seat to the player whose piece it is."""
    where = join((space_name(board().spaces[space]) for space in spaces), Text(" ; ", "; "))
    if seat is None:
        return Text(f"Votre {noun(shape).fr} : {where.fr}", f"Your {noun(shape).en}: {where.en}")
    return Text(f"{title(shape).fr} de {{{seat}}} : {where.fr}", f"{{{seat}}}’s {noun(shape).en}: {where.en}")


def stack_title(shape: Shape, left: int) -> Text:
    """The label of the pieces of a shape that a player has left."""
    return title(shape) + Text(f", reste {left}", f", {left} left")
