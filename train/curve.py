"""Draw the training curve of a run: the strength of its checkpoints against fixed opponents.

python train/curve.py LOG.jsonl CURVE.svg [--games N] [PANEL ...]

Each line of the log has the seconds of learning and the checkpoint's share of its games (its key `games`, or N) against each
opponent. The curve shows the Elo difference of that share; winning all games counts as all but half a game. A panel
names the opponents it shows, and the runs of the log: `first,last`, or `against_hand_2@1+2`, where the second run continues the first
one. A run ends where the seconds start again from zero. The picture contains the command that drew it.
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
    """Return the Elo advantage over equal opponents that this share means."""
    kept = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * log10((players - 1) * kept / (1 - kept))


@dataclass(frozen=True)
class Panel:
    """A part of the picture: its opponents, and the lines of the log with continuous seconds."""

    names: Sequence[str]
    lines: Sequence[Line]
    joints: Sequence[float]  # seconds at which one run continued another

    def differences(self, name: str, games: int) -> list[float]:
        """Return the Elo differences to an opponent over time."""
        players = int(name[-1]) if name[-1].isdigit() else 2
        return [elo(line[name], line.get("games", games), players) for line in self.lines]


def runs(lines: Sequence[Line]) -> list[list[Line]]:
    """Split a log's lines into runs."""
    found = [[lines[0]]]
    for before, line in pairwise(lines):
        if line["seconds"] < before["seconds"]:
            found.append([])
        found[-1].append(line)
    return found


def panel_of(lines: Sequence[Line], words: str) -> Panel:
    """Create a panel from its name."""
    names, _, numbers = words.partition("@")
    through: list[Line] = []
    joints: list[float] = []
    for number in (numbers or "1").split("+"):
        start = through[-1]["seconds"] if through else 0.0
        joints += [start] if through else []
        through += [{**line, "seconds": start + line["seconds"]} for line in runs(lines)[int(number) - 1]]
    return Panel(names.split(","), through, joints)


def picture(lines: Sequence[Line], words: Sequence[str], games: int, command: str) -> str:
    """Draw the panels, one below the other."""
    panels = [panel_of(lines, each) for each in words]
    high = len(panels) * (HEIGHT + GAP) + GAP
    parts = [part for i, each in enumerate(panels) for part in drawn(each, games, GAP + i * (HEIGHT + GAP))]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" font-family="sans-serif" font-size="12">'
    ground = f'<desc>{command}</desc>\n<rect width="{WIDTH}" height="{high}" fill="white"/>'
    return "\n".join([head, ground, *parts, text(WIDTH / 2, high - 6, "seconds of learning", "middle"), "</svg>", ""])


def drawn(panel: Panel, games: int, top: float) -> Iterator[str]:
    """Draw the differences to some opponents over time, with the scale."""
    differences = {name: panel.differences(name, games) for name in panel.names}
    low = 100 * floor(min(min(each) for each in differences.values()) / 100)
    high = 100 * ceil(max(max(each) for each in differences.values()) / 100)
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
    for i, (name, values) in enumerate(differences.items()):
        points = " ".join("{:.1f},{:.1f}".format(*place(line["seconds"], worth)) for line, worth in zip(panel.lines, values, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>'
        yield text(LEFT + 160 * i, top - 8, f"Elo against {OPPONENTS[name]}", "start", COLOURS[i])


def text(x: float, y: float, words: str, anchor: str, fill: str = "black") -> str:
    """Return a text of the picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def again(command: str) -> tuple[Path, str]:
    """Draw the picture of a command; return the path and the SVG."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("curve", type=Path)
    parser.add_argument("panels", nargs="*", default=PANELS)
    parser.add_argument("--games", type=int, default=4096)
    parsed = parser.parse_intermixed_args(command.split()[2:])
    log = [json.loads(line) for line in parsed.log.read_text(encoding="ascii").splitlines()]
    return parsed.curve, picture(log, parsed.panels or PANELS, parsed.games, command)


def command_of(curve: str) -> str:
    """Read the command that drew a picture."""
    found = re.search("<desc>(.*)</desc>", curve)
    assert found
    return found[1]


if __name__ == "__main__":
    curve, svg = again(" ".join(["python", "train/curve.py", *sys.argv[1:]]))
    curve.write_text(svg, encoding="utf-8")
