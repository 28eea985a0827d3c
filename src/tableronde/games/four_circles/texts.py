"""The words of Four Circles."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Event
from tableronde.games.four_circles.rules import PASS, Options, Pawn, State, cell, is_jump, threats
from tableronde.text import Text, same

TITLE: Final = Text("Quatre Cercles", "Four Circles")
BLURB: Final = Text(
    "Sautez pour montrer un cercle, déplacez le tablier lui-même, et alignez quatre cercles avant l'autre.",
    "Jump to show a circle, move the very board, and line up four circles before your opponent does.",
)
NAMES: Final = (Text("Blanc", "White"), Text("Rouge", "Red"))
TIPS: Final = (
    Text(
        "Un saut montre le cercle, le saut suivant le cache : comptez vos sauts avant de les faire.",
        "A jump shows the circle and the next one hides it again: count your jumps before you make them.",
    ),
    Text(
        "Une case prise à l'autre bout du tablier peut compléter une ligne là où il n'y avait rien.",
        "A tile taken from the far end can complete a line where there was nothing at all.",
    ),
    Text(
        "Trois cercles alignés de l'adversaire ? Cherchez toute case qu'il pourrait poser au bout de la ligne.",
        "Three circles of theirs in a row? Look for every tile they could lay at its end.",
    ),
    Text(
        "On peut sauter par-dessus ses propres pions : gardez-les par deux.",
        "You may jump over your own pawns: keep them in pairs.",
    ),
)
REASONS: Final = {
    "line": Text("quatre cercles alignés", "four circles in a line"),
    "passes": Text("personne ne peut plus jouer", "nobody can play any more"),
    "repetition": Text("la même position pour la troisième fois", "the same position for the third time"),
    "max_plies": Text("le nombre d'actions convenu est atteint", "the agreed number of actions has been played"),
}


def house_rules(options: Options) -> Text:
    """The draws that the rulebook does not know (R18, R19)."""
    cap = options.max_plies
    return Text(
        "Règles maison : le livret ne connaît pas de partie nulle. À cette table, la partie est nulle lorsque la même position se présente "
        "pour la troisième fois, le même joueur devant jouer" + (f", ou après {cap} actions." if cap else "."),
        "House rules: the rulebook knows no draw. At this table the game is a draw when the same position comes up for the third time "
        "with the same player to move" + (f", or after {cap} actions." if cap else "."),
    )


def piece(pawn: Pawn) -> Text:
    """A pawn by its colour and face."""
    colour = NAMES[pawn.seat]
    return Text(
        f"Pion {colour.fr.lower()}, face {'cercle' if pawn.circle else 'pleine'},",
        f"{colour.en} pawn, {'circle' if pawn.circle else 'plain'} face,",
    )


def tell(before: State, event: Event, after: State) -> Text:
    """An action in words."""
    who, action = f"{{{event.actor}}}", event.action
    if action == PASS:
        return Text(f"{who} ne peut rien jouer et passe.", f"{who} cannot move and passes.")
    if before.placing:
        return Text(f"{who} pose un pion en {action}.", f"{who} puts a pawn on {action}.")
    tile, _, way = action.rpartition("|")
    source, target = way.split(">")
    return _tell_tile(who, tile) + _tell_move(before, source, target)


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: only passing has one."""
    return Text("Passer", "Pass") if word == PASS else same(word)


def captions(state: State, lifted: tuple[str, ...]) -> Iterator[Text]:
    """What to say beside the board."""
    if state.reason:
        yield _ended(state)
        return
    yield _turn(state)
    if len(lifted) == 1:
        yield Text("Posez la case là où l'un de vos pions peut la rejoindre.", "Lay the tile where one of your pawns can enter it.")
    if len(lifted) == 2:
        yield Text("Le pion doit finir sur la case déplacée : choisissez-le.", "The pawn must end on the moved tile: choose it.")
    if state.repeats == 2:
        yield Text(
            "Attention : cette position est déjà venue une fois ; à la troisième, partie nulle.",
            "Beware: this position has come up before; at the third time the game is a draw.",
        )
    if threats(state, 1 - state.mover):
        yield Text(
            f"Attention : {{{1 - state.mover}}} menace de compléter une ligne.",
            f"Beware: {{{1 - state.mover}}} threatens to complete a line.",
        )


def _turn(state: State) -> Text:
    who = f"{{{state.mover}}}"
    if state.placing:
        left = state.hand(state.mover)
        return Text(f"À {who} de poser un pion ({left} en main).", f"{who} to put down a pawn ({left} in hand).")
    return Text(f"À {who} de jouer : un pion, ou une case puis un pion.", f"{who} to move: a pawn, or a tile and then a pawn.")


def _ended(state: State) -> Text:
    why = REASONS[state.reason]
    if state.reason == "line":
        return Text(f"{{{1 - state.mover}}} gagne : {why.fr}.", f"{{{1 - state.mover}}} wins: {why.en}.")
    return Text(f"Partie nulle : {why.fr}.", f"A draw: {why.en}.")


def _tell_tile(who: str, tile: str) -> Text:
    if not tile:
        return same(f"{who} ")
    source, target = tile.split(">")
    return Text(f"{who} déplace la case {source} en {target}, puis ", f"{who} moves the tile {source} to {target}, then ")


def _tell_move(before: State, source: str, target: str) -> Text:
    if not is_jump(cell(source), cell(target)):
        return Text(f"avance de {source} à {target}.", f"steps from {source} to {target}.")
    shown = not before.on()[cell(source)].circle
    return Text(
        f"saute de {source} à {target} et {'montre' if shown else 'cache'} un cercle.",
        f"jumps from {source} to {target} and {'shows' if shown else 'hides'} a circle.",
    )
