"""Place components on sheets, row by row. A component larger than a sheet is printed on several sheets to join."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from tableronde.kit import Component, bounds, size
from tableronde.printing import strings
from tableronde.printing.components.component_drawing import BLEED, RIM, ComponentPainter, DrawnComponent, lines
from tableronde.printing.paper_sizes import Paper, Rectangle
from tableronde.scene import polyline
from tableronde.text import NOTHING, Text, join, same

GAP: Final = 3.0  # between two components, if there is room for it
OVERLAP: Final = 8.0  # the width of the strip to glue under the next sheet
ROUNDING: Final = 1e-6
MAX_HEIGHT_RATIO: Final = 1.1  # of a component to the first one in its row
TICK: Final = 3.0  # length of the marks at the ends of a joint


class Placed(NamedTuple):
    """A picture on a sheet: its box there, and the part of the sheet it is clipped to, if any."""

    drawn: DrawnComponent
    box: Rectangle
    window: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    title: Text
    placed: tuple[Placed, ...]
    notes: tuple[Text, ...] = ()
    landscape: bool = False
    back: bool = False  # whether it is printed on the back of the sheet before it
    on: Text = NOTHING  # what to print it on, if not on strong paper


class Cell(NamedTuple):
    """A component and its place on a sheet."""

    component: Component
    x: float
    y: float
    width: float
    height: float


def sheets(components: Sequence[Component], paper: Paper, painter: ComponentPainter) -> Iterator[Sheet]:
    """Yield all sheets of some components, in order; components made in the same way share sheets."""
    for (making, _, large), group in groupby(components, lambda each: (each.making, each.on, not fits(each, paper))):
        if large:
            for component in group:
                for _ in range(component.count):
                    yield from joined(component, paper, painter)
        else:
            for page in pages(group, paper):
                yield _front(page, painter)
                if making == "duplex":
                    yield _back(page, paper, painter)


def fits(component: Component, paper: Paper) -> bool:
    """Return whether a component fits on one sheet in portrait."""
    width, height = _extent(component)
    return width <= paper.field.width and height <= paper.field.height


def pages(components: Iterable[Component], paper: Paper) -> list[list[Cell]]:
    """Place components on sheets row by row, each name separately."""
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


def _rows(components: Iterable[Component], field: Rectangle) -> Iterator[tuple[list[Cell], float]]:
    """Yield rows and the gap below each. The widest row of a name is centred, the others are aligned with its left end."""
    for _, same_name in groupby(components, lambda component: component.name):
        run = [component for component in same_name for _ in range(component.count)]
        gap = _gap(run, field)
        rows = _run(run, field.width, gap)
        left = (field.width - max(map(_end, rows))) / 2
        yield from (([cell._replace(x=cell.x + left) for cell in row], gap) for row in rows)


def _gap(run: Sequence[Component], field: Rectangle) -> float:
    """Return the gap between components: none for strips to fold, nor for components of one size if more then fit on a sheet."""
    if run[0].making == "fold":
        return 0.0
    sizes = set(map(_extent, run))
    if len(sizes) > 1 or len(run) <= _room(*min(sizes), field, GAP):
        return GAP
    return 0.0 if _room(*min(sizes), field, 0.0) > _room(*min(sizes), field, GAP) else GAP


def _room(width: float, height: float, field: Rectangle, gap: float) -> int:
    """Return how many of a size fit on a sheet."""
    return int((field.width + gap + ROUNDING) // (width + gap)) * int((field.height + gap + ROUNDING) // (height + gap))


def _run(things: Iterable[Component], width: float, gap: float) -> list[list[Cell]]:
    """Put each in the first row that has room for it."""
    rows: list[list[Cell]] = []
    for component in things:
        wide, high = _extent(component)
        row = next((row for row in rows if _end(row) + gap + wide <= width + ROUNDING and high <= MAX_HEIGHT_RATIO * row[0].height), [])
        if not row:
            rows.append(row)
        row.append(Cell(component, _end(row) + gap if row else 0.0, 0.0, wide, high))
    return rows


def _end(row: Sequence[Cell]) -> float:
    return row[-1].x + row[-1].width


def _extent(component: Component) -> tuple[float, float]:
    """Return the size of a component; one to fold includes its back."""
    width, height = size(component.outline)
    if component.making == "fold":
        return round(2 * (width + 2 * BLEED), 3), round(height + 2 * BLEED, 3)
    return round(width, 3), round(height, 3)


def _front(page: Sequence[Cell], painter: ComponentPainter) -> Sheet:
    placed = tuple(Placed(drawn := painter.front(cell.component), _around(cell, drawn)) for cell in page)
    return Sheet(_title(page), placed, (*_notes(page), *_making(page[0].component)), on=page[0].component.on)


def _back(page: Sequence[Cell], paper: Paper, painter: ComponentPainter) -> Sheet:
    """Return the back of a page: the sheet is turned over its long edge, so left becomes right."""
    turned = [cell._replace(x=paper.width - cell.x - cell.width) for cell in page]
    placed = tuple(Placed(drawn := painter.back(cell.component), _around(cell, drawn)) for cell in turned)
    return Sheet(_title(page), placed, (), back=True, on=page[0].component.on)


def _around(cell: Cell, drawn: DrawnComponent) -> Rectangle:
    return Rectangle(cell.x - RIM, cell.y - RIM, drawn.box.width, drawn.box.height)


def _title(page: Sequence[Cell]) -> Text:
    return join(dict.fromkeys(cell.component.name for cell in page), same(", "))


def _making(component: Component) -> tuple[Text, ...]:
    """Return the instructions for a component's way of making."""
    return {"flat": (strings.CUT,), "fold": (strings.FOLD,), "duplex": (strings.DUPLEX, strings.CUT)}[component.making]


def _notes(page: Sequence[Cell]) -> tuple[Text, ...]:
    return tuple(note for note in dict.fromkeys(cell.component.note for cell in page) if note != NOTHING)


def joined(component: Component, paper: Paper, painter: ComponentPainter) -> Iterator[Sheet]:
    """Yield a component on several sheets. Each extends under its right and lower neighbours, whose edges are cut."""
    left, top, _, _ = bounds(component.outline)
    width, height = size(component.outline)
    sheet, columns, rows = _grid(width, height, paper)
    drawn, step = painter.front(component), (width / columns, height / rows)
    for row in range(rows):
        for column in range(columns):
            window = Rectangle(
                left + column * step[0],
                top + row * step[1],
                step[0] + OVERLAP * (column < columns - 1),
                step[1] + OVERLAP * (row < rows - 1),
            )
            right, below = place(column + 1, row) * (column < columns - 1), place(column, row + 1) * (row < rows - 1)
            yield _tile(component, drawn, sheet, window, Edges(column > 0, row > 0, right, below), place(column, row))


class Edges(NamedTuple):
    """The neighbours of a sheet: whether there is one to the left and above, and the names of those to the right and below."""

    left: bool
    top: bool
    right: str
    bottom: str


def place(column: int, row: int) -> str:
    """Return the name of a sheet in a grid: A1 is the upper left one."""
    return f"{chr(ord('A') + column)}{row + 1}"


def _grid(width: float, height: float, paper: Paper) -> tuple[Paper, int, int]:
    """Choose portrait or landscape, and return it with the columns and rows of sheets; as few sheets as possible."""
    ways = [(sheet, _number(width, sheet.field.width), _number(height, sheet.field.height)) for sheet in (paper, paper.landscape)]
    return min(ways, key=lambda way: way[1] * way[2])


def _number(length: float, room: float) -> int:
    """Return how many sheets a length takes, with a strip to glue on all but the last."""
    count = 1
    while length / count + OVERLAP * (count > 1) + 2 * TICK > room:
        count += 1
    return count


def _tile(component: Component, drawn: DrawnComponent, sheet: Paper, window: Rectangle, edges: Edges, name: str) -> Sheet:
    """Return one sheet of several, with its part of the component centred."""
    field = sheet.field
    x, y = field.x + (field.width - window.width) / 2, field.y + (field.height - window.height) / 2
    whole = Rectangle(x + drawn.box.x - window.x, y + drawn.box.y - window.y, drawn.box.width, drawn.box.height)
    seen = Rectangle(x - RIM * (not edges.left), y - RIM * (not edges.top), window.width, window.height)
    marks = _joints(Rectangle(x, y, window.width, window.height), edges)
    note = component.note
    return Sheet(
        component.name + same(f" {name}"),
        (Placed(drawn, whole, _grown(seen, edges)), Placed(marks, marks.box)),
        (*([note] if note != NOTHING else []), strings.JOIN),
        sheet.width > sheet.height,
        on=component.on,
    )


def _grown(seen: Rectangle, edges: Edges) -> Rectangle:
    """Extend the visible part at outer edges, so that no line is clipped."""
    more_x = RIM * ((not edges.left) + (not edges.right))
    more_y = RIM * ((not edges.top) + (not edges.bottom))
    return Rectangle(seen.x, seen.y, seen.width + more_x, seen.height + more_y)


def _joints(seen: Rectangle, edges: Edges) -> DrawnComponent:
    """Draw the joints: cut lines where the sheet lies on a neighbour, thin lines with the neighbour's name where one lies on it."""
    x, y, right, bottom = seen.x, seen.y, seen.x + seen.width, seen.y + seen.height
    across, down = right - OVERLAP * bool(edges.right), bottom - OVERLAP * bool(edges.bottom)
    guides = _line(across, y, across, bottom) * bool(edges.right) + _line(x, down, right, down) * bool(edges.bottom)
    for at in [x] * edges.left + [across] * bool(edges.right):
        guides += _line(at, y - TICK, at, y) + _line(at, bottom, at, bottom + TICK)
    for at in [y] * edges.top + [down] * bool(edges.bottom):
        guides += _line(x - TICK, at, x, at) + _line(right, at, right + TICK, at)
    cuts = _line(x, y, x, bottom) * edges.left + _line(x, y, right, y) * edges.top
    names = [((across + OVERLAP / 2, y + OVERLAP / 2), edges.right), ((x + OVERLAP / 2, down + OVERLAP / 2), edges.bottom)]
    return lines(Rectangle(x - TICK, y - TICK, seen.width + 2 * TICK, seen.height + 2 * TICK), cuts, guides, names)


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return polyline([(x, y), (to_x, to_y)])
