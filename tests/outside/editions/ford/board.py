"""The river: 61 hexagons in nine columns, from a to i, each counted from Willow's bank."""

from math import sqrt

SIZE = 4  # hexagons from the centre to the edge
COLUMNS = "abcdefghi"


def _rows(q: int) -> range:
    """Return a column's hexagons from the upper bank to the lower one."""
    return range(max(-SIZE, -SIZE - q), min(SIZE, SIZE - q) + 1)


def _name(q: int, r: int) -> str:
    return f"{COLUMNS[q + SIZE]}{_rows(q)[-1] - r + 1}" if abs(q) <= SIZE and r in _rows(q) else ""


CELLS = tuple(_name(q, r) for q in range(-SIZE, SIZE + 1) for r in reversed(_rows(q)))
_AT = {_name(q, r): (q, r) for q in range(-SIZE, SIZE + 1) for r in _rows(q)}


def _step(cell: str, dq: int, dr: int) -> str:
    q, r = _AT[cell]
    return _name(q + dq, r + dr)


# For each seat: the hexagon straight ahead ("" on the far bank), those ahead to the left and to the right, and how many are left to cross.
STRAIGHT = tuple({cell: _step(cell, 0, -way) for cell in CELLS} for way in (1, -1))
ASIDE = tuple({cell: tuple(filter(None, (_step(cell, -way, 0), _step(cell, way, -way)))) for cell in CELLS} for way in (1, -1))
AHEAD = (
    {cell: _AT[cell][1] - _rows(_AT[cell][0])[0] for cell in CELLS},
    {cell: _rows(_AT[cell][0])[-1] - _AT[cell][1] for cell in CELLS},
)


def bank(seat: int, rows: int) -> tuple[str, ...]:
    """Return where a seat's stones stand at the beginning."""
    return tuple(cell for cell in CELLS if AHEAD[1 - seat][cell] < rows)


def centre(cell: str, seat: int | None) -> tuple[float, float]:
    """Return a hexagon's place in the picture, with the seat's own bank below."""
    q, r = _AT[cell]
    turned = -1.0 if seat == 1 else 1.0
    return turned * 1.5 * q, turned * sqrt(3) * (r + q / 2)
