"""Lay out the areas of a scene in a window: one layout for browser, SVG and terminal.

The board takes as much as it can; the others go into lanes beside it or below it, the player's hand and required choices first.
Each area needs some size, at which its smallest text can be read and its smallest targets pressed. If not all of
them fit at that size, some share a place with tabs: first the areas that are only looked at, then all but
the board, finally the board too; below an open tab it is still shown, a little smaller, if there is room. If even
that is too little, all areas get less than they need.

`client/layout/layout.js` and the modules it uses are the same in JavaScript, line for line, with the numbers from here, and a
test compares both on the same windows. That is why only basic arithmetic and comparisons are used here: they give the same bits.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.scene import ROLES, Area, Shape, path_bounds
from tableronde.text import Language

TEXT: Final = 12.0  # height of the smallest readable letters, in CSS pixels
TIGHT: Final = 0.75  # letters on a board may be smaller by this factor: there is room around them, and painters draw none below TEXT
ACROSS: Final = 8.0  # targets on a board smaller than this fraction of it do not set its scale: on a phone they are small in any case
FINGER: Final = 44.0  # side of the smallest target that can be pressed
LOW: Final = {"others": 0.6}  # the part of their need that suffices for some roles: the areas of others may be small, and can be enlarged
HIGH: Final = {
    "hand": 1.6,
    "choices": 1.6,
    "notes": 1.5,
    "side": 1.5,
    "others": 1.0,
}  # the scale, as a multiple of the need, beyond which growing is worth nothing
WEIGHT: Final = {"hand": 2.0, "choices": 2.0, "notes": 1.0, "side": 1.0, "others": 0.5}
ASKED: Final = 2.0  # weight of the area the player must use now
BOARD: Final = 4.0  # weight of the board compared with all the others together
SMALL: Final = 0.75  # the part of its need that suffices for the board below an open tab, since it has its own tab
LEAST: Final = 0.62  # the board's least part of the scale it would have alone, unless all the others share one place
KEEP: Final = 0.85  # an arrangement this close to the best is kept, so that areas do not jump for a small gain
ENOUGH: Final = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)  # the part of the needs to meet: all, then less and less
LANES: Final = 3
SHARES: Final = tuple(i / 25 for i in range(3, 17))  # parts of the window for all but the board
STAGES: Final = ("open", "aside", "slot", "tabs")  # all visible; in tabs: those only looked at, all but the board, all
SCARCE: Final = ("slot", "tabs", "open")  # the stages tried if not all needs can be met
OPEN: Final = ("choices", "hand")  # roles that are not in tabs as long as there is room


class Part(NamedTuple):
    """What the layout knows of an area."""

    role: str
    width: float
    height: float
    need: float  # the scale at which everything in it can be read and pressed
    read: float = 0.0  # the scale at which everything in it can be read


class Measures(NamedTuple):
    """The space between areas, above each for its title, and for a row of tabs."""

    gap: float = 12.0
    title: float = 44.0
    tabs: float = 48.0


SCREEN: Final = Measures()  # in CSS pixels
NUMBERS: Final = {  # all constants above, as the client gets them with the looks of a game
    "roles": ROLES,
    "text": TEXT,
    "tight": TIGHT,
    "across": ACROSS,
    "finger": FINGER,
    "low": LOW,
    "high": HIGH,
    "weight": WEIGHT,
    "asked": ASKED,
    "board": BOARD,
    "small": SMALL,
    "least": LEAST,
    "keep": KEEP,
    "enough": ENOUGH,
    "lanes": LANES,
    "shares": SHARES,
    "stages": STAGES,
    "scarce": SCARCE,
    "open": OPEN,
    "measures": SCREEN._asdict(),
}


class Spot(NamedTuple):
    """The place of an area and its scale."""

    x: float
    y: float
    scale: float


class Bar(NamedTuple):
    """The place of the tabs."""

    x: float
    y: float
    width: float


class Way(NamedTuple):
    """The parameters of an arrangement."""

    stage: str
    kind: str  # "alone", "beside" or "below"
    lanes: int
    share: float


class Layout(NamedTuple):
    """An arrangement: a spot for each part (None if hidden), the parts in tabs, and the place of the tabs."""

    way: Way
    spots: tuple[Spot | None, ...]
    tabs: tuple[int, ...] = ()
    bar: Bar | None = None
    worth: float = 0.0
    enough: float = 1.0  # the part of the needs that is met


class Item(NamedTuple):
    """An entry of a lane: one part, or several that share the place."""

    parts: tuple[int, ...]
    tabbed: bool


class Cut(NamedTuple):
    """The place of an item in a lane: its start, length and depth."""

    item: Item
    start: float
    length: float


def role_of(area: Area, i: int, seat: Seat | None) -> str:
    """Return the role of an area seen from a seat: the declared one, or one derived from its place and owner."""
    if area.role:
        return area.role
    if i == 0:
        return "board"
    return "side" if area.seat is None else "hand" if area.seat == seat else "others"


def part_of(area: Area, i: int, seat: Seat | None, language: Language = "en", text: float = TEXT, finger: float = FINGER) -> Part:
    """Return an area as the layout needs it; the painter passes the least height of letters and size of targets."""
    role = role_of(area, i, seat)
    board = role == "board"
    return Part(role, area.box[2], area.box[3], need(area, board, text, finger, language), reading(area, board, text, language))


def reading(area: Area, board: bool = False, text: float = TEXT, language: Language = "en") -> float:
    """Return the scale at which the smallest text of an area has this height; 0 if it has none."""
    least = text * TIGHT if board else text
    return max([least / shape.size for shape in area.shapes if (shape.label[language] or shape.jot) and shape.size > 0], default=0.0)


def need(area: Area, board: bool = False, text: float = TEXT, finger: float = FINGER, language: Language = "en") -> float:
    """Return the scale at which the smallest text of an area has this height and its smallest target can be pressed.

    Overlapping targets do not count: a press selects the one nearest to the pointer.
    """
    most = ACROSS * finger / max(area.box[2:]) if board else inf
    words = reading(area, board, text, language)
    targets = [_extent(shape) for shape in area.shapes if (shape.word or shape.jot) and shape.path]
    things = [finger / min(w, h) for x, y, w, h in targets if min(w, h) > 0 and not _covered((x, y, w, h), targets)]
    return max([words, *(thing for thing in things if thing <= most)]) or finger / min(area.box[2:])


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    """Return the centre and size of a shape's bounding box before it is turned."""
    left, top, right, bottom = path_bounds(shape.path)
    return *shape.at, right - left, bottom - top


def _covered(one: tuple[float, float, float, float], all: Sequence[tuple[float, float, float, float]]) -> bool:
    """Return whether a target covers the centre of another one."""
    x, y, width, height = one
    return any((u, v) != (x, y) and abs(u - x) < width / 2 and abs(v - y) < height / 2 for u, v, _, _ in all)


def lay_out(
    parts: Sequence[Part],
    width: float,
    height: float,
    measures: Measures = SCREEN,
    asked: int = -1,
    chosen: int = -1,
    held: Way | None = None,
    steady: bool = False,
    tabs: bool = True,
) -> Layout:
    """Return the arrangement in which everything is largest, the board first.

    `asked`: the part that must be used now; `chosen`: the one whose tab is open; `held`: the arrangement before;
    `steady`: whether to keep it if possible; `tabs`: whether parts may be put into tabs at all.
    """
    window = _Window(parts, width, height, measures, asked, chosen)
    if steady and held and (kept := window.arranged(held, 1.0)):
        return kept
    for enough in ENOUGH:
        for stage in STAGES[:1] if not tabs else STAGES if enough == 1 else SCARCE:
            found = [layout for way in window.ways(stage) if (layout := window.arranged(way, enough))]
            if found:
                return _best(found, held)._replace(enough=enough)
    return window.alone(Way("open", "alone", 0, 0.0))._replace(enough=0.0)  # a window with no room for anything else


def turned(parts: Sequence[Part], width: float, height: float, layout: Layout, chosen: int, measures: Measures = SCREEN) -> Layout:
    """Return the same arrangement with another tab open."""
    again = _Window(parts, width, height, measures, -1, chosen).arranged(layout.way, layout.enough)
    assert again is not None
    return again._replace(enough=layout.enough)


def _best(found: Sequence[Layout], held: Way | None) -> Layout:
    best = found[0]
    for layout in found:
        if layout.worth > best.worth:
            best = layout
    for layout in found:
        if layout.way == held and layout.worth >= KEEP * best.worth:
            return layout
    return best


class _Window:
    """A window and the parts to arrange in it."""

    def __init__(self, parts: Sequence[Part], width: float, height: float, measures: Measures, asked: int, chosen: int) -> None:
        self.parts, self.width, self.height, self.measures, self.chosen = parts, width, height, measures, chosen
        self.others = sorted(range(1, len(parts)), key=lambda i: (ROLES.index(parts[i].role), i))
        self.weights = [WEIGHT.get(part.role, 0.0) * (ASKED if i == asked else 1.0) for i, part in enumerate(parts)]
        self.all = _total([self.weights[i] for i in self.others])

    def ways(self, stage: str) -> Iterator[Way]:
        """Yield all arrangements of a stage; none if it does not differ from the one before."""
        items = self.items(stage)
        if stage == "tabs" and self.others:
            yield Way(stage, "alone", 0, 0.0)
        elif not self.others:
            yield from [Way(stage, "alone", 0, 0.0)] if stage == "open" else []
        elif stage == "open" or (items != self.items("open") and (stage == "aside" or items != self.items("aside"))):
            for lanes in range(1, min(LANES, len(items)) + 1):
                for share in SHARES:
                    yield Way(stage, "beside", lanes, share)
                    yield Way(stage, "below", lanes, share)

    def items(self, stage: str) -> list[Item]:
        """Return the items beside the board: single parts, and at the end those that share a place."""
        alone = [i for i in self.others if stage == "open" or (stage == "aside" and self.parts[i].role in OPEN)]
        shared = tuple(i for i in self.others if i not in alone)
        if len(shared) == 1:
            return [Item((i,), False) for i in self.others]
        return [*(Item((i,), False) for i in alone), *([Item(shared, True)] if shared else [])]

    def arranged(self, way: Way, enough: float) -> Layout | None:
        """Return the arrangement made this way; None if it does not give all parts enough of their need."""
        if way.kind != "alone":
            return self._lanes(way, enough)
        top = self.measures.tabs if way.stage == "tabs" else 0.0
        fits = all(
            min(self.width / part.width, (self.height - top) / part.height) >= self._low(i, enough) for i, part in enumerate(self.parts)
        )
        return self.alone(way) if fits else None

    def alone(self, way: Way) -> Layout:
        """Arrange the board alone; or, in tabs, one part at a time, with the board below it if there is room for both."""
        if way.stage != "tabs":
            return Layout(way, (self._large(0, 0.0), *[None] * len(self.others)))
        shown, top = self.chosen if 0 <= self.chosen < len(self.parts) else 0, self.measures.tabs
        both = self._both(shown, top) if shown else None
        one, board = both or (self._large(shown, top), None)
        spots = [one if i == shown else board if i == 0 else None for i in range(len(self.parts))]
        return Layout(way, tuple(spots), (0, *self.others), Bar(0.0, 0.0, self.width))

    def _large(self, i: int, top: float) -> Spot:
        """Place a part alone below the tabs."""
        part, high = self.parts[i], self.height - top
        return self._centred(i, 0.0, top, self.width, high, min(self.width / part.width, high / part.height))

    def _both(self, i: int, top: float) -> tuple[Spot, Spot] | None:
        """Place a part, at its largest or smallest scale, and the board below it; None if that leaves the board too little."""
        part, board, gap = self.parts[i], self.parts[0], self.measures.gap
        for most in (self._high(i), self._low(i, 1.0)):
            scale = min(self.width / part.width, most)
            rest = self.height - top - gap - part.height * scale
            small = min(self.width / board.width, rest / board.height)
            if small >= max(board.read, SMALL * board.need):
                free = (rest - board.height * small) / 2
                start = top + free + part.height * scale + gap
                one = self._centred(i, 0.0, top + free, self.width, part.height * scale, scale)
                return one, self._centred(0, 0.0, start, self.width, board.height * small, small)
        return None

    def _lanes(self, way: Way, enough: float) -> Layout | None:
        gap, beside = self.measures.gap, way.kind == "beside"
        whole, along = (self.width, self.height) if beside else (self.height, self.width)
        lanes = self._dealt(self.items(way.stage), way.lanes, beside)
        across = (whole * way.share - gap * (len(lanes) - 1)) / len(lanes)
        scale = self._board(way, enough)
        cuts = [self._cut(lane, across, along, beside, enough) for lane in lanes] if scale and across > 0 else [None]
        if scale is None or None in cuts:
            return None
        depth = scale * (self.parts[0].width if beside else self.parts[0].height)
        start = (whole - (depth + gap + whole * way.share)) / 2
        board = (start, 0.0, depth, self.height) if beside else (0.0, start, self.width, depth)
        layout = Layout(way, (self._centred(0, *board, scale), *[None] * len(self.others)))
        scales = [scale] * len(self.parts)
        for k, lane in enumerate(cuts):
            at = start + depth + gap + k * (across + gap)
            for cut in lane or ():
                box = (at, cut.start, across, cut.length) if beside else (cut.start, at, cut.length, across)
                layout = self._place(layout, cut.item, box, scales)
        return layout._replace(worth=self._worth(scales))

    def _board(self, way: Way, enough: float) -> float | None:
        """Return the scale of the board; None if it is too small. It stays large unless all the others share one place."""
        first, gap, rest = self.parts[0], self.measures.gap, 1 - way.share
        wide, high = (self.width * rest - gap, self.height) if way.kind == "beside" else (self.width, self.height * rest - gap)
        scale = min(wide / first.width, high / first.height)
        least = 0.0 if way.stage == "slot" else LEAST * enough * self._most(0)
        return scale if scale > 0 and scale >= self._low(0, enough) and scale >= least else None

    def _most(self, i: int) -> float:
        """Return the scale a part would have alone."""
        return min(self.width / self.parts[i].width, self.height / self.parts[i].height)

    def _place(self, layout: Layout, item: Item, box: tuple[float, float, float, float], scales: list[float]) -> Layout:
        """Give an item's parts their spots in a box of the window; of those that share it, only the one whose tab is open."""
        x, y, width, height = box
        head = self.measures.tabs if item.tabbed else self.measures.title
        for i in item.parts:
            part = self.parts[i]
            scales[i] = min(width / part.width, (height - head) / part.height, self._high(i))
        shown = self.chosen if self.chosen in item.parts else item.parts[0]
        spots = list(layout.spots)
        spots[shown] = self._centred(shown, x, y + head, width, height - head, scales[shown])
        placed = layout._replace(spots=tuple(spots))
        return placed._replace(tabs=item.parts, bar=Bar(x, y, width)) if item.tabbed else placed

    def _centred(self, i: int, x: float, y: float, w: float, h: float, scale: float) -> Spot:
        part = self.parts[i]
        return Spot(x + (w - part.width * scale) / 2, y + (h - part.height * scale) / 2, scale)

    def _low(self, i: int, enough: float) -> float:
        """Return the lowest scale a part may have."""
        part = self.parts[i]
        return part.need * LOW.get(part.role, 1.0) * enough

    def _high(self, i: int) -> float:
        """Return the scale up to which a part grows."""
        part = self.parts[i]
        return part.need * HIGH.get(part.role, 1.5)

    def _span(self, item: Item, across: float, beside: bool, enough: float) -> tuple[float, float] | None:
        """Return the least and greatest length of an item in a lane of this depth; None if the lane is not deep enough."""
        head = self.measures.tabs if item.tabbed else self.measures.title
        low = high = 0.0
        for i in item.parts:
            part = self.parts[i]
            deep, long = (part.width, part.height) if beside else (part.height, part.width)
            most = (across if beside else across - head) / deep
            if most < self._low(i, enough) or most <= 0:
                return None
            low = max(low, self._low(i, enough) * long)
            high = max(high, min(self._high(i), most) * long)
        more = head if beside else 0.0
        return low + more, max(low, high) + more

    def _cut(self, lane: Sequence[Item], across: float, along: float, beside: bool, enough: float) -> list[Cut] | None:
        """Divide a lane among its items: all at their greatest length, or each shortened by the same part of what it can spare."""
        gap = self.measures.gap
        spans = [span for item in lane if (span := self._span(item, across, beside, enough))]
        lows, highs = _total([low for low, _ in spans]), _total([high for _, high in spans])
        free = along - gap * (len(lane) - 1)
        if len(spans) < len(lane) or free < lows or free <= 0:
            return None
        spare = 1.0 if highs <= free else (free - lows) / (highs - lows)
        lengths = [low + spare * (high - low) for low, high in spans]
        start = (free - _total(lengths)) / 2
        cuts = []
        for item, length in zip(lane, lengths, strict=True):
            cuts.append(Cut(item, start, length))
            start += length + gap
        return cuts

    def _dealt(self, items: Sequence[Item], lanes: int, beside: bool) -> list[list[Item]]:
        """Distribute items to lanes in order, so that the lanes are about equally long."""
        lengths = [self._length(item, beside) for item in items]
        share = _total(lengths) / lanes
        dealt: list[list[Item]] = [[] for _ in range(lanes)]
        done = 0.0
        for item, length in zip(items, lengths, strict=True):
            dealt[min(lanes - 1, int((done + length / 2) / share))].append(item)
            done += length
        return [lane for lane in dealt if lane]

    def _length(self, item: Item, beside: bool) -> float:
        """Return the length of an item in a lane at exactly the scale it needs."""
        return max(self.parts[i].need * (self.parts[i].height if beside else self.parts[i].width) for i in item.parts)

    def _worth(self, scales: Sequence[float]) -> float:
        """Rate an arrangement: by the scale of the board and of the others, up to the scale beyond which growing is worth nothing."""
        worth = 0.0
        for i in self.others:
            worth += self.weights[i] * min(1.0, scales[i] / self._high(i))
        return BOARD * (scales[0] / self._most(0)) + worth / self.all


def _total(values: Sequence[float]) -> float:
    """Add from the left: the built-in sum of newer Pythons is more exact and would differ from the client's."""
    total = 0.0
    for value in values:
        total += value
    return total
