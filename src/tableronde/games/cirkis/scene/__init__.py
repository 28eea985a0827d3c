"""The scene of CirKis: a stained-glass window lit from behind, the players' pieces beside it, and the state of the figures."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import cos, radians, sin
from typing import Final

from tableronde.game import Seat
from tableronde.games.cirkis.naming import figure_of
from tableronde.games.cirkis.rules import FORTY, PASS, State, best, dominant, each, holders, prize, scoring, segments
from tableronde.games.cirkis.rules.board import Figure, Ring, Space, board, merged
from tableronde.games.cirkis.rules.pieces import PieceSet
from tableronde.games.cirkis.rules.pieces import Shape as Kind
from tableronde.games.cirkis.scene.looks import SEATS
from tableronde.games.cirkis.texts import FREE, captions, piece_title, space_title, stack_title, standing
from tableronde.scene import Area, Point, Scene, Shape, circle, polygon, rectangle, star
from tableronde.text import NOTHING, Text, join, same

UNIT: Final = 10.0  # the short edge of a space, in the picture's units
SMALL: Final = 5.2  # the same beside the board
TINTS: Final = {"circle": ("amber", "honey"), "star": ("azure", "sky"), "centre-circle": ("blush", "blush")}
LIT: Final = {"circle": "lit candle", "star": "lit frost"}


def style(state: State, seat: Seat) -> str:
    """The style word for a seat's pieces."""
    return SEATS[seat]


def draw(state: State, seat: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Scene:
    """Draw the window with the leader and what touches it, the players' remaining pieces, and the state of the figures."""
    owners = holders(state.now)
    shapes = tuple(_window(state, owners, seat, picked, offers))
    window = Area("board", (-92.0, -88.0, 184.0, 176.0), shapes, Text("Le plateau", "The board"))
    sets = tuple(_set(state, player, seat, picked, offers) for player in range(len(state.now.held)))
    return Scene((window, *sets, _tally(state, owners, seat)), tuple(captions(state, seat, picked)))


def _window(
    state: State, owners: Sequence[Seat | None], reader: Seat | None, picked: tuple[str, ...], offers: Sequence[str]
) -> Iterator[Shape]:
    reach = _reach(state)
    lit = frozenset(reach)
    yield from _edge()
    yield from [_pane(space, owner, space in lit, reader) for space, owner in enumerate(owners)]
    yield from _engravings()
    yield from (_piece(state, i, reader) for i in range(len(state.now.laid)))
    yield from _leads(state)
    yield Shape("glow", _glow(), "glow")
    yield from _cames()
    if reach:
        title = Text("Les cases à toucher", "The spaces to reach")
        yield Shape("reach", _path(tuple(reach)), "reach", title=title)
        yield Shape("beacons", "".join([_diamond(space) for space in reach]), "beacon")
    yield from _leader(state)
    yield from (_medal(state, figure, reader) for figure in scoring(state.options) if figure.mask & state.now.covered)
    yield from _choice(state, picked, offers)


def empty_window() -> tuple[Shape, ...]:
    """The board alone, as it lies in the box."""
    panes = (Shape(f"space {space.id}", _path((space.id,)), f"pane {_tint(space, figure_of(space.id))}") for space in board().spaces)
    return (*panes, *_engravings(), *_cames())


@cache
def _edge() -> tuple[Shape, ...]:
    """The frame around the window."""
    outline = board().outline
    return Shape("frame", polygon(flat(outline, 1.055 * UNIT)), "frame"), Shape("fillet", polygon(flat(outline, 1.035 * UNIT)), "fillet")


@cache
def _cames() -> tuple[Shape, ...]:
    """The lead around every figure."""
    return tuple(Shape(f"came {figure.name}", _path(figure.spaces), "came") for figure in (*board().figures, board().circle))


@cache
def _pane(id: int, owner: Seat | None, lit: bool, reader: Seat | None) -> Shape:
    """An empty or covered space; those that the next piece has to reach shine."""
    space, figure = board().spaces[id], figure_of(id)
    style = "pane " + (LIT.get(figure.kind if figure else "", "lit") if lit else _tint(space, figure))
    return Shape(f"space {id}", _path((id,)), style, title=space_title(space, owner, reader), word=str(id))


def _tint(space: Space, figure: Figure | None) -> str:
    if figure is None:
        return "smoke" if space.kind == "S" else ("milk", "haze")[space.kind == "D"]
    return TINTS[figure.kind][space.id % 2]


def _engraving(figure: Figure) -> Shape:
    """A ring in each circle and a star in each star, so that they differ without colour."""
    path = circle(10.6) if figure.kind == "circle" else star(5, 10.6, 6.6, _tilt(figure))
    return Shape(f"engraving {figure.name}", path, "engraved", _at(figure))


@cache
def _engravings() -> tuple[Shape, ...]:
    return tuple(map(_engraving, board().figures))


def _tilt(figure: Figure) -> float:
    """The rotation of a star from upright: one point of the centre star points to the right."""
    return 90.0 if figure.name == "centre-star" else -90.0


def _piece(state: State, i: int, reader: Seat | None) -> Shape:
    """The i-th piece laid."""
    seat, index = state.now.laid[i]
    return _laid(state.pieces, _piece_id(state, i), seat, index, seat == reader)


@lru_cache(1024)  # it never moves
def _laid(pieces: PieceSet, id: str, seat: Seat, index: int, yours: bool) -> Shape:
    placement = pieces.placements[index]
    at, title = _middle(placement.spaces), piece_title(pieces.shapes[placement.shape], None if yours else seat, placement.spaces)
    return Shape(id, _path(placement.spaces, at), f"{SEATS[seat]} leaded", at, title=title)


def _leads(state: State) -> Iterator[Shape]:
    """The lead between the pieces, and the fine seams between the segments of each."""
    laid = [state.pieces.placements[piece.placement].spaces for piece in state.now.laid]
    if laid:
        yield Shape("seams", "".join(_path((space,)) for spaces in laid for space in spaces), "seam")
        yield Shape("leads", "".join(_path(spaces) for spaces in laid), "lead")


def _piece_id(state: State, i: int) -> str:
    """The id of a piece on the board: pieces are laid from the top of their stack and keep their ids from hand to board."""
    seat, index = state.now.laid[i]
    shape = state.pieces.placements[index].shape
    before = sum(piece.seat == seat and state.pieces.placements[piece.placement].shape == shape for piece in state.now.laid[:i])
    return f"{seat} {state.pieces.shapes[shape].slug} {state.pieces.shapes[shape].count - before}"


def _reach(state: State) -> list[int]:
    """The empty spaces the next piece has to reach: of the centre (R4), beside the leader (R5), beside any piece (R10)."""
    if state.reason:
        return []
    if state.leader is None:
        return [*board().star.spaces, *board().circle.spaces]
    pieces = [state.pieces.placements[piece.placement] for piece in state.now.laid]
    around = 0
    for placement in pieces if state.now.free else [state.leader]:
        around |= placement.around
    return each(around & ~state.now.covered)


def _leader(state: State) -> Iterator[Shape]:
    if state.leader is not None and not state.reason:
        path = _path(state.leader.spaces)
        yield Shape("leader casing", path, "casing")
        yield Shape("leader", path, "leader", title=Text("Le Leader", "The leader"))


def _medal(state: State, figure: Figure, reader: Seat | None) -> Shape:
    """The mark in the middle of a figure: its leader and their number of spaces, or, when it is full, the points it paid."""
    counts = segments(figure, state.now.held)
    ahead, full = dominant(counts), sum(counts) == len(figure.spaces)
    text = "=" if ahead is None else str(prize(figure.name) if full else counts[ahead])
    return Shape(
        f"medal {figure.name}",
        circle(5.6 if full else 4.8),
        "medal" if ahead is None else f"{SEATS[ahead]} plain",
        _medal_at(figure),
        label=same(text),
        size=6.6,
        title=standing(figure, state.now, reader),
    )


def _medal_at(figure: Figure) -> Point:
    """The place of a figure's medal: that of the centre circle moves aside, since it lies around the centre star."""
    return _middle((board().circle.spaces[0],)) if figure.kind == "centre-circle" else _at(figure)


def _choice(state: State, picked: tuple[str, ...], offers: Sequence[str]) -> Iterator[Shape]:
    """The places where the picked piece fits; or, once one is chosen, a preview of the piece there."""
    if not picked or picked[0] == PASS:
        return
    mover, slug = state.now.mover, picked[0]
    for word in picked[1:] or offers:
        placement = state.pieces.placements[state.pieces.index[f"{slug}@{word}"]]
        at, style = _middle(placement.spaces), "aimed" if picked[1:] else "place"
        title = piece_title(state.pieces.shapes[placement.shape], None, placement.spaces)
        pressed = "" if picked[1:] else word
        yield Shape(f"{style} {word}", _path(placement.spaces, at), f"{SEATS[mover]} {style}", at, title=title, word=pressed)


def _set(state: State, seat: Seat, reader: Seat | None, picked: tuple[str, ...], offers: Sequence[str]) -> Area:
    """A player's corner: name, points, and the pieces left by shape."""
    turn = not state.reason and state.now.mover == seat
    height = 61.0 if state.now.free and state.now.mover == seat else 56.0
    said, offered = (picked, offers) if turn else ((), ())
    shapes = [
        Shape(f"set {seat}", rectangle(99.4, height - 0.6, 2.0), "surface" + (" brass thick" if turn else ""), (50.0, height / 2)),
        Shape(f"name {seat}", style="ink title start", at=(3.5, 5.6), label=same(f"{{{seat}}}"), size=5.0),
        *_points(state, seat),
        *(shape for i in range(len(state.pieces.shapes)) for shape in _stack(state, seat, i, said, offered)),
    ]
    title = Text("Vos pièces", "Your pieces") if seat == reader else Text(f"Pièces : {{{seat}}}", f"{{{seat}}}’s pieces")
    return Area(f"set-{seat}", (0.0, 0.0, 100.0, height), tuple(shapes), title, seat)


def _points(state: State, seat: Seat) -> Iterator[Shape]:
    """The score, its track up to 40, the points of the last action, and the reason for a free turn."""
    now, total = state.now, state.totals[seat]
    yield Shape(f"score {seat}", style="ink bold end", at=(96.5, 5.8), label=same(str(total)), size=6.4)
    gain = sum(gain.points for gain in now.gains if gain.seat == seat)
    if gain:
        yield Shape(f"gain {seat}", style="ink end", at=(85.0, 6.1), label=same(f"+{gain}"), size=4.4)
    if state.reason and seat in best(now, state.totals):
        yield Shape(f"won {seat}", star(5, 3.4, 1.5), "full", (66.0, 6.0), title=Text("Gagne la partie", "Wins the game"))
    if now.free and now.mover == seat:
        why = join((FREE[reason] for reason in now.free), Text(", ", ", "))
        yield Shape(f"free {seat}", style="ink", at=(50.0, 57.8), label=Text(f"rejoue : {why.fr}", f"plays again: {why.en}"), size=3.6)
    yield from _track(seat, now.scores[seat] // 5)


@lru_cache(128)
def _track(seat: Seat, full: int) -> tuple[Shape, ...]:
    """The score track up to 40 points in steps of five."""
    styles = [SEATS[seat] if i < full else "faint" for i in range(FORTY // 5)]
    return tuple(Shape(f"track {seat} {i}", rectangle(10.9, 1.5, 0.7), style, (9.1 + 11.7 * i, 11.4)) for i, style in enumerate(styles))


def _stack(state: State, seat: Seat, i: int, picked: tuple[str, ...], offers: Sequence[str]) -> tuple[Shape, ...]:
    """The pieces of one shape a player has left, one behind the other, and their number; the top one can be pressed."""
    slug = state.pieces.shapes[i].slug
    edge = "picked" if slug in picked else "press" if slug in offers else "bare"
    idle = bool(offers) and not picked and slug not in offers
    return _stacked(state.pieces, seat, i, state.now.left[seat][i], edge, seat == state.now.mover, idle)


@lru_cache(1024)  # most stacks have not changed
def _stacked(pieces: PieceSet, seat: Seat, i: int, left: int, edge: str, own: bool, idle: bool) -> tuple[Shape, ...]:
    return tuple(_in_cell(pieces.shapes[i], seat, i, left, edge, own, idle))


def _in_cell(shape: Kind, seat: Seat, i: int, left: int, edge: str, own: bool, idle: bool) -> Iterator[Shape]:
    at, title, turn = _cell(i), stack_title(shape, left), _slimmest(shape.example)
    path = _path(shape.example, _hub(shape.example, turn), SMALL)
    word = "" if not left else shape.slug if own else f"{seat}:{shape.slug}"  # opponents' pieces can only be asked about
    yield Shape(f"cell {seat} {shape.slug}", rectangle(18.8, 20.2, 2.0), f"tray {edge}", at, title=title if left else NOTHING, word=word)
    looks = f"{SEATS[seat]} leaded" + (" idle" if idle else "")
    for k in range(1, left + 1):
        top = " picked" if k == left and edge == "picked" else ""
        yield _one(f"{seat} {shape.slug} {k}", path, looks + top, _in_stack(at, k), turn)
    if not left:
        yield Shape(f"{seat} {shape.slug} spent", path, "faint spent", _in_stack(at, 1), turn, title=title)
    count = (at[0] + 8.6, at[1] + 7.6)
    yield Shape(f"left {seat} {shape.slug}", style="ink end" if left else "faint end", at=count, label=same(f"×{left}"), size=3.7)


_one: Final = lru_cache(1024)(Shape)  # most pieces of a changed stack have not moved


def _cell(i: int) -> Point:
    """The middle of the place of a shape in a player's corner: two rows of five, large enough for a finger."""
    return 10.8 + 19.6 * (i % 5), 23.8 + 21.0 * (i // 5)


def _in_stack(at: Point, k: int) -> Point:
    """The place of the k-th piece of a stack: a little to the side of the one below."""
    return at[0] + 0.8 * k - 2.4, at[1] + 0.4 - 0.7 * k


def _tally(state: State, owners: Sequence[Seat | None], reader: Seat | None) -> Area:
    """Every figure, with its spaces as beads in the colours of their owners."""
    shapes = [Shape("tally", rectangle(99.0, 45.0, 2.0), "surface", (50.0, 23.0))]
    for figure in scoring(state.options):
        filled = next((filled for filled in state.now.figures if filled.figure == figure.name), None)
        text = "=" if filled and filled.owner is None else str(prize(figure.name))
        style = f"hollow faint thin {'ink bold' if filled else ''}".strip()  # what it will pay is faint until it is full
        shapes += _beads(figure, tuple([owners[space] for space in figure.spaces]), (text, style), standing(figure, state.now, reader))
    title = Text("Cercles et étoiles", "Circles and stars")
    return Area("tally", (0.0, 0.0, 100.0, 46.0), tuple(shapes), title, role="notes")


@lru_cache(1024)  # most figures have not changed
def _beads(figure: Figure, owners: tuple[Seat | None, ...], centre: tuple[str, str], title: Text) -> tuple[Shape, ...]:
    (x, y), (text, style) = _tally_place(figure.name), centre
    ring = Shape(f"tally {figure.name}", circle(6.4), style, (x, y), label=same(text), size=3.7, title=title)
    bead = star(5, 1.9, 0.9) if figure.kind == "star" else circle(1.5 if len(figure.spaces) == 5 else 1.15)
    beads = zip(figure.spaces, owners, _around(figure.spaces, _at(figure)), strict=True)
    return ring, *(_bead(space, bead, owner, (x + dx, y + dy)) for space, owner, (dx, dy) in beads)


def _bead(space: int, path: str, owner: Seat | None, at: Point) -> Shape:
    return Shape(f"bead {space}", path, "faint hollow" if owner is None else f"{SEATS[owner]} leaded", at)


def _tally_place(name: str) -> Point:
    """Rows: inner circles, outer circles, outer stars; the figures of the centre stand before them."""
    rows = ("inner-circle", "outer-circle", "outer-star")
    if name.startswith("centre"):
        return 9.5, 9.0 if name == "centre-star" else 23.0
    ring, _, number = name.rpartition("-")
    return 9.5 + 16.2 * int(number), 9.0 + 14.0 * rows.index(ring)


@cache
def _around(spaces: tuple[int, ...], middle: Point) -> list[Point]:
    """The places of a figure's beads: each in the direction that its space has on the board."""
    offsets = [(x - middle[0], y - middle[1]) for x, y in (_middle((space,)) for space in spaces)]
    return [(4.3 * x / (x * x + y * y) ** 0.5, 4.3 * y / (x * x + y * y) ** 0.5) for x, y in offsets]


@cache
def _path(spaces: tuple[int, ...], around: Point = (0.0, 0.0), unit: float = UNIT) -> str:
    """The outline of some spaces, drawn around a point."""
    rings = merged([board().spaces[space].corners for space in spaces])
    return "".join(polygon((x - around[0], y - around[1]) for x, y in flat(ring, unit)) for ring in rings)


@cache
def _middle(spaces: tuple[int, ...], unit: float = UNIT) -> Point:
    """A point in the middle of some spaces."""
    corners = [corner for space in spaces for corner in flat(board().spaces[space].corners, unit)]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


@cache
def _diamond(space: int) -> str:
    """A mark in the middle of a space."""
    x, y = _middle((space,))
    return polygon([(x + 0.9, y), (x, y + 0.9), (x - 0.9, y), (x, y - 0.9)])


@cache
def _glow() -> str:
    """The light that comes through the middle of every pane."""
    middles = [(_middle((space.id,)), flat(space.corners, UNIT)) for space in board().spaces]
    return "".join(polygon((0.4 * x + 0.6 * a, 0.4 * y + 0.6 * b) for a, b in ring) for (x, y), ring in middles)


@cache
def _at(figure: Figure) -> Point:
    [at] = flat((figure.centre,), UNIT)
    return at


@cache
def _slimmest(spaces: tuple[int, ...]) -> float:
    """The rotation of a piece, in degrees, that makes it narrowest."""
    return min((18.0 * i for i in range(10)), key=lambda turn: round(_box(spaces, turn)[2], 6))


@cache
def _hub(spaces: tuple[int, ...], turn: float) -> Point:
    """The point of a piece that is the middle of its bounding box after the rotation."""
    x, y, _ = _box(spaces, turn)
    angle = radians(turn)
    return x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)


def _box(spaces: tuple[int, ...], turn: float) -> tuple[float, float, float]:
    """The middle and the width of the box around a small piece turned clockwise round the origin."""
    angle = radians(turn)
    corners = [corner for space in spaces for corner in flat(board().spaces[space].corners, SMALL)]
    xs = [x * cos(angle) - y * sin(angle) for x, y in corners]
    ys = [x * sin(angle) + y * cos(angle) for x, y in corners]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs)


def flat(ring: Ring, unit: float) -> list[Point]:
    """Convert exact points to the picture, where y points down."""
    return [(unit * x, -unit * y) for x, y in (corner.xy for corner in ring)]
