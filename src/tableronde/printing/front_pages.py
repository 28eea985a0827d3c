"""The first pages of a kit: what one will have, what there is to cut out, how to print and make it, and what the box had."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tableronde.arena import glimpse
from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Component, Kit, size
from tableronde.printing import blocks, words
from tableronde.printing.drawing import Draughtsman, Drawn
from tableronde.scene import Scene
from tableronde.text import Language, Text


@dataclass(frozen=True, slots=True)
class Plan:
    """How some pages of a document are printed."""

    first: int
    last: int | None  # None: all that follow
    how: Text

    def pages(self) -> Text:
        """Which pages they are."""
        if self.last is None:
            return words.filled(words.ONWARDS, self.first)
        return Text(*[f"{self.first}–{self.last}" if self.last > self.first else f"{self.first}"] * 2)


@dataclass(frozen=True)
class Opening:
    """All that is said before the sheets."""

    box: Box
    kit: Kit
    language: Language
    picture: str  # its file
    ratio: float  # of its width to its height
    paper: int  # sheets of it to cut out
    plan: Sequence[Plan]

    def blocks(self, height: float) -> Iterator[Json]:
        """The whole, with a picture of some height."""
        yield blocks.title(self._say(self.box.title))
        yield blocks.text([blocks.run(self._say(words.MAKE_IT) + ". ", bold=True), blocks.run(self._say(self.box.blurb))])
        yield blocks.picture(self.picture, height * self.ratio, height)
        yield blocks.heading(self._say(words.MATERIAL))
        head = [self._say(text) for text in (words.THING, words.NUMBER, words.SIZE)]
        yield blocks.table([head, *material(self.kit.components, self.language)], (6, 1.3, 3))
        yield blocks.heading(self._say(words.YOU_NEED))
        yield from self._list([*(words.filled(tool, self.paper) for tool in words.TOOLS), *self.kit.needs])
        yield blocks.text(self._say(words.filled(words.TIME, words.duration(self.kit.minutes))))
        yield blocks.heading(self._say(words.PRINTING))
        head = [self._say(text) for text in (words.PAGES, words.HOW)]
        yield blocks.table([head, *([self._say(plan.pages()), self._say(plan.how)] for plan in self.plan)], (1.3, 9))
        yield from self._titled(words.STEPS, self.kit.steps, ordered=True)
        yield from self._titled(words.INSTEAD, self.kit.instead)
        if self.kit.parts:
            yield blocks.heading(self._say(words.THE_BOX))
            head = [self._say(text) for text in (words.IN_BOX, words.IN_KIT)]
            yield blocks.table([head, *([self._say(part.box), self._say(part.kit)] for part in self.kit.parts)], (1, 1))

    def _titled(self, title: Text, items: Sequence[Text], ordered: bool = False) -> Iterator[Json]:
        if items:
            yield blocks.heading(self._say(title))
            yield from self._list(items, ordered)

    def _list(self, items: Sequence[Text], ordered: bool = False) -> Iterator[Json]:
        yield blocks.listed([self._say(item) for item in items], ordered)

    def _say(self, text: Text) -> str:
        return text[self.language]


def material(components: Sequence[Component], language: Language) -> list[list[str]]:
    """What there is of each name: how many, and from how small to how large."""
    counted: Counter[Text] = Counter()
    for component in components:
        counted[component.name] += component.count
    return [[name[language], str(count), _measure([c for c in components if c.name == name])] for name, count in counted.items()]


def _measure(components: Sequence[Component]) -> str:
    """The size in millimetres; of several the smallest and the largest side."""
    sizes = {tuple(round(side) for side in size(component.outline)) for component in components}
    sides = [side for each in sizes for side in each]
    return "{} × {} mm".format(*sizes.pop()) if len(sizes) == 1 else f"{min(sides)} – {max(sides)} mm"


def picture(kit: Kit, box: Box, draughtsman: Draughtsman) -> Drawn:
    """What one will have: the kit's own picture, or the board some way into a game."""
    return draughtsman.scene(kit.picture or Scene(glimpse(box).areas[:1]))
