"""The first pages of a kit: what one will have, what there is to cut out, what one needs, and what the box had."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from tableronde.box import Box
from tableronde.game import Json
from tableronde.kit import Component, Kit, size
from tableronde.printing import blocks, words
from tableronde.printing.drawing import Draughtsman, Drawn
from tableronde.printing.sheets import Sheet
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language, Text

WIDEST, HIGHEST = 170.0, 105.0  # of the picture of what one will have


def opening(box: Box, kit: Kit, sheets: Sequence[Sheet], picture: str, ratio: float, language: Language) -> Iterator[Json]:
    """The blocks of the opening pages, around a picture of some ratio of width to height."""

    def say(text: Text) -> str:
        return text[language]

    yield blocks.title(say(box.title))
    yield blocks.text([blocks.run(say(words.MAKE_IT) + ". ", bold=True), blocks.run(say(box.blurb))])
    width = min(WIDEST, HIGHEST * ratio)
    yield blocks.picture(picture, width, width / ratio)
    yield blocks.heading(say(words.MATERIAL))
    head = [say(text) for text in (words.THING, words.NUMBER, words.SIZE)]
    yield blocks.table([head, *material(kit.components, language)], (5, 1, 3))
    yield blocks.heading(say(words.YOU_NEED))
    tools = [words.filled(tool, sum(not sheet.back for sheet in sheets)) for tool in words.TOOLS]
    yield blocks.listed(say(text) for text in (*tools, *kit.needs))
    yield blocks.text(say(words.filled(words.TIME, words.duration(kit.minutes))))
    if kit.steps:
        yield blocks.heading(say(words.STEPS))
        yield blocks.listed((say(step) for step in kit.steps), ordered=True)
    if kit.instead:
        yield blocks.heading(say(words.INSTEAD))
        yield blocks.listed(say(text) for text in kit.instead)
    if kit.parts:
        yield blocks.heading(say(words.THE_BOX))
        yield blocks.table([[say(words.IN_BOX), say(words.IN_KIT)], *([say(part.box), say(part.kit)] for part in kit.parts)], (1, 1))


def material(components: Sequence[Component], language: Language) -> list[list[str]]:
    """What there is of each name: how many, and how large the first of them is."""
    counted: Counter[Text] = Counter()
    for component in components:
        counted[component.name] += component.count
    first = {component.name: component for component in reversed(components)}
    return [[name[language], str(count), measure(first[name], language)] for name, count in counted.items()]


def measure(component: Component, language: Language) -> str:
    """The size of a component, in millimetres."""
    width, height = (f"{side:.0f}" for side in size(component.outline))
    return f"{width} × {height} mm"


def shown(kit: Kit, box: Box) -> Scene:
    """A picture of what one will have: the kit's own, or the table as a game begins."""
    if kit.picture:
        return kit.picture
    table = Table(box, min(box.game_type.players), rng=Random(0))
    return table.scene().named(table.names)


def ratio(drawn: Drawn) -> float:
    """How wide a picture is for its height."""
    return drawn.box.width / drawn.box.height


def picture(kit: Kit, box: Box, draughtsman: Draughtsman) -> Drawn:
    """That picture, drawn."""
    return draughtsman.scene(shown(kit, box))
