"""First actions as pictures: one picture with a mark on each if a single press decides, or else one picture after each.

Marks are discs in five shades, from the weakest first action to the strongest, and each has its number, so that no colour is needed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tableronde.box import Box
from tableronde.game import Event
from tableronde.learn.figures import extent, shapes_named
from tableronde.learn.openings import Opening, Openings
from tableronde.scene import Area, Scene, Shape, circle
from tableronde.table import Table
from tableronde.text import Text, join, same
from tableronde.theme import Look

SHADES: Final = ("#efe3cb", "#b7c9dc", "#7fa6d0", "#2f6fb5", "#143f70")  # from the weakest to the strongest
LOOKS: Final = {
    f"worth-{i}": Look(fill=shade, stroke="#14100d", width=0.3, pattern="plain", ink="#0d0a08" if i < 3 else "#ffffff", bold=True)
    for i, shade in enumerate(SHADES)
}
ACROSS: Final = 0.68  # width of a mark, in parts of what it lies on
LETTERS: Final = 0.4


def percent(share: float) -> int:
    """Round a share to percent."""
    return round(100 * share)


class OpeningPictures:
    """The openings of a game and their pictures."""

    def __init__(self, box: Box, made: Openings) -> None:
        self.box, self.made, self.start = box, made, made.table(box)
        [seat] = self.start.to_act()
        assert isinstance(seat, int)
        self.seat = seat
        self._low, self._high = (percent(made.first[i].share) for i in (-1, 0))

    def shade(self, share: float) -> int:
        """Return the index of a share's shade."""
        span = self._high - self._low + 1
        return (percent(share) - self._low) * len(SHADES) // span

    def ranges(self) -> Iterator[tuple[int, int, int]]:
        """Yield each shade that occurs, with the lowest and highest percentage it stands for."""
        for i in range(len(SHADES)):
            numbers = [percent(each.share) for each in self.made.first if self.shade(each.share) == i]
            if numbers:
                yield i, min(numbers), max(numbers)

    def name(self, opening: Opening) -> Text:
        """Name a first action for a table of values: by the places to press, or by its log line."""
        words = [self._words(action) for action in opening.alike]
        if all(len(each) == 1 for each in words):
            return join((self.box.label(word, ()) for [word] in words), same(", "))
        return self.log_line(opening)

    def log_line(self, opening: Opening) -> Text:
        """Return the log line of an opening."""
        after = self._after(opening)
        event = Event(self.seat, opening.action)
        return self.box.tell(self.start.view(), event, after.view()).named(self.start.names)

    def map(self) -> Scene | None:
        """Draw one picture with a mark on every place to press; None if an action takes several presses or has no place."""
        scene = Scene(self.start.scene().areas[:1])
        marks = [mark for opening in self.made.first for action in opening.alike for mark in self._marks(scene, opening, action)]
        if len(marks) != sum(len(opening.alike) for opening in self.made.first):
            return None
        board = scene.areas[0]
        return Scene((replace(board, shapes=(*board.shapes, *marks)),)).named(self.start.names)

    def picture(self, opening: Opening) -> Scene:
        """Draw the table after an action."""
        after = self._after(opening)
        return Scene(after.scene().areas[:1]).named(after.names)

    def _after(self, opening: Opening) -> Table:
        after = self.start.at(0)
        after.play(self.seat, opening.action)
        return after

    def _words(self, action: str) -> list[str]:
        return list(self.start.game.touch(action))

    def _marks(self, scene: Scene, opening: Opening, action: str) -> Iterator[Shape]:
        """Yield the mark of an action, on the last shape that is pressed for it: at most one."""
        words = self._words(action)
        found = list(shapes_named(scene, words[0])) if len(words) == 1 else []
        if found:
            yield self._mark(scene.areas[0], found[-1], opening)

    def _mark(self, area: Area, under: Shape, opening: Opening) -> Shape:
        _, sides = extent(under)
        size = min(sides)
        style = f"worth-{self.shade(opening.share)}"
        return Shape(
            f"worth {under.id}", circle(ACROSS * size / 2), style, under.at, label=same(str(percent(opening.share))), size=LETTERS * size
        )
