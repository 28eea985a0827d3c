"""The thirty cards: six squares each, three points, and two faces that are each other's mirror image in exchanged colours."""

from typing import Final, Literal, NamedTuple

Cell = tuple[int, int]
Colour = Literal["red", "blue"]
Mark = Colour | None  # the content of a square of a card
Marks = tuple[tuple[Cell, Mark], ...]

RED: Final = "red"
BLUE: Final = "blue"
COLOURS: Final[tuple[Colour, Colour]] = (RED, BLUE)
FACES: Final = "br"  # blue face up, red face up
TURNS: Final = range(4)  # quarter-turns, anticlockwise

# The red faces at turn 0: top, middle and bottom row (Q1).
PATTERNS: Final = (
    "../R./BR", "../.R/RB", "../.R/BR", "../R./RB", "../RR/B.", "../RR/.B",
    "R./R./B.", ".R/.R/.B", "R./.R/B.", ".R/R./.B", "RR/../.B", "RR/../B.",
    ".R/B./R.", "R./B./.R", "R./B./R.", ".R/B./.R", ".R/../RB", "R./../BR",
    "R./../RB", ".R/../BR", "R./.R/.B", ".R/R./B.", "R./R./.B", ".R/.R/B.",
    "../B./RR", "RR/B./..", "../BR/R.", "R./BR/..", ".R/BR/..", "../BR/.R",
)  # fmt: skip
DECKS: Final = {
    "mirrored": tuple(range(16)),
    "shapes": (0, 2, 4, 6, 8, 10, 12, 14, 15, 16, 18, 20, 22, 24, 26, 28),
    "full": tuple(range(30)),
}


class Pose(NamedTuple):
    """A card with the face it shows and its turn: `7r1`."""

    card: int
    face: str
    turn: int

    def __str__(self) -> str:
        return f"{self.card}{self.face}{self.turn}"

    @property
    def size(self) -> Cell:
        """Width and height: portrait or landscape (R2)."""
        return (2, 3) if self.turn % 2 == 0 else (3, 2)

    @property
    def marks(self) -> Marks:
        """Its six squares, counted from the lower left one, with their contents."""
        return _MARKS[self]


def poses(card: int) -> list[Pose]:
    """R2, R3: either face, in any of four turns."""
    return [Pose(card, face, turn) for face in FACES for turn in TURNS]


def other(colour: Colour) -> Colour:
    """The opponent's colour."""
    return BLUE if colour == RED else RED


def _red_face(pattern: str) -> dict[Cell, Mark]:
    rows = pattern.split("/")[::-1]
    letters: dict[str, Mark] = {"R": RED, "B": BLUE, ".": None}
    return {(i, j): letters[rows[j][i]] for i in range(2) for j in range(3)}


def _turned_over(face: dict[Cell, Mark]) -> dict[Cell, Mark]:
    """Q3: the same squares seen from behind, the colours exchanged."""
    return {(1 - i, j): mark and other(mark) for (i, j), mark in face.items()}


def _turned(cell: Cell, turn: int) -> Cell:
    i, j = cell
    return ((i, j), (2 - j, i), (1 - i, 2 - j), (j, 1 - i))[turn]


def _marks(pose: Pose) -> Marks:
    face = _red_face(PATTERNS[pose.card])
    shown = face if pose.face == "r" else _turned_over(face)
    return tuple((_turned(cell, pose.turn), mark) for cell, mark in shown.items())


_MARKS: Final = {pose: _marks(pose) for card in range(len(PATTERNS)) for pose in poses(card)}
