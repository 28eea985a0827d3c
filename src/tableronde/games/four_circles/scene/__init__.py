"""The scene of Four Circles: ivory and vermilion stones on tiles of walnut that seem to float."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from tableronde.game import Action, Seat
from tableronde.games.four_circles.rules import PASS, SWAP, State, is_jump, threats, winning_line
from tableronde.games.four_circles.rules.board import LINES, PAWNS, Cell, Pawn, beyond, cell, name
from tableronde.games.four_circles.scene.wood import EDGE, FACE, WOOD_LOOKS, tile
from tableronde.games.four_circles.texts import captions, column, piece, row, square, standing
from tableronde.scene import Area, Point, Scene, Shape, circle, polyline, rectangle, words
from tableronde.text import NOTHING, Text, same
from tableronde.theme import Look

TILE = 10.0  # the side of a place, in the picture's units
LETTER = 1.6  # the height of a coordinate
EDGING = 3.0  # between the tiles and the coordinates' outer edge
STEP = 8.4  # between two pawns in hand
COLUMNS = 3  # of pawns in hand
BLOCK = 25.0  # from one player's pawns to the other's
STONES = ("ivory", "red-stone")
SIDES = ("ivory-side", "red-side")
RING = ("ring-dark", "ring-light")
SHINE = "M-2.9 -0.7C-2.6 -2.6 -0.6 -3.4 1.2 -2.8C-0.4 -2.7 -2 -2 -2.9 -0.7Z"  # the reflection of the lamp in a polished stone
LOOKS = {
    **WOOD_LOOKS,
    "ivory-side": Look(fill="#a8926a", stroke="#5c4f3a", width=0.22),
    "red-side": Look(fill="#7d2415", stroke="#431108", width=0.22),
    "shine": Look(fill="#ffffff", opacity=0.3),
    "red-stone": Look(fill="#c8452e", stroke="#5b1a10", pattern="hatch", ink="#ffffff"),
    "ring-dark": Look(fill="none", stroke="#2b2320", width=1.5),
    "ring-light": Look(fill="none", stroke="#fff6e6", width=1.5),
    "rim": Look(fill="none", width=0.25, opacity=0.5),
    # On walnut, whatever the theme: brass can be pressed, ivory is chosen, dashed saffron threatens, laurel green wins.
    "press": Look(stroke="#d8ac4e", width=0.75),
    "picked": Look(stroke="#fff6e6", width=1.1),
    "last": Look(stroke="#ae895b", width=0.6),
    "win": Look(stroke="#7fdca4", width=1.6),
    "danger": Look(fill="none", stroke="#f2b632", width=0.7, dash=True),
    "bare-place": Look(fill="#8a745e", stroke="#8a6a1f", width=0.6, opacity=0.16, dash=True),
    "line-edge": Look(fill="none", stroke="#0d2b1b", width=3.4),
    "line-won": Look(fill="none", stroke="#7fdca4", width=2.0),
}


def style(state: State, seat: Seat) -> str:
    """White's pawns are ivory, Red's are red."""
    return STONES[seat]


def draw(state: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw the board with what can be pressed, the last action, and the pawns still in hand."""
    dangers = _dangers(state)
    left, top, right, bottom = _frame(state, dangers)
    shapes = (*_coordinates(left, top, right, bottom), *_board(state, picked, offers, dangers))
    start, end = EDGE + EDGING, EDGE + 1.4  # room for the coordinates above and on the left, for shadows below and on the right
    box = left * TILE - start, top * TILE - start, (right - left) * TILE + start + end, (bottom - top) * TILE + start + end
    board = Area("board", box, shapes, Text("Le tablier", "The board"))
    hands = (_hands(state, seat),) if state.placing else ()
    return Scene((board, *hands), tuple(captions(state, seat, _lifted(state, picked), bool(dangers))))


def _board(state: State, picked: tuple[str, ...], offers: Sequence[str], dangers: Sequence[Cell]) -> Iterator[Shape]:
    lifted, taken = _lifted(state, picked), state.on()
    for k, place in enumerate(state.tiles):
        word = "" if place in taken else name(place)
        yield from _tile(k, place, word, lifted if lifted[:1] == (name(place),) else (), word in offers)
    yield from (_bare(word) for word in offers if word not in (PASS, SWAP) and cell(word) not in state.tiles)
    yield from _trace(state.last)
    yield from map(_threat_mark, dangers)
    for k, pawn in enumerate(state.pawns):
        yield from _pawn(_pawn_id(state.pawns, k), pawn, _middle(pawn.cell), _pawn_style(state, pawn, picked, offers), name(pawn.cell))
    yield from _previews(state, picked, offers)
    yield from _line_through(state)


@lru_cache(1024)  # most tiles have not moved
def _tile(k: int, home: Cell, word: str, lifted: tuple[str, ...], offered: bool) -> tuple[Shape, ...]:
    """A tile where it lies or would be laid; a free one can be pressed."""
    at = _middle(cell(lifted[-1])) if lifted else _middle(home)
    style = "press" if offered and not lifted else ""
    title = Text(f"Case libre {square(home)}", f"Free tile {square(home)}") if word else NOTHING
    return tile(k, at, style, title, word, chosen=bool(lifted))


def _bare(word: str) -> Shape:
    """A bare place where the lifted tile can go and a pawn can enter it."""
    place = cell(word)
    title = Text(f"Emplacement {square(place)}", f"Bare place {square(place)}")
    return Shape(f"bare {word}", FACE, "bare-place", _middle(place), title=title, word=word)


@lru_cache(1024)
def _pawn(id: str, pawn: Pawn, at: Point, style: str = "", word: str = "") -> tuple[Shape, ...]:
    """A stone, smooth on its plain face, with a bold ring on its circle face."""
    return tuple(_stone(id, pawn, at, style, word))


def _stone(id: str, pawn: Pawn, at: Point, style: str, word: str) -> Iterator[Shape]:
    title = standing(pawn) if at == _middle(pawn.cell) else piece(pawn)
    yield Shape(f"{id} side", circle(3.7), f"{SIDES[pawn.seat]} {'ghost' if style == 'ghost' else ''}".strip(), (at[0], at[1] + 0.75))
    yield Shape(id, circle(3.7), f"{STONES[pawn.seat]} {style}", at, title=title, word=word)
    if pawn.circle:
        yield Shape(f"{id} ring", circle(1.9), RING[pawn.seat], at)
    else:
        yield Shape(f"{id} rim", circle(3.1), f"{RING[pawn.seat]} rim", at)
    if style != "ghost":
        yield Shape(f"{id} shine", SHINE, "shine", at)


def _previews(state: State, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    """Previews of the picked pawn where it can go or goes: a step keeps its face, a jump turns it over."""
    if not picked or not _is_pawn(state, picked[0]):
        return
    pawn = state.on()[cell(picked[0])]
    for word in (*offers, *picked[1:]):
        after = Pawn(cell(word), pawn.seat, pawn.circle != is_jump(pawn.cell, cell(word)))
        yield from _pawn(f"ghost {word}", after, _middle(after.cell), "ghost")


def _trace(last: Action) -> Iterator[Shape]:
    """The last action: where the tile came from, and the path of the pawn."""
    if last in ("", PASS, SWAP):
        return
    tile, _, way = last.rpartition("|")
    if tile:
        yield Shape("last tile", FACE, "last dashed", _middle(cell(tile.split(">")[0])))
    ends = [_middle(cell(end)) for end in way.split(">")]
    if len(ends) == 2:
        yield Shape("last way", polyline(ends), "last", title=Text("Le dernier déplacement", "The last move"))
        yield Shape("last from", circle(1.1), "last ivory plain", ends[0])


def _threat_mark(place: Cell) -> Shape:
    title = Text(f"Menace en {square(place)}", f"A threat at {square(place)}")
    return Shape(f"danger {name(place)}", rectangle(8.3, 8.3, 1.0), "danger", _middle(place), title=title)


def _dangers(state: State) -> list[Cell]:
    """The places where the player not to move would complete a line: missing them loses games."""
    return [] if state.reason else sorted(threats(state, 1 - state.mover))


def _line_through(state: State) -> Iterator[Shape]:
    """The winning line: a band of laurel green with a dark edge, over the stones."""
    segments = list(enumerate(_segments(winning_line(state))))
    for i, (a, b) in segments:
        yield Shape(f"edge of win {i}", polyline([_middle(a), _middle(b)]), "line-edge")
    for i, (a, b) in segments:
        yield Shape(f"win {i}", polyline([_middle(a), _middle(b)]), "line-won", title=Text("La ligne gagnante", "The winning line"))


def _segments(line: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """The winning line as pairs of neighbouring cells."""
    cells = set(line)
    steps = [(a, beyond(a, d), beyond(a, d, -1), beyond(a, d, 2)) for a in sorted(cells) for d in LINES]
    return [(a, b) for a, b, before, after in steps if b in cells and (before in cells or after in cells)]


def _frame(state: State, dangers: Sequence[Cell]) -> tuple[int, int, int, int]:
    """The first and last column and row of the picture, with room for a tile one place beyond the others."""
    cells, more = [*state.tiles, *dangers], 0 if state.placing else 1
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    tiles_x, tiles_y = [x for x, _ in state.tiles], [y for _, y in state.tiles]
    left, top = min(*xs, min(tiles_x) - more), min(*ys, min(tiles_y) - more)
    return left, top, max(*xs, max(tiles_x) + more), max(*ys, max(tiles_y) + more)


@lru_cache(256)
def _coordinates(left: int, top: int, right: int, bottom: int) -> tuple[Shape, ...]:
    """The letters of the columns and the numbers of the rows; they stay the same when the board moves."""
    away = EDGE + EDGING / 2
    letters = (words(column(x), (x * TILE, top * TILE - away), LETTER, "faint", f"x {x}") for x in range(left, right + 1))
    numbers = (words(row(y), (left * TILE - away, y * TILE), LETTER, "faint", f"y {y}") for y in range(top, bottom + 1))
    return *letters, *numbers


def _hands(state: State, reader: Seat | None) -> Area:
    """The pawns both players have still to place, in two blocks of the same size."""
    shapes = [shape for seat in (0, 1) for shape in _hand(state, seat, reader)]
    return Area("hands", (-5.2, -10.4, 2 * STEP + 10.4, 48.0), tuple(shapes), Text("Pions à poser", "Pawns to place"), role="side")


def _hand(state: State, seat: Seat, reader: Seat | None) -> Iterator[Shape]:
    """A player's name and the pawns not yet placed; the last to be placed is the first of the block."""
    top = BLOCK * seat
    name = Text("Vous", "You") if seat == reader else same(f"{{{seat}}}")
    yield Shape(f"name {seat}", style="ink title", at=(STEP, top - 7.4), label=name, size=3.2)
    for j in range(PAWNS - state.hand(seat), PAWNS):
        row, across = divmod(PAWNS - 1 - j, COLUMNS)
        yield from _pawn(f"pawn-{seat}-{j}", Pawn((j, -1), seat), (across * STEP, top + row * STEP))


def _pawn_style(state: State, pawn: Pawn, picked: tuple[str, ...], offers: Sequence[str]) -> str:
    if name(pawn.cell) in picked:
        return "picked"
    if pawn.cell in winning_line(state):
        return "win"
    return "press" if name(pawn.cell) in offers else ""


def _is_pawn(state: State, word: str) -> bool:
    return cell(word) in state.on()


def _lifted(state: State, picked: tuple[str, ...]) -> tuple[str, ...]:
    """The tile picked up and, once chosen, its new place; nothing if a pawn was picked, or is about to be placed."""
    return () if not picked or state.placing or _is_pawn(state, picked[0]) else picked[:2]


def _pawn_id(pawns: tuple[Pawn, ...], k: int) -> str:
    seat = pawns[k].seat
    return f"pawn-{seat}-{sum(pawn.seat == seat for pawn in pawns[:k])}"


def _middle(place: Cell) -> Point:
    return place[0] * TILE, place[1] * TILE
