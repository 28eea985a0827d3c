"""Draw how checkpoints fare against fixed opponents: the training curve of a run.

python train/curve.py LOG.jsonl CURVE.svg [--games N] [PANEL ...]

Each line of the log tells the seconds of learning and the checkpoint's share of so many games (its own `games`, or else N) against each
opponent. What is drawn is the difference in Elo that such a share means; a share of all games counts as all but half a game. A panel
names what it shows, and which runs of the log: `first,last`, or `against_hand_2@1+2`, where the second run goes on where the first one
ended. A run ends where the seconds begin anew. The picture keeps the command.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final

OPPONENTS: Final = {
    "nothing": "nothing",
    "first": "first",
    "last": "last",
    "against_start": "knowing nothing but the lead",
    "against_hand_2": "what people had told it, two players",
    "against_hand_3": "two of what people had told it, three players",
    "against_hand_4": "three of what people had told it, four players",
}
COLOURS: Final = ("#2f6fc0", "#c0562f")
PANELS: Final = ("nothing", "first,last")
WIDTH: Final = 640
HEIGHT: Final = 200  # of a panel
LEFT: Final = 60
GAP: Final = 44
Line = dict[str, Any]


def elo(share: float, games: int, players: int = 2) -> float:
    """How much stronger than its opponents, all alike, somebody is who gets this share."""
    kept = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10((players - 1) * kept / (1 - kept))


@dataclass(frozen=True)
class Panel:
    """What part of a picture shows: opponents, and the lines of the log with the seconds counted through."""

    names: Sequence[str]
    lines: Sequence[Line]
    joints: Sequence[float]  # when one run went on where another had ended

    def worths(self, name: str, games: int) -> list[float]:
        """The differences to an opponent over the time."""
        players = int(name[-1]) if name[-1].isdigit() else 2
        return [elo(line[name], line.get("games", games), players) for line in self.lines]


def runs(lines: Sequence[Line]) -> list[list[Line]]:
    """A log's lines, a list for each run."""
    found = [[lines[0]]]
    for before, line in pairwise(lines):
        if line["seconds"] < before["seconds"]:
            found.append([])
        found[-1].append(line)
    return found


def panel_of(lines: Sequence[Line], words: str) -> Panel:
    """A panel by its name."""
    names, _, numbers = words.partition("@")
    through: list[Line] = []
    joints: list[float] = []
    for number in (numbers or "1").split("+"):
        start = through[-1]["seconds"] if through else 0.0
        joints += [start] if through else []
        through += [{**line, "seconds": start + line["seconds"]} for line in runs(lines)[int(number) - 1]]
    return Panel(names.split(","), through, joints)


def picture(lines: Sequence[Line], words: Sequence[str], games: int, command: str) -> str:
    """The panels, one below the other."""
    panels = [panel_of(lines, each) for each in words]
    high = len(panels) * (HEIGHT + GAP) + GAP
    parts = [part for i, each in enumerate(panels) for part in drawn(each, games, GAP + i * (HEIGHT + GAP))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" font-family="sans-serif" font-size="12">'
    ground = f'<desc>{command}</desc>\n<rect width="{WIDTH}" height="{high}" fill="white"/>'
    return "\n".join([head, ground, *parts, text(WIDTH / 2, high - 6, "seconds of learning", "middle"), "</svg>", ""])


def drawn(panel: Panel, games: int, top: float) -> Iterator[str]:
    """The differences to some opponents over the time, and the scale on both sides."""
    worths = {name: panel.worths(name, games) for name in panel.names}
    low = 100 * floor(min(min(each) for each in worths.values()) / 100)
    high = 100 * ceil(max(max(each) for each in worths.values()) / 100)
    end = panel.lines[-1]["seconds"]

    def place(seconds: float, worth: float) -> tuple[float, float]:
        return LEFT + (WIDTH - LEFT - 20) * seconds / end, top + HEIGHT * (high - worth) / (high - low)

    for worth in range(low, high + 1, 100 if high - low <= 800 else 400):
        x, y = place(0, worth)
        yield f'<path d="M{x:.1f} {y:.1f}H{WIDTH - 20}" stroke="#dddddd"/>' + text(LEFT - 6, y + 4, f"{worth:+d}", "end")
    for seconds in range(0, int(end) + 1, 10):
        yield text(place(seconds, low)[0], top + HEIGHT + 16, str(seconds), "middle")
    for joint in panel.joints:
        yield f'<path d="M{place(joint, low)[0]:.1f} {top}V{top + HEIGHT}" stroke="#888888" stroke-dasharray="3 3"/>'
    for i, (name, values) in enumerate(worths.items()):
        points = " ".join("{:.1f},{:.1f}".format(*place(line["seconds"], worth)) for line, worth in zip(panel.lines, values, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>'
        yield text(LEFT + 160 * i, top - 8, f"Elo against {OPPONENTS[name]}", "start", COLOURS[i])


def text(x: float, y: float, words: str, anchor: str, fill: str = "black") -> str:
    """Some words of the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def again(command: str) -> tuple[Path, str]:
    """What a command draws, and where to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("curve", type=Path)
    parser.add_argument("panels", nargs="*", default=PANELS)
    parser.add_argument("--games", type=int, default=4096)
    parsed = parser.parse_intermixed_args(command.split()[2:])
    log = [json.loads(line) for line in parsed.log.read_text(encoding="ascii").splitlines()]
    return parsed.curve, picture(log, parsed.panels or PANELS, parsed.games, command)


def command_of(curve: str) -> str:
    """The command that drew a picture."""
    found = re.search("<desc>(.*)</desc>", curve)
    assert found
    return found[1]


if __name__ == "__main__":
    curve, svg = again(" ".join(["python", "train/curve.py", *sys.argv[1:]]))
    curve.write_text(svg, encoding="utf-8")
