"""The first pages of a kit: the finished game, the components, how to print and make them, and the original box compared."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Component, Kit, size
from tableronde.play.arena import glimpse
from tableronde.printing import strings
from tableronde.printing.components.component_drawing import ComponentPainter, DrawnComponent
from tableronde.printing.pages import blocks
from tableronde.scene import Scene
from tableronde.text import Language, Text


@dataclass(frozen=True, slots=True)
class Plan:
    """How to print a range of pages of a document."""

    first: int
    last: int | None  # None: the last page of the document
    how: Text

    def pages(self) -> Text:
        """Return the page numbers as text."""
        if self.last is None:
            return strings.filled(strings.ONWARDS, self.first)
        return Text(*[f"{self.first}–{self.last}" if self.last > self.first else f"{self.first}"] * 2)


@dataclass(frozen=True)
class FrontPages:
    """The pages before the sheets to cut out."""

    box: Box
    kit: Kit
    language: Language
    picture: str  # its file name
    ratio: float  # of the picture's width to its height
    paper: int  # sheets of paper to cut out
    plan: Sequence[Plan]

    def blocks(self, height: float) -> Iterator[Json]:
        """Yield all blocks, with a picture of this height."""
        yield blocks.title(self._translate(self.box.title))
        yield blocks.text([blocks.run(self._translate(strings.MAKE_IT) + ". ", bold=True), blocks.run(self._translate(self.box.blurb))])
        if self.box.credits:
            yield blocks.text(self._translate(self.box.credits.sentences), small=True)
        yield blocks.picture(self.picture, height * self.ratio, height)
        yield blocks.heading(self._translate(strings.MATERIAL))
        head = [self._translate(text) for text in (strings.THING, strings.NUMBER, strings.SIZE)]
        yield blocks.table([head, *material(self.kit.components, self.language)], (6, 1.3, 3))
        yield blocks.heading(self._translate(strings.YOU_NEED))
        yield from self._list([*(strings.filled(tool, self.paper) for tool in strings.TOOLS), *self.kit.needs])
        yield blocks.text(self._translate(strings.filled(strings.TIME, strings.duration(self.kit.minutes))))
        yield blocks.heading(self._translate(strings.PRINTING))
        head = [self._translate(text) for text in (strings.PAGES, strings.HOW)]
        yield blocks.table([head, *([self._translate(plan.pages()), self._translate(plan.how)] for plan in self.plan)], (1.3, 9))
        yield from self._titled(strings.STEPS, self.kit.steps, ordered=True)
        yield from self._titled(strings.INSTEAD, self.kit.instead)
        if self.kit.parts:
            yield blocks.heading(self._translate(strings.THE_BOX))
            head = [self._translate(text) for text in (strings.IN_BOX, strings.IN_KIT)]
            yield blocks.table([head, *([self._translate(part.box), self._translate(part.kit)] for part in self.kit.parts)], (1, 1))

    def _titled(self, title: Text, items: Sequence[Text], ordered: bool = False) -> Iterator[Json]:
        if items:
            yield blocks.heading(self._translate(title))
            yield from self._list(items, ordered)

    def _list(self, items: Sequence[Text], ordered: bool = False) -> Iterator[Json]:
        yield blocks.listed([self._translate(item) for item in items], ordered)

    def _translate(self, text: Text) -> str:
        return text[self.language]


def material(components: Sequence[Component], language: Language) -> list[list[str]]:
    """List the components by name, with their number and range of sizes."""
    counted: Counter[Text] = Counter()
    for component in components:
        counted[component.name] += component.count
    return [[name[language], str(count), _measure([c for c in components if c.name == name])] for name, count in counted.items()]


def _measure(components: Sequence[Component]) -> str:
    """Return the size in millimetres; of several components the smallest and the largest side."""
    sizes = {tuple(round(side) for side in size(component.outline)) for component in components}
    sides = [side for each in sizes for side in each]
    return "{} × {} mm".format(*sizes.pop()) if len(sizes) == 1 else f"{min(sides)} – {max(sides)} mm"


def picture(kit: Kit, box: Box, painter: ComponentPainter) -> DrawnComponent:
    """Draw the finished game: the kit's own picture, or the board some way into a game."""
    return painter.scene(kit.picture or Scene(glimpse(box).areas[:1]))
