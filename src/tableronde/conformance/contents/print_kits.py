"""Checks of print kits: components can be drawn, counted and cut out, in every language and with every ink."""

from collections.abc import Iterator
from itertools import product

from tableronde.box import Box
from tableronde.conformance.contents.pictures import KNOWN, PATH
from tableronde.conformance.contents.texts import is_complete
from tableronde.conformance.report import Finding
from tableronde.kit import INKS, Component, Kit, Wish, size
from tableronde.text import LANGUAGES, NOTHING


def kits_can_be_made(box: Box) -> Iterator[Finding]:
    """Every component has a name, a count, a closed cut line with a size, and drawings in valid paths and known style words."""
    for ink, language in product(INKS, LANGUAGES) if box.kit else ():
        assert box.kit
        kit = box.kit(Wish(ink=ink, language=language))
        for component in (*kit.components, *kit.pads):
            yield from _problems(box, kit, component)
        said = (*kit.needs, *kit.steps, *kit.instead, *(text for part in kit.parts for text in (part.box, part.kit)))
        yield from (Finding("a text of the kit is missing in one language", f"{text}") for text in said if not is_complete(text))


def _problems(box: Box, kit: Kit, component: Component) -> Iterator[Finding]:
    """Yield the problems of a component."""
    name = f"that of {component.name.en!r}"
    if not is_complete(component.name) or not (component.note == NOTHING or is_complete(component.note)):
        yield Finding("a text of a component of the kit is missing in one language", f"{component.name}, {component.note}")
    if component.count < 1:
        yield Finding("the count of a component of the kit must be at least 1", name)
    if not PATH.fullmatch(component.outline) or not component.outline.endswith("Z") or min(size(component.outline)) <= 0:
        yield Finding("a cut line of the kit must be a closed path with a size", name)
    if component.back and component.making == "flat":
        yield Finding("a component of the kit with a back must be folded or printed on both sides", name)
    for shape in (*component.front, *component.back):
        if not PATH.fullmatch(shape.path):
            yield Finding("a path must be made of M, L, C and Z", f"that of {shape.id!r} on {component.name.en!r}")
        unknown = [word for word in shape.style.split() if word not in {*KNOWN, *box.looks, *kit.looks}]
        yield from (Finding(f"the style word {word!r} is neither in the themes nor in the kit's looks", name) for word in unknown)
