"""Where the areas of a scene come to lie in a window: one layout for browser, SVG and terminal.

The board takes what it can get, the others go into lanes beside it or below it, one's own hand and what is asked for first.
Each area needs some size, at which its smallest words can be read and its smallest things pressed. Where not all of
them fit at that size, some share a place and tabs choose among them: first what is only looked at, then everything but
the board, at last the board too; below an open tab it is seen as well, a little smaller, where there is room. Where even
that is too little, all do with less.

`client/stage/layout.js` and the modules it uses are the same in JavaScript, line for line, and a test lets both lay out
the same windows. So only the four operations and comparisons are used here: they give the same bits everywhere.
"""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from tableronde.game import Seat
from tableronde.scene import ROLES, Area, Shape
from tableronde.text import Language

TEXT: Final = 12.0  # the height of the smallest letters that can be read, in CSS pixels
TIGHT: Final = 0.75  # letters on a board may be designed so much smaller: there is room around them, and painters draw none below TEXT
ACROSS: Final = 8.0  # smaller things on a board, more than so many across it, ask for no size: on a phone they are small in any case
FINGER: Final = 44.0  # the side of the smallest thing that can be pressed
LOW: Final = {"others": 0.6}  # how much less than they need some roles do with: others' things may be small, and enlarged
HIGH: Final = {"hand": 1.6, "choices": 1.6, "notes": 1.5, "side": 1.5, "others": 1.0}  # up to where growing is worth something
WEIGHT: Final = {"hand": 2.0, "choices": 2.0, "notes": 1.0, "side": 1.0, "others": 0.5}
ASKED: Final = 2.0  # what is asked for counts so many times as much
BOARD: Final = 4.0  # the board counts so many times as much as all the others together
SMALL: Final = 0.75  # of what it needs: what the board does with below the open tab, since it has a tab of its own
LEAST: Final = 0.62  # of what it could have alone, if not all the others share one place
KEEP: Final = 0.85  # an arrangement so nearly the best is kept: things should not jump about for a little gain
ENOUGH: Final = (1.0, 0.8, 0.6, 0.4, 0.2, 0.0)  # how much of their needs must be met: all, then less and less
LANES: Final = 3
SHARES: Final = tuple(i / 25 for i in range(3, 17))  # of the window, for all but the board
STAGES: Final = ("open", "aside", "slot", "tabs")  # all to be seen; what is only looked at, all but the board, all in tabs
SCARCE: Final = ("slot", "tabs", "open")  # the stages where not all needs can be met
OPEN: Final = ("choices", "hand")  # roles that are in no tab as long as there is room


class Part(NamedTuple):
    """An area as far as the layout is concerned."""

    role: str
    width: float
    height: float
    need: float  # the scale at which all in it can be read and pressed
    read: float = 0.0  # the scale at which all in it can be read


class Measures(NamedTuple):
    """The room left between areas, above each for its title, and for a row of tabs."""

    gap: float = 12.0
    title: float = 44.0
    tabs: float = 48.0


SCREEN: Final = Measures()  # in CSS pixels


class Spot(NamedTuple):
    """Where an area comes to lie, and how much it is enlarged."""

    x: float
    y: float
    scale: float


class Bar(NamedTuple):
    """Where the tabs lie."""

    x: float
    y: float
    width: float


class Way(NamedTuple):
    """How an arrangement is made."""

    stage: str
    kind: str  # "alone", "beside" or "below"
    lanes: int
    share: float


class Layout(NamedTuple):
    """An arrangement: a spot for each part, none for those put away; which of them are in tabs, and where the tabs lie."""

    way: Way
    spots: tuple[Spot | None, ...]
    tabs: tuple[int, ...] = ()
    bar: Bar | None = None
    worth: float = 0.0
    enough: float = 1.0  # how much of the parts' needs is met


class Item(NamedTuple):
    """What takes a place in a lane: one part, or several that share it."""

    parts: tuple[int, ...]
    tabbed: bool


class Cut(NamedTuple):
    """An item in a lane: where along it, how long, and how deep."""

    item: Item
    start: float
    length: float


def role_of(area: Area, i: int, seat: Seat | None) -> str:
    """What an area is to who looks on from a seat: what it says, or what can be told from its place and its owner."""
    if area.role:
        return area.role
    if i == 0:
        return "board"
    return "side" if area.seat is None else "hand" if area.seat == seat else "others"


def part_of(area: Area, i: int, seat: Seat | None, language: Language = "en", text: float = TEXT, finger: float = FINGER) -> Part:
    """What the layout has to know of an area: how high letters, and how large things to press must be, tells the painter."""
    role = role_of(area, i, seat)
    board = role == "board"
    return Part(role, area.box[2], area.box[3], need(area, board, text, finger, language), reading(area, board, text, language))


def reading(area: Area, board: bool = False, text: float = TEXT, language: Language = "en") -> float:
    """The scale at which the smallest words of an area have some height; 0 if there are none."""
    least = text * TIGHT if board else text
    return max([least / shape.size for shape in area.shapes if (shape.label[language] or shape.jot) and shape.size > 0], default=0.0)


def need(area: Area, board: bool = False, text: float = TEXT, finger: float = FINGER, language: Language = "en") -> float:
    """The scale at which the smallest words of an area have some height and the smallest things in it can be pressed.

    Things to press that lie over each other do not count: there the one nearest to the pointer is meant.
    """
    most = ACROSS * finger / max(area.box[2:]) if board else inf
    words = reading(area, board, text, language)
    targets = [_extent(shape) for shape in area.shapes if (shape.word or shape.jot) and shape.path]
    things = [finger / min(w, h) for x, y, w, h in targets if min(w, h) > 0 and not _covered((x, y, w, h), targets)]
    return max([words, *(thing for thing in things if thing <= most)]) or finger / min(area.box[2:])


def _extent(shape: Shape) -> tuple[float, float, float, float]:
    """The middle and the size of a shape's own box, as it lies unturned."""
    numbers = [float(each) for each in shape.path.replace("M", " ").replace("L", " ").replace("C", " ").replace("Z", " ").split()]
    xs, ys = numbers[::2], numbers[1::2]
    return shape.at[0], shape.at[1], max(xs) - min(xs), max(ys) - min(ys)


def _covered(one: tuple[float, float, float, float], all: Sequence[tuple[float, float, float, float]]) -> bool:
    """Whether the middle of another target lies on a target."""
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
    """The arrangement in which everything is largest, the board first.

    `asked`: the part that must be pressed now; `chosen`: the one whose tab is open; `held`: how things lay before, and
    `steady`: nothing may move that need not; `tabs`: whether parts may be put into tabs at all.
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
    """The same arrangement with another tab open."""
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
    """A window and what is to lie in it."""

    def __init__(self, parts: Sequence[Part], width: float, height: float, measures: Measures, asked: int, chosen: int) -> None:
        self.parts, self.width, self.height, self.measures, self.chosen = parts, width, height, measures, chosen
        self.others = sorted(range(1, len(parts)), key=lambda i: (ROLES.index(parts[i].role), i))
        self.weights = [WEIGHT.get(part.role, 0.0) * (ASKED if i == asked else 1.0) for i, part in enumerate(parts)]
        self.all = _total([self.weights[i] for i in self.others])

    def ways(self, stage: str) -> Iterator[Way]:
        """All arrangements of a stage; none if it is no different from the one before."""
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
        """What lies beside the board: parts by themselves, and at the end those that share a place."""
        alone = [i for i in self.others if stage == "open" or (stage == "aside" and self.parts[i].role in OPEN)]
        shared = tuple(i for i in self.others if i not in alone)
        if len(shared) == 1:
            return [Item((i,), False) for i in self.others]
        return [*(Item((i,), False) for i in alone), *([Item(shared, True)] if shared else [])]

    def arranged(self, way: Way, enough: float) -> Layout | None:
        """The arrangement made this way; None if it does not give all parts enough of what they need."""
        if way.kind != "alone":
            return self._lanes(way, enough)
        top = self.measures.tabs if way.stage == "tabs" else 0.0
        fits = all(
            min(self.width / part.width, (self.height - top) / part.height) >= self._low(i, enough) for i, part in enumerate(self.parts)
        )
        return self.alone(way) if fits else None

    def alone(self, way: Way) -> Layout:
        """The board alone; or, in tabs, one part at a time, and below it the board if there is room for both."""
        if way.stage != "tabs":
            return Layout(way, (self._large(0, 0.0), *[None] * len(self.others)))
        shown, top = self.chosen if 0 <= self.chosen < len(self.parts) else 0, self.measures.tabs
        both = self._both(shown, top) if shown else None
        one, board = both or (self._large(shown, top), None)
        spots = [one if i == shown else board if i == 0 else None for i in range(len(self.parts))]
        return Layout(way, tuple(spots), (0, *self.others), Bar(0.0, 0.0, self.width))

    def _large(self, i: int, top: float) -> Spot:
        """A part alone below the tabs."""
        part, high = self.parts[i], self.height - top
        return self._centred(i, 0.0, top, self.width, high, min(self.width / part.width, high / part.height))

    def _both(self, i: int, top: float) -> tuple[Spot, Spot] | None:
        """A part, as large as it grows or as it must be, and the board below it; None if that leaves the board too little."""
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
        """The scale of the board; None if that is too little. It stays large while not all the others share one place."""
        first, gap, rest = self.parts[0], self.measures.gap, 1 - way.share
        wide, high = (self.width * rest - gap, self.height) if way.kind == "beside" else (self.width, self.height * rest - gap)
        scale = min(wide / first.width, high / first.height)
        least = 0.0 if way.stage == "slot" else LEAST * enough * self._most(0)
        return scale if scale > 0 and scale >= self._low(0, enough) and scale >= least else None

    def _most(self, i: int) -> float:
        """The scale a part would have alone."""
        return min(self.width / self.parts[i].width, self.height / self.parts[i].height)

    def _place(self, layout: Layout, item: Item, box: tuple[float, float, float, float], scales: list[float]) -> Layout:
        """Give an item's parts their spots in a box of the window; of those that share it, the one whose tab is open."""
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
        """The scale a part must have."""
        part = self.parts[i]
        return part.need * LOW.get(part.role, 1.0) * enough

    def _high(self, i: int) -> float:
        """The scale up to which a part grows."""
        part = self.parts[i]
        return part.need * HIGH.get(part.role, 1.5)

    def _span(self, item: Item, across: float, beside: bool, enough: float) -> tuple[float, float] | None:
        """How long an item must and may be in a lane of some depth; None if the lane is not deep enough."""
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
        """A lane cut up among its items: all as long as they may be, or less, by the same part of what each can spare."""
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
        """Items dealt to lanes in order, so that the lanes come out about equally long."""
        lengths = [self._length(item, beside) for item in items]
        share = _total(lengths) / lanes
        dealt: list[list[Item]] = [[] for _ in range(lanes)]
        done = 0.0
        for item, length in zip(items, lengths, strict=True):
            dealt[min(lanes - 1, int((done + length / 2) / share))].append(item)
            done += length
        return [lane for lane in dealt if lane]

    def _length(self, item: Item, beside: bool) -> float:
        """How long an item is in a lane when it has just what it needs."""
        return max(self.parts[i].need * (self.parts[i].height if beside else self.parts[i].width) for i in item.parts)

    def _worth(self, scales: Sequence[float]) -> float:
        """How good an arrangement is: the board's size, and that of the others, up to where growing is worth something."""
        worth = 0.0
        for i in self.others:
            worth += self.weights[i] * min(1.0, scales[i] / self._high(i))
        return BOARD * (scales[0] / self._most(0)) + worth / self.all


def _total(values: Sequence[float]) -> float:
    """The sum, from the left: newer Pythons' own is too exact to be the same everywhere."""
    total = 0.0
    for value in values:
        total += value
    return total
