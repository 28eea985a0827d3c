"""The words of Four Circles."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Event
from tableronde.games.four_circles.rules import PASS, SWAP, Cell, Options, Pawn, State, cell, is_jump
from tableronde.options import Variant
from tableronde.text import Text, same

TITLE: Final = Text("Quatre Cercles", "Four Circles")
BLURB: Final = Text(
    "Sautez pour montrer un cercle, déplacez le tablier lui-même, et alignez quatre cercles avant votre adversaire.",
    "Jump to show a circle, move the board itself, and line up four circles before your opponent does.",
)
GOAL: Final = Text(
    "Alignez quatre de vos cercles : un pion montre le sien en sautant.",
    "Line up four of your circles: a pawn shows its circle by jumping.",
)
VARIANTS: Final = (
    Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
    Variant("short", Text("Nulle après 120 coups", "A draw after 120 moves"), {"max_plies": 120}),
)
COLUMNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARGIN: Final = 5  # the rectangle of the start lies from F6 to J9, so that the board can grow to all sides
SEAT_NAMES: Final = (Text("Blanc", "White"), Text("Rouge", "Red"))
TIPS: Final = (
    Text(
        "Un saut montre le cercle, le saut suivant le cache : comptez vos sauts avant de les faire.",
        "A jump shows the circle and the next one hides it again: count your jumps before you make them.",
    ),
    Text(
        "Une case prise à l’autre bout du tablier peut compléter une ligne là où il n’y avait rien.",
        "A tile taken from the far end of the board can complete a line where there was nothing at all.",
    ),
    Text(
        "Votre adversaire a trois cercles alignés ? Cherchez toutes les cases qui pourraient venir au bout de la ligne.",
        "Your opponent has three circles in a row? Look for every tile that could be laid at the end of it.",
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
    "max_plies": Text("le nombre de coups convenu est atteint", "the agreed number of moves has been played"),
}


_SWAPPING: Final = Text(
    " L’échange est permis : une fois le premier pion posé, l’autre joueur peut, au lieu de poser un pion, faire de celui-là le sien.",
    " Swapping is allowed: once the first pawn is down, the other player may make it theirs instead of putting one down.",
)


def house_rules(options: Options) -> Text:
    """What the rulebook does not know: draws (R18, R19) and, if it was chosen, the swap (R21)."""
    cap = options.max_plies
    draws = Text(
        "Règles maison : le livret ne connaît pas de partie nulle. À cette table, la partie est nulle lorsque la même position se présente "
        "pour la troisième fois, le même joueur devant jouer" + (f", ou après {cap} coups." if cap else "."),
        "House rules: the rulebook knows no draw. At this table the game is a draw when the same position comes up for the third time "
        "with the same player to move" + (f", or after {cap} moves." if cap else "."),
    )
    return draws + _SWAPPING if options.swap else draws


def column(x: int) -> str:
    """The letter of a column; before A comes Z. No board is so wide that two of its columns share a letter."""
    return COLUMNS[(x + MARGIN) % len(COLUMNS)]


def row(y: int) -> str:
    """The number of a row, counted from the top; before 1 comes 26."""
    return str((y + MARGIN) % len(COLUMNS) + 1)


def square(place: Cell) -> str:
    """A place as players call it: "H7". It keeps that name however the board creeps, so what the log says stays true."""
    return column(place[0]) + row(place[1])


def piece(pawn: Pawn) -> Text:
    """A pawn by its colour and face."""
    colour = SEAT_NAMES[pawn.seat]
    return Text(
        f"Pion {colour.fr.lower()}, face {'cercle' if pawn.circle else 'pleine'}",
        f"{colour.en} pawn, {'circle' if pawn.circle else 'plain'} face",
    )


def standing(pawn: Pawn) -> Text:
    """A pawn on the board: also where it stands."""
    return piece(pawn) + Text(f", en {square(pawn.cell)}", f", on {square(pawn.cell)}")


def tell(before: State, event: Event, after: State) -> Text:
    """An action in words."""
    who, action = f"{{{event.actor}}}", event.action
    if action == PASS:
        return Text(f"{who} ne peut rien jouer et passe.", f"{who} cannot move and passes.")
    if action == SWAP:
        at, other = square(before.pawns[0].cell), f"{{{before.pawns[0].seat}}}"
        return Text(
            f"{who} échange les rôles : le pion en {at} devient le sien, et {other} continue.",
            f"{who} swaps sides: the pawn on {at} now belongs to {who}, and {other} goes on.",
        )
    if before.placing:
        at = square(cell(action))
        return Text(f"{who} pose un pion en {at}.", f"{who} puts a pawn on {at}.")
    tile, _, way = action.rpartition("|")
    source, target = map(cell, way.split(">"))
    return _tell_tile(who, tile) + _tell_move(before, source, target)


_BUTTONS: Final = {
    PASS: Text("Passer", "Pass"),
    SWAP: Text("Échanger : ce pion devient le mien", "Swap: this pawn becomes mine"),
}


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: to pass, to swap sides, or a place."""
    return _BUTTONS[word] if word in _BUTTONS else same(square(cell(word)))


def captions(state: State, lifted: tuple[str, ...], danger: bool) -> Iterator[Text]:
    """What to say beside the board."""
    if state.reason:
        yield _ended(state)
        return
    yield _turn(state)
    if len(lifted) == 1:
        yield Text("Posez la case là où l’un de vos pions peut la rejoindre.", "Lay the tile where one of your pawns can enter it.")
    if len(lifted) == 2:
        yield Text("Le pion doit finir sur la case déplacée : choisissez-le.", "The pawn must end on the moved tile: choose it.")
    if state.repeats == 2:
        yield Text(
            "Attention : cette position s’est déjà présentée ; à la troisième fois, la partie est nulle.",
            "Beware: this position has come up before; the third time, the game is a draw.",
        )
    if danger:
        yield Text(
            f"Attention : {{{1 - state.mover}}} menace de compléter une ligne.",
            f"Beware: {{{1 - state.mover}}} threatens to complete a line.",
        )


def _turn(state: State) -> Text:
    who = f"{{{state.mover}}}"
    if state.swap:
        return Text(
            f"À {who} : poser un pion, ou échanger les rôles, une seule fois.",
            f"{who} to put down a pawn, or to swap sides, this once.",
        )
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
    source, target = (square(cell(place)) for place in tile.split(">"))
    return Text(f"{who} déplace la case {source} en {target}, puis ", f"{who} moves the tile {source} to {target}, then ")


def _tell_move(before: State, source: Cell, target: Cell) -> Text:
    way = Text(f"de {square(source)} à {square(target)}", f"from {square(source)} to {square(target)}")
    if not is_jump(source, target):
        return Text(f"avance {way.fr}.", f"steps {way.en}.")
    shown = not before.on()[source].circle
    return Text(
        f"saute {way.fr} et {'montre' if shown else 'cache'} un cercle.",
        f"jumps {way.en} and {'shows' if shown else 'hides'} a circle.",
    )
