"""Promises about a game on paper: what a kit says can be drawn, counted and cut out, in every language and with every ink."""

from collections.abc import Iterator
from itertools import product

from tableronde.box import Box
from tableronde.conform.pictures import KNOWN, PATH
from tableronde.conform.report import Finding
from tableronde.conform.words import is_complete
from tableronde.kit import INKS, Component, Kit, Wish, size
from tableronde.text import LANGUAGES, NOTHING


def kits_can_be_made(box: Box) -> Iterator[Finding]:
    """Every component has a name, a number, a closed cut line of some size, and drawings in paths and words that painters know."""
    for ink, language in product(INKS, LANGUAGES) if box.kit else ():
        assert box.kit
        kit = box.kit(Wish(ink=ink, language=language))
        for component in (*kit.components, *kit.pads):
            yield from _troubles(box, kit, component)
        said = (*kit.needs, *kit.steps, *kit.instead, *(text for part in kit.parts for text in (part.box, part.kit)))
        yield from (Finding("the kit does not say everything in both languages", f"{text}") for text in said if not is_complete(text))


def _troubles(box: Box, kit: Kit, component: Component) -> Iterator[Finding]:
    """What is wrong with a component."""
    name = f"that of {component.name.en!r}"
    if not is_complete(component.name) or not (component.note == NOTHING or is_complete(component.note)):
        yield Finding("a component of the kit does not speak both languages", f"{component.name}, {component.note}")
    if component.count < 1:
        yield Finding("a component of the kit is there less than once", name)
    if not PATH.fullmatch(component.outline) or not component.outline.endswith("Z") or min(size(component.outline)) <= 0:
        yield Finding("a cut line of the kit is not a closed path of some size", name)
    if component.back and component.making == "flat":
        yield Finding("a component of the kit has a back, but is neither folded nor printed on both sides", name)
    for shape in (*component.front, *component.back):
        if not PATH.fullmatch(shape.path):
            yield Finding("a path is not made of M, L, C and Z", f"that of {shape.id!r} on {component.name.en!r}")
        unknown = [word for word in shape.style.split() if word not in {*KNOWN, *box.looks, *kit.looks}]
        yield from (Finding(f"no theme knows the style word {word!r}, nor do the kit's looks", name) for word in unknown)
