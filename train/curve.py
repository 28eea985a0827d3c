"""Draw how checkpoints fare against fixed opponents: the training curve of a run.

python train/curve.py CURVE.jsonl CURVE.svg

Each line of the log tells the seconds of learning and the checkpoint's share of so many games against each opponent. What is drawn is the
difference in Elo that such a share means; a share of all games counts as all but half a game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final

OPPONENTS: Final = {"nothing": "#888888", "first": "#c0562f", "last": "#2f6fc0"}
WIDTH: Final = 640
HEIGHT: Final = 200  # of a panel
LEFT: Final = 60
GAP: Final = 44
Line = dict[str, Any]


def elo(share: float, games: int) -> float:
    """How much stronger than its opponent somebody is who gets this share."""
    kept = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10(kept / (1 - kept))


def picture(lines: Sequence[Line]) -> str:
    """Two panels: against knowing nothing, where soon hardly a game is lost, and against the first and the last checkpoint."""
    panels = [["nothing"], ["first", "last"]]
    high = len(panels) * (HEIGHT + GAP) + GAP
    parts = [part for i, names in enumerate(panels) for part in panel(lines, names, GAP + i * (HEIGHT + GAP))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" font-family="sans-serif" font-size="12">'
    ground = f'<rect width="{WIDTH}" height="{high}" fill="white"/>'
    return "\n".join([head, ground, *parts, text(WIDTH / 2, high - 6, "seconds of learning", "middle"), "</svg>", ""])


def panel(lines: Sequence[Line], names: Sequence[str], top: float) -> Iterator[str]:
    """The differences to some opponents over the time."""
    worths = {name: [elo(line[name], line["games"]) for line in lines] for name in names}
    low = 100 * floor(min(min(each) for each in worths.values()) / 100)
    high = 100 * ceil(max(max(each) for each in worths.values()) / 100)
    end = lines[-1]["seconds"]

    def place(seconds: float, worth: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 20) * seconds / end, top + HEIGHT * (high - worth) / (high - low)

    for worth in range(low, high + 1, 100 if high - low <= 800 else 400):
        x, y = place(0, worth)
        yield f'<path d="M{x:.1f} {y:.1f}H{WIDTH - 20}" stroke="#dddddd"/>' + text(LEFT - 6, y + 4, f"{worth:+d}", "end")
    for seconds in range(0, int(end) + 1, 10):
        yield text(place(seconds, low)[0], top + HEIGHT + 16, str(seconds), "middle")
    for i, (name, values) in enumerate(worths.items()):
        points = " ".join("{:.1f},{:.1f}".format(*place(line["seconds"], worth)) for line, worth in zip(lines, values, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{OPPONENTS[name]}" stroke-width="2"/>'
        yield text(LEFT + 160 * i, top - 8, f"Elo against {name}", "start", OPPONENTS[name])


def text(x: float, y: float, words: str, anchor: str, fill: str = "black") -> str:
    """Some words of the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


if __name__ == "__main__":
    log = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="ascii").splitlines()]
    Path(sys.argv[2]).write_text(picture(log), encoding="utf-8")
