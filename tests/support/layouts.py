"""Random windows full of areas, for the two implementations of the layout, which must agree."""

from collections.abc import Sequence
from random import Random

from tableronde.render.layout import Layout, Measures, Part
from tableronde.scene import ROLES


def case(rng: Random) -> tuple[list[Part], float, float, Measures, int, int]:
    """Return parts, a window, its measures, which part is requested and which tab is open."""
    needed = rng.choice([0.1, 0.3, 0.6, 1.0, 4.0])
    board = Part("board", rng.uniform(50, 1500), rng.uniform(50, 1500), needed, needed * rng.choice([0.0, 0.7, 0.9, 1.0]))
    others = [
        Part(rng.choice(ROLES[1:]), rng.uniform(20, 900), rng.uniform(20, 700), rng.choice([0.1, 0.5, 1.0, 2.0]))
        for _ in range(rng.randint(0, 7))
    ]
    measures = rng.choice([Measures(), Measures(16.0, 24.0, 48.0), Measures(1.0, 2.0, 2.0)])
    width, height = rng.choice([344.0, 374.0, 804.0, 888.0, 1048.0, rng.uniform(150, 2600)]), rng.uniform(150, 1500)
    return [board, *others], width, height, measures, rng.randint(-1, len(others)), rng.randint(-1, len(others))


def overlaps(parts: Sequence[Part], layout: Layout, width: float, height: float) -> bool:
    """Return whether two areas overlap, or one crosses the edge of the window."""
    boxes = [(s.x, s.y, s.x + p.width * s.scale, s.y + p.height * s.scale) for p, s in zip(parts, layout.spots, strict=True) if s]
    slack = 1e-6
    outside = any(a < -slack or b < -slack or c > width + slack or d > height + slack for a, b, c, d in boxes)
    return outside or any(
        min(c, g) - max(a, e) > slack and min(d, h) - max(b, f) > slack for i, (a, b, c, d) in enumerate(boxes) for e, f, g, h in boxes[:i]
    )
