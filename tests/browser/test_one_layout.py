"""The layout and the drawing exist in Python and in JavaScript: both give the same results."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from support.browser_people import Person
from support.helpers import SHELF
from support.layouts import case
from tableronde.render import layout
from tableronde.render.layout import lay_out, part_of, turned
from tableronde.render.svg import DRAWING, paint_area
from tableronde.room.web.pages.themes import looks
from tableronde.scene import Area
from tableronde.shelf import find
from tableronde.table import Table

BATCHES: Final = 4
CASES: Final = 250  # in each batch
LAY_OUT: Final = """async ([game, cases]) => {
  const { loadLooks } = await import('/static/board/looks.js');
  const { layOut, turned } = await import('/static/layout/layout.js');
  await loadLooks(game);
  return cases.map(({ parts, width, height, tab, ...more }) => {
    const { asked, chosen, held, steady, measures } = more;
    const found = layOut(parts, width, height, { asked, chosen, held, steady, measures });
    return [found, turned(parts, width, height, found, tab, measures)];
  });
}"""
PARTS: Final = """async ([game, areas, seat]) => {
  const { loadLooks } = await import('/static/board/looks.js');
  const { partOf } = await import('/static/layout/parts.js');
  await loadLooks(game);
  const whole = areas.map((area) => ({ seat: null, ...area, shapes: new Map(area.shapes.map((shape) => [shape.id, shape])) }));
  return whole.map((area, i) => partOf(area, i, seat));
}"""
NUMBERS: Final = """async (game) => {
  const { loadLooks, layoutNumbers } = await import('/static/board/looks.js');
  await loadLooks(game);
  return layoutNumbers();
}"""
DRAW: Final = """async ([game, area]) => {
  const { loadLooks } = await import('/static/board/looks.js');
  const { drawShape, patterns } = await import('/static/board/shape.js');
  await loadLooks(game);
  const whole = { ...area, shapes: new Map(area.shapes.map((shape) => [shape.id, shape])) };
  const make = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);
  return [...patterns(whole).map((each) => each.outerHTML), ...area.shapes.map((shape) => {
    const node = make('g');
    drawShape(node, shape, whole);
    return node.outerHTML;
  })];
}"""


def _json(parts: list[layout.Part]) -> list[dict[str, Any]]:
    return [part._asdict() for part in parts]


def _plain(found: layout.Layout) -> dict[str, Any]:
    """Convert a layout to its JavaScript form."""
    spots = [spot and spot._asdict() for spot in found.spots]
    return {
        **found._asdict(),
        "way": found.way._asdict(),
        "spots": spots,
        "tabs": list(found.tabs),
        "bar": found.bar and found.bar._asdict(),
    }


@pytest.mark.parametrize("batch", range(BATCHES))
def test_both_layouts_lay_the_same_windows_out_alike(batch: int, meet: Callable[..., Person]) -> None:
    """A thousand windows, half of them with a layout to keep from the last one; not a bit may differ."""
    cases, expected, rng = [], [], Random(batch)
    for seed in range(batch * CASES, (batch + 1) * CASES):
        parts, width, height, measures, asked, chosen = case(Random(seed))
        held = lay_out(parts, width * rng.uniform(0.9, 1.1), height, measures).way if rng.random() < 0.5 else None
        steady, tab = rng.random() < 0.3, rng.randrange(len(parts))
        found = lay_out(parts, width, height, measures, asked, chosen, held, steady)
        expected.append([_plain(found), _plain(turned(parts, width, height, found, tab, measures))])
        one = {"parts": _json(parts), "width": width, "height": height, "asked": asked, "chosen": chosen, "steady": steady, "tab": tab}
        cases.append({**one, "measures": measures._asdict(), "held": held and held._asdict()})
    page = meet().visit("/")
    for mine, (found_there, turned_there) in zip(expected, page.evaluate(LAY_OUT, [SHELF[0], cases]), strict=True):
        assert found_there == mine[0]
        assert {**turned_there, "enough": mine[1]["enough"]} == mine[1]


def test_both_layouts_know_the_same_numbers(meet: Callable[..., Person]) -> None:
    numbers = meet().visit("/").evaluate(NUMBERS, SHELF[0])
    assert numbers.pop("measures") == layout.SCREEN._asdict()
    names = {name for name, value in vars(layout).items() if name.isupper() and isinstance(value, (int, float, tuple, dict))}
    assert {name.upper() for name in numbers} == names - {"NUMBERS", "SCREEN"}
    for name, value in numbers.items():
        mine = getattr(layout, name.upper())
        assert value == (dict(mine) if isinstance(mine, dict) else list(mine) if isinstance(mine, tuple) else mine), name


def test_both_read_the_same_needs_from_the_same_areas(meet: Callable[..., Person]) -> None:
    page = meet().visit("/")
    for slug in SHELF:
        table = Table(find(slug), min(find(slug).game_type.players), rng=Random(2))
        for seat in (0, None):
            scene = table.scene(seat).named(table.names)
            there = page.evaluate(PARTS, [slug, scene.json("fr")["areas"], seat])
            here = _json([part_of(area, i, seat, "fr") for i, area in enumerate(scene.areas)])
            assert list(map(_exact, there)) == list(map(_exact, here))


def _exact(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part with its measures as exact as sums of fractions are."""
    return {key: round(value, 9) if isinstance(value, float) else value for key, value in part.items()}


def _bare(svg: str) -> list[str]:
    """Return what is drawn (paths with their looks, patterns, labels), without attributes that only one of the two writes."""
    found = []
    for tag, text in re.findall(r"<(path|pattern|text)\b([^>]*)>", svg):
        kept = dict(re.findall(r'([\w-]+)="([^"]*)"', text))
        for name in ("class", "id", "style", "font-family", "pointer-events"):
            kept.pop(name, None)
        kept = {name: re.sub(r"url\(.*?\)", "url()", value) for name, value in kept.items() if (name, value) != ("fill-opacity", "1")}
        found.append(f"{tag} {sorted((name, _rounded(value)) for name, value in kept.items())}")
    return sorted(found)  # patterns have no order


def _rounded(value: str) -> str:
    return re.sub(r"-?\d*\.?\d+(e-?\d+)?", lambda number: f"{float(number.group()):.3g}", value)


def test_both_painters_draw_the_same_shapes_with_the_same_lines(meet: Callable[..., Person]) -> None:
    page = meet(color_scheme="light").visit("/")
    for slug in SHELF:
        box = find(slug)
        table = Table(box, min(box.game_type.players), rng=Random(3))
        for area in table.scene(0).named(table.names).areas:
            silent = Area(area.id, area.box, tuple(shape for shape in area.shapes if not shape.word and not shape.jot))
            there = page.evaluate(DRAW, [slug, silent.json("fr")])
            assert _bare("".join(there)) == _bare(paint_area(silent, box.looks, language="fr"))
        assert looks(box)["drawing"] == DRAWING._asdict()
