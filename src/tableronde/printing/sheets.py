"""Components on sheets of paper: row by row, each as often as it is needed; what is larger than a sheet on several that join."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from tableronde.kit import Component, bounds, size
from tableronde.printing import words
from tableronde.printing.drawing import BLEED, RIM, Draughtsman, Drawn, lines
from tableronde.printing.paper import Box, Paper
from tableronde.scene import polyline
from tableronde.text import NOTHING, Text, join, same

GAP: Final = 3.0  # between two components, unless there is too little room for it
LAP: Final = 8.0  # how far a sheet reaches under its neighbour
ROUNDING: Final = 1e-6
EVEN: Final = 1.1  # how much higher than the first of its row something may be
TICK: Final = 3.0  # the length of the marks at the ends of a joint


class Placed(NamedTuple):
    """A picture on a sheet: its box there, and the part of the sheet where it is seen, if that is not all of it."""

    drawn: Drawn
    box: Box
    window: Box | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    title: Text
    placed: tuple[Placed, ...]
    notes: tuple[Text, ...] = ()
    lying: bool = False
    back: bool = False  # it is printed on the back of the sheet before it
    on: Text = NOTHING  # what it is printed on, if not on strong paper


class Cell(NamedTuple):
    """A component and the place it takes on a sheet."""

    component: Component
    x: float
    y: float
    width: float
    height: float


def sheets(components: Sequence[Component], paper: Paper, draughtsman: Draughtsman) -> Iterator[Sheet]:
    """All sheets of some components, in their order; components made in the same way share sheets."""
    for (making, _, large), group in groupby(components, lambda each: (each.making, each.on, not fits(each, paper))):
        if large:
            for component in group:
                for _ in range(component.count):
                    yield from joined(component, paper, draughtsman)
        else:
            for page in pages(group, paper):
                yield _front(page, draughtsman)
                if making == "duplex":
                    yield _back(page, paper, draughtsman)


def fits(component: Component, paper: Paper) -> bool:
    """Whether a component fits on one sheet, upright."""
    width, height = _extent(component)
    return width <= paper.field.width and height <= paper.field.height


def pages(components: Iterable[Component], paper: Paper) -> list[list[Cell]]:
    """Which components lie where on which sheet: row by row, each name for itself."""
    field, found = paper.field, list[list[Cell]]()
    y = field.height
    for row, gap in _rows(components, field):
        height = max(cell.height for cell in row)
        if not found or y + height > field.height + ROUNDING:
            found.append([])
            y = 0.0
        found[-1] += [cell._replace(x=field.x + cell.x, y=field.y + y) for cell in row]
        y += height + gap
    return found


def _rows(components: Iterable[Component], field: Box) -> Iterator[tuple[list[Cell], float]]:
    """Rows, and how far the next one stands off. The widest of a name lies in the middle, the others begin where it does."""
    for _, same_name in groupby(components, lambda component: component.name):
        run = [component for component in same_name for _ in range(component.count)]
        gap = _gap(run, field)
        rows = _run(run, field.width, gap)
        left = (field.width - max(map(_end, rows))) / 2
        yield from (([cell._replace(x=cell.x + left) for cell in row], gap) for row in rows)


def _gap(run: Sequence[Component], field: Box) -> float:
    """Things stand a little apart; those all alike edge to edge if more go on a sheet so; strips to fold hang together."""
    if run[0].making == "fold":
        return 0.0
    sizes = set(map(_extent, run))
    if len(sizes) > 1 or len(run) <= _room(*min(sizes), field, GAP):
        return GAP
    return 0.0 if _room(*min(sizes), field, 0.0) > _room(*min(sizes), field, GAP) else GAP


def _room(width: float, height: float, field: Box, gap: float) -> int:
    """How many of a size go on a sheet."""
    return int((field.width + gap + ROUNDING) // (width + gap)) * int((field.height + gap + ROUNDING) // (height + gap))


def _run(things: Iterable[Component], width: float, gap: float) -> list[list[Cell]]:
    """Each in the first row that has room for it."""
    rows: list[list[Cell]] = []
    for component in things:
        wide, high = _extent(component)
        row = next((row for row in rows if _end(row) + gap + wide <= width + ROUNDING and high <= EVEN * row[0].height), [])
        if not row:
            rows.append(row)
        row.append(Cell(component, _end(row) + gap if row else 0.0, 0.0, wide, high))
    return rows


def _end(row: Sequence[Cell]) -> float:
    return row[-1].x + row[-1].width


def _extent(component: Component) -> tuple[float, float]:
    """The room a component takes; one to fold takes that of its back as well."""
    width, height = size(component.outline)
    if component.making == "fold":
        return round(2 * (width + 2 * BLEED), 3), round(height + 2 * BLEED, 3)
    return round(width, 3), round(height, 3)


def _front(page: Sequence[Cell], draughtsman: Draughtsman) -> Sheet:
    placed = tuple(Placed(drawn := draughtsman.front(cell.component), _around(cell, drawn)) for cell in page)
    return Sheet(_title(page), placed, (*_notes(page), *_making(page[0].component)), on=page[0].component.on)


def _back(page: Sequence[Cell], paper: Paper, draughtsman: Draughtsman) -> Sheet:
    """The other side: as the sheet is turned over its long edge, left becomes right."""
    turned = [cell._replace(x=paper.width - cell.x - cell.width) for cell in page]
    placed = tuple(Placed(drawn := draughtsman.back(cell.component), _around(cell, drawn)) for cell in turned)
    return Sheet(_title(page), placed, (), back=True, on=page[0].component.on)


def _around(cell: Cell, drawn: Drawn) -> Box:
    return Box(cell.x - RIM, cell.y - RIM, drawn.box.width, drawn.box.height)


def _title(page: Sequence[Cell]) -> Text:
    return join(dict.fromkeys(cell.component.name for cell in page), same(", "))


def _making(component: Component) -> tuple[Text, ...]:
    """What is done with all components made in one way."""
    return {"flat": (words.CUT,), "fold": (words.FOLD,), "duplex": (words.DUPLEX, words.CUT)}[component.making]


def _notes(page: Sequence[Cell]) -> tuple[Text, ...]:
    return tuple(note for note in dict.fromkeys(cell.component.note for cell in page) if note != NOTHING)


def joined(component: Component, paper: Paper, draughtsman: Draughtsman) -> Iterator[Sheet]:
    """A component on several sheets. Each reaches a strip under its right and its lower neighbour, whose edges are cut."""
    left, top, _, _ = bounds(component.outline)
    width, height = size(component.outline)
    sheet, columns, rows = _grid(width, height, paper)
    drawn, step = draughtsman.front(component), (width / columns, height / rows)
    for row in range(rows):
        for column in range(columns):
            window = Box(
                left + column * step[0],
                top + row * step[1],
                step[0] + LAP * (column < columns - 1),
                step[1] + LAP * (row < rows - 1),
            )
            right, below = place(column + 1, row) * (column < columns - 1), place(column, row + 1) * (row < rows - 1)
            yield _tile(component, drawn, sheet, window, Edges(column > 0, row > 0, right, below), place(column, row))


class Edges(NamedTuple):
    """On which sides a sheet has neighbours; those that are laid on it by their names."""

    left: bool
    top: bool
    right: str
    bottom: str


def place(column: int, row: int) -> str:
    """What a sheet of several is called: A1 is the upper left one."""
    return f"{chr(ord('A') + column)}{row + 1}"


def _grid(width: float, height: float, paper: Paper) -> tuple[Paper, int, int]:
    """The sheet, upright or lying, and how many of them beside and below each other; as few as can be."""
    ways = [(sheet, _number(width, sheet.field.width), _number(height, sheet.field.height)) for sheet in (paper, paper.lying)]
    return min(ways, key=lambda way: way[1] * way[2])


def _number(length: float, room: float) -> int:
    """How many sheets a length takes, with a strip to glue on all but the last."""
    count = 1
    while length / count + LAP * (count > 1) + 2 * TICK > room:
        count += 1
    return count


def _tile(component: Component, drawn: Drawn, sheet: Paper, window: Box, edges: Edges, name: str) -> Sheet:
    """One sheet of several, what is seen of the component in the middle of it."""
    field = sheet.field
    x, y = field.x + (field.width - window.width) / 2, field.y + (field.height - window.height) / 2
    whole = Box(x + drawn.box.x - window.x, y + drawn.box.y - window.y, drawn.box.width, drawn.box.height)
    seen = Box(x - RIM * (not edges.left), y - RIM * (not edges.top), window.width, window.height)
    marks = _joints(Box(x, y, window.width, window.height), edges)
    note = component.note
    return Sheet(
        component.name + same(f" {name}"),
        (Placed(drawn, whole, _grown(seen, edges)), Placed(marks, marks.box)),
        (*([note] if note != NOTHING else []), words.JOIN),
        sheet.width > sheet.height,
        on=component.on,
    )


def _grown(seen: Box, edges: Edges) -> Box:
    """A little beyond what is seen where nothing follows, so that no line is cut off."""
    more_x = RIM * ((not edges.left) + (not edges.right))
    more_y = RIM * ((not edges.top) + (not edges.bottom))
    return Box(seen.x, seen.y, seen.width + more_x, seen.height + more_y)


def _joints(seen: Box, edges: Edges) -> Drawn:
    """Lines to cut where the sheet lies on a neighbour, thin ones up to which a neighbour lies on it, with its name, and ticks."""
    x, y, right, bottom = seen.x, seen.y, seen.x + seen.width, seen.y + seen.height
    across, down = right - LAP * bool(edges.right), bottom - LAP * bool(edges.bottom)
    guides = _line(across, y, across, bottom) * bool(edges.right) + _line(x, down, right, down) * bool(edges.bottom)
    for at in [x] * edges.left + [across] * bool(edges.right):
        guides += _line(at, y - TICK, at, y) + _line(at, bottom, at, bottom + TICK)
    for at in [y] * edges.top + [down] * bool(edges.bottom):
        guides += _line(x - TICK, at, x, at) + _line(right, at, right + TICK, at)
    cuts = _line(x, y, x, bottom) * edges.left + _line(x, y, right, y) * edges.top
    names = [((across + LAP / 2, y + LAP / 2), edges.right), ((x + LAP / 2, down + LAP / 2), edges.bottom)]
    return lines(Box(x - TICK, y - TICK, seen.width + 2 * TICK, seen.height + 2 * TICK), cuts, guides, names)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return polyline([(x, y), (to_x, to_y)])
