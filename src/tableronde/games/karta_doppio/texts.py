"""The words of Karta Doppio."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from tableronde.game import Event, Outcome, Seat
from tableronde.games.karta_doppio.cards import Cell, Colour, Pose
from tableronde.games.karta_doppio.grid import Line, Square, read
from tableronde.games.karta_doppio.naming import COLOUR, pattern, square
from tableronde.games.karta_doppio.rules import SEATS, Last, Numbers, Options, State, colour_of, last, outcome_of, result, results, scores
from tableronde.options import Variant
from tableronde.text import NOTHING, Noun, Text, join, same

TITLE: Final = Text("Karta Doppio", "Karta Doppio")
BLURB: Final = Text(
    "Des cartes transparentes, deux couleurs, deux couches : recouvrez, verrouillez, alignez quatre points.",
    "Transparent cards, two colours, two layers: cover, lock, and line up four points.",
)
GOAL: Final = Text(
    "Ayez le plus de jetons : un par ligne de quatre points à vous.", "Have most tokens: one for each line of four points of yours."
)
VARIANTS: Final = (
    Variant("single", Text("Une partie", "A single game"), {}),
    Variant("double", Text("Partie et revanche", "A double match"), {"match": "double"}),
    Variant("mirrored", Text("Des motifs et leurs reflets", "Patterns and their mirror images"), {"deck": "mirrored"}),
    Variant("full", Text("Les trente cartes", "All thirty cards"), {"deck": "full"}),
)
TIPS: Final = (
    Text(
        "Un carré à deux feuilles est verrouillé : terminez vos lignes sur de tels carrés, plus personne ne les défera.",
        "A square with two leaves is locked: finish your lines on such squares and nobody can break them.",
    ),
    Text(
        "Un carré vide posé sur votre point le met à l’abri.",
        "An empty square laid on a point of yours makes it safe.",
    ),
    Text(
        "Chaque face porte aussi un point adverse : choisissez où il tombe avant de choisir où tombent les vôtres.",
        "Every face carries a point of the other colour as well: mind where it falls before you mind your own two.",
    ),
    Text(
        "Bleu pose la dernière carte : rouge doit garder de l’avance, ou ne plus rien laisser d’ouvert.",
        "Blue lays the last card: red needs to be ahead by then, or to leave nothing open.",
    ),
    Text(
        "À égalité de jetons, les points visibles décident : ne couvrez pas vos propres points sans raison.",
        "With equal tokens the visible points decide: do not cover your own points without need.",
    ),
)
REASONS: Final = {
    "tokens": Text("davantage de jetons", "more tokens"),
    "points": Text("autant de jetons, mais davantage de points visibles", "equal tokens, but more visible points"),
    "draw": Text("autant de jetons et autant de points visibles", "equal tokens and equal visible points"),
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
    """How a card is held: "r1"."""
    return join((_FACE[face_and_turn[0]], _TURN[int(face_and_turn[1])]), _COMMA)


@cache
def card_title(pose: Pose) -> Text:
    """A card and how it is held."""
    return Text("Carte, ", "Card, ") + pose_title(f"{pose.face}{pose.turn}") + Text(" : ", ": ") + pattern(pose)


@lru_cache(1024)
def square_title(cell: Cell, shown: Square) -> Text:
    """A square, what it shows and whether it is locked."""
    what = Text(f"point {COLOUR[shown.shown].fr}", f"{COLOUR[shown.shown].en} point") if shown.shown else Text("vide", "empty")
    lock = Text(", verrouillé", ", locked") if shown.locked else NOTHING
    return Text(f"Carré {square(cell)} : ", f"Square {square(cell)}: ") + what + lock


def line_title(line: Line) -> Text:
    """A line, its direction and its length."""
    start = join((_LINE[line.colour], _DIRECTION[line.direction]), _COMMA) + same(f", {line.length} points")
    return start + Text(f", compte pour {line.value}", f", counts as {line.value}") if line.value > 1 else start


def effect(delta: Numbers) -> Text:
    """The tokens that seats win and lose; nothing if none does."""
    return join((_change(seat, delta[seat]) for seat in SEATS if delta[seat]), _COMMA)


def tally(state: State, seat: Seat) -> Text:
    """What a seat has on the table: tokens and visible points."""
    now = result(state.laid, state.game)
    return join((TOKEN.count(now.tokens[seat]), POINT.count(now.points[seat])), _COMMA)


def standing(state: State, seat: Seat) -> Text:
    """All that a seat has: cards left, too."""
    return tally(state, seat) + _COMMA + CARD.count(len(state.hand(colour_of(seat, state.game))))


def tell(before: State, event: Event, after: State) -> Text:
    """An action in words, with the tokens won and lost."""
    card, happened = read(event.action), last(after)
    assert card is not None
    assert happened is not None
    who, where, turned = f"{{{event.actor}}}", square(card.place), card.pose.face != before.colour[0]
    laid = Text(
        f"{who} pose une carte{' retournée' if turned else ''} en {where}",
        f"{who} lays a card{' turned over' if turned else ''} at {where}",
    )
    change = effect(happened.delta)
    return laid + (Text(f" : {change.fr}.", f": {change.en}.") if change.fr else same(".")) + _closing(after)


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: a card, how to hold it, or where to lay it."""
    match picked:
        case ():
            return card_title(Pose(int(word), "r", 0))
        case (_,):
            return pose_title(word)
        case _:
            return place_title(word)


def place_title(word: str) -> Text:
    """Where a card would lie: its lower left square."""
    x, y = map(int, word.split(","))
    return Text(f"en {square((x, y))}", f"at {square((x, y))}")


def house_rules(options: Options) -> Text:
    """What this table plays otherwise than the ordinary single game."""
    return join(_house_rules(options))


def captions(state: State, picked: tuple[str, ...], preview: Numbers | None) -> Iterator[Text]:
    """What to say beside the table; `preview` is what the card about to be laid would change."""
    outcome = outcome_of(state)
    if outcome:
        yield _ended(outcome)
    else:
        yield _turn(state)
        yield from _hints(state, picked, preview)
    yield join((_whose(state, seat) + standing(state, seat) for seat in SEATS), same(" · "))
    yield from _news(last(state))
    if state.game == 2 and not outcome:
        yield _rematch(state)


def chapter(before: State, after: State) -> Text | None:
    """How the first game of a match ended, when the second one is about to begin (R23)."""
    if after.game == before.game:
        return None
    first, points = results(after)[0].tokens, results(after)[0].points
    lead = first if first[0] != first[1] else points
    who = Text("Égalité", "A tie") if lead[0] == lead[1] else same(f"{{{lead.index(max(lead))}}}") + Text(" mène", " leads")
    ahead, behind = max(first), min(first)
    return who + Text(
        f", {ahead} à {behind} en jetons après la première partie. Les mains et les couleurs sont échangées ; les jetons s’ajoutent.",
        f", {ahead} to {behind} in tokens after the first game. Hands and colours are exchanged; the tokens add up.",
    )


def coach(state: State, seat: Seat) -> Text | None:
    """What a beginner may do now, and what to look for."""
    if state.over or state.mover != seat:
        return None
    if not state.laid:
        return Text(
            "Posez une carte, n’importe laquelle. Chaque face a aussi un point adverse.",
            "Lay a card, any card. Every face has a point of your opponent’s as well.",
        )
    return Text(
        "Posez une carte contre les autres ou par-dessus. Un nombre sur la table dit combien de jetons une place rapporte ; "
        "un carré recouvert est verrouillé.",
        "Lay a card beside the others or on top. A number on the table says how many tokens a place brings; a covered square is locked.",
    )


def _house_rules(options: Options) -> Iterator[Text]:
    if options.match == "double":
        yield Text("Deux parties, mains et couleurs échangées.", "Two games, hands and colours exchanged.")
    if options.deck == "mirrored":
        yield Text("Jeu de cartes avec des motifs et leurs reflets.", "A deck of patterns and their mirror images.")
    if options.deck == "full":
        yield Text("Les trente cartes, quinze par main.", "All thirty cards, fifteen a hand.")
    if options.corner_contact:
        yield Text("Le contact par un coin suffit.", "Contact at a corner is enough.")


def _change(seat: Seat, tokens: int) -> Text:
    verb = Text(" gagne ", " wins ") if tokens > 0 else Text(" perd ", " loses ")
    return same(f"{{{seat}}}") + verb + TOKEN.count(abs(tokens))


def _closing(after: State) -> Text:
    """What the last card of the first game adds."""
    if after.game == 1 or after.laid:
        return NOTHING
    first, second = results(after)[0].tokens
    return Text(
        f" Première partie : {first} à {second} ; on échange mains et couleurs.",
        f" First game: {first} to {second}; hands and colours are exchanged.",
    )


def _turn(state: State) -> Text:
    who, colour = f"{{{state.mover}}}", COLOUR[state.colour]
    return Text(f"À {who} ({colour.fr}) de poser une carte.", f"{who} ({colour.en}) to lay a card.")


def _hints(state: State, picked: tuple[str, ...], preview: Numbers | None) -> Iterator[Text]:
    if preview is not None:
        change = effect(preview)
        yield Text(f"Posée ici : {change.fr or 'aucun jeton gagné ni perdu'}.", f"Laid here: {change.en or 'no token is won or lost'}.")
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
            "Dernière carte : elle doit en recouvrir une autre, si elle le peut.", "The last card: it must overlap another one if it can."
        )


def _whose(state: State, seat: Seat) -> Text:
    colour = COLOUR[colour_of(seat, state.game)]
    return Text(f"{{{seat}}} ({colour.fr}) : ", f"{{{seat}}} ({colour.en}): ")


def _news(happened: Last | None) -> Iterator[Text]:
    if happened and any(happened.delta):
        change = effect(happened.delta)
        yield Text(f"La carte posée : {change.fr}.", f"The card just laid: {change.en}.")


def _rematch(state: State) -> Text:
    first, total = results(state)[0], scores(state)
    return Text(
        f"Revanche : les mains et les couleurs sont échangées. Première partie {_versus(first.tokens)}, total {_versus(total)}.",
        f"Second game: hands and colours are exchanged. First game {_versus(first.tokens)}, total {_versus(total)}.",
    )


def _versus(scores: Sequence[float]) -> str:
    return " – ".join(map(str, scores))


def _ended(outcome: Outcome) -> Text:
    why, score = REASONS[outcome.reason], _versus(outcome.scores)
    if outcome.reason == "draw":
        return Text(f"Partie nulle, {score} : {why.fr}.", f"A draw, {score}: {why.en}.")
    [winner] = outcome.winners
    ahead, behind = outcome.scores[winner], outcome.scores[1 - winner]
    return Text(f"{{{winner}}} gagne, {ahead} à {behind} : {why.fr}.", f"{{{winner}}} wins, {ahead} to {behind}: {why.en}.")
