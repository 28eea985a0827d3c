"""The picture of Four Circles: stones of ivory and vermilion on dark tiles that float a little."""

from collections.abc import Collection, Iterator, Sequence

from tableronde.game import Action, Seat
from tableronde.games.four_circles.rules import LINES, PASS, PAWNS, Cell, Pawn, State, beyond, cell, is_jump, name, threats, winning_line
from tableronde.games.four_circles.texts import captions, piece
from tableronde.scene import Area, Point, Scene, Shape, circle, polyline, rectangle, words
from tableronde.text import NOTHING, Text, join, same
from tableronde.theme import Look

TILE = 10.0  # the side of a place, in the picture's units
STONES = ("ivory", "red-stone")
RING = ("ring-dark", "ring-light")
LOOKS = {
    "board-tile": Look(fill="#54463b", stroke="#7d6a58", width=0.3),
    "board-shade": Look(fill="#15100d", opacity=0.55),
    "red-stone": Look(fill="#c8452e", stroke="#5b1a10", pattern="hatch", ink="#ffffff"),
    "ring-dark": Look(fill="none", stroke="#2b2320", width=1.5),
    "ring-light": Look(fill="none", stroke="#fff6e6", width=1.5),
    "rim": Look(fill="none", width=0.25, opacity=0.5),
    "danger": Look(fill="none", stroke="#d9a21b", width=0.7, dash=True),
}


def style(state: State, seat: Seat) -> str:
    """White's pawns are ivory, Red's are red."""
    return STONES[seat]


def draw(state: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """The board with what can be pressed, the last action as a trace, and the pawns still in hand."""
    places = _places(state, (*offers, *picked[1:]))
    shapes = (*_coordinates(places), *_board(state, picked, offers))
    board = Area("board", _bounds(places), shapes, Text("Le tablier", "The board"))
    hands = tuple(_hand(state, player) for player in (0, 1)) if state.placing else ()
    return Scene((board, *hands), tuple(captions(state, _lifted(state, picked))))


def _board(state: State, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    lifted = _lifted(state, picked)
    for k, place in enumerate(state.tiles):
        yield from _tile(k, place, state, lifted if lifted[:1] == (name(place),) else (), offers)
    yield from (_bare(word) for word in offers if word != PASS and cell(word) not in state.tiles)
    yield from _trace(state.last)
    yield from _threat_marks(state)
    for k, pawn in enumerate(state.pawns):
        yield from _pawn(_pawn_id(state.pawns, k), pawn, _middle(pawn.cell), _pawn_style(state, pawn, picked, offers), name(pawn.cell))
    yield from _previews(state, picked, offers)
    yield from _line_through(state)


def _tile(k: int, home: Cell, state: State, lifted: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    """A tile where it lies, or where it would be laid."""
    x, y = _middle(cell(lifted[-1])) if lifted else _middle(home)
    free = home not in state.on()
    word = name(home) if free else ""
    style = "board-tile" + (" press" if word in offers else "") + (" picked" if lifted else "")
    title = Text(f"Case libre {name(home)}", f"Free tile {name(home)}") if free else NOTHING
    yield Shape(f"shade-{k}", rectangle(9.3, 9.3, 1.2), "board-shade", (x + 0.3, y + 0.7))
    yield Shape(f"tile-{k}", rectangle(9.3, 9.3, 1.2), style, (x, y), title=title, word=word)


def _bare(word: str) -> Shape:
    """A bare place where the lifted tile can go and be entered."""
    title = Text(f"Emplacement {word}", f"Place {word}")
    return Shape(f"bare {word}", rectangle(9.3, 9.3, 1.2), "board-tile ghost press", _middle(cell(word)), title=title, word=word)


def _pawn(id: str, pawn: Pawn, at: Point, style: str = "", word: str = "") -> Iterator[Shape]:
    """A stone, smooth on its plain face, with a bold ring on its circle face."""
    title = join((piece(pawn), same(name(pawn.cell))))
    yield Shape(id, circle(3.7), f"{STONES[pawn.seat]} {style}", at, title=title, word=word)
    if pawn.circle:
        yield Shape(f"{id} ring", circle(1.9), RING[pawn.seat], at)
    else:
        yield Shape(f"{id} rim", circle(3.1), f"{RING[pawn.seat]} rim", at)


def _previews(state: State, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    """What the picked pawn would look like where it can go, or goes: a step keeps its face, a jump turns it over."""
    if not picked or not _is_pawn(state, picked[0]):
        return
    pawn = state.on()[cell(picked[0])]
    for word in (*offers, *picked[1:]):
        after = Pawn(cell(word), pawn.seat, pawn.circle != is_jump(pawn.cell, cell(word)))
        yield from _pawn(f"ghost {word}", after, _middle(after.cell), "ghost")


def _trace(last: Action) -> Iterator[Shape]:
    """The last action: where the tile came from, and the way of the pawn."""
    if not last or last == PASS:
        return
    tile, _, way = last.rpartition("|")
    if tile:
        yield Shape("last tile", rectangle(9.3, 9.3, 1.2), "last dashed", _middle(cell(tile.split(">")[0])))
    ends = [_middle(cell(end)) for end in way.split(">")]
    if len(ends) == 2:
        yield Shape("last way", polyline(ends), "last", title=Text("Le dernier déplacement", "The last move"))
        yield Shape("last from", circle(1.1), "last full", ends[0])


def _threat_marks(state: State) -> Iterator[Shape]:
    """Where the player who is not to move would complete a line: overlooking that loses games."""
    for place in _dangers(state):
        title = Text(f"Menace en {name(place)}", f"A threat at {name(place)}")
        yield Shape(f"danger {name(place)}", rectangle(8.3, 8.3, 1.0), "danger", _middle(place), title=title)


def _dangers(state: State) -> list[Cell]:
    return [] if state.reason else sorted(threats(state, 1 - state.mover))


def _line_through(state: State) -> Iterator[Shape]:
    for i, (a, b) in enumerate(_segments(winning_line(state))):
        yield Shape(f"win {i}", polyline([_middle(a), _middle(b)]), "win thick brass", title=Text("La ligne gagnante", "The winning line"))


def _segments(line: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """Neighbouring cells of the winning line, to draw through."""
    cells = set(line)
    steps = [(a, beyond(a, d), beyond(a, d, -1), beyond(a, d, 2)) for a in sorted(cells) for d in LINES]
    return [(a, b) for a, b, before, after in steps if b in cells and (before in cells or after in cells)]


def _places(state: State, offers: Sequence[str]) -> list[Cell]:
    """Every place the picture shows: the tiles, and the bare places that matter now."""
    return [*state.tiles, *(cell(word) for word in offers if word != PASS), *_dangers(state)]


def _coordinates(places: Collection[Cell]) -> Iterator[Shape]:
    """The numbers of columns and rows, which never change however the board creeps."""
    xs, ys = {x for x, _ in places}, {y for _, y in places}
    for x in sorted(xs):
        yield words(str(x), (x * TILE, (min(ys) - 1) * TILE + 2.6), 2.3, "faint", f"x {x}")
    for y in sorted(ys):
        yield words(str(y), ((min(xs) - 1) * TILE + 2.6, y * TILE), 2.3, "faint", f"y {y}")


def _bounds(places: Collection[Cell]) -> tuple[float, float, float, float]:
    left, top = min(x for x, _ in places) - 1, min(y for _, y in places) - 1
    right, bottom = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
    return left * TILE, top * TILE, (right - left) * TILE, (bottom - top) * TILE


def _hand(state: State, seat: Seat) -> Area:
    """The pawns a player has still to place."""
    placed = PAWNS - state.hand(seat)
    shapes = [shape for j in range(placed, PAWNS) for shape in _pawn(f"pawn-{seat}-{j}", Pawn((j, -1), seat), (j * 8.0, 0.0))]
    label = Shape(f"hand {seat}", style="ink title start", at=(-4.0, -7.0), label=same(f"{{{seat}}}"), size=4.0)
    return Area(f"hand-{seat}", (-5.0, -11.0, 50.0, 16.0), (label, *shapes), Text("Pions à poser", "Pawns in hand"), seat)


def _pawn_style(state: State, pawn: Pawn, picked: tuple[str, ...], offers: Sequence[str]) -> str:
    if name(pawn.cell) in picked:
        return "picked"
    if pawn.cell in winning_line(state):
        return "win"
    return "press" if name(pawn.cell) in offers else ""


def _is_pawn(state: State, word: str) -> bool:
    return cell(word) in state.on()


def _lifted(state: State, picked: tuple[str, ...]) -> tuple[str, ...]:
    """The tile picked up and, once chosen, its new place; nothing if a pawn was picked."""
    return () if not picked or _is_pawn(state, picked[0]) else picked[:2]


def _pawn_id(pawns: tuple[Pawn, ...], k: int) -> str:
    seat = pawns[k].seat
    return f"pawn-{seat}-{sum(pawn.seat == seat for pawn in pawns[:k])}"


def _middle(place: Cell) -> Point:
    return place[0] * TILE, place[1] * TILE
