"""The texts of Karta Doppio: captions, log lines, labels and results."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from tableronde.game import Event, Outcome, Seat
from tableronde.games.karta_doppio.naming import COLOUR, pattern, square
from tableronde.games.karta_doppio.rules import SEATS, Last, Numbers, Options, State, colour_of, last, outcome_of, result, results, scores
from tableronde.games.karta_doppio.rules.cards import Cell, Colour, Pose
from tableronde.games.karta_doppio.rules.grid import Line, Square, read
from tableronde.options import Variant
from tableronde.text import NOTHING, Noun, Text, does, join, same

TITLE: Final = Text("Karta Doppio", "Karta Doppio")
BLURB: Final = Text(
    "Des cartes transparentes, deux couleurs, deux couches : recouvrez, verrouillez, alignez quatre points.",
    "Transparent cards, two colours, two layers: cover, lock, and line up four points.",
)
GOAL: Final = Text(
    "Gagnez le plus de jetons : un pour chaque ligne de quatre points à votre couleur.",
    "Win the most tokens: one for every line of four points in your colour.",
)
VARIANTS: Final = (
    Variant("single", Text("Une partie", "A single game"), {}),
    Variant("double", Text("Partie et revanche", "A double match"), {"match": "double"}),
    Variant(
        "mirrored",
        Text("Des motifs et leurs reflets (hors livret)", "Patterns and their mirror images (not in the booklet)"),
        {"deck": "mirrored"},
    ),
    Variant("full", Text("Trente cartes (hors livret)", "Thirty cards (not in the booklet)"), {"deck": "full"}),
)
TIPS: Final = (
    Text(
        "Un carré à deux feuilles est verrouillé : terminez vos lignes sur de tels carrés, plus personne ne les défera.",
        "A square with two leaves is locked: finish your lines on such squares and nobody can break them.",
    ),
    Text(
        "Un carré vide posé sur votre point le met à l’abri.",
        "Lay an empty square on one of your points, and the point is safe.",
    ),
    Text(
        "Chaque face porte aussi un point adverse : choisissez où il tombe avant de choisir où tombent les vôtres.",
        "Every face also has a point of the other colour: see where it falls before you place your own two.",
    ),
    Text(
        "Bleu pose la dernière carte : Rouge doit garder de l’avance, ou ne plus rien laisser d’ouvert.",
        "Blue lays the last card: by then Red has to be ahead, or leave nothing open.",
    ),
    Text(
        "À égalité de jetons, les points visibles décident : ne couvrez pas vos propres points sans raison.",
        "If tokens are level, visible points decide: do not cover your own points without a reason.",
    ),
)
REASONS: Final = {
    "tokens": Text("davantage de jetons", "more tokens"),
    "points": Text("autant de jetons, mais davantage de points visibles", "tokens are level, but more points are visible"),
    "draw": Text("autant de jetons et autant de points visibles", "tokens and visible points are level"),
}
TOKEN, POINT, CARD = Noun("jeton", "token"), Noun("point", "point"), Noun("carte", "card", feminine=True)
_LINE: Final[dict[Colour, Text]] = {"red": Text("Ligne rouge", "Red line"), "blue": Text("Ligne bleue", "Blue line")}
_FACE: Final = {"r": Text("face rouge", "red face"), "b": Text("face bleue", "blue face")}
_TURN: Final = (
    Text("à l’endroit", "upright"),
    Text("un quart de tour à gauche", "a quarter-turn to the left"),
    Text("un demi-tour", "a half-turn"),
    Text("un quart de tour à droite", "a quarter-turn to the right"),
)
_DIRECTION: Final = {
    "h": Text("horizontale", "across"),
    "v": Text("verticale", "upright"),
    "u": Text("diagonale montante", "diagonal, rising"),
    "d": Text("diagonale descendante", "diagonal, falling"),
}
_COMMA: Final = same(", ")


def pose_title(face_and_turn: str) -> Text:
    """The text of a pose: "r1"."""
    return join((_FACE[face_and_turn[0]], _TURN[int(face_and_turn[1])]), _COMMA)


@cache
def card_title(pose: Pose) -> Text:
    """The text of a card and its pose."""
    return Text("Carte, ", "Card, ") + pose_title(f"{pose.face}{pose.turn}") + Text(" : ", ": ") + pattern(pose)


@lru_cache(1024)
def square_title(cell: Cell, shown: Square) -> Text:
    """The label of a square: its point, and whether it is locked."""
    what = Text(f"point {COLOUR[shown.shown].fr}", f"{COLOUR[shown.shown].en} point") if shown.shown else Text("vide", "empty")
    lock = Text(", verrouillé", ", locked") if shown.locked else NOTHING
    return Text(f"Carré {square(cell)} : ", f"Square {square(cell)}: ") + what + lock


def line_title(line: Line) -> Text:
    """A line, its direction and its length."""
    start = join((_LINE[line.colour], _DIRECTION[line.direction]), _COMMA) + same(f", {line.length} points")
    return start + Text(f", compte pour {line.value}", f", counts as {line.value}") if line.value > 1 else start


def effect(delta: Numbers, reader: Seat | None = None) -> Text:
    """The tokens that seats win and lose; nothing if none does."""
    return join((_change(seat, delta[seat], reader) for seat in SEATS if delta[seat]), _COMMA)


def tally(state: State, seat: Seat) -> Text:
    """The tokens and visible points of a seat."""
    now = result(state.laid, state.game)
    return join((TOKEN.count(now.tokens[seat]), POINT.count(now.points[seat])), _COMMA)


def standing(state: State, seat: Seat) -> Text:
    """The tokens, visible points and remaining cards of a seat."""
    return tally(state, seat) + _COMMA + CARD.count(len(state.hand(colour_of(seat, state.game))))


def tell(before: State, event: Event, after: State, reader: Seat | None = None) -> Text:
    """The log line of an action, with the tokens won and lost."""
    card, happened = read(event.action), last(after)
    assert card is not None
    assert happened is not None
    where, turned = square(card.place), card.pose.face != before.colour[0]
    laid = does(before.mover, reader, Text("pose", "lays"), Text("posez", "lay")) + Text(
        f" une carte{' retournée' if turned else ''} en {where}", f" a card{' turned over' if turned else ''} at {where}"
    )
    change = effect(happened.delta, reader)
    return laid + (Text(f" : {change.fr}.", f": {change.en}.") if change.fr else same(".")) + _closing(after)


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: a card, a pose, or a place."""
    match picked:
        case ():
            return card_title(Pose(int(word), "r", 0))
        case (_,):
            return pose_title(word)
        case _:
            return place_title(word)


def place_title(word: str) -> Text:
    """The place of a card, given by its lower left square."""
    x, y = map(int, word.split(","))
    return Text(f"en {square((x, y))}", f"at {square((x, y))}")


def house_rules(options: Options) -> Text:
    """The differences of this table from the ordinary single game."""
    return join(_house_rules(options))


def captions(state: State, reader: Seat | None, picked: tuple[str, ...], preview: Numbers | None) -> Iterator[Text]:
    """The captions beside the table; `preview` is the change by the picked card."""
    outcome = outcome_of(state)
    if outcome:
        yield _ended(outcome, reader)
    else:
        yield _turn(state, reader)
        yield from _hints(state, reader, picked, preview)
    yield from _describe_changes(last(state), reader)
    if state.game == 2 and not outcome:
        yield _rematch(state)


def chapter(before: State, after: State) -> Text | None:
    """The result of the first game of a match, before the second one begins (R23)."""
    if after.game == before.game:
        return None
    first, points = results(after)[0].tokens, results(after)[0].points
    lead = first if first[0] != first[1] else points
    who = Text("Égalité", "A tie") if lead[0] == lead[1] else same(f"{{{lead.index(max(lead))}}}") + Text(" mène", " leads")
    ahead, behind = max(first), min(first)
    return who + Text(
        f", {ahead} jetons à {behind} après la première partie. Les mains et les couleurs sont échangées ; les jetons s’ajoutent.",
        f", {ahead} tokens to {behind} after the first game. Hands and colours are exchanged; tokens are added up.",
    )


def coach(state: State, seat: Seat) -> Text | None:
    """Advice for a beginner: what can be done now, and what to look for."""
    if state.over or state.mover != seat:
        return None
    if not state.laid:
        return Text(
            "Posez la carte de votre choix. Chaque face a aussi un point adverse.",
            "Lay any card you like. Every face also has one of your opponent’s points.",
        )
    return Text(
        "Posez une carte contre les autres ou par-dessus. Un nombre sur la table dit combien de jetons une place rapporte ; "
        "un carré recouvert est verrouillé.",
        "Lay a card beside the others or on top. A number on the table shows how many tokens a place wins; a covered square is locked.",
    )


def _house_rules(options: Options) -> Iterator[Text]:
    if options.match == "double":
        yield Text("Deux parties, avec échange des mains et des couleurs.", "Two games, with hands and colours exchanged.")
    if options.deck == "mirrored":
        yield Text(
            "Règle maison : des motifs avec leurs reflets, un jeu de cartes qui n’est pas dans le livret.",
            "House rule: patterns and their mirror images, a deck that is not in the booklet.",
        )
    if options.deck == "full":
        yield Text(
            "Règle maison : trente cartes, quinze par main, au lieu des seize du livret.",
            "House rule: thirty cards, fifteen in each hand, instead of the sixteen in the booklet.",
        )
    if options.corner_contact:
        yield Text("Un coin suffit pour toucher.", "Touching at a corner is enough.")


def _change(seat: Seat, tokens: int, reader: Seat | None) -> Text:
    number = TOKEN.count(abs(tokens))
    if seat == reader:
        fr, en = ("gagnez", "win") if tokens > 0 else ("perdez", "lose")
        return Text(f"vous {fr} {number.fr}", f"you {en} {number.en}")
    fr, en = ("gagne", "wins") if tokens > 0 else ("perd", "loses")
    return Text(f"{{{seat}}} {fr} {number.fr}", f"{{{seat}}} {en} {number.en}")


def _closing(after: State) -> Text:
    """The addition to the result by the last card of the first game."""
    if after.game == 1 or after.laid:
        return NOTHING
    first, second = results(after)[0].tokens
    return Text(
        f" Première partie : {first} à {second} ; on échange les mains et les couleurs.",
        f" First game: {first} to {second}; hands and colours are exchanged.",
    )


def _turn(state: State, reader: Seat | None) -> Text:
    mover, colour = state.mover, COLOUR[state.colour]
    if mover == reader:
        return Text(f"À vous ({colour.fr}) : posez une carte.", f"Your turn ({colour.en}): lay a card.")
    return Text(f"Au tour de {{{mover}}} ({colour.fr}).", f"{{{mover}}}’s turn ({colour.en}).")


def _hints(state: State, reader: Seat | None, picked: tuple[str, ...], preview: Numbers | None) -> Iterator[Text]:
    if preview is not None:
        change = effect(preview, reader)
        yield Text(f"Posée ici : {change.fr or 'aucun jeton gagné ni perdu'}.", f"Laid here: {change.en or 'no token won or lost'}.")
    elif len(picked) == 1:
        yield Text("Choisissez la face et le sens de la carte.", "Choose the face of the card and how to turn it.")
    elif picked:
        yield Text("Choisissez où poser la carte.", "Choose where to lay the card.")
    if len(state.laid) == 1:
        yield Text(
            "Deuxième carte : ne prenez aucun point rouge, ne recouvrez pas toute la première carte.",
            "Second card: take no red point, and do not cover the whole first card.",
        )
    if len(state.laid) + 1 == state.cards:
        yield Text(
            "Dernière carte : elle doit en recouvrir une autre, si elle le peut.", "Last card: it must overlap another one if it can."
        )


def _describe_changes(happened: Last | None, reader: Seat | None) -> Iterator[Text]:
    if happened and any(happened.delta):
        change = effect(happened.delta, reader)
        yield Text(f"Avec la dernière carte posée, {change.fr}.", f"With the card just laid, {change.en}.")


def _rematch(state: State) -> Text:
    first, total = results(state)[0], scores(state)
    return Text(
        f"Revanche : les mains et les couleurs sont échangées. Première partie {_versus(first.tokens)}, total {_versus(total)}.",
        f"Second game: hands and colours are exchanged. First game {_versus(first.tokens)}, total {_versus(total)}.",
    )


def _versus(scores: Sequence[float]) -> str:
    return " – ".join(map(str, scores))


def _ended(outcome: Outcome, reader: Seat | None) -> Text:
    why, score = REASONS[outcome.reason], _versus(outcome.scores)
    if outcome.reason == "draw":
        return Text(f"Partie nulle, {score} : {why.fr}.", f"A draw, {score}: {why.en}.")
    [winner] = outcome.winners
    ahead, behind = outcome.scores[winner], outcome.scores[1 - winner]
    who = Text("Vous gagnez", "You win") if winner == reader else Text(f"{{{winner}}} gagne", f"{{{winner}}} wins")
    return Text(f"{who.fr}, {ahead} à {behind} : {why.fr}.", f"{who.en}, {ahead} to {behind}: {why.en}.")
