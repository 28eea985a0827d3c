"""The texts of Four Circles: captions, log lines, labels and results."""

from collections.abc import Iterator
from typing import Final

from tableronde.game import Event, Seat
from tableronde.games.four_circles.rules import PASS, SWAP, Options, State, is_jump
from tableronde.games.four_circles.rules.board import Cell, Pawn, cell
from tableronde.options import Variant
from tableronde.text import Text, does, same

TITLE: Final = Text("Quatre Cercles", "Four Circles")
BLURB: Final = Text(
    "Sautez pour montrer un cercle, déplacez le tablier lui-même, et alignez quatre cercles avant votre adversaire.",
    "Jump to show a circle, move the board itself, and line up four circles before your opponent does.",
)
GOAL: Final = Text(
    "Alignez quatre de vos cercles : un pion montre le sien en sautant.",
    "Line up four of your circles: a pawn shows its circle by jumping.",
)
ESTIMATED: Final = ("age", "minutes")  # the booklet gives neither
VARIANTS: Final = (
    Variant("standard", Text("La partie ordinaire", "The ordinary game"), {}),
    Variant("short", Text("Nulle après 120 coups (règle maison)", "A draw after 120 moves (house rule)"), {"max_plies": 120}),
)
FAIRER: Final = {"swap": True}
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
        "A tile from the far end of the board can complete a line where there was nothing at all.",
    ),
    Text(
        "Votre adversaire a trois cercles alignés ? Cherchez toutes les cases qui pourraient venir au bout de la ligne.",
        "Your opponent has three circles in a row? Look for every tile that could be laid at the end of the line.",
    ),
    Text(
        "On peut sauter par-dessus ses propres pions : gardez-les par deux.",
        "You may jump over your own pawns: keep them in pairs.",
    ),
)
REASONS: Final = {
    "line": Text("quatre cercles alignés", "four circles in a line"),
    "passes": Text("personne ne peut plus jouer", "nobody can move anymore"),
    "repetition": Text("la même position pour la troisième fois (règle maison)", "the same position for the third time (house rule)"),
    "max_plies": Text("le nombre de coups convenu est atteint (règle maison)", "the agreed number of moves has been played (house rule)"),
}


_SWAPPING: Final = Text(
    " L’échange est permis : après le premier pion, l’autre joueur peut le prendre à son compte au lieu d’en poser un.",
    " Swapping is allowed: after the first pawn, the other player may take it over instead of putting one down.",
)


def house_rules(options: Options) -> Text:
    """The house rules of a table: draws (R18, R19) and, if chosen, the swap (R21)."""
    cap = options.max_plies
    draws = Text(
        "Règles maison : le livret ne prévoit pas de partie nulle. À cette table, la partie est nulle lorsque la même position se présente "
        "pour la troisième fois et que c’est au même joueur de jouer" + (f", ou après {cap} coups." if cap else "."),
        "House rules: the rulebook has no draws. At this table the game is a draw when the same position comes up for the third time "
        "with the same player to move" + (f", or after {cap} moves." if cap else "."),
    )
    return draws + _SWAPPING if options.swap else draws


def column(x: int) -> str:
    """The letter of a column; Z comes before A. No board is wide enough for two columns with the same letter."""
    return COLUMNS[(x + MARGIN) % len(COLUMNS)]


def row(y: int) -> str:
    """The number of a row, counted from the top; 26 comes before 1."""
    return str((y + MARGIN) % len(COLUMNS) + 1)


def square(place: Cell) -> str:
    """The name of a place: "H7". It stays the same when the board moves, so that the log stays right."""
    return column(place[0]) + row(place[1])


def piece(pawn: Pawn) -> Text:
    """A pawn by its colour and face."""
    colour = SEAT_NAMES[pawn.seat]
    return Text(
        f"Pion {colour.fr.lower()}, face {'cercle' if pawn.circle else 'pleine'}",
        f"{colour.en} pawn, {'circle' if pawn.circle else 'plain'} face",
    )


def standing(pawn: Pawn) -> Text:
    """A pawn on the board, with its place."""
    return piece(pawn) + Text(f", en {square(pawn.cell)}", f", on {square(pawn.cell)}")


def tell(before: State, event: Event, after: State, reader: Seat | None = None) -> Text:
    """The log line of an action."""
    action, is_yours = event.action, event.actor == reader

    def who(verb: Text, yours: Text) -> Text:
        return does(before.mover, reader, verb, yours)

    if action == PASS:
        return who(
            Text("ne peut rien jouer et passe.", "cannot move and passes."),
            Text("ne pouvez rien jouer et passez.", "cannot move and pass."),
        )
    if action == SWAP:
        return _tell_swap(before, is_yours, reader)
    if before.placing:
        return who(Text("pose", "puts"), Text("posez", "put")) + Text(f" un pion en {(at := square(cell(action)))}.", f" a pawn on {at}.")
    tile, _, way = action.rpartition("|")
    source, target = map(cell, way.split(">"))
    step, your_step = _tell_move(before, source, target)
    if not tile:
        return who(step, your_step)
    source, target = map(cell, tile.split(">"))
    moved = Text(f" la case {square(source)} en {square(target)}, puis ", f" the tile {square(source)} to {square(target)}, then ")
    return who(Text("déplace", "moves"), Text("déplacez", "move")) + moved + (your_step if is_yours else step)


_BUTTONS: Final = {
    PASS: Text("Passer", "Pass"),
    SWAP: Text("Échanger : ce pion devient le mien", "Swap: this pawn becomes mine"),
}


def label(word: str, picked: tuple[str, ...]) -> Text:
    """The text of a button: to pass, to swap sides, or a place."""
    return _BUTTONS[word] if word in _BUTTONS else same(square(cell(word)))


def captions(state: State, reader: Seat | None, lifted: tuple[str, ...], danger: bool) -> Iterator[Text]:
    """The captions beside the board."""
    if state.reason:
        yield _ended(state, reader)
        return
    yield _turn(state, reader)
    if len(lifted) == 1:
        yield Text("Posez la case là où l’un de vos pions peut la rejoindre.", "Lay the tile where one of your pawns can reach it.")
    if len(lifted) == 2:
        yield Text("Choisissez le pion qui ira sur la case déplacée.", "Choose the pawn that goes to the tile you moved.")
    if state.repeats == 2:
        yield Text(
            "Attention : cette position s’est déjà présentée. À la troisième fois, la partie est nulle (règle maison).",
            "Careful: this position has come up before. The third time, the game is a draw (house rule).",
        )
    if danger:
        yield _warning(state, reader)


def _warning(state: State, reader: Seat | None) -> Text:
    """The caption if a player threatens to complete a line."""
    if reader == 1 - state.mover:
        return Text("Vous menacez de compléter une ligne.", "You threaten to complete a line.")
    other = f"{{{1 - state.mover}}}"
    return Text(f"Attention : {other} menace de compléter une ligne.", f"Careful: {other} threatens to complete a line.")


def _turn(state: State, reader: Seat | None) -> Text:
    if state.mover == reader:
        return _your_turn(state)
    mover = state.mover
    if state.swap:
        return Text(
            f"Au tour de {{{mover}}} : un pion à poser, ou l’échange des rôles.",
            f"{{{mover}}}’s turn: a pawn to place, or a swap of sides.",
        )
    if state.placing:
        left = state.hand(state.mover)
        return Text(f"Au tour de {{{mover}}} : un pion à poser ({left} en main).", f"{{{mover}}}’s turn: a pawn to place ({left} left).")
    return Text(f"Au tour de {{{mover}}} : un pion, ou une case puis un pion.", f"{{{mover}}}’s turn: a pawn, or a tile and then a pawn.")


def _your_turn(state: State) -> Text:
    left = state.hand(state.mover)
    if state.swap:
        return Text("À vous : posez un pion, ou échangez les rôles.", "Your turn: place a pawn, or swap sides.")
    if state.placing:
        return Text(f"À vous : posez un pion ({left} en main).", f"Your turn: place a pawn ({left} left).")
    return Text("À vous : déplacez un pion, ou une case puis un pion.", "Your turn: move a pawn, or a tile and then a pawn.")


def _ended(state: State, reader: Seat | None) -> Text:
    why = REASONS[state.reason]
    if state.reason == "line" and reader == 1 - state.mover:
        return Text(f"Vous gagnez : {why.fr}.", f"You win: {why.en}.")
    if state.reason == "line":
        return Text(f"{{{1 - state.mover}}} gagne : {why.fr}.", f"{{{1 - state.mover}}} wins: {why.en}.")
    return Text(f"Partie nulle : {why.fr}.", f"The game is a draw: {why.en}.")


def _tell_swap(before: State, is_yours: bool, reader: Seat | None) -> Text:
    at, other = square(before.pawns[0].cell), before.pawns[0].seat
    swaps = does(before.mover, reader, Text("échange", "swaps"), Text("échangez", "swap"))
    taken = Text(
        f" les rôles : le pion en {at} devient le {'vôtre' if is_yours else 'sien'}, et ",
        f" sides and take{'' if is_yours else 's'} the pawn on {at}; ",
    )
    continues = Text("vous continuez.", "you continue.") if other == reader else Text(f"{{{other}}} continue.", f"{{{other}}} continues.")
    return swaps + taken + continues


def _tell_move(before: State, source: Cell, target: Cell) -> tuple[Text, Text]:
    """The end of the line of a move, and the same to the player who moved."""
    way = Text(f"de {square(source)} à {square(target)}", f"from {square(source)} to {square(target)}")
    if not is_jump(source, target):
        return Text(f"avance {way.fr}.", f"steps {way.en}."), Text(f"avancez {way.fr}.", f"step {way.en}.")
    if before.on()[source].circle:
        return (
            Text(f"saute {way.fr} et cache un cercle.", f"jumps {way.en} and hides a circle."),
            Text(f"sautez {way.fr} et cachez un cercle.", f"jump {way.en} and hide a circle."),
        )
    return (
        Text(f"saute {way.fr} et montre un cercle.", f"jumps {way.en} and shows a circle."),
        Text(f"sautez {way.fr} et montrez un cercle.", f"jump {way.en} and show a circle."),
    )
