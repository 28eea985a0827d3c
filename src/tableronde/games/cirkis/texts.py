"""The words of CirKis."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tableronde.game import Action, Event, Seat
from tableronde.games.cirkis.board import Figure, Space, board
from tableronde.games.cirkis.naming import AND, COMMA, capital, figure_name, noun, place, space_name, title
from tableronde.games.cirkis.pieces import Shape, standard
from tableronde.games.cirkis.rules import LAST_SPACE, PASS, Gain, Options, Round, State, best, choices, laid, prize, scoring, segments
from tableronde.options import Variant
from tableronde.text import Noun, Text, join, same

TITLE: Final = Text("CirKis", "CirKis")
BLURB: Final = Text(
    "Posez vos pièces de verre contre la dernière posée, remplissez cercles et étoiles, et soyez à 40 points avant les autres.",
    "Lay your pieces of glass against the one laid last, fill circles and stars, and be the first to reach 40 points.",
)
GOAL: Final = Text(
    "Soyez à 40 points le premier, en dominant cercles et étoiles.",
    "Be the first to reach 40 points, by holding most of circles and stars.",
)
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
SEAT_NAMES: Final = (Text("Violet", "Purple"), Text("Rouge", "Red"), Text("Vert", "Green"), Text("Jaune", "Yellow"))
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
        "Avant de terminer pour 5 points une figure qui en donne 10 à un autre, vérifiez que vous êtes plus près que lui de la victoire.",
        "Before you complete for 5 points a figure that pays a rival 10, make sure that you are nearer to winning than that rival.",
    ),
    Text(
        "Ne laissez jamais une figure facile à terminer à un adversaire qui a déjà 35 points.",
        "Never leave a figure that is easy to complete to somebody who has 35 points.",
    ),
    Text(
        "Gardez vos flèches et vos pointes : ces petites pièces trouvent une place quand plus rien d’autre n’entre.",
        "Save your arrows and wedges: these small pieces find a place when nothing else fits any more.",
    ),
    Text(
        "Pour rejouer, visez le bord du plateau : une pièce y a moins de voisins et se trouve vite entourée.",
        "To earn a free turn, look to the rim: a piece has fewer neighbours there and is soon surrounded.",
    ),
)
REASONS: Final = {
    "forty": Text("40 points sont atteints", "40 points are reached"),
    "last-piece": Text("quelqu’un a posé sa dernière pièce", "somebody has laid their last piece"),
    "blocked": Text("personne ne peut plus poser de pièce", "nobody can lay a piece any more"),
    "hundred": Text("100 points sont atteints", "100 points are reached"),
}
FREE: Final = {
    "surrounded": Text("la pièce est entourée", "the piece is surrounded"),
    "centre-star": Text("l’étoile centrale est terminée", "the centre star is complete"),
    "first-sliver": Text("c’est le premier éclat", "it is the first sliver"),
}
POINT: Final = Noun("point", "point")


def house_rules(options: Options) -> Text:
    """What a table plays beyond the ordinary game."""
    played = []
    if options.centre_circle:
        played.append(Text("Le cercle central rapporte 15 points.", "The centre circle pays 15 points."))
    if options.long_match:
        played.append(Text("On joue des manches jusqu’à 100 points.", "Rounds are played up to 100 points."))
    return join(played)


def space_title(space: Space, owner: Seat | None) -> Text:
    """A space as a screen reader says it."""
    return capital(space_name(space)) + COMMA + (Text("libre", "free") if owner is None else same(f"{{{owner}}}"))


def standing(figure: Figure, now: Round) -> Text:
    """How a figure stands: who holds how many of its spaces, and who was paid or would be."""
    owner = next((filled.owner for filled in now.figures if filled.figure == figure.name), None)
    return _standing(figure.name, tuple(segments(figure, now.held)), owner)


@lru_cache(1024)
def _standing(figure_called: str, counts: tuple[int, ...], owner: Seat | None) -> Text:
    figure = _figure(figure_called)
    name = capital(figure_name(figure))
    held = join((same(f"{{{seat}}} {count}") for seat, count in enumerate(counts)), COMMA)
    free = len(figure.spaces) - sum(counts)
    text = Text(f"{name.fr} : {held.fr}", f"{name.en}: {held.en}")
    if free:
        most = prize(figure.name)
        pays = Text(f"{most} à qui domine, {LAST_SPACE} à qui termine", f"{most} for most of it, {LAST_SPACE} for the last space")
        return text + Text(f" ; {free} libre{'s' if free > 1 else ''} ({pays.fr})", f"; {free} free ({pays.en})")
    if owner is None:
        return text + Text(" ; figure complète, sans dominant", "; complete, nobody has most of it")
    return text + Text(f" ; figure complète, dominée par {{{owner}}}", f"; complete, {{{owner}}} has most of it")


def tell(before: State, event: Event, after: State) -> Text:
    """An action in words, with what it earned and what came of it."""
    told = _passed(before.now) if event.action == PASS else _laid(before, before.pieces.index[event.action])
    return join((told, ended(after))) if len(after.rounds) > len(before.rounds) else told


def _passed(now: Round) -> Text:
    who = f"{{{now.mover}}}"
    if now.free:  # R11
        return Text(f"{who} devrait rejouer mais ne peut rien poser : il faut passer.", f"{who} has a free turn, but nothing fits: a pass.")
    return Text(f"{who} n’a aucune pièce qui touche le Leader, et passe.", f"{who} has no piece that fits beside the leader, and passes.")


def _laid(before: State, index: int) -> Text:
    placement = before.pieces.placements[index]
    piece, where = noun(before.pieces.shapes[placement.shape]).a, place(placement.spaces)
    who, after = f"{{{before.now.mover}}}", laid(before.now, before.pieces, index, scoring(before.options))
    told = [Text(f"{who} pose {piece.fr} {where.fr}.", f"{who} lays {piece.en} {where.en}.")]
    if after.gains:
        told.append(gained(after.gains))
    if after.free:
        told.append(free_turn(after))
    return join(told)


def gained(gains: Sequence[Gain]) -> Text:
    """The points an action brought, to whom and for what."""
    return join(_gained(gain) for gain in gains)


def _gained(gain: Gain) -> Text:
    why = Text("dernière pièce", "last piece") if gain.why == "last-piece" else figure_name(_figure(gain.why))
    return Text(f"+{gain.points} pour {{{gain.seat}}} ({why.fr}).", f"+{gain.points} for {{{gain.seat}}} ({why.en}).")


def _figure(name: str) -> Figure:
    return next(figure for figure in (*board().figures, board().circle) if figure.name == name)


def free_turn(now: Round) -> Text:
    """Who plays again, and why (R8)."""
    why = join((FREE[reason] for reason in now.free), AND)
    return Text(f"{{{now.mover}}} rejoue : {why.fr}.", f"{{{now.mover}}} plays again: {why.en}.")


def ended(state: State) -> Text:
    """How the round or the game that has just ended came out."""
    if state.reason:
        return _won(best(state.now, state.totals), state.totals, REASONS[state.reason])
    result, number = state.rounds[-1], len(state.rounds)
    over = Text(f"Fin de la manche {number}.", f"End of round {number}.")
    return join((over, _won(result.winners, result.scores, REASONS[result.reason])))


def _won(winners: Sequence[Seat], scores: Sequence[int], why: Text) -> Text:
    names = join((same(f"{{{seat}}}") for seat in winners), AND)
    points, reason = POINT.count(scores[winners[0]]), capital(why)
    fr, en = ("sont ex æquo", "share the win") if len(winners) > 1 else ("gagne", "wins")
    return Text(f"{reason.fr} : {names.fr} {fr} avec {points.fr}.", f"{reason.en}: {names.en} {en} with {points.en}.")


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: passing, a shape of the box, or where to lay it."""
    if word == PASS:
        return Text("Passer", "Pass")
    return next((title(shape) for shape in standard().shapes if shape.slug == word), same(word))


def chapter(before: State, after: State) -> Text | None:
    """How a round ended, when another one is about to begin (R22)."""
    return ended(after) if len(after.rounds) > len(before.rounds) else None


def captions(state: State, picked: tuple[str, ...]) -> Iterator[Text]:
    """What to say beside the board: whose turn it is and what is asked, what was just gained, what a choice would bring."""
    now = state.now
    if now.gains:
        yield gained(now.gains)
    if state.rounds and (state.reason or not now.laid):
        yield ended(state)
    if state.reason:
        return
    if state.options.long_match:
        yield _round(state)
    yield free_turn(now) if now.free else _turn(state)
    if len(picked) == 1 and picked[0] != PASS:
        yield Text("Choisissez où poser la pièce.", "Choose where to lay the piece.")
    if len(picked) == 2:
        yield from foreseen(state, "@".join(picked))


def _round(state: State) -> Text:
    points = join((same(f"{{{seat}}} {score}") for seat, score in enumerate(state.now.scores)), COMMA)
    number = len(state.rounds) + 1
    return Text(f"Manche {number} : {points.fr}.", f"Round {number}: {points.en}.")


def _turn(state: State) -> Text:
    who = f"{{{state.now.mover}}}"
    if not choices(state.now, state.pieces):
        return Text(f"{who} doit passer : aucune pièce n’entre à côté du Leader.", f"{who} has to pass: no piece fits beside the leader.")
    if not state.now.laid:
        return Text(f"À {who} d’ouvrir, dans l’étoile ou le cercle du centre.", f"{who} to open, in the star or the circle of the centre.")
    return Text(f"À {who} de jouer : touchez le Leader.", f"{who} to play: touch the leader.")


def foreseen(state: State, action: Action) -> Iterator[Text]:
    """What a placement would bring, and a warning if it helps others or ends the round."""
    after = laid(state.now, state.pieces, state.pieces.index[action], scoring(state.options))
    if after.gains:
        yield Text("Ce coup : ", "This move: ") + gained(after.gains)
    if after.free:
        yield free_turn(after)
    if after.reason:
        yield Text("Ce coup termine la manche. ", "This move ends the round. ") + _won(
            best(after, after.scores), after.scores, REASONS[after.reason]
        )


def piece_title(shape: Shape, seat: Seat, spaces: Sequence[int]) -> Text:
    """A piece where it lies or would lie; told apart from others by its spaces."""
    where = join((space_name(board().spaces[space]) for space in spaces), Text(" ; ", "; "))
    return Text(f"{title(shape).fr} de {{{seat}}} : {where.fr}", f"{{{seat}}}’s {noun(shape).en}: {where.en}")


def stack_title(shape: Shape, left: int) -> Text:
    """The pieces of a shape that somebody has left."""
    return title(shape) + Text(f", reste {left}", f", {left} left")
