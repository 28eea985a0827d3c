"""Four Circles on paper: twenty tiles, and twelve pawns to fold and stick back to back."""

from typing import Final

from tableronde.game import Seat
from tableronde.games.four_circles.rules.board import PAWNS, TILES
from tableronde.games.four_circles.scene import RING, STONES
from tableronde.games.four_circles.texts import SEAT_NAMES
from tableronde.kit import Component, Kit, Part, Wish, enlarged
from tableronde.scene import Shape, circle, rectangle
from tableronde.text import Text
from tableronde.theme import Look

SIDE: Final = 36.0  # of a tile
ACROSS: Final = 26.0  # a pawn
SPILL: Final = 1.2
PRINTED: Final = {
    "tile-face": Look(fill="#efe5d2", stroke="none"),
    "tile-inlay": Look(fill="#e3d3b5", stroke="#8a745e", width=0.5),
    "tile-grain": Look(fill="none", stroke="#a9906f", width=0.3),
    "bold-ring": Look(width=4.0),
    "fine-ring": Look(width=0.5),
    "board-tile": Look(fill="#e3d3b5", stroke="#8a745e", width=0.3),
    "board-side": Look(fill="#b9a27e", stroke="#8a745e", width=0.2),
    "board-grain": Look(fill="none", stroke="#c9b492", width=0.16),
    "board-inlay": Look(fill="none", stroke="none"),
    "board-gleam": Look(fill="none", stroke="none"),
    "board-shade": Look(fill="none"),
}

GRAIN = "M-3.6 -1.9C-1.5 -2.5 1 -1.3 3.6 -1.9M-3.6 0.2C-1 -0.5 1.6 0.8 3.6 0.1M-3.6 2.1C-1.4 1.5 1.2 2.7 3.6 2"
NO_LOOK: Final = Look(fill="none", stroke="none")
PLAINER: Final = dict.fromkeys(("board-side", "board-grain"), NO_LOOK)  # small pictures in black need no wood


def kit(wish: Wish) -> Kit:
    """Everything in the box: R1."""
    return Kit(
        (_tile(), _pawns(0), _pawns(1)),
        minutes=30,
        needs=(Text("si possible, du carton à coller sous les cases", "cardboard to glue under the tiles, if you have some"),),
        steps=(
            Text("Découpez les vingt cases.", "Cut out the twenty tiles."),
            Text(
                "Découpez la feuille des pions en bandes. Pliez chaque bande en deux, l’image dehors, collez, puis découpez les ronds : "
                "chaque pion a une face pleine et une face cercle.",
                "Cut the sheet of pawns into strips. Fold each strip in two with the picture outside, glue it, then cut out the discs: "
                "each pawn has a plain face and a circle face.",
            ),
            Text(
                "Posez les cases en un rectangle de cinq sur quatre : le jeu peut commencer.",
                "Lay the tiles in a rectangle of five by four, and begin.",
            ),
        ),
        instead=(
            Text(
                "Douze pièces de monnaie de deux sortes, six de chaque : face pour la face pleine, pile pour le cercle.",
                "Twelve coins of two kinds, six of each: heads for the plain face, tails for the circle.",
            ),
            Text("Vingt sous-verres ou carreaux de carton font un tablier.", "Twenty coasters or squares of cardboard make a board."),
        ),
        parts=(
            Part(Text("20 cases carrées, toutes pareilles", "20 square tiles, all alike"), Text("20 cases de 36 mm", "20 tiles, 36 mm")),
            Part(
                Text(
                    "6 pions blancs et 6 pions rouges, une face pleine, une face cercle",
                    "6 white and 6 red pawns, one face plain, one with a circle",
                ),
                Text("12 pions de 26 mm à plier et à coller", "12 pawns, 26 mm, to fold and glue"),
            ),
            Part(
                Text("Une notice dont les images nous manquent", "A rule sheet whose pictures we do not have"),
                Text("Nos règles, avec nos propres exemples", "Our rules, with examples of our own"),
            ),
        ),
        looks=PRINTED if wish.ink == "colour" else PRINTED | PLAINER,
    )


def _tile() -> Component:
    grain = enlarged([Shape("grain", GRAIN, "tile-grain")], 3.4)
    front = (
        Shape("face", rectangle(SIDE, SIDE), "tile-face"),
        Shape("inlay", rectangle(SIDE - 5, SIDE - 5, 3.0), "tile-inlay"),
        *grain,
    )
    return Component(Text("Case", "Tile"), rectangle(SIDE, SIDE), TILES, front)


def _pawns(seat: Seat) -> Component:
    colour = SEAT_NAMES[seat]
    name = Text(f"Pion {colour.fr.lower()}", f"{colour.en} pawn")
    return Component(name, circle(ACROSS / 2), PAWNS, _face(seat, False), _face(seat, True), "fold")


def _face(seat: Seat, ring: bool) -> tuple[Shape, ...]:
    """A stone: smooth, or with a bold ring. The ringed face, behind the fold, is a little larger since no fold is exact."""
    stone = Shape("stone", circle(ACROSS / 2 + SPILL * ring), STONES[seat])
    bold, fine = circle(0.27 * ACROSS), circle(0.42 * ACROSS)
    return stone, Shape("ring", bold, f"{RING[seat]} bold-ring") if ring else Shape("rim", fine, f"{RING[seat]} fine-ring")
