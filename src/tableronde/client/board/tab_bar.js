// Where areas share one place, tabs choose which of them lies there. What is asked for comes up by itself.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { say } from "../base/words.js";

export class Tray {
  /** `turn(id)` opens an area, `enlarge(id)` shows it alone. */
  constructor(holder, turn, enlarge) {
    this.holder = holder;
    this.turn = turn;
    this.enlarge = enlarge;
    this.chosen = null;
    this.front = null;
    this.ask = null;
    this.shared = new Set();
    this.seen = new Map();
  }

  /** Which of the areas in the tabs comes up: what unfolds, or what is asked for since the offers changed; else what lay there stays. */
  choose(picture, areas, asked, ask) {
    const there = (id) => areas.some((area) => area.id === id);
    const alone = (id) => !this.shared.has(id); // until now it had a place of its own
    const news = ask !== this.ask || alone(asked?.id);
    const unfolds = picture.front !== this.front || alone(picture.front);
    if (picture.front !== picture.areas[0].id) this.ask = ask; // what is asked for waits while one watches the board
    this.shared = new Set(areas.map((area) => area.id));
    if (there(picture.front) && unfolds) this.chosen = picture.front;
    else if (news && asked && there(asked.id) && !picture.front) this.chosen = asked.id;
    else if (!there(this.chosen)) this.chosen = areas[0]?.id;
    this.front = picture.front;
  }

  /** Draw the tabs of these areas at their place in the window; `seen` are those to be seen, the open one last, `pressable` those with something to press. */
  draw(areas, seen, pressable, bar) {
    this.holder.hidden = !bar;
    if (!bar) return;
    const { style } = this.holder;
    [style.left, style.top, style.width] = [bar.x, bar.y, bar.width].map((value) => `${value}px`);
    const known = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".tray-tab"))?.dataset.area;
    refill(
      this.holder,
      areas.map((area) => this.tab(area, area === seen.at(-1), seen.includes(area), pressable.includes(area))),
    );
    if (known) this.holder.querySelector(`[data-area="${CSS.escape(known)}"]`)?.focus({ preventScroll: true });
  }

  tab(area, open, seen, asks) {
    const content = [...area.shapes.values()].map(({ id, label = "", title = "" }) => `${id}\t${label}\t${title}`).join("\n");
    if (seen || !this.seen.has(area.id)) this.seen.set(area.id, content);
    const changed = this.seen.get(area.id) !== content;
    const name = area.title || area.id;
    const spoken = open ? say("enlarge", name) : changed ? say("changed", name) : name;
    const properties = {
      type: "button",
      class: `tray-tab${asks ? " news" : ""}${changed ? " changed" : ""}`,
      "data-area": area.id,
      "aria-pressed": String(open),
      "aria-label": spoken,
      title: spoken,
      onclick: () => (open ? this.enlarge(area.id) : this.turn(area.id)),
    };
    return h("button", properties, h("span", {}, name), open && icon("zoom"));
  }
}
