"""How large everything at a table is on the screen: the smallest text, the smallest things to press.

As a program it writes a table of all games and sizes: python tests/support/legibility.py REPORT [PICTURES]
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from support.browser_people import CHROMIUM, FLAGS, Person, RoomServer, Size
from support.sample_games import GAMES, Moment, few_of, keep, moments

SIZES: Final[dict[str, Size]] = {
    "1440×900": {"width": 1440, "height": 900},
    "1280×720": {"width": 1280, "height": 720},
    "820×1180": {"width": 820, "height": 1180},
    "390×844": {"width": 390, "height": 844},
    "360×640": {"width": 360, "height": 640},
    "1440×900 at 200 %": {"width": 720, "height": 450},
}
TIGHT: Final = [size for size in SIZES if size not in ("1440×900", "390×844")]  # each has more room than another of its kind
ZOOMED: Final = "1440×900 at 200 %"  # the only one in which the page may scroll
PHONE: Final = 620  # CSS pixels: narrower windows are hand-held
TEXT: Final = 12.0
SOCKETS: Final = """window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...all) { super(...all); window.sockets.push(this); } };"""
PICK: Final = "(picked) => window.sockets.at(-1).send(JSON.stringify({ do: 'pick', picked }))"
REST: Final = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# A window has settled when it has its new size, and the stage has its final layout for that size.
SETTLE: Final = """async (size) => {
  const frame = () => new Promise(requestAnimationFrame);
  const sides = () => [innerWidth, innerHeight, ...['clientWidth', 'clientHeight'].map((side) => document.querySelector('.scene')[side])];
  const box = () => document.querySelector('.stage').getAttribute('viewBox');
  const right = ([wide, high, width, height]) =>
    (!size || (wide === size.width && high === size.height)) && box() === `0 0 ${Math.max(width, 120)} ${Math.max(height, 120)}`;
  for (let still = 0, before = '', frames = 0; still < 2; frames++) {
    if (frames > 600) throw new Error(`the window does not settle: ${sides()}, ${box()}`);
    await frame();
    const now = sides();
    still = right(now) && `${now}` === before ? still + 1 : 0;
    before = `${now}`;
  }
}"""
OVERFLOW: Final = "() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"

# Texts: every text on the stage and around it, at its size on the screen; and on the stage those that overlap. Things to press: every
# pressable shape and pencil box, and every button, link and field. Places on a board may be smaller than a finger and overlap: no board
# with hundreds of places could be large enough. There the one nearest to the pointer is meant, and `input/targets.js` computes how much
# room each has; if that is too little for a finger, it asks for a second tap. So that room is measured, separately from the others. All
# tabs are opened one after the other, the initial one last, so that it stays open.
MEASURE: Final = """async () => {
  const { roomOf } = await import('/static/input/targets.js');
  const pressed = (open) => [...document.querySelectorAll(`.tab-bar:not([hidden]) .area-tab[aria-pressed=${open}]`)];
  const tabs = ['false', 'true'].flatMap(pressed);
  const seen = tabs.length ? tabs.map(({ dataset }) => (open(dataset.area), measure())) : [measure()];
  return Object.fromEntries(Object.keys(seen[0]).map((key) => [key, seen.flatMap((each) => each[key])]));

  function open(area) {
    document.querySelector(`.area-tab[data-area='${area}'][aria-pressed=false]`)?.click();
  }

  function measure() {
    const stage = document.querySelector('.stage');
    const shown = (what) => [...stage.querySelectorAll(`.area:not(.put-away) ${what}`)].filter((node) => !node.closest('.leaving'));
    const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && node.getClientRects().length;
    const where = (node) => node.closest('.area').getAttribute('aria-label');
    const scale = (node) => node.closest('.area').transform.baseVal.consolidate().matrix.a;
    const own = (node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const words = shown('text').filter(own).map((node) => ({
      size: parseFloat(getComputedStyle(node).fontSize) * scale(node), what: node.textContent, where: where(node),
      small: node.closest('.area').dataset.role === 'others', box: node.getBoundingClientRect(),
    }));
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.3 * Math.min(a.height, b.height);
    const clashes = words.flatMap((one, i) => words.slice(0, i).filter((other) => !one.small && over(one.box, other.box))
      .map((other) => `${one.where}: ${one.what} / ${other.what}`));
    const page = [...document.querySelectorAll('body *')].filter((node) => !stage.contains(node) && !node.closest('.unseen, #live, .skip'));
    const around = page.filter((node) => own(node) && seen(node)).map((node) => ({
      size: parseFloat(getComputedStyle(node).fontSize), what: node.textContent.trim(), where: 'page', small: false,
    }));
    const room = roomOf(shown(':is(.pressable, .pencil-note)'));
    const boxes = [...room].map(([node, size]) => ({
      size, what: node.getAttribute('aria-label'), where: where(node), place: node.closest('.area').dataset.role === 'board' && size < 44,
    }));
    const buttons = [...document.querySelectorAll('main :is(button, a, input, select), #header :is(button, a)')].filter(seen)
      .map((node) => [node, node.getBoundingClientRect()]).filter(([, box]) => box.width > 1)
      .map(([node, { width, height }]) => ({
        size: Math.min(width, height), what: node.ariaLabel || node.textContent, where: 'page', place: false,
      }));
    const hides = (node) => getComputedStyle(node).overflowX !== 'visible' && getComputedStyle(node).overflowY !== 'auto';
    const shortened = page.filter((node) => own(node) && seen(node) && hides(node)
      && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 4));
    const solid = [...page.filter((node) => own(node) && seen(node)), ...document.querySelectorAll('button, a, .tab-bar')].filter(seen);
    const edge = (node) => node.closest('.scene, .aside, header, body').getBoundingClientRect().right;
    const free = (text) => {
      const node = text.closest('button, a') ?? text; // it has an icon beside its text
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const boxes = solid.filter((other) => !other.contains(node) && !node.contains(other)).map((other) => other.getBoundingClientRect());
      const beside = boxes.filter((box) => box.top < bottom && top < box.bottom && box.left > left + 4);
      return Math.min(edge(node), ...beside.map((box) => box.left)) - right;
    };
    const cut = shortened.map((node) => [free(node), node.textContent.trim()]).filter(([room]) => room > 24)
      .map(([room, text]) => `${text} (${Math.round(room)} px free)`);
    return { words: [...words, ...around], targets: [...boxes, ...buttons], clashes, cut };
  }
}"""


class Found(NamedTuple):
    """Something on the screen, and its size."""

    size: float
    what: str
    where: str
    moment: str


class Sizes(NamedTuple):
    """The smallest things in some positions, each with a short description of where it is."""

    text: Found | None
    target: Found | None
    place: Found | None  # the least room of a place on a board that needs a second tap
    overflow: tuple[int, int]
    clashes: list[str]  # overlapping texts
    cut: list[str]  # texts shortened although there is room beside them


def least(words: Iterable[Found]) -> Found | None:
    return min(words, default=None, key=lambda found: found.size)


def measured(page: Page, moment: str) -> Sizes:
    """Measure what a page shows now, tab by tab."""
    seen: dict[str, list[Any]] = page.evaluate(MEASURE)
    words = [Found(each["size"], each["what"], each["where"], moment) for each in seen["words"] if not each["small"]]
    targets, places = (
        [Found(each["size"], each["what"], each["where"], moment) for each in seen["targets"] if each["place"] is place]
        for place in (False, True)
    )
    wide, high = page.evaluate(OVERFLOW)
    return Sizes(least(words), least(targets), least(places), (wide, high), seen["clashes"], seen["cut"])


class Room:
    """A room full of positions, and somebody who visits one after the other."""

    def __init__(self, browser: Browser, data: Path, names: Iterable[str], few: bool = False, **settings: Any) -> None:
        self.moments = {name: (few_of if few else list)(moments(name)) for name in names}
        found = [moment for each in self.moments.values() for moment in each]
        self.paths = dict(zip(map(id, found), keep(data, found), strict=True))
        self.server = RoomServer(data)
        self.server.start()
        self.person = Person(browser, self.server, **{"language": "fr", **settings})
        self.person.context.add_init_script(SOCKETS)

    def close(self) -> None:
        self.person.leave()
        self.server.stop()

    def tour(self, name: str) -> Iterator[Moment]:
        """Visit each position of a game."""
        for moment in self.moments[name]:
            self.come(moment)
            yield moment

    def come(self, moment: Moment, kept: Moment | None = None) -> None:
        """Go to a position: to the table, as it was `kept`, and to the picked words."""
        self.person.come(self.paths[id(kept or moment)])
        self.person.page.wait_for_function("() => document.querySelector('main').dataset.film !== 'unfolds'")
        if moment.picked:
            self.pick(moment.picked)

    def pick(self, picked: Sequence[str]) -> None:
        """Pick these words."""
        page = self.person.page
        page.evaluate(PICK, list(picked))
        page.wait_for_function("(n) => document.querySelector('main').dataset.moment.split('/').length > n", arg=1 + len(picked))

    def resize(self, size: Size) -> None:
        """Resize the window and wait until the layout has settled."""
        self.person.page.set_viewport_size(size)
        self.person.page.evaluate(SETTLE, size)

    def measure(self, name: str, sizes: Iterable[str] = SIZES, pictures: Path | None = None) -> dict[str, list[Sizes]]:
        """Measure all positions of a game, in windows of these sizes."""
        found: dict[str, list[Sizes]] = {size: [] for size in sizes}
        for i, moment in enumerate(self.tour(name)):
            for size in found:
                window = SIZES[size]
                self.resize(window)
                if pictures:
                    self.person.page.screenshot(path=pictures / f"{name.replace(', ', '-').replace(' ', '-')}-{i}-{window['width']}.png")
                found[size].append(measured(self.person.page, moment.name))
        return found


def main(report: Path, pictures: Path | None, names: list[str]) -> None:
    """Write the table."""
    lines = [
        "| game | window | smallest text | smallest target | least room of a place on a board (second tap) |",
        "| --- | --- | --- | --- | --- |",
    ]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        room = Room(browser, Path(data), names or GAMES)
        for name in names or GAMES:
            for size, found in room.measure(name, pictures=pictures).items():
                columns = [
                    least(filter(None, each)) for each in ([s.text for s in found], [s.target for s in found], [s.place for s in found])
                ]
                cells = [f"{each.size:.1f} ({each.where}: {each.what[:28]!r}, {each.moment})" if each else "–" for each in columns]
                over = [sizes.overflow for sizes in found if sizes.overflow > (0, 0) and (size != ZOOMED or sizes.overflow[0])]
                clashes = [clash for sizes in found for clash in sizes.clashes]
                lines.append(f"| {name} | {size} | {' | '.join(cells)} |" + (f" scrolls {over[0]}" if over else ""))
                print(lines[-1], *sorted(set(clashes))[:4], flush=True)
        room.close()
    report.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] != "-" else None
    main(Path(sys.argv[1]), folder, sys.argv[3:])
