"""The terminal window: reading, writing, and lists that fit."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tableronde.text import Language, Text
from tableronde.theme import THEMES, Theme

Choices = Mapping[str, str]  # what is typed for each choice, and its text


@dataclass(frozen=True)
class Screen:
    """The terminal: how to read and write, and its size."""

    read: Callable[[str], str]  # called with a prompt, returns the answer; EOFError or KeyboardInterrupt to leave
    write: Callable[[str], None]
    language: Language = "en"
    theme: Theme = THEMES["dark"]
    coloured: bool = True
    columns: int = 0  # 0: as many as the terminal has
    lines: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Return the current columns and lines. The last column stays free: some terminals break the line there."""
        now = shutil.get_terminal_size((80, 24))
        return self.columns or max(20, now.columns - 1), self.lines or max(8, now.lines)

    def page(self, choices: Choices, page: int) -> list[str]:
        """Lay the numbered choices out in columns; at most a third of the screen at a time, in pages that start over."""
        columns, lines = self.size
        listed = [_cut(f"{number:>3}  {choice}", columns) for number, choice in choices.items()]
        rows, room = in_columns(listed, columns).splitlines(), max(3, lines // 3)
        if len(rows) <= room:
            return rows
        each = (room - 1) * (len(listed) // len(rows) + bool(len(listed) % len(rows)))
        start = page % -(-len(listed) // each) * each
        shown = in_columns(listed[start : start + each], columns).splitlines()
        hint = Text(
            f"     {start + 1} à {min(start + each, len(listed))} sur {len(listed)} ; « suite » montre les autres",
            f"     {start + 1} to {min(start + each, len(listed))} of {len(listed)}; “more” shows the others",
        )
        return [*shown, hint[self.language]]

    def say(self, fr: str, en: str) -> None:
        self.write(Text(fr, en)[self.language])


class Leave(Exception):
    """Raised when the players want to leave."""


def _cut(line: str, columns: int) -> str:
    """Cut a line to the width of the window."""
    return line if len(line) <= columns else f"{line[: columns - 1].rstrip()}…"


def numbered(choices: Iterable[str]) -> Choices:
    """Number choices from 1."""
    return {str(i): choice for i, choice in enumerate(choices, 1)}


def in_columns(lines: Sequence[str], width: int) -> str:
    """Put short lines in as many columns as fit, read downwards; a few stay a list."""
    across = max(1, width // (max(map(len, lines)) + 2)) if len(lines) > 8 else 1
    down = -(-len(lines) // across)
    rows = [lines[i::down] for i in range(down)]
    return "\n".join("  ".join(line.ljust(max(map(len, lines))) for line in row).rstrip() for row in rows)
