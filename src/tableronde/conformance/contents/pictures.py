"""Checks of pictures: they can be painted, and everything on offer can be pressed."""

import re
from collections import Counter
from collections.abc import Iterator
from math import isfinite
from typing import Final
from xml.etree import ElementTree

from tableronde import touch
from tableronde.box import Box
from tableronde.conformance.contents.texts import is_complete, unnamed
from tableronde.conformance.report import Advice, Finding, Unsound
from tableronde.conformance.sampling import Sample
from tableronde.game import is_open
from tableronde.render.svg import paint
from tableronde.scene import Area, Scene, Shape
from tableronde.text import LANGUAGES, Language, Text
from tableronde.theme import THEMES

PATH: Final = re.compile(r"(M-?[\d.]+ -?[\d.]+|L-?[\d.]+ -?[\d.]+|C-?[\d.]+( -?[\d.]+){5}|Z)*", re.ASCII)
KNOWN: Final = frozenset(word for theme in THEMES.values() for word in theme.looks)


def touch_tree_is_legal_actions(sample: Sample) -> Iterator[Finding]:
    """The words to press lead to all legal actions and to nothing else."""
    table = sample.table
    for seat in sample.seats_to_press:
        for action in sample.some(table.legal()[seat], 6):
            words = sample.game.touch(action)
            if isinstance(words, str) or not all(isinstance(word, str) and word for word in words):
                yield Finding("touch must return words", f"{words!r:.60} for {action!r}")
            elif is_open(action) and words[-1] != "*":
                yield Finding("the last word to press for an open action must be its *", f"{words!r:.60} for {action!r}")
        if sorted(touch.leaves(table.touch(seat))) != list(table.legal()[seat]):
            yield Finding("a seat cannot reach all its actions by pressing words", f"seat {seat}")


def words_can_be_pressed(sample: Sample) -> Iterator[Finding]:
    """Every word on offer is a shape with a spoken title, or a button with a label."""
    table = sample.table
    for seat in sample.seats_to_press:
        for picked, offers in sample.a_way_down(seat):
            shapes = {shape.word: shape for shape in sample.scene(seat, picked).shapes() if shape.word}
            for word in offers:
                if not _spoken(table.box, shapes.get(word), word, picked):
                    yield Finding("a word on offer has neither a title nor a label: give its shape a title, or label it", repr(word))


def what_is_held_can_be_turned(sample: Sample) -> Iterator[Finding]:
    """Turning the held piece gives words, or nothing."""
    rotate = sample.table.box.rotate
    for seat in sample.seats_to_press if rotate else ():
        for picked, _ in [way for way in sample.a_way_down(seat) if way[0]]:
            for step in (0, 1, -1):
                turned = rotate(sample.table.view(seat), picked, step) if rotate else ()
                if not isinstance(turned, tuple) or not all(isinstance(word, str) for word in turned):
                    yield Finding("turning the held piece must give words", f"{turned!r:.60}")


def pictures_are_sound(sample: Sample) -> Iterator[Finding]:
    """Ids are unique, paths are made of M, L, C and Z, styles are words that a theme or the box knows, and SVG parses."""
    table = sample.table
    if sample.scene(0) != table.scene(0):
        yield Finding("the same position is drawn differently the second time")
    for scene in _scenes(sample):
        yield from _ill_made(scene, sample.game.seats)
        yield from _uneven(scene)
        for _, shown in scene.frames():
            yield from _strange_shapes(table.box, shown)
        yield from _strangers(scene.named(table.names))
        yield from _unpaintable(table.box, scene, sample.rng.choice(list(THEMES)), sample.rng.choice(LANGUAGES))
    yield from (_unknown("a seat's style", word) for style in table.styles() for word in _unknown_words(table.box, style))


def _scenes(sample: Sample) -> Iterator[Scene]:
    """Yield the scenes of two viewers, and of a seat that has picked a whole action: what would happen."""
    yield from (sample.scene(viewer) for viewer in sample.rng.sample(sample.viewers, 2))
    for seat in sample.seats_to_press[:1]:
        *_, (picked, offers) = sample.a_way_down(seat)
        yield sample.scene(seat, (*picked, sample.rng.choice(offers)))


def _ill_made(scene: Scene, seats: int) -> Iterator[Finding]:
    """Yield values of the wrong type; if there are any, no other check of the scene runs."""
    if not isinstance(scene, Scene):
        raise Unsound("draw must return a Scene", f"{scene!r:.60}")
    for what, things in (("the areas", scene.areas), ("the captions", scene.captions), ("the film", scene.film)):
        if not isinstance(things, tuple):
            raise Unsound(f"{what} of a scene must be a tuple (is a comma missing?)", f"{things!r:.60}")
    for caption in scene.captions:
        yield from _in_both_languages("a caption", caption)
    counts = Counter(area.id for area in scene.areas)
    yield from (Finding("two areas have the same id", repr(name)) for name, times in counts.items() if times > 1)
    for area in scene.areas:
        yield from _ill_made_area(area, seats)


def _ill_made_area(area: Area, seats: int) -> Iterator[Finding]:
    """Yield the problems of an area: its size, its owner, its shapes."""
    if not isinstance(area.shapes, tuple):
        raise Unsound("the shapes of an area must be a tuple", f"those of {area.id!r}")
    if len(area.box) != 4 or not all(map(isfinite, area.box)) or min(area.box[2:]) <= 0:
        yield Finding("an area has no size", f"{area.box!r:.60} of {area.id!r}")
    if area.seat is not None and area.seat not in range(seats):
        yield Finding("an area belongs to a seat that does not exist", f"{area.seat!r} of {area.id!r}")
    yield from _in_both_languages("the title of an area", area.title)
    for shape in area.shapes:
        is_complete(shape.label)  # only its type matters: a label may be empty in one language
        yield from _in_both_languages("the title of a shape", shape.title)
        if not all(map(isfinite, (*shape.at, shape.turn, shape.size))) or shape.size < 0:
            yield Finding("the place, turn and size of a shape must be finite numbers", f"{shape.id!r} at {shape.at!r:.60}")
        if shape.label.en and not shape.size:
            yield Advice("a shape with a label needs a size for its letters", repr(shape.id))


def _in_both_languages(what: str, text: Text) -> Iterator[Finding]:
    if not is_complete(text) and (text.fr.strip() or text.en.strip()):
        yield Finding(f"{what} is in one language only", repr(text))


def _strange_shapes(box: Box, scene: Scene) -> Iterator[Finding]:
    counts = Counter(shape.id for shape in scene.shapes())
    yield from (Finding("two shapes have the same id", repr(name)) for name, times in counts.items() if times > 1)
    for shape in scene.shapes():
        if not PATH.fullmatch(shape.path):
            yield Finding("a path must be made of M, L, C and Z", f"that of {shape.id!r}")
        yield from (_unknown(f"the style of {shape.id!r}", word) for word in _unknown_words(box, shape.style))


def _unknown(what: str, word: str) -> Finding:
    return Finding(f"the style word {word!r} is neither in the themes nor in the box's looks", what)


def _unknown_words(box: Box, style: str) -> list[str]:
    return [word for word in style.split() if word not in KNOWN and word not in box.looks]


def _strangers(scene: Scene) -> Iterator[Finding]:
    titles = [area.title for area in scene.areas]
    written = [text for shape in scene.shapes() for text in (shape.title, shape.label)]
    for text in (*scene.captions, *titles, *written):
        yield from unnamed("the picture", text)


def _spoken(box: Box, shape: Shape | None, word: str, picked: touch.Picked) -> bool:
    label = box.label(word, picked)  # asked even if a shape has a title: lists and screen readers may need it
    return word == "*" or is_complete(shape.title if shape else label)


def _uneven(scene: Scene) -> Iterator[Finding]:
    """Yield the problems of a film."""
    starts, known = [frame.seconds for frame in scene.film], {area.id for area in scene.areas}
    if starts and (starts[0] != 0 or starts != sorted(set(starts))):
        yield Finding("a film must begin at 0 seconds, and its times must increase", f"not {starts}")
    strange = {area.id for frame in scene.film for area in frame.areas} - known
    yield from (Finding("a film shows an area that is not in the scene", repr(name)) for name in sorted(strange))


def _unpaintable(box: Box, scene: Scene, theme: str, language: Language) -> Iterator[Finding]:
    try:
        ElementTree.fromstring(paint(scene, box.looks, THEMES[theme], language))
    except ElementTree.ParseError as error:
        yield Finding(f"the {theme} picture is not SVG", str(error))
